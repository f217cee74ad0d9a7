import type { ErrorCode } from './errors.ts';

/** Plain data, so that it survives structured clone: a thrown Error loses its code between threads. The room adds its own codes. */
export interface Failure<Code extends string = ErrorCode> {
  readonly code: Code;
  readonly detail: string;
  /** Of HTTP_STATUS: the status of the response. */
  readonly status?: number;
  /** Of HTTP_STATUS: time in ms after which the service asked to be called again. */
  readonly retryAfterMs?: number;
}

export type Result<T = void, Code extends string = ErrorCode> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure<Code> };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const done: { readonly ok: true; readonly value: undefined } = { ok: true, value: undefined };
export const err = <Code extends string = ErrorCode>(code: NoInfer<Code>, detail = ''): Result<never, Code> => ({
  ok: false,
  error: { code, detail },
});
