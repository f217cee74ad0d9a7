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

/** Proves at compile time that every member of a union is handled; throws if a value does not match its type. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

const MAX_CHARS = 60;

/**
 * A short text of a value of unknown origin for a log line. It never converts the value, because an object's own `toString` may throw and a
 * list of a million members makes a text of megabytes.
 */
export function describe(value: unknown, maxChars: number = MAX_CHARS): string {
  switch (typeof value) {
    case 'string':
      return value.slice(0, maxChars);
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'undefined':
      return String(value).slice(0, maxChars);
    default:
      return kindOf(value, maxChars);
  }
}

function kindOf(value: unknown, maxChars: number): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value instanceof Error) return describeError(value, maxChars);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A foreign script may throw an error with members of any type. */
function describeError(error: Error, maxChars: number): string {
  try {
    const { name, message }: { readonly name: unknown; readonly message: unknown } = error;
    return `${typeof name === 'string' ? name : 'Error'}: ${typeof message === 'string' ? message : ''}`.slice(0, maxChars);
  } catch {
    return 'an error';
  }
}
