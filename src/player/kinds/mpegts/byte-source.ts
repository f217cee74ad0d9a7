/** Where the bytes of an FLV stream come from: HTTP here, other viewers by `OpenP2p` (shared-stream.ts). */

/** `status` of an HTTP answer that is no success; undefined: there was no answer, or it broke off. */
export interface ByteError {
  readonly status: number | undefined;
  readonly message: string;
}

/** Nothing is called after `onEnd`, after `onError`, or after the source was closed. */
export interface ByteSink {
  readonly onBytes: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onEnd: () => void;
  readonly onError: (error: ByteError) => void;
}

/** Returns a function that closes the source. */
export type OpenBytes = (url: string, sink: ByteSink) => () => void;

/**
 * Pause between two reads, in ms. Each read costs the page a call of the demuxer and one append for each track; without pauses a stream of
 * 25 pictures a second causes 70 reads a second. The pause adds at most this time to the latency, whose target is 1.2 s
 * (player/rules/clock/latency.ts).
 */
const READ_EVERY_MS = 150;
/** After the first byte there are no pauses for this time, in ms, so that the first picture does not wait. */
const START_MS = 2_000;

export const fetchBytes: OpenBytes = (url, sink) => {
  const abort = new AbortController();
  read(url, sink, abort.signal).catch((cause: unknown) => {
    if (!abort.signal.aborted) sink.onError({ status: undefined, message: cause instanceof Error ? cause.message : String(cause) });
  });
  return () => abort.abort();
};

async function read(url: string, sink: ByteSink, signal: AbortSignal): Promise<void> {
  const { ok, body, status, statusText } = await fetch(url, { signal, cache: 'no-store', credentials: 'omit' });
  if (!ok || body === null) {
    await body?.cancel();
    sink.onError({ status, message: statusText });
    return;
  }
  const reader = body.getReader();
  let startedMs = Number.NaN;
  for (;;) {
    const { done, value } = await reader.read();
    if (signal.aborted) return;
    if (done) {
      sink.onEnd();
      return;
    }
    const nowMs = performance.now();
    if (Number.isNaN(startedMs)) startedMs = nowMs;
    sink.onBytes(value);
    // Browsers delay the timers of a hidden page by up to a minute, and its sound continues.
    if (nowMs - startedMs > START_MS && !document.hidden) await pause();
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
