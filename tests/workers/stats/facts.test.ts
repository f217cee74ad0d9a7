/** The context and the counters of reports: identity, stream, and the figures of the overlay. */
import { expect, test } from 'vitest';
import { MONITOR } from '../../../src/core/reports/ajax-monitor.ts';
import { MINI_APP_PAGES } from '../../../src/core/reports/business-ids.ts';
import { err, ok } from '../../../src/core/result.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../../src/player/rules/constants.ts';
import type { StatsEvent } from '../../../src/workers/stats/api.ts';
import { EPOCH_MS, firstFrame, harness, pullStart } from './harness.ts';

const identity = { roomId: 1001, userId: 7, embed: false } as const;
const known: StatsEvent = { type: 'identity', identity, streamId: 's1' };
const live: StatsEvent = { type: 'room', event: 'live' };
const opened = (frameId: string, url = `/${MINI_APP_PAGES[0]}`): StatsEvent => ({
  type: 'frame',
  fact: { type: 'opened', frameId, url, mode: 'active', content: 'mini-app', runtime: 1 },
});
const event: StatsEvent = { type: 'analytics', event: { evid: 'gift_open', evtype: 'click' } };
const heldText = (it: ReturnType<typeof harness>): string =>
  decodeURIComponent(it.held.requests.map(({ url, body }) => `${url} ${body}`).join('\n'));

test('P40 S32 S33 fields of a visit that are not known yet are empty in reports, never missing', async () => {
  const it = harness();
  it.apply({ type: 'room', event: 'entered' }, live, opened('f1'), event);
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
  it.apply(live, opened('f1'));
  await it.pass(4_000);
  expect(it.bodies('enter-room')).toMatchObject([{ page: 5, os: 10 }]);
  expect(it.bodies('game/rpt/enter')).toMatchObject([{ std_plat: 8 }]);
});

test.each<[what: string, before: readonly StatsEvent[]]>([
  ['without a parent', [known]],
  ['that is not known yet', []],
])('P41 a report of a stream %s contains no psid', async (_what, before) => {
  const it = harness();
  it.apply(...before, pullStart(), firstFrame());
  await it.pass(3_000);
  const [reports] = it.bodies('stats') as readonly (readonly object[])[];
  expect(reports).toHaveLength(2);
  for (const report of reports ?? []) expect(report).not.toHaveProperty('psid');
});

test('P41 P42 a performance report is logged as well, other reports of the stream are not', async () => {
  const it = harness();
  it.apply(known, pullStart(), firstFrame());
  const { speedReportMs, performanceReportMs } = DEFAULT_PLAYER_CONFIG.numbers;
  expect(speedReportMs).toBeLessThan(performanceReportMs);
  const progress = (paintedFrames: number): StatsEvent => ({
    type: 'pull',
    event: 'progress',
    fields: { bytes: 9_000, paintedFrames, droppedFrames: 3, decodeMs: 4.5 },
  });
  await it.pass(speedReportMs);
  it.apply(progress(100));
  await it.pass(performanceReportMs - speedReportMs);
  it.apply(progress(1_500));
  await it.pass(5_000);
  expect(it.bodies('log')).toEqual([
    [
      {
        level: 'performance',
        text: 'h264: 1500 painted, 3 dropped, decode 4.5 ms',
        room_id: 1001,
        user_id: 7,
        time: EPOCH_MS + performanceReportMs,
      },
    ],
  ]);
});

test('P42 the text of a log report is cut at 500 characters', async () => {
  const it = harness();
  it.apply(known, { type: 'log', level: 'error', text: 'x'.repeat(501) });
  await it.pass(3_000);
  expect(it.bodies('log')).toMatchObject([[{ text: 'x'.repeat(500) }]]);
});

