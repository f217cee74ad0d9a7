/** The room's HTTP calls: addresses, cookies, timeouts and size limits. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Result } from '../../../../src/core/result.ts';
import { createCalls, type Calls } from '../../../../src/workers/room/clients/calls.ts';
import type { StatsEvent } from '../../../../src/workers/stats/api.ts';
import { loadAllFeatures, openRoom, SERVICES } from '../harness.ts';

beforeAll(loadAllFeatures);
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Never answers; rejects when the call is aborted. */
const silent: typeof fetch = (_address, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));

const CALLS: readonly (readonly [
  call: (calls: Calls) => Promise<Result<unknown>>,
  address: string,
  credentials: string,
  limitMs: number,
])[] = [
  [(calls) => calls.liveInfo(1_001), 'https://live.test/room/1001/info', 'same-origin', 5_000],
  [(calls) => calls.addresses(1_001, 'h265', 'retry'), 'https://live.test/room/1001/addresses?kind=h265&type=retry', 'same-origin', 5_000],
  [(calls) => calls.addresses(1_001, null, 'start'), 'https://live.test/room/1001/addresses?kind=&type=start', 'same-origin', 5_000],
  [(calls) => calls.config(), 'https://live.test/config', 'same-origin', 1_500],
  [
    (calls) => calls.clientVersion(),
    'https://secure.test/video/cfg/api/getClientVerForWeb?protocal=jsonp&jsonpcallback=clientVersion',
    'include',
    5_000,
  ],
];

test.each(CALLS)('P10 P21 S33 call %# is sent to its service and aborted at its timeout', async (call, address, credentials, limitMs) => {
  const asked: unknown[] = [];
  const told: StatsEvent[] = [];
  const ask: typeof fetch = (url, init) => {
    asked.push([url, init?.method, init?.credentials]);
    return silent(url, init);
  };
  const calls = createCalls(SERVICES, { fetch: ask, nowMs: () => performance.now() }, (fact) => told.push(fact));
  let answer: Result<unknown> | null = null;
  void call(calls).then((result) => (answer = result));
  expect(asked).toEqual([[address, 'GET', credentials]]);
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  expect([answer, calls.pending()]).toEqual([null, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answer).toMatchObject({ ok: false, error: { code: 'HTTP_TIMEOUT' } });
  expect(calls.pending()).toBe(0);
  // S33: the ajax monitor gets the call without its query.
  const { pathname } = new URL(address);
  expect(told).toMatchObject([{ type: 'call', call: { method: 'GET', path: pathname, status: 0 } }]);
});

test.each([
  [200, '{"code":0}', 200],
  [200, 'no JSON', 200],
  [503, '', 503],
])('S33 the ajax monitor receives each call with its status: %d %j', async (status, body, heard) => {
  const told: StatsEvent[] = [];
  let nowMs = 0;
  const ask: typeof fetch = async () => {
    nowMs += 40;
    return new Response(body, { status });
  };
  const calls = createCalls(SERVICES, { fetch: ask, nowMs: () => nowMs }, (fact) => told.push(fact));
  await calls.config();
  expect(told).toEqual([{ type: 'call', call: { method: 'GET', path: '/config', status: heard, tookMs: 40 } }]);
});

test('P8 the ad query is aborted after 2 s, and live starts', async () => {
  const room = openRoom({ answers: { '/ad/query': ({ init }: { init: RequestInit }) => silent('', init) } });
  await room.settle();
  await vi.advanceTimersByTimeAsync(1_999);
  await room.settle();
  expect(room.reported('failure')).toEqual([]);
  expect(room.played).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await room.settle(40);
  expect(room.reported('failure')).toContainEqual(
    expect.objectContaining({ code: 'HTTP_TIMEOUT', detail: expect.stringContaining('2000 ms') }),
  );
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('P5 endless live info is cut off with a named failure', async () => {
  const endless: typeof fetch = async () => new Response(' '.repeat(256 * 1_024 + 1));
  const calls = createCalls(SERVICES, { fetch: endless, nowMs: () => 0 }, () => undefined);
  const answer = await calls.liveInfo(1_001);
  expect(answer).toMatchObject({ ok: false, error: { code: 'HTTP_TOO_LONG' } });
});
