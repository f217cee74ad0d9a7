/** P26: a network error is one of these statuses, a network-error string, or an io error type. */
export const NETWORK_ERROR_STATUSES: readonly number[] = [-1, 404, 500, 502, 503, 504];

/** Known properties of a failure; every field may be missing. */
export interface RequestFailure {
  readonly status?: number;
  readonly type?: string;
  readonly message?: string;
}

export function isNetworkError({ status, type, message }: RequestFailure): boolean {
  if (status !== undefined && NETWORK_ERROR_STATUSES.includes(status)) return true;
  if (type !== undefined && /^io[-_ ]?error$|^ioexception$/i.test(type)) return true;
  return [type, message].some((text) => text !== undefined && /network[-_ ]?error/i.test(text));
}