test('P42 a failure is logged again after 10 s, and each code by itself', async () => {
  const it = harness();
  const fail = (code: 'WIRE_BAD_JSON' | 'WIRE_TOO_SHORT'): StatsEvent => ({ type: 'failure', code, detail: 'x' });
  it.apply(known, fail('WIRE_BAD_JSON'), fail('WIRE_TOO_SHORT'));
  await it.pass(9_999);
  it.apply(fail('WIRE_BAD_JSON'));
  await it.pass(1);
  it.apply(fail('WIRE_BAD_JSON'), fail('WIRE_BAD_JSON'));
  await it.pass(3_000);
  const lines = (it.bodies('log') as readonly (readonly { readonly text: string; readonly time: number }[])[]).flat();
  expect(lines.map(({ text, time }) => [text, time - EPOCH_MS])).toEqual([
    ['WIRE_BAD_JSON x', 0],
    ['WIRE_TOO_SHORT x', 0],
    ['WIRE_BAD_JSON x', 10_000],
  ]);
  expect(it.stats.snapshot().failures).toEqual({ WIRE_BAD_JSON: 4, WIRE_TOO_SHORT: 1 });
  expect(it.stats.snapshot().lastFailures[0]).toEqual({ code: 'WIRE_BAD_JSON', detail: 'x', atMs: EPOCH_MS });
});

test('P42 each kind of fact is counted by its name', () => {
  const it = harness();
  it.apply(
    known,
    { type: 'count', name: 'socket.skipped', by: 12 },
    { type: 'room', event: 'entered' },
    live,
    { type: 'room', event: 'left' },
    pullStart(),
    opened('f1'),
    opened('f2', '/unknown.html'),
    { type: 'frame', fact: { type: 'timed-out', frameId: 'f1' } },
    { type: 'log', level: 'warn', text: 'x' },
  );
  expect(it.stats.snapshot().counts).toEqual({
    'socket.skipped': 12,
    'room.entered': 1,
    'room.live': 1,
    'room.left': 1,
    'pull.start': 1,
    'frame.opened': 2,
    'frame.timed-out': 1,
    'frame.timeout': 1,
    'frame.skipped.the page has no business id': 1,
    'log.warn': 1,
  });
});

test('P40 S33 a visit that an earlier worker began reports no second entry', async () => {
  const it = harness();
  it.apply(known, { type: 'room', event: 'resumed' }, live);
  await it.pass(11_000);
  expect(it.bodies('enter-room')).toMatchObject([{ type: 2, state: 1 }]);
  expect(it.analytics().map(({ evid }) => evid)).toEqual(['app_start']);
});

test('S33 a share of the quick calls is reported as well', async () => {
  const it = harness();
  it.apply(known, { type: 'call', call: { method: 'POST', path: '/svc', status: 200, tookMs: 7.6 } });
  await it.pass(3_000);
  expect(it.bodies('log')).toMatchObject([[{ level: 'performance', text: 'ajax sampled: POST /svc 200, 8 ms' }]]);
});

test('S32 the load timeout of a frame is logged as an error', async () => {
  const it = harness();
  it.apply(known, opened('f1'), { type: 'frame', fact: { type: 'timed-out', frameId: 'f1' } });
  await it.pass(3_000);
  expect(it.bodies('log')).toMatchObject([[{ level: 'error', text: `error_timeout ${MINI_APP_PAGES[0]}` }]]);
});

test('P42 the overlay receives the last 40 requests and the decisions of the reports', async () => {
  const it = harness();
  it.apply(known);
  expect(it.stats.snapshot().reports).toEqual([]);
  for (let at = 0; at < 41; at++) {
    if (at === 40) it.answers.log = 'refused';
    it.apply({ type: 'log', level: 'error', text: `request ${at}` });
    it.stats.onPage({ type: 'hidden' });
    await it.pass(10);
  }
  const { reports, decisions } = it.stats.snapshot();
  expect(reports).toHaveLength(40);
  expect(reports.at(-1)).toMatchObject({ url: 'https://log.test/log', sent: false, atMs: EPOCH_MS + 400 });
  expect(reports.at(-1)?.body).toContain('request 40');
  expect(reports.at(-2)).toMatchObject({ sent: true });
  expect(new Set(decisions.map(({ machine }) => machine))).toEqual(new Set(['analytics', 'ajax monitor', 'outbox log']));
});

test('S33 the first picture is an event with the time that it took, of each player', async () => {
  const it = harness();
  it.apply(known, pullStart(), firstFrame());
  await it.pass(6_000);
  expect(it.analytics()).toMatchObject([{ evid: 'app_start' }, { evid: 'room_play', evtype: 8, scene: 3, dur: 1_180 }]);
});

