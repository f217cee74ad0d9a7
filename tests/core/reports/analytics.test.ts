import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  decideCall,
  DEFAULT_MONITOR,
  MONITOR_REASONS,
  type MonitoredCall,
  type MonitorEvent,
  monitorMachine,
  readMonitorConfig,
} from '../../../src/core/reports/ajax-monitor.ts';
import {
  ANALYTICS,
  analyticsMachine,
  checkEvent,
  exitReport,
  readUserAgent,
  type AnalyticsContext,
  type AnalyticsEvent,
  type AnalyticsInput,
  EVENT_TYPE,
  SCENE,
} from '../../../src/core/reports/analytics.ts';
import { eventOfAction, VIEWER_EVENTS, viewerEvent, type ViewerEventId } from '../../../src/core/reports/viewer-events.ts';
import type { UserAction } from '../../../src/core/room/view.ts';
import { stepThrough, TICK } from './machine-run.ts';

const context = (nowMs: number): AnalyticsContext => ({
  epochMs: 1_700_000_000_000 + nowMs,
  newId: `id${nowMs}`,
  roomId: 1001,
  roomKind: 'normal',
  streamerId: 9,
  isFollowing: true,
  userId: 7,
  deviceId: 'd1',
  device: 'Linux',
  browser: 'Chrome 120',
  network: '4g',
});
const START: AnalyticsEvent = { type: 'start' };
const event = (input: AnalyticsInput): AnalyticsEvent => ({
  type: 'event',
  event: { evtype: 'default', scene: 'default', dur: 0, detail: '', ...input },
});
const run = (...events: readonly (readonly [number, AnalyticsEvent | typeof TICK])[]) => stepThrough(analyticsMachine, context, ...events);
const bodies = (it: ReturnType<typeof run>) => it.effects.flatMap(([, effect]) => (effect.type === 'report' ? [effect.body] : []));

test('S33 an event contains user, place, device, session and page', () => {
  const it = run([0, START], [500, event({ evid: 'gift_open', evtype: 'click', scene: 'room', detail: 'rose' })]);
  expect(bodies(it)[0]).toMatchObject({ evid: 'app_start', evtype: 1, scene: 1 });
  expect(bodies(it)[1]).toEqual({
    evid: 'gift_open',
    evtype: 6,
    scene: 3,
    evtime: 1_700_000_000_500,
    dur: 0,
    detail: 'rose',
    session_id: 'id0',
    page_id: 'id0-1',
    from_page_id: '',
    room_id: 1001,
    streamer_id: 9,
    room_type: 0,
    follow: 1,
    user_id: 7,
    device_id: 'd1',
    device: 'Linux',
    browser: 'Chrome 120',
    network: '4g',
  });
});

test('S33 an exposed item is reported once per page, up to a limit', () => {
  const expose = (detail: string): AnalyticsEvent => event({ evid: 'rank', evtype: 'expose', detail });
  expect(bodies(run([0, START], [1, expose('a')], [2, expose('a')], [3, expose('b')]))).toHaveLength(3);
  const many = Array.from({ length: ANALYTICS.maxExposed + 50 }, (_, i): [number, AnalyticsEvent] => [i, expose(String(i))]);
  expect(bodies(run([0, START], ...many))).toHaveLength(ANALYTICS.maxExposed + 1);
});

