/** Why a line was not said; the page has words for each. */
export const LINE_FAILURES = [
  'too-fast',
  'muted',
  'too-long',
  'verify',
  'refused',
  /** It was not confirmed within its time. */
  'expired',
  /** Too many lines wait. */
  'queue-full',
  'not-logged-in',
] as const;
export type LineFailure = (typeof LINE_FAILURES)[number];

/**
 * Error numbers of a 901 that answers a 501. The document does not show them ("codes and messages not shown"): these are the project's choice,
 * and the mock server's; another deployment has its own row here.
 */
export const CHAT_ERRNO = { tooFast: 50_101, muted: 50_102, tooLong: 50_103, verify: 50_104 } as const;

export function lineFailure(errno: number): LineFailure {
  switch (errno) {
    case CHAT_ERRNO.tooFast:
      return 'too-fast';
    case CHAT_ERRNO.muted:
      return 'muted';
    case CHAT_ERRNO.tooLong:
      return 'too-long';
    case CHAT_ERRNO.verify:
      return 'verify';
    default:
      return 'refused';
  }
}

/** What a viewer has to answer before a line is taken (502): a picture or a text to be typed, and the key that goes back with it. */
export interface VerifyQuestion {
  readonly key: string;
  readonly imageUrl: string;
  readonly text: string;
}
