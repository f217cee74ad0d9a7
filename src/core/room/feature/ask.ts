import type { Result } from '../../result.ts';

/** A request of the viewer to a feature's service; one at a time. */
export type Ask =
  | { readonly name: 'idle' }
  | { readonly name: 'sending'; readonly what: string }
  | { readonly name: 'done'; readonly what: string }
  /** `text` is the server's; '' if it sent none. */
  | { readonly name: 'failed'; readonly what: string; readonly text: string };

export const IDLE: Ask = { name: 'idle' };
/** `what` identifies the button whose request is pending. */
export const sending = (what: string): Ask => ({ name: 'sending', what });

/**
 * Answer to a request. null: success; else the server's reason, '' without a text. undefined: another user has logged in meanwhile, to whom
 * the answer is not shown.
 */
export type Refusal = string | null | undefined;

/** A response without a pending request changes nothing. */
export function answeredAsk(ask: Ask, refusal: Refusal): Ask {
  if (ask.name !== 'sending') return ask;
  if (refusal === undefined) return IDLE;
  return refusal === null ? { name: 'done', what: ask.what } : { name: 'failed', what: ask.what, text: refusal };
}

/**
 * After a dialog was closed or opened, or its subject ended. A pending request stays pending, because it cannot be recalled: the viewer
 * would send (and pay) the same again, and its answer would be taken for that of the second request.
 */
export const reopenedAsk = (ask: Ask): Ask => (ask.name === 'sending' ? ask : IDLE);

/** The server's reason for refusing a call: null if it was accepted, '' without a text. */
export const refusalIn = (answer: Result): string | null =>
  answer.ok ? null : answer.error.code === 'FEATURE_REFUSED' ? answer.error.detail : '';

export type Fields = Readonly<Record<string, string | number>>;
