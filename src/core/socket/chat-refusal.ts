/** Reasons why a line failed; the page translates them. */
export const LINE_FAILURES = [
  'too-fast',
  'muted',
  'too-long',
  'verify',
  'refused',
  /** Not confirmed in time. */
  'expired',
  /** Too many lines wait. */
  'queue-full',
  'not-logged-in',
] as const;
export type LineFailure = (typeof LINE_FAILURES)[number];

/**
 * Error numbers of a 901 that answers a 501. The specification shows none: these are the project's choice, used by the mock server too;
 * another deployment has its own row here.
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

/** A verification question before a line is accepted (502): a picture or a text to type, and the key that is returned with the answer. */
export interface VerifyQuestion {
  readonly key: string;
  readonly imageUrl: string;
  readonly text: string;
}
