import { wholeOf } from '../../../player/base/answer-fields.ts';
import { done, err, type Result } from '../../errors.ts';
import { ROOM_LIMITS } from '../limits.ts';

/** A request of the viewer to a feature's service; one at a time. */
export type FeatureRequest =
  | { readonly name: 'idle' }
  | { readonly name: 'sending'; readonly what: string }
  | { readonly name: 'done'; readonly what: string }
  /** `text` is the server's; '' if it sent none. */
  | { readonly name: 'failed'; readonly what: string; readonly text: string };

export const IDLE: FeatureRequest = { name: 'idle' };
/** `what` identifies the button whose request is pending. */
export const sending = (what: string): FeatureRequest => ({ name: 'sending', what });

/**
 * Answer to a request. null: success; else the server's reason, '' without a text. undefined: another user has logged in meanwhile, to whom
 * the answer is not shown.
 */
export type Refusal = string | null | undefined;

/** A response without a pending request changes nothing. */
export function answeredRequest(request: FeatureRequest, refusal: Refusal): FeatureRequest {
  if (request.name !== 'sending') return request;
  if (refusal === undefined) return IDLE;
  return refusal === null ? { name: 'done', what: request.what } : { name: 'failed', what: request.what, text: refusal };
}

/** The state with the answer to its pending request; the same state if none is pending. */
export const withAnswer = <State extends { readonly request: FeatureRequest }>(state: State, refusal: Refusal): State =>
  state.request.name === 'sending' ? { ...state, request: answeredRequest(state.request, refusal) } : state;

/**
 * After a dialog was closed or opened, or its subject ended. A pending request stays pending, because it cannot be recalled: the viewer
 * would send (and pay) the same again, and its answer would be taken for that of the second request.
 */
export const reopenedRequest = (request: FeatureRequest): FeatureRequest => (request.name === 'sending' ? request : IDLE);

/** The server's reason for refusing a call: null if it was accepted, '' without a text. */
export const refusalIn = (answer: Result): string | null =>
  answer.ok ? null : answer.error.code === 'FEATURE_REFUSED' ? answer.error.detail : '';

export type Fields = Readonly<Record<string, string | number>>;

/** The viewer calls the feature's service: an action of a panel, and the event of its machine. */
export interface CallAction {
  readonly type: 'request';
  readonly verb: string;
  readonly fields: Fields;
}

/** The answer to a feature's call, `{ code, msg }`: 0 means success; `msg` of a refusal is shown to the viewer. */
export function readFeatureAnswer(body: unknown): Result {
  const { code, msg } = typeof body === 'object' && body !== null ? (body as { readonly code?: unknown; readonly msg?: unknown }) : {};
  const answered = wholeOf(code);
  if (answered === 0) return done;
  if (answered === undefined) return err('HTTP_BAD_BODY', 'feature: code is no number');
  return err('FEATURE_REFUSED', typeof msg === 'string' ? msg.slice(0, ROOM_LIMITS.textLength.value) : '');
}

/** Dialog state of a feature and the viewer's one pending call; shared by the features. */

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
