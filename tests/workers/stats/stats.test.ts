import { expect, test } from 'vitest';
import { MINI_APP_PAGES } from '../../../src/core/reports/business-ids.ts';
import { err, ok } from '../../../src/core/errors.ts';
import type { StatsEvent } from '../../../src/workers/stats/api.ts';
import { EPOCH_MS, firstFrame, pullStart, harness } from './harness.ts';

const known: StatsEvent = { type: 'identity', identity: { roomId: 1001, userId: 7, embed: false, url: 'u' }, streamId: 's1' };
const live: StatsEvent = { type: 'room', event: 'live' };
const error = (text: string): StatsEvent => ({ type: 'log', level: 'error', text });
const MINI_APP = `https://games.test/${MINI_APP_PAGES[0]}`;
const opened: StatsEvent = {
  type: 'frame',
  fact: { type: 'opened', frameId: 'f1', url: MINI_APP, mode: 'active', content: 'mini-app', runtime: 1 },
};

test('P21 P40 P41 when the star comes later, all reports contain the stream’s ids from then on', async () => {
  const it = harness();
  it.apply({ ...known, streamId: '' }, { type: 'room', event: 'entered' });
  await it.pass(60_000);
  it.apply({ ...known, streamId: 's9', psid: 'p9' }, live, pullStart(), firstFrame());
  await it.pass(5_000);
  expect(it.bodies('enter-room')).toMatchObject([{ streamid: 's9' }]);
  expect(it.bodies('stats')).toMatchObject([[{ stream_id: 's9', psid: 'p9' }, { psid: 'p9' }]]);
  expect(it.stats.snapshot().counts).toMatchObject({ 'pull.start': 1 });
});

test('P41 S33 the play event has the time to the first picture; a page from the back-forward cache starts again', async () => {
  const it = harness();
  it.apply(known, { type: 'room', event: 'entered' }, pullStart(), firstFrame());
  await it.pass(6_000);
  const named = (evid: string): readonly object[] => it.analytics().filter((event) => event.evid === evid);
  expect(named('room_play')).toMatchObject([{ dur: 1_180 }]);
  expect(named('app_start')).toHaveLength(1);
  it.stats.onPage({ type: 'beaconed', marker: it.held.marker });
  it.apply({ type: 'analytics', event: { evid: 'lost', evtype: 'click', scene: 'room' } });
  await it.pass(6_000);
  expect(named('lost')).toEqual([]);
  it.stats.onPage({ type: 'back' });
  it.apply({ type: 'analytics', event: { evid: 'kept', evtype: 'click', scene: 'room' } });
  await it.pass(6_000);
  expect([named('app_start').length, named('kept').length]).toEqual([2, 1]);
});

test('P42 errors and performance are logged with room and user; a repeated failure is counted instead of logged', async () => {
  const it = harness();
  it.apply(known, { type: 'log', level: 'warn', text: 'reload' }, { type: 'log', level: 'info', text: 'chatter' });
  for (let i = 0; i < 50; i++) it.apply({ type: 'failure', code: 'WIRE_BAD_JSON', detail: 'x', by: 2 });
  await it.pass(5_000);
  expect(it.bodies('log')).toEqual([
    [
      { level: 'warn', text: 'reload', room_id: 1001, user_id: 7, time: EPOCH_MS },
      { level: 'error', text: 'WIRE_BAD_JSON x', room_id: 1001, user_id: 7, time: EPOCH_MS },
    ],
  ]);
  expect(it.stats.snapshot()).toMatchObject({ failures: { WIRE_BAD_JSON: 100 }, counts: { 'log.info': 1 } });
});

test('P42 while the service is down reports wait, and arrive when it is back', async () => {
  const it = harness();
  it.answers.log = 'failed';
  it.apply(known, error('one'));
  await it.pass(4_000);
  expect(it.posts.length).toBeGreaterThan(1);
  it.answers.log = 'sent';
  it.posts.length = 0;
  await it.pass(60_000);
  expect(it.bodies('log')).toMatchObject([[{ text: 'one' }]]);
  expect(it.stats.snapshot().reports.some(({ body, sent }) => sent && body.includes('one'))).toBe(true);
});

