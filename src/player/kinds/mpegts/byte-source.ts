/** Where the bytes of an FLV stream come from: HTTP here, other viewers by `OpenP2p` (player-start.ts). */
import { joinBytes } from '../../base/bounded-read.ts';
import { refusalOf, type StreamRefusal } from '../../rules/recovery/media-errors.ts';

/** `status` of an HTTP answer that is no success; undefined: there was no answer, or it broke off. */
export interface ByteError {
  readonly status: number | undefined;
  readonly message: string;
  /** What an answer without a stream means. */
  readonly refusal?: StreamRefusal;
}

/** Nothing is called after `onEnd`, after `onError`, or after the source was closed. */
export interface ByteSink {
  readonly onBytes: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onEnd: () => void;
  readonly onError: (error: ByteError) => void;
}

/** A stream whose request has begun. `close` may be called before `read`, and twice. */
export interface StartedBytes {
  read(sink: ByteSink): void;
  close(): void;
}

export type StartBytes = (url: string) => StartedBytes;

/**
 * Pause between two reads, in ms. Each read costs the page a call of the demuxer and one append for each track; without pauses a stream of
 * 25 pictures a second causes 70 reads a second. The pause adds at most this time to the latency, whose target is 1.2 s
 * (player/rules/clock/position.ts).
 */
const READ_EVERY_MS = 150;
/** After the first byte there are no pauses for this time, in ms, so that the first picture does not wait. */
const START_MS = 2_000;
/** Maximum number of bytes of one read. If more have arrived, the next read follows without a pause. */
const MAX_READ_BYTES = 1_048_576;

export const fetchBytes: StartBytes = (url) => {
  const abort = new AbortController();
  const answer = fetch(url, { signal: abort.signal, cache: 'no-store', credentials: 'omit' });
  // Handles a failure before the reader.
  answer.catch(() => undefined);
  return {
    read(sink) {
      read(answer, sink, abort.signal).catch((cause: unknown) => {
        if (!abort.signal.aborted) sink.onError({ status: undefined, message: cause instanceof Error ? cause.message : String(cause) });
      });
    },
    close: () => abort.abort(),
  };
};

async function read(answer: Promise<Response>, sink: ByteSink, signal: AbortSignal): Promise<void> {
  const response = await answer;
  const { body, status, statusText } = response;
  const refusal = refusalOf(response, Date);
  if (refusal !== null || body === null) {
    await body?.cancel();
    sink.onError({ status, message: statusText, ...(refusal && { refusal }) });
    return;
  }
  const reader = body.getReader();
  let startedMs = Number.NaN;
  let next = reader.read();
  for (;;) {
    const { done, value } = await next;
    if (signal.aborted) return;
    if (done) {
      sink.onEnd();
      return;
    }
    const nowMs = performance.now();
    if (Number.isNaN(startedMs)) startedMs = nowMs;
    // Browsers delay the timers of a hidden page by up to a minute, and its sound continues.
    if (nowMs - startedMs <= START_MS || document.hidden) {
      sink.onBytes(value);
      next = reader.read();
      continue;
    }
    const arrived = await readArrived(reader, value);
    if (signal.aborted) return;
    sink.onBytes(arrived.bytes);
    next = arrived.next;
    if (arrived.bytes.length < MAX_READ_BYTES) await after(READ_EVERY_MS);
  }
}

type Piece = ReadableStreamReadResult<Uint8Array<ArrayBuffer>>;

/**
 * Joins the pieces that have arrived since the last read. Chromium returns each larger packet of the network separately: one packet for
 * each pause would be a fraction of the stream.
 */
async function readArrived(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  first: Uint8Array<ArrayBuffer>,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly next: Promise<Piece> }> {
  const pieces = [first];
  let length = first.length;
  for (;;) {
    const next = reader.read();
    // An error is thrown where `next` is awaited.
    const piece = length < MAX_READ_BYTES ? await Promise.race([next.catch(() => undefined), after(0)]) : undefined;
    if (piece?.value === undefined) return { bytes: pieces.length === 1 ? first : joinBytes(pieces, length), next };
    pieces.push(piece.value);
    length += piece.value.length;
  }
}

const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, ms, undefined));
