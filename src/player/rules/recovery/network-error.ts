import { isOverload, retryAfterMs } from '../../base/backoff.ts';
import type { PullFailureName } from '../names.ts';

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

/** The part of a Response that decides whether it contains a stream. */
interface StreamAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

export interface StreamRefusal {
  readonly failure: PullFailureName;
  readonly detail: string;
  readonly network: boolean;
  readonly retryAfterMs?: number;
}

/** Null for an answer that may contain a stream. A captive portal answers with a page; a server without capacity may name a time. */
export function refusalOf({ ok, status, headers }: StreamAnswer, clock: Pick<DateConstructor, 'now' | 'parse'>): StreamRefusal | null {
  if (ok && !/^text\/html\b/i.test(headers.get('content-type') ?? '')) return null;
  const network = ok || isNetworkError({ status });
  const afterMs = retryAfterMs(headers.get('retry-after'), clock.now(), (text) => clock.parse(text));
  return {
    failure: network ? 'ACK_NETWORK_FAIL' : 'ACK_FAIL',
    detail: ok ? 'a page instead of the stream' : `status ${status}`,
    network: network || isOverload(status),
    ...(afterMs && { retryAfterMs: afterMs }),
  };
}
