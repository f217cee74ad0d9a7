/** The room's HTTP calls: addresses, cookies, timeouts and size limits. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EarlyAnswer } from '../../../../src/core/room/start/early-start.ts';
import type { Result } from '../../../../src/core/errors.ts';
import { type Calls, createCalls, withEarlyAnswers } from '../../../../src/workers/room/clients/calls.ts';
import type { StatsEvent } from '../../../../src/workers/stats/api.ts';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { liveInfo, loadAllFeatures, openedRoom, SERVICES } from '../harness.ts';

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
  [(calls) => calls.config(), 'https://live.test/config', 'same-origin', 3_000],
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

test('P5 endless live info is cut off with a named failure', async () => {
  const endless: typeof fetch = async () => new Response(' '.repeat(256 * 1_024 + 1));
  const calls = createCalls(SERVICES, { fetch: endless, nowMs: () => 0 }, () => undefined);
  const answer = await calls.liveInfo(1_001);
  expect(answer).toMatchObject({ ok: false, error: { code: 'HTTP_TOO_LONG' } });
});

/** Each call of the room that fails is reported with its code, and cookies depend on the protocol of the page. */
const OFFLINE = new Error('offline');

/** Answers once, then fails. */
function once(answer: object): () => object {
  let calls = 0;
  return () => (calls++ === 0 ? answer : OFFLINE);
}

test.each<[what: string, end: string, answers: Readonly<Record<string, unknown>>, afterMs: number]>([
  ['live info', '/info', { '/info': OFFLINE }, 0],
  ['the live info of an offline room, the second time', '/info', { '/info': once(liveInfo({ status: 0 })) }, 60_000],
  ['the remote config', '/config', { '/config': OFFLINE }, 0],
])('P6 P42 %s fails: the failure is reported', async (_what, end, answers, afterMs) => {
  const room = await openedRoom({ answers }, 0);
  for (let waitedMs = 0; waitedMs < afterMs; waitedMs += 5_000) await room.settle(5_000);
  const url = room.askedFor(end).at(-1)?.url;
  expect(url).toBeDefined();
  expect(room.reported('failure').map(({ code, detail }) => `${code} ${detail}`)).toContainEqual(
    expect.stringContaining(`HTTP_NETWORK ${url?.origin}${url?.pathname}`),
  );
});

test.each([
  ['https://room.test', /; secure$/],
  ['http://localhost:4173', /; samesite=lax$/],
])('P13 a cookie of %s is secure only on a secure page', async (origin, end) => {
  const room = await openedRoom({ origin, path: '/live/1001?fx_unionId_ck=134' }, 0);
  const [cookie] = room.commands('set-cookie');
  expect(cookie?.cookie).toMatch(end);
});

test('P31 S7 in the star’s own room the page reports what is live: a push requests no live info', async () => {
  const room = await openedRoom({ path: '/room/star/1001', cookie: 'fx_userid=77; fx_token=t' }, 0);
  const asked = room.askedFor('/info').length;
  room.socket.deliver(messagesDown([messageOf('live-status', { roomid: 1_001, status: 0 })]));
  for (let waited = 0; waited < 12; waited++) await room.settle(10_000);
  expect(room.askedFor('/info')).toHaveLength(asked);
});

const INFO = 'https://live.test/room/1/info';
const CONFIG = 'https://live.test/config';

function opened() {
  const { port1, port2 } = new MessageChannel();
  const ask = vi.fn((url: string) => Promise.resolve(new Response(`asked ${url}`)));
  const say = (url: string, answer: EarlyAnswer['answer']): void => port1.postMessage({ url, answer } satisfies EarlyAnswer);
  return {
    ask,
    say,
    fetch: withEarlyAnswers(ask as unknown as typeof fetch, { urls: [INFO, CONFIG], port: port2 }),
    close: () => port1.close(),
  };
}

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

test('P5 the first call of an address uses the page’s answer, before or after it arrived; the second sends a request', async () => {
  const { ask, say, fetch, close } = opened();
  const first = fetch(INFO, {});
  say(INFO, { status: 200, bytes: bytesOf('early') });
  say(CONFIG, { status: 404, bytes: bytesOf('no') });
  expect(await (await first).text()).toBe('early');
  expect((await fetch(CONFIG)).status).toBe(404);
  expect(ask).not.toHaveBeenCalled();
  expect(await (await fetch(INFO)).text()).toBe(`asked ${INFO}`);
  expect(ask).toHaveBeenCalledTimes(1);
  close();
});

test.each([
  [100, 'asked'],
  [0, 'asked'],
  [200, 'early'],
  [299, 'early'],
  [205, ''],
  [304, ''],
])('P5 the page’s answer with status %d is used if a response may have that status', async (status, body) => {
  const { say, fetch, close } = opened();
  say(INFO, { status, bytes: bytesOf('early') });
  const response = await fetch(INFO);
  expect((await response.text()).split(' ')[0]).toBe(body);
  close();
});
