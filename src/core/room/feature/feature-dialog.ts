/** Dialog state of a feature and the viewer's one pending call; shared by the features. */
import { IDLE, reopenedRequest, sending, withAnswer, type FeatureRequest, type Refusal } from './feature-request.ts';

export interface FeatureDialog {
  readonly isOpen: boolean;
  readonly request: FeatureRequest;
}
export const CLOSED: FeatureDialog = { isOpen: false, request: IDLE };

/** The dialog was opened or closed, or another phase began: the last answer is removed, and a pending request stays pending. */
export const withoutAnswer = (box: FeatureDialog, isOpen = box.isOpen): FeatureDialog => ({
  isOpen,
  request: reopenedRequest(box.request),
});

export type CallFields = Readonly<Record<string, string | number>>;
export type DialogAction =
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  | { readonly type: 'request'; readonly verb: string; readonly fields: CallFields };
export type DialogEvent = DialogAction | { readonly type: 'answered'; readonly refusal: Refusal };
export type DialogEffect =
  | { readonly type: 'call'; readonly verb: string; readonly fields: CallFields }
  | { readonly type: 'snapshot'; readonly why: 'the phase ended without a message' }
  | { readonly type: 'login' };

export const REQUEST_SNAPSHOT: DialogEffect = { type: 'snapshot', why: 'the phase ended without a message' };

/** Returns the same box if nothing changed. */
export function stepDialog(box: FeatureDialog, event: DialogEvent, userId: number): readonly [FeatureDialog, ...DialogEffect[]] {
  switch (event.type) {
    case 'entry':
      return [box.isOpen ? box : withoutAnswer(box, true)];
    case 'close':
      return [box.isOpen ? withoutAnswer(box, false) : box];
    case 'request':
      if (box.request.name === 'sending') return [box];
      if (userId === 0) return [box, { type: 'login' }];
      return [
        { ...box, request: sending(`${event.verb} ${Object.values(event.fields).join(' ')}`) },
        { type: 'call', verb: event.verb, fields: event.fields },
      ];
    case 'answered':
      return [withAnswer(box, event.refusal)];
  }
}