test('S32 P42 an unreachable game host does not block the other host, and vice versa', async () => {
  const it = harness();
  it.answers.game = 'failed';
  it.apply(known, live, opened);
  await it.pass(120_000);
  expect(it.posts.filter(({ url, result }) => url.startsWith('https://game') && result === 'sent')).toEqual([]);
  expect(it.bodies('enter-room')).toHaveLength(13);
  it.answers = { log: 'failed', game: 'sent' };
  await it.pass(120_000);
  expect(it.bodies('game/rpt/enter').length).toBeGreaterThan(0);
  expect(it.posts.filter(({ url, result }) => url.endsWith('/game/rpt/hb') && result === 'sent').length).toBeGreaterThan(7);
});

test('P42 a report refused by the server is not sent again', async () => {
  const it = harness();
  it.answers.log = 'refused';
  it.apply(known, error('no'));
  await it.pass(120_000);
  expect(it.bodies('log')).toHaveLength(1);
  expect(it.stats.snapshot().counts['stats.dropped.refused']).toBeGreaterThan(0);
});

test('S32 biz_config replaces the map; if it fails the default applies and the failure is counted', async () => {
  const it = harness({
    get: (url) => (url.includes('biz_config') ? ok({ code: 0, data: { 'mine.html': 'mine' } }) : err('HTTP_STATUS', '')),
  });
  it.apply(known, {
    type: 'frame',
    fact: { type: 'opened', frameId: 'f2', url: '/mine.html', mode: 'passive', content: 'other', runtime: 0 },
  });
  await it.pass(1_000);
  expect(it.asked).toEqual(['https://game.test/game/rpt/biz_config']);
  expect(it.bodies('game/rpt/enter')).toMatchObject([{ businessId: 'mine', actionType: 104 }]);

  const refused = harness({ get: () => ok({ code: 5 }) });
  refused.apply(known, opened);
  await refused.pass(1_000);
  expect(refused.bodies('game/rpt/enter')).toMatchObject([{ businessId: 'miniapp' }]);
  expect(refused.stats.snapshot().failures).toEqual({ HTTP_BAD_BODY: 1 });
});

test('S33 analytics are sent in batches with a signature; one without an id is refused with a text and counted', async () => {
  const it = harness();
  it.apply(known, { type: 'room', event: 'entered' }, { type: 'analytics', event: { evid: 'gift_open', evtype: 'click' } });
  it.stats.onPage({ type: 'analytics', event: { evid: 'rank', evtype: 'expose', detail: 'a' } });
  it.stats.onPage({ type: 'analytics', event: { evid: '' } });
  await it.pass(8_000);
  expect(it.posts.filter(({ url }) => url.endsWith('/analytics'))).toHaveLength(1);
  expect(it.analytics().map(({ evid }) => evid)).toEqual(['app_start', 'room_enter', 'gift_open', 'rank']);
  expect(it.stats.snapshot().lastFailures.at(-1)).toMatchObject({ code: 'ANALYTICS_EVID_MISSING', detail: '请输入evid（事件ID）！' });
});

test('S33 the ajax monitor requests its config after 10 s and reports by it', async () => {
  const it = harness({ get: () => ok({ on: 1, slowMs: 50, sample: 0 }) });
  const call = { type: 'call', call: { method: 'GET', path: '/svc/live/config', status: 200, tookMs: 90 } } as const;
  it.apply(known, { ...call, call: { ...call.call, tookMs: 60 } });
  await it.pass(9_999);
  expect(it.asked).toEqual([]);
  await it.pass(1);
  expect(it.asked).toEqual(['https://log.test/ajax-monitor.js']);
  it.apply(call);
  await it.pass(3_000);
  expect(JSON.stringify(it.bodies('log'))).toContain('ajax slow: GET /svc/live/config 200, 90 ms');
});

test('S32 S33 P42 the page keeps the content of a beacon, updated at most once a second and by requests, and only if it changed', async () => {
  const it = harness();
  it.apply(known, opened);
  for (let i = 0; i < 100; i++) {
    it.apply(error(`line ${i}`));
    await it.pass(10);
  }
  expect(it.holds).toBe(1);
  const texts = it.held.requests.map(({ url, body }) => `${url} ${body}`).join('\n');
  expect(texts).toContain('line 98');
  expect(texts).toContain('"timestamp":"$now"');
  expect(texts).toContain('"actionType":205');
  expect(decodeURIComponent(texts)).toContain('"evtype":7');
  await it.pass(9_000);
  const quiet = it.holds;
  expect(it.held.requests.some(({ body }) => body.includes('line'))).toBe(false);
  // Once a second, and before and after each of the requests.
  expect(quiet).toBeLessThan(12 + 2 * it.posts.length);
  await it.pass(30_000);
  // Only two fields change: the duration of the exit report every 10 s, and the order number of the frame with each heartbeat.
  expect(it.holds - quiet).toBeLessThanOrEqual(6);
});

