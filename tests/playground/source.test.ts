import { afterEach, expect, test, vi } from 'vitest';
import { nameOf, readAddress } from '../../src/playground/source.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the name of an address is the last part of its path, or the whole text if it is not a valid address', () => {
  vi.stubGlobal('location', new URL('https://page.test/playground.html'));
  expect(['/live/a%20b.flv?x=1', 'https://cdn.test/', '/100%.flv', 'http://['].map(nameOf)).toEqual([
    'a b.flv',
    'https://cdn.test/',
    '/100%.flv',
    'http://[',
  ]);
});

test('a live stream that sends nothing more is cut after 15 s', async () => {
  vi.useFakeTimers();
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Uint8Array.of(1, 2)),
    cancel: () => void (isCancelled = true),
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  let read: Uint8Array | undefined;
  void readAddress('/live.flv', () => undefined, new AbortController().signal).then((bytes) => (read = bytes));
  await vi.advanceTimersByTimeAsync(14_999);
  expect([read, isCancelled]).toEqual([undefined, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([read, isCancelled]).toEqual([Uint8Array.of(1, 2), true]);
});
