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
];
/**
 * Error numbers of a 901 that answers a 501. The document does not show them ("codes and messages not shown"): these are the project's choice,
 * and the mock server's; another deployment has its own row here.
 */
export const CHAT_ERRNO = { tooFast: 50101, muted: 50102, tooLong: 50103, verify: 50104 };
export function lineFailure(errno) {
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
