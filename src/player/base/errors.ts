/** Failures of a stream: the player package has their titles, and no others, in its code. */
export const STREAM_ERRORS = {
  // player: pull failure codes 1 to 8 (P26)
  JS_LOAD_ERROR: { area: 'player', retry: 'never', title: 'The player script could not be loaded' },
  PLAYER_ERROR: { area: 'player', retry: 'backoff', title: 'The player failed' },
  NO_SUPPORT: { area: 'player', retry: 'never', title: 'The browser cannot play this stream' },
  ACK_NETWORK_FAIL: { area: 'player', retry: 'backoff', title: 'The stream could not be reached' },
  ACK_FAIL: { area: 'player', retry: 'backoff', title: 'The stream was refused' },
  TIMEOUT: { area: 'player', retry: 'backoff', title: 'The stream did not arrive in time' },
  STREAM_ADDR_ERROR: { area: 'player', retry: 'backoff', title: 'There is no stream address' },
  P2P_ERROR: { area: 'player', retry: 'backoff', title: 'Sharing with other viewers failed' },
  AUTOPLAY_BLOCKED: { area: 'player', retry: 'never', title: 'The browser waits for a click before it plays' },
  // stream: FLV bytes
  FLV_BAD_HEADER: { area: 'stream', retry: 'backoff', title: 'The stream is not FLV' },
  FLV_BAD_TAG: { area: 'stream', retry: 'resync', title: 'A damaged piece of the stream was skipped' },
  STREAM_ADDRESS_BAD: { area: 'stream', retry: 'never', title: 'The stream address is not an http address' },
  STREAM_MIXED_CONTENT: { area: 'stream', retry: 'never', title: 'A page from https may not request a stream from http' },
  STREAM_UNREACHABLE: { area: 'stream', retry: 'backoff', title: 'The stream server does not answer' },
  STREAM_CORS: { area: 'stream', retry: 'never', title: 'The stream server does not allow this page to read the stream' },
  STREAM_SILENT: { area: 'stream', retry: 'backoff', title: 'The stream server sends no data' },
  STREAM_MESSAGE_BAD: { area: 'stream', retry: 'never', title: 'A message in the stream cannot be read' },
  STREAM_ABORTED: { area: 'stream', retry: 'never', title: 'The inspection of the stream was aborted' },
  STREAM_ENDED: { area: 'stream', retry: 'backoff', title: 'The stream ended' },
  HTTP_STATUS: { area: 'http', retry: 'backoff', title: 'A request was answered with an error status' },
} as const satisfies Record<string, { area: string; retry: Retry; title: string }>;

/** All failures that the player can name. A code is never renamed and never reused. */
const PLAYER_ERRORS = {
  ...STREAM_ERRORS,
  // http
  HTTP_TIMEOUT: { area: 'http', retry: 'backoff', title: 'A request took too long' },
  HTTP_NETWORK: { area: 'http', retry: 'backoff', title: 'A request could not reach the server' },
  HTTP_BAD_BODY: { area: 'http', retry: 'never', title: 'An answer has an unexpected form' },
  HTTP_TOO_LONG: { area: 'http', retry: 'never', title: 'An answer is larger than allowed' },
  MODULE_LOAD_FAILED: { area: 'page', retry: 'backoff', title: 'A part of the room could not be loaded' },
  // decoder
  DECODER_UNSUPPORTED: { area: 'decoder', retry: 'never', title: 'The video format is not supported' },
  DECODER_DAMAGED: { area: 'decoder', retry: 'resync', title: 'A damaged picture was concealed' },
  DECODER_LIMIT: { area: 'decoder', retry: 'never', title: 'The video is larger than allowed' },
  DECODER_MEMORY: { area: 'decoder', retry: 'never', title: 'There is not enough memory to decode' },
  DECODER_TRAPPED: { area: 'decoder', retry: 'resync', title: 'The decoder stopped and was rebuilt' },
  DECODER_ARGUMENT: { area: 'decoder', retry: 'never', title: 'The decoder was called out of order' },
  // workers
  WORKER_CRASHED: { area: 'worker', retry: 'backoff', title: 'A background worker stopped' },
  WORKER_TIMEOUT: { area: 'worker', retry: 'backoff', title: 'A background worker did not answer' },
} as const satisfies Record<string, { area: string; retry: Retry; title: string }>;

/** `backoff`: try again later. `resync`: continue at the next intact piece. `never`: report it to the caller. */
export type Retry = 'backoff' | 'resync' | 'never';
export type ErrorCode = keyof typeof PLAYER_ERRORS;

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
