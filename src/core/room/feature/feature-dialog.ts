/** Dialog state of a feature and the viewer's one pending call; shared by the features. */
import {
  IDLE,
  reopenedRequest,
  sending,
  withAnswer,
  type CallAction,
  type FeatureRequest,
  type Fields,
  type Refusal,
} from './feature-request.ts';

export interface FeatureDialog {
  readonly isOpen: boolean;
  readonly request: FeatureRequest;
}
export const CLOSED: FeatureDialog = { isOpen: false, request: IDLE };

/** The dialog was opened or closed, or another phase began: the last answer is removed, and a pending request stays pending. */
export const withoutAnswer = (dialog: FeatureDialog, isOpen = dialog.isOpen): FeatureDialog => ({
  isOpen,
  request: reopenedRequest(dialog.request),
});

export type DialogAction = { readonly type: 'entry' } | { readonly type: 'close' } | CallAction;
export type DialogEvent = DialogAction | { readonly type: 'answered'; readonly refusal: Refusal };
export type DialogEffect =
  | { readonly type: 'call'; readonly verb: string; readonly fields: Fields }
  | { readonly type: 'snapshot'; readonly why: 'the phase ended without a message' | 'the dialog was opened' }
  | { readonly type: 'login' };

export const REQUEST_SNAPSHOT: DialogEffect = { type: 'snapshot', why: 'the phase ended without a message' };
export const REQUEST_DETAILS: DialogEffect = { type: 'snapshot', why: 'the dialog was opened' };

/** Returns the same dialog if nothing changed. */
export function stepDialog(dialog: FeatureDialog, event: DialogEvent, userId: number): readonly [FeatureDialog, ...DialogEffect[]] {
  switch (event.type) {
    case 'entry':
      return [dialog.isOpen ? dialog : withoutAnswer(dialog, true)];
    case 'close':
      // Without a dialog, the panel has shown the failure of a call in another way.
      return [dialog.isOpen || dialog.request.name === 'failed' ? withoutAnswer(dialog, false) : dialog];
    case 'request':
      if (dialog.request.name === 'sending') return [dialog];
      if (userId === 0) return [dialog, { type: 'login' }];
      return [
        { ...dialog, request: sending(`${event.verb} ${Object.values(event.fields).join(' ')}`) },
        { type: 'call', verb: event.verb, fields: event.fields },
      ];
    case 'answered':
      return [withAnswer(dialog, event.refusal)];
  }
}

/** The same for a state that contains a dialog. Returns the same state if nothing changed. */
export function stepWithDialog<State extends { readonly dialog: FeatureDialog }>(
  state: State,
  event: DialogEvent,
  userId: number,
): readonly [State, ...DialogEffect[]] {
  const [dialog, ...effects] = stepDialog(state.dialog, event, userId);
  return [dialog === state.dialog ? state : { ...state, dialog }, ...effects];
}
