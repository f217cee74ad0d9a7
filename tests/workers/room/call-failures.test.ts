/** Each call of the room that fails is reported with its code, and cookies depend on the protocol of the page. */
import { beforeAll, expect, test } from 'vitest';
import { messageOf, messagesDown } from '../../message-of.ts';
import { liveInfo, loadAllFeatures, openRoom } from './harness.ts';

beforeAll(loadAllFeatures);

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
  const room = openRoom({ answers });
  await room.settle();
  for (let waitedMs = 0; waitedMs < afterMs; waitedMs += 5_000) await room.settle(5_000);
  const url = room.askedFor(end).at(-1)?.url;
  expect(url).toBeDefined();
  expect(room.reported('failure').map(({ code, detail }) => `${code} ${detail}`)).toContainEqual(
    expect.stringContaining(`HTTP_NETWORK ${url?.origin}${url?.pathname}`),
  );
});

test('P24 P42 a failed request of fresh addresses is reported', async () => {
  const room = openRoom({ answers: { '/addresses': OFFLINE } });
  await room.settle();
  room.report({ type: 'failed', failure: 'ACK_FAIL', detail: 'x', network: false, codecUnsupported: false });
  await room.settle();
  await room.settle(6_000);
  expect(room.askedFor('/addresses').length).toBeGreaterThan(0);
  expect(room.reported('failure')).toContainEqual(
    expect.objectContaining({ code: 'HTTP_NETWORK', detail: expect.stringContaining('/addresses') }),
  );
});

test.each([
  ['https://room.test', /; secure$/],
  ['http://localhost:4173', /; samesite=lax$/],
])('P13 a cookie of %s is secure only on a secure page', async (origin, end) => {
  const room = openRoom({ origin, path: '/live/1001?fx_unionId_ck=134' });
  await room.settle();
  const [cookie] = room.commands('set-cookie');
  expect(cookie?.cookie).toMatch(end);
});

test('P31 S7 in the star’s own room the page reports what is live: a push requests no live info', async () => {
  const room = openRoom({ path: '/room/star/1001', cookie: 'fx_userid=77; fx_token=t' });
  await room.settle();
  const asked = room.askedFor('/info').length;
  room.socket.deliver(messagesDown([messageOf('live-status', { roomid: 1_001, status: 0 })]));
  for (let waited = 0; waited < 12; waited++) await room.settle(10_000);
  expect(room.askedFor('/info')).toHaveLength(asked);
});
