import { expect, test } from 'vitest';
import { postReport } from '../../../src/workers/stats/post.ts';
import { manualClock } from '../../manual-clock.ts';

/** Repeated here, so that a change of the limits fails a test. */
const MAX_KEEPALIVE_BYTES = 16_384;
const POST_TIMEOUT_MS = 10_000;

const REQUEST = { url: 'https://log.test/stats', body: '[{"a":1}]', contentType: 'text/plain;charset=UTF-8' } as const;

/** One request whose answer the test supplies. */
function sent(answer: (init: RequestInit) => Promise<Response>, body: string = REQUEST.body) {
  const clock = manualClock();
  const asked: { url: unknown; init: RequestInit }[] = [];
  const result = postReport(
    { ...REQUEST, body },
    {
      after: clock.after,
      fetch: (url, init = {}) => {
        asked.push({ url, init });
        return answer(init);
      },
    },
  );
  return { clock, asked, result };
}
const status = (code: number) => () => Promise.resolve(new Response(null, { status: code }));

test('P42 a report is a simple POST with the cookies of the own origin', async () => {
  const { asked, result } = sent(status(204));
  expect(await result).toBe('sent');
  expect(asked).toMatchObject([
    {
      url: REQUEST.url,
      init: {
        method: 'POST',
        body: REQUEST.body,
        headers: { 'content-type': REQUEST.contentType },
        credentials: 'same-origin',
        keepalive: true,
      },
    },
  ]);
});

test.each([
  [200, 'sent'],
  [299, 'sent'],
  [304, 'failed'],
  [400, 'refused'],
  [413, 'refused'],
  [499, 'refused'],
  [401, 'failed'],
  [403, 'failed'],
  [404, 'failed'],
  [408, 'failed'],
  [425, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
] as const)('P42 a report answered with %i is %s', async (code, expected) => {
  expect(await sent(status(code)).result).toBe(expected);
});

test('P42 the size of a keepalive request is limited in bytes, not in characters', async () => {
  const keepalive = (body: string): unknown => sent(status(200), body).asked[0]?.init.keepalive;
  expect(keepalive('x'.repeat(MAX_KEEPALIVE_BYTES))).toBe(true);
  expect(keepalive('x'.repeat(MAX_KEEPALIVE_BYTES + 1))).toBe(false);
  expect(keepalive('字'.repeat(MAX_KEEPALIVE_BYTES / 2))).toBe(false);
});

test('P42 a request without an answer is aborted after its timeout, and a network error is a failure', async () => {
  const silent = sent(({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))));
  silent.clock.advance(POST_TIMEOUT_MS - 1);
  expect(silent.asked[0]?.init.signal?.aborted).toBe(false);
  silent.clock.advance(1);
  expect(await silent.result).toBe('failed');
  expect(await sent(() => Promise.reject(new Error('offline'))).result).toBe('failed');
});

test('P42 after an answer no timer is left, and the unread body is released', async () => {
  const { clock, asked, result } = sent(status(200));
  await result;
  expect(clock.timers()).toBe(0);
  expect(asked[0]?.init.signal?.aborted).toBe(true);
});
