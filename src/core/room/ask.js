export const IDLE = { at: 'idle' };
/** `what` identifies the button whose request is pending. */
export const sending = (what) => ({ at: 'sending', what });
/** `refusal` null: success. A response without a pending request changes nothing. */
export const answeredAsk = (ask, refusal) => ask.at !== 'sending' ? ask : refusal === null ? { at: 'done', what: ask.what } : { at: 'failed', what: ask.what, text: refusal };
/** What the server had against a call: null nothing, '' it did not say. */
export const refusalIn = (answer) => answer.ok ? null : answer.error.code === 'MODULE_REFUSED' ? answer.error.detail : '';