test('S33 a page that was restored starts a new session after its exit', async () => {
  const it = harness();
  it.apply(known, { type: 'room', event: 'entered' });
  await it.pass(6_000);
  expect(heldText(it)).toContain('room_exit');
  it.stats.onPage({ type: 'beaconed', marker: it.held.marker });
  await it.pass(6_000);
  it.apply(event);
  await it.pass(6_000);
  expect(it.held.requests).toEqual([]);
  it.stats.onPage({ type: 'back' });
  await it.pass(6_000);
  expect(it.analytics().map(({ evid }) => evid)).toEqual(['app_start', 'room_enter', 'app_start']);
  const [first, , again] = it.analytics() as readonly { readonly evid: string; readonly session_id?: string }[];
  expect(again?.session_id).not.toBe(first?.session_id);
  expect(heldText(it)).toContain('room_exit');
});

test('P42 S32 beacons contain the present identity, stream and session of the chat socket', async () => {
  const it = harness();
  it.apply(known, opened('f1'));
  await it.pass(7_000);
  it.apply({ ...known, identity: { ...identity, userId: 99 }, streamId: 's2' });
  await it.pass(1_000);
  expect(heldText(it)).toMatch(/room_exit.*"user_id":99/);
  expect(heldText(it)).toContain('"sid":"s2"');
  it.apply({ type: 'socket-session', socsId: 'session of the chat' });
  await it.pass(1_000);
  expect(heldText(it)).toContain('"socsId":"session of the chat"');
});

test('S33 the exit of a beacon is renewed every 10 s while nothing else changes', async () => {
  const it = harness();
  it.apply(known);
  await it.pass(9_000);
  expect(heldText(it)).toMatch(/room_exit.*"dur":6000,/);
  await it.pass(2_000);
  expect(heldText(it)).toMatch(/room_exit.*"dur":11000,/);
  expect(it.held.requests.find(({ body }) => body.includes('room_exit'))?.url).toMatch(/\/analytics$/);
});

test('S32 S33 both configs are requested once with a limit of time and bytes; a config that fails is counted and changes nothing', async () => {
  const it = harness({ get: (url) => (url.includes('monitor') ? ok({ on: 'x' }) : err('HTTP_STATUS', '500')) });
  it.apply(known, opened('f1'), opened('f2'));
  await it.pass(10_001);
  expect(it.asked).toEqual(['https://game.test/game/rpt/biz_config', 'https://log.test/ajax-monitor.js']);
  expect(it.limits).toEqual([
    { timeoutMs: 5_000, maxBytes: 65_536 },
    { timeoutMs: MONITOR.timeoutMs, maxBytes: MONITOR.maxBytes },
  ]);
  expect(it.stats.snapshot().failures).toEqual({ HTTP_STATUS: 1, HTTP_BAD_BODY: 1 });
  it.apply({ type: 'call', call: { method: 'GET', path: '/svc', status: 500, tookMs: 9 } });
  await it.pass(3_000);
  expect(JSON.stringify(it.bodies('log'))).toContain('ajax failed: GET /svc 500, 9 ms');
  const refused = harness({ get: () => err('HTTP_NETWORK', 'offline') });
  await refused.pass(10_001);
  expect(refused.stats.snapshot().failures).toEqual({ HTTP_NETWORK: 1 });
});

test('S32 pages that a new map adds are reported when it arrives; its bad entries are counted', async () => {
  const it = harness({ get: () => ok({ code: 0, data: { 'late.html': 'late', 'bad.html': {} } }) });
  it.apply(known, opened('f1', '/late.html'));
  expect(it.bodies('game/rpt/enter')).toEqual([]);
  await it.pass(100);
  expect(it.bodies('game/rpt/enter')).toMatchObject([{ businessId: 'late' }]);
  expect(it.stats.snapshot().counts).toMatchObject({ 'frame.bad-business-ids': 1 });
  const good = harness();
  good.apply(known, opened('f1'));
  await good.pass(100);
  expect(good.stats.snapshot().counts).not.toHaveProperty('frame.bad-business-ids');
});