test('S33 the exit event for the beacon is at most 10 s old, and does not exist before the start or after the end', () => {
  const it = run([0, START], [10_000, TICK]);
  expect(it.effects.at(-1)?.[1]).toEqual({ type: 'hold-exit' });
  expect(it.dueMs).toBe(20_000);
  expect(exitReport(it.state, 10_000, context(10_000))).toMatchObject({ evid: 'room_exit', evtype: 7, dur: 10_000 });
  const gone = run([0, START], [5, { type: 'closing' }], [6, event({ evid: 'late' })]);
  expect(bodies(gone)).toHaveLength(1);
  expect(exitReport(gone.state, 7, context(7))).toBeNull();
  expect(bodies(run([0, START], [5, { type: 'closing' }], [9, START]))).toHaveLength(2);
});

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/120.0.0.0 Safari/537.36`, 'Linux', 'Chrome 120'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/120.0.0.0 Safari/537.36 Edg/121.0`, 'Windows', 'Edge 121'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:121.0) Gecko/20100101 Firefox/121.0', 'Mac', 'Firefox 121'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${APPLE} Version/17.0 Mobile/15E148 Safari/604.1`, 'iPhone', 'Safari 17'],
  [`Mozilla/5.0 (Linux; Android 13) ${WEBKIT} Chrome/119.0 Mobile Safari/537.36`, 'Android', 'Chrome 119'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/64.0 Safari/537.36 Edge/17.17134`, 'Windows', 'Edge 17'],
  [`Mozilla/5.0 (Linux; Android 13) ${WEBKIT} Chrome/120.0 Mobile Safari/537.36 EdgA/120.0`, 'Android', 'Edge 120'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${APPLE} Version/17.0 EdgiOS/120.0 Mobile/15E148 Safari/604.1`,
    'iPhone',
    'Edge 120',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${WEBKIT} Chrome/120.0 Safari/537.36 OPR/106.0`, 'Linux', 'Opera 106'],
  [`Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${APPLE} FxiOS/121.0 Mobile/15E148 Safari/605.1`, 'iPad', 'Firefox 121'],
  [`Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${APPLE} CriOS/120.0 Mobile/15E148 Safari/604.1`, 'iPad', 'Chrome 120'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${APPLE} Version/17.1 Safari/605.1.15`, 'Mac', 'Safari 17'],
  ['Mozilla/5.0 (Android 13; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0', 'Android', 'Firefox 121'],
  ['Mozilla/5.0 (Linux) Version/4', 'Linux', 'other'],
  ['iPhones, NotWindows, MyLinux, Chrome, xFirefox/3', 'other', 'other'],
  [`${' '.repeat(500)}Chrome/120 Linux`, 'other', 'Chrome 120'],
  ['', 'other', 'other'],
])('S33 device and browser of %s', (userAgent, device, browser) => {
  expect(readUserAgent(userAgent)).toEqual({ device, browser });
});

test('S33 the room’s own events have their types, scenes and durations, and the exit event has the fields of the others', () => {
  const it = run([0, START], [10, { type: 'entered' }], [20, { type: 'first-frame', tookMs: -5 }]);
  expect(bodies(it).map(({ evid, evtype, scene, dur, detail }) => [evid, evtype, scene, dur, detail])).toEqual([
    ['app_start', 1, 1, 0, ''],
    ['room_enter', 2, 3, 0, ''],
    ['room_play', 8, 3, 0, ''],
  ]);
  expect(it.effects.map(([, { type }]) => type)).toEqual(['report', 'hold-exit', 'report', 'hold-exit', 'report', 'hold-exit']);
  const [entered] = bodies(run([0, START], [1_234, { type: 'entered' }])).slice(1);
  expect(exitReport(it.state, 1_234.4, context(1_234))).toEqual({ ...entered, evid: 'room_exit', evtype: 7, dur: 1_234 });
});

test('S33 a session lasts exactly half an hour after its last event, and exposed items are counted for each event', () => {
  const idle = ANALYTICS.sessionIdleMs;
  expect(idle).toBe(1_800_000);
  const it = run([0, START], [idle, event({ evid: 'a' })], [2 * idle, event({ evid: 'a' })], [3 * idle + 1, event({ evid: 'a' })]);
  expect(bodies(it).map(({ session_id }) => session_id)).toEqual(['id0', 'id0', 'id0', `id${3 * idle + 1}`]);
  const expose = (evid: string): AnalyticsEvent => event({ evid, evtype: 'expose', detail: 'x' });
  expect(bodies(run([0, START], [1, expose('a')], [2, expose('b')], [3, expose('a')])).map(({ evid }) => evid)).toEqual([
    'app_start',
    'a',
    'b',
  ]);
});

const call: MonitoredCall = { method: 'GET', path: '/svc/live/config', status: 200, tookMs: 40 };
const observe = (...events: readonly (readonly [number, MonitorEvent | typeof TICK])[]) =>
  stepThrough(monitorMachine, { random: 0.5 }, ...events);

test('S33 failed and slow calls are reported, others are sampled; every reason is reached', () => {
  const facts = { config: DEFAULT_MONITOR, call, random: 0.5 };
  const decided = [
    decideCall({ ...facts, config: { ...DEFAULT_MONITOR, isOn: false } }),
    decideCall({ ...facts, config: { ...DEFAULT_MONITOR, ignoredPaths: ['/svc/'] } }),
    decideCall({ ...facts, call: { ...call, status: 0 } }),
    decideCall({ ...facts, call: { ...call, tookMs: 3_001 } }),
    decideCall({ ...facts, random: 0.01 }),
    decideCall(facts),
  ];
  expect(decided.map(({ isReported }) => isReported)).toEqual([false, false, true, true, true, false]);
  expect(decided.map(({ why }) => why)).toEqual(MONITOR_REASONS);
  expect(observe([0, { type: 'call', call: { ...call, status: 503, tookMs: 12.4 } }]).effects[0]?.[1]).toEqual({
    type: 'report',
    level: 'error',
    text: 'ajax failed: GET /svc/live/config 503, 12 ms',
    why: 'failed',
  });
});

