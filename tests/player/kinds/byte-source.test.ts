import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchBytes, type ByteError } from '../../../src/player/kinds/mpegts/byte-source.ts';

const page = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
    close: fetchBytes('https://cdn.test/a.flv', {
      onBytes: (bytes) => seen.read.push(...bytes),
      onEnd: () => seen.ends++,
      onError: (error) => seen.errors.push(error),
    }),
    isCancelled: false,
    ends: 0,
  };
  return seen;
}

test('P20 the first two seconds are read without a pause, then every 150 ms, in order', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // A live stream of 25 pieces a second.
  const seen = serve(Number.POSITIVE_INFINITY, {}, () => (now += 40));
  await vi.advanceTimersByTimeAsync(0);
  const atStart = seen.read.length;
  expect(atStart).toBe(52);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen.read.length - atStart).toBe(6);
  expect(seen.read).toEqual(Array.from({ length: 58 }, (_, at) => at));
  seen.close();
});

test('P24 the end of the stream is reported once, after all bytes', async () => {
  const seen = serve(200);
  await vi.advanceTimersByTimeAsync(0);
  expect([seen.read.length, seen.ends, seen.errors]).toEqual([200, 1, []]);
});

test('P20 a hidden page reads without pauses, because browsers delay its timers', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_500));
  page.hidden = true;
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

test('P24 a refused request is reported with its status, and its body is not read', async () => {
  const seen = serve(3, { status: 403, statusText: 'Forbidden' });
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toMatchObject({ isCancelled: true, read: [], errors: [{ status: 403, message: 'Forbidden' }], ends: 0 });
});

test('P24 a missing network and a stream that breaks off are reported once, without a status', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const errors: ByteError[] = [];
  fetchBytes('https://cdn.test/a.flv', { onBytes: () => undefined, onEnd: () => undefined, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(0);
  expect(errors).toEqual([{ status: undefined, message: 'Failed to fetch' }]);

  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken)));
  fetchBytes('https://cdn.test/a.flv', { onBytes: () => undefined, onEnd: () => undefined, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(0);
  expect(errors.slice(1)).toEqual([{ status: undefined, message: 'network error' }]);
});
