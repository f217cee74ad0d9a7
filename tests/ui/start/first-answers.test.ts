import { afterEach, expect, test, vi } from 'vitest';
import { answerTo } from '../../../src/ui/start/first-answers.ts';

const CALL = { method: 'POST', credentials: 'include', timeoutMs: 2_000, maxBytes: 8 } as const;
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('P5 P8 an early answer has status and content of the service, and its request is not cached', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response('closed', { status: 410 })));
  vi.stubGlobal('fetch', fetch);
  const answer = await answerTo('https://live.test/info', CALL);
  expect([answer?.status, new TextDecoder().decode(answer?.bytes)]).toEqual([410, 'closed']);
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    'https://live.test/info',
    expect.objectContaining({ method: 'POST', credentials: 'include', cache: 'no-store' }),
  );
});

test('P5 an answer that is too long, fails or takes longer than its limit is left to the room worker', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('more than 8')));
  expect(await answerTo('https://live.test/info', CALL)).toBeNull();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await answerTo('https://live.test/info', CALL)).toBeNull();
  vi.useFakeTimers();
  let isAborted = false;
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(new DOMException('aborted', 'AbortError'));
        }),
      ),
  );
  const late = answerTo('https://live.test/info', CALL);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toBeNull();
  expect(isAborted).toBe(true);
});