test.each([
  ['no object', [null, 'x', [], 7]],
  ['a bad value', [{ on: 2 }, { slowMs: -1 }, { slowMs: 'x' }, { sample: -0.1 }, { sample: 1.1 }, { sample: 'x' }, { ignore: {} }]],
] as const)('S33 a config with %s is refused', (why, bodies) => {
  for (const body of bodies)
    expect(readMonitorConfig(body)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: `ajax monitor: ${why}` } });
});

test('S33 each field of a config is used, missing fields have their defaults, and invalid paths are dropped', () => {
  const read = (body: object): unknown => {
    const config = readMonitorConfig(body);
    return config.ok ? config.value : config.error;
  };
  const longest = `/${'a'.repeat(255)}`;
  expect(read({ on: true, slowMs: 0, sample: 1, ignore: ['/a', '', 7, longest, `${longest}a`, '/b'] })).toEqual({
    isOn: true,
    slowMs: 0,
    sample: 1,
    ignoredPaths: ['/a', longest, '/b'],
  });
  expect(read({ on: false, sample: 0 })).toEqual({ isOn: false, slowMs: 3_000, sample: 0, ignoredPaths: [] });
  expect(read({ on: 1 })).toEqual({ isOn: true, slowMs: 3_000, sample: 0.02, ignoredPaths: [] });
  expect(read({})).toEqual({ isOn: true, slowMs: 3_000, sample: 0.02, ignoredPaths: [] });
});

test.each([
  [{ status: 199 }, 'failed'],
  [{ status: 200 }, 'not sampled'],
  [{ status: 399 }, 'not sampled'],
  [{ status: 400 }, 'failed'],
  [{ tookMs: 3_000 }, 'not sampled'],
  [{ tookMs: 3_001 }, 'slow'],
  [{ path: '/b/svc/x' }, 'not sampled'],
  [{ path: '/svc/x', status: 500 }, 'ignored path'],
] as const)('S33 the decision about a call with %j is "%s"', (change, why) => {
  const config = { ...DEFAULT_MONITOR, ignoredPaths: ['/none/', '/svc/'] };
  expect(decideCall({ config, call: { ...call, path: '/other', ...change }, random: 0.5 }).why).toBe(why);
});

