import { expect, test, vi } from 'vitest';
import { fetchBytes, type ByteError, type ByteSink } from '../../kinds/mpegts/byte-source.ts';
import { eachOnPage } from './fake-video.ts';

const page = eachOnPage();

/** Requests and reads; returns the function that closes. */
function readBytes(sink: ByteSink): () => void {
  const started = fetchBytes('https://cdn.test/a.flv');
  started.read(sink);
  return () => started.close();
}

interface Served {
  readonly read: number[];
  readonly errors: ByteError[];
  readonly close: () => void;
  isCancelled: boolean;
  ends: number;
}

/** End of a stream that is not closed: without an end it would block the thread, and the test could not fail. */
const MAX_PIECES = 5_000;

/** Pieces of one byte; a piece is produced when it is asked for. */
function serve(pieces: number, answer: ResponseInit = {}, onPiece = (): void => undefined): Served {
  let made = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        onPiece();
        if (made === Math.min(pieces, MAX_PIECES)) controller.close();
        else controller.enqueue(new Uint8Array([made++]));
      },
      cancel: () => void (seen.isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  vi.stubGlobal('fetch', (_: string, { signal, ...init }: RequestInit & { readonly signal: AbortSignal }) => {
    // A stream of another origin gets no cookies, and no cache keeps it.
    expect(init).toEqual({ cache: 'no-store', credentials: 'omit' });
    signal.addEventListener('abort', () => void (seen.isCancelled = true));
    return Promise.resolve(new Response(body, answer));
  });
  const seen: Served = {
    read: [],
    errors: [],
    close: readBytes({
      onBytes: (bytes) => seen.read.push(...bytes),
      onEnd: () => seen.ends++,
      onError: (error) => seen.errors.push(error),
    }),
    isCancelled: false,
    ends: 0,
  };
  return seen;
}

/** A live stream of `perS` pieces a second, which the browser holds one by one until they are read. */
function serveLive(perS: number, pieceBytes: number) {
  const seen = { reads: [] as number[], bytes: [] as number[], errors: [] as ByteError[], ends: 0 };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let made = 0;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const timer = setInterval(() => controller?.enqueue(new Uint8Array(pieceBytes).fill(made++ % 256)), 1_000 / perS);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const close = readBytes({
    onBytes(bytes) {
      seen.reads.push(bytes.length);
      if (pieceBytes === 1) seen.bytes.push(...bytes);
    },
    onEnd: () => seen.ends++,
    onError: (error) => seen.errors.push(error),
  });
  const stop = (): void => clearInterval(timer);
  return { seen, close, stop, end: () => controller?.close(), fail: () => controller?.error(new TypeError('network error')) };
}

test('P20 the first two seconds are read without a pause, then every 150 ms all that has arrived, in order', async () => {
  const { seen, close, stop } = serveLive(25, 1);
  await vi.advanceTimersByTimeAsync(2_100);
  const atStart = seen.reads.length;
  expect(atStart).toBeGreaterThanOrEqual(51);
  await vi.advanceTimersByTimeAsync(10_000);
  const later = seen.reads.slice(atStart);
  expect(later.length).toBeLessThanOrEqual(10_000 / 150 + 1);
  expect(later.length).toBeGreaterThan(50);
  // 12.1 s with 25 pieces; the last pause holds at most four.
  expect(seen.bytes.length).toBeGreaterThanOrEqual(302 - 4);
  expect(seen.bytes).toEqual(seen.bytes.map((_, at) => at % 256));
  close();
  stop();
});

test.each(['end', 'fail'] as const)('P24 a stream with the %s in a pause reports it once, after the bytes before', async (how) => {
  const live = serveLive(100, 1);
  await vi.advanceTimersByTimeAsync(3_000);
  live.stop();
  live[how]();
  await vi.advanceTimersByTimeAsync(1_000);
  const { seen } = live;
  if (how === 'end') expect(seen.bytes.length).toBe(300);
  expect([seen.ends, seen.errors.length]).toEqual(how === 'end' ? [1, 0] : [0, 1]);
});

test('P20 a stream that is faster than its reads is read in parts of 1 MiB without pauses', async () => {
  const { seen, close, stop } = serveLive(100, 262_144);
  await vi.advanceTimersByTimeAsync(4_000);
  close();
  stop();
  expect(Math.max(...seen.reads)).toBeLessThan(1_048_576 + 262_144);
  expect(seen.reads.reduce((sum, bytes) => sum + bytes, 0) / 262_144).toBeGreaterThan(380);
});

test('P20 a hidden page reads without pauses, because browsers delay its timers', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_500));
  page().hidden = true;
  const seen = serve(20);
  await vi.advanceTimersByTimeAsync(0);
  expect([seen.read.length, seen.ends]).toEqual([20, 1]);
});

test('P24 a closed source reads no more and reports nothing', async () => {
  const seen = serve(Number.POSITIVE_INFINITY);
  seen.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toMatchObject({ isCancelled: true, errors: [], ends: 0 });
  expect(seen.read.length).toBeLessThanOrEqual(1);
});

test('P24 a missing network and a stream that breaks off are reported once, without a status', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const errors: ByteError[] = [];
  readBytes({ onBytes: () => undefined, onEnd: () => undefined, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(0);
  expect(errors).toEqual([{ status: undefined, message: 'Failed to fetch' }]);

  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken)));
  readBytes({ onBytes: () => undefined, onEnd: () => undefined, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(0);
  expect(errors.slice(1)).toEqual([{ status: undefined, message: 'network error' }]);
});

test('P20 P24 the request begins before the reader, its failure reaches the reader, and a stream without a reader is closed', async () => {
  vi.useRealTimers();
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', fetched);
  const started = fetchBytes('https://cdn.test/a.flv');
  expect(fetched).toHaveBeenCalledOnce();
  await Promise.resolve();
  const onError = vi.fn();
  started.read({ onBytes: vi.fn(), onEnd: vi.fn(), onError });
  await vi.waitFor(() => expect(onError.mock.calls).toEqual([[{ status: undefined, message: 'offline' }]]));
  started.close();
  expect(fetched.mock.calls[0]![1].signal?.aborted).toBe(true);
});

test.each([
  ['a portal’s page', { headers: { 'content-type': 'text/html; charset=utf-8' } }, { failure: 'ACK_NETWORK_FAIL', network: true }],
  ['an overload', { status: 429, headers: { 'retry-after': '20' } }, { failure: 'ACK_FAIL', network: true, retryAfterMs: 20_000 }],
  ['a lost server', { status: 503 }, { failure: 'ACK_NETWORK_FAIL', network: true }],
  ['a refusal', { status: 403, statusText: 'Forbidden' }, { failure: 'ACK_FAIL', network: false }],
])(
  'P24 P26 %s is no stream and not read, and is named with its status and the wait that the server asked for',
  async (_what, answer, refusal) => {
    const seen = serve(3, answer);
    await vi.advanceTimersByTimeAsync(0);
    const { status = 200, statusText: message = '' } = answer as ResponseInit;
    expect(seen).toMatchObject({ isCancelled: true, read: [], ends: 0, errors: [{ status, message, refusal }] });
  },
);