test('P42 S32 reports sent by beacons are not sent again; the frame ends with the page and is entered again after a restore', async () => {
  const it = harness();
  it.apply(known, opened, error('last words'));
  await it.pass(1_500);
  expect(it.held.marker).toContain('session');
  it.stats.onPage({ type: 'beaconed', marker: it.held.marker });
  await it.pass(30_000);
  expect(it.bodies('log')).toEqual([]);
  expect(it.bodies('game/rpt/hb')).toEqual([]);
  expect(it.held.requests).toEqual([]);
  it.stats.onPage({ type: 'back' });
  await it.pass(100);
  expect(it.bodies('game/rpt/enter').at(-1)).toMatchObject({ actionType: 102 });
});

// The context and the counters of reports: identity, stream, and the figures of the overlay.

const identity = { roomId: 1001, userId: 7, embed: false } as const;
const member: StatsEvent = { type: 'identity', identity, streamId: 's1' };
const frame = (frameId: string, url = `/${MINI_APP_PAGES[0]}`): StatsEvent => ({
  type: 'frame',
  fact: { type: 'opened', frameId, url, mode: 'active', content: 'mini-app', runtime: 1 },
});
const event: StatsEvent = { type: 'analytics', event: { evid: 'gift_open', evtype: 'click' } };
const heldText = (it: ReturnType<typeof harness>): string =>
  decodeURIComponent(it.held.requests.map(({ url, body }) => `${url} ${body}`).join('\n'));

test('P40 S32 S33 fields of a visit that are not known yet are empty in reports, never missing', async () => {
  const it = harness();
  it.apply({ type: 'room', event: 'entered' }, live, frame('f1'), event);
  await it.pass(16_000);
  expect(it.bodies('enter-room')[0]).toEqual({ type: 1, url: '', page: 2, os: 0, state: 0, room_id: 1, streamid: '' });
  expect(it.bodies('game/rpt/enter')[0]).toMatchObject({ roomId: 1, roomType: -1, anchorId: 0, sid: '', socsId: '', std_plat: 7 });
  expect(it.analytics().find(({ evid }) => evid === 'gift_open')).toMatchObject({
    room_type: -1,
    streamer_id: 0,
    follow: 0,
    device_id: '',
    session_id: expect.stringMatching(/^id\d+$/),
  });
});

test('P40 S32 the embedding platform is reported as such before the room’s answer', async () => {
  const it = harness({ embed: true });
  it.apply(live, frame('f1'));
  await it.pass(4_000);
  expect(it.bodies('enter-room')).toMatchObject([{ page: 5, os: 10 }]);
  expect(it.bodies('game/rpt/enter')).toMatchObject([{ std_plat: 8 }]);
});

test.each<[what: string, before: readonly StatsEvent[]]>([
  ['without a parent', [member]],
  ['that is not known yet', []],
])('P41 a report of a stream %s contains no psid', async (_what, before) => {
  const it = harness();
  it.apply(...before, pullStart(), firstFrame());
  await it.pass(3_000);
  const [reports] = it.bodies('stats') as readonly (readonly object[])[];
  expect(reports).toHaveLength(2);
  for (const report of reports ?? []) expect(report).not.toHaveProperty('psid');
});

test('P42 S32 beacons contain the present identity, stream and session of the chat socket', async () => {
  const it = harness();
  it.apply(member, frame('f1'));
  await it.pass(7_000);
  it.apply({ ...member, identity: { ...identity, userId: 99 }, streamId: 's2' });
  await it.pass(1_000);
  expect(heldText(it)).toMatch(/room_exit.*"user_id":99/);
  expect(heldText(it)).toContain('"sid":"s2"');
  it.apply({ type: 'socket-session', socsId: 'session of the chat' });
  await it.pass(1_000);
  expect(heldText(it)).toContain('"socsId":"session of the chat"');
});