const TABLE = readFileSync(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');

test('S33 the table of events in the docs equals the one in the code: id, type and scene with their numbers', () => {
  const rows = [...TABLE.matchAll(/^\| `(\w+)` \| (\w+) (\d+) \| (\w+) (\d+) \| ([^|]+) \|/gm)];
  const documented = rows.map(([, evid, type, typeNumber, scene, sceneNumber]) => [
    evid,
    type,
    Number(typeNumber),
    scene,
    Number(sceneNumber),
  ]);
  expect(documented).toEqual(
    Object.entries(VIEWER_EVENTS).map(([evid, [type, scene]]) => [evid, type, EVENT_TYPE[type], scene, SCENE[scene]]),
  );
});

test('S33 an event whose fields are not texts and times within their limits is refused with the name of the field', () => {
  const refusedFor = (change: object): string | null => {
    const read = checkEvent({ evid: 'a', ...change });
    return read.ok ? null : `${read.error.code} ${read.error.detail}`;
  };
  const [evid, detail] = ['e'.repeat(ANALYTICS.maxEvidChars), 'd'.repeat(ANALYTICS.maxDetailChars)];
  expect(refusedFor({ evid, detail, dur: ANALYTICS.maxDurMs })).toBeNull();
  for (const bad of [7, `${evid}e`]) expect(refusedFor({ evid: bad })).toBe('ANALYTICS_BAD_EVENT evid');
  for (const bad of [7, `${detail}d`]) expect(refusedFor({ detail: bad })).toBe('ANALYTICS_BAD_EVENT a: detail');
  for (const bad of ['7', -1, Number.NaN, ANALYTICS.maxDurMs + 1]) expect(refusedFor({ dur: bad })).toBe('ANALYTICS_BAD_EVENT a: dur');
  expect(checkEvent({ evid: 'a', evtype: '6', scene: 3 })).toMatchObject({ value: { evtype: 'click', scene: 'room' } });
  expect(checkEvent({ evid: 'a', evtype: 66, scene: 'hall' })).toMatchObject({ value: { evtype: 'default', scene: 'default' } });
});

test('S33 the stats worker accepts every event unchanged', () => {
  for (const evid of Object.keys(VIEWER_EVENTS) as ViewerEventId[]) {
    const event = viewerEvent(evid, 'x'.repeat(9_999));
    expect(checkEvent(event)).toMatchObject({ ok: true, value: { evid, evtype: event.evtype, scene: event.scene } });
  }
});

const EVENTS: readonly (readonly [UserAction, string, string])[] = [
  [{ type: 'follow', on: true }, 'room_follow', 'on'],
  [{ type: 'send-chat', text: 'x' }, 'chat_send', 'room'],
  [{ type: 'send-chat', text: 'x', toUserId: 5, secret: true }, 'chat_send', 'whisper'],
  [{ type: 'resend-chat', id: 1 }, 'chat_resend', ''],
  [{ type: 'verify-chat', code: '1' }, 'chat_verify', ''],
  [{ type: 'retry-chat' }, 'chat_retry', ''],
  [{ type: 'show-chat', on: false }, 'chat_show', 'off'],
  [{ type: 'retry-player' }, 'player_play', ''],
  [{ type: 'stop-player' }, 'player_stop', ''],
  [{ type: 'set-muted', muted: true }, 'player_mute', 'on'],
  [{ type: 'choose-kind', kind: 'h265' }, 'player_quality', 'h265'],
  [{ type: 'choose-line', line: 1 }, 'player_line', '1'],
  [{ type: 'choose-fit', fit: 'fill' }, 'player_fit', 'fill'],
  [{ type: 'choose-theatre', on: true }, 'stage_theatre', 'on'],
  [{ type: 'back-to-live' }, 'back_to_live', ''],
  [{ type: 'block-user', userId: 5, name: 'a', on: true }, 'user_block', 'on'],
  [{ type: 'download-client' }, 'client_download', ''],
  [{ type: 'open-login' }, 'login_open', ''],
  [{ type: 'logout' }, 'logout', ''],
  [{ type: 'feature', feature: 'ranks', action: { type: 'entry' } }, 'panel_open', 'ranks'],
  [{ type: 'feature', feature: 'music-pk', action: { type: 'request', verb: 'call' } }, 'feature_ask', 'music-pk/call'],
  [{ type: 'feature', feature: 'frames', action: { type: 'activity', key: 'shake' } }, 'activity_open', 'shake'],
  [{ type: 'feature', feature: 'frames', action: { type: 'club' } }, 'activity_open', 'club'],
  [{ type: 'feature', feature: 'frames', action: { type: 'mini-app' } }, 'activity_open', 'mini-app'],
  [{ type: 'feature', feature: 'frames', action: { type: 'activity', key: 7 } }, 'activity_open', ''],
  [{ type: 'feature', feature: 'music-pk', action: { type: 'request', verb: 7 } }, 'feature_ask', 'music-pk/'],
  [{ type: 'follow', on: false }, 'room_follow', 'off'],
  [{ type: 'send-chat', text: 'x', toUserId: 5, secret: false }, 'chat_send', 'room'],
  [{ type: 'choose-saver', saver: 'sound-only' }, 'player_saver', 'sound-only'],
];

test.each(EVENTS)('S33 action %j is event %s with detail “%s”', (action, evid, detail) => {
  expect(eventOfAction(action)).toMatchObject({ evid, detail });
});

test('S33 closing something, a slider, actions inside a panel, a line without text and a login that may be refused are not events', () => {
  const none: readonly UserAction[] = [
    { type: 'set-volume', volume: 0.5 },
    { type: 'close-dialog', dialog: 'login' },
    { type: 'close-toast', id: 1 },
    { type: 'send-chat', text: ' \n ' },
    { type: 'login', userId: 5, token: 't', nickname: 'a' },
    { type: 'verify-chat', code: null },
    { type: 'feature', feature: 'gift-effects', action: { type: 'lanes', count: 2 } },
    { type: 'feature', feature: 'frames', action: { type: 'frame', id: 'a', loads: 1, event: 'loaded' } },
    { type: 'feature', feature: 'frames', action: null },
    { type: 'feature', feature: 'frames', action: undefined },
    { type: 'feature', feature: 'frames', action: 'entry' },
    { type: 'of a newer page' } as unknown as UserAction,
  ];
  for (const action of none) expect(eventOfAction(action)).toBeNull();
});
