import type { ErrorCode } from './errors.ts';

/** Plain data, so that it survives structured clone: a thrown Error loses its code between threads. */
export interface Failure {
  readonly code: ErrorCode;
  readonly detail: string;
  /** Of HTTP_STATUS: the status of the response. */
  readonly status?: number;
  /** Of HTTP_STATUS: time in ms after which the service asked to be called again. */
  readonly retryAfterMs?: number;
}

export type Result<T = void> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const done: Result = { ok: true, value: undefined };
export const err = (code: ErrorCode, detail = ''): Result<never> => ({
  ok: false,
  error: { code, detail },
});
