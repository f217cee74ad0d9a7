import { expect, test } from 'vitest';
import {
  ANALYTICS,
  analyticsMachine,
  checkEvent,
  EVENT_TYPE,
  exitReport,
  readUserAgent,
  SCENE,
  type AnalyticsContext,
  type AnalyticsEvent,
  type AnalyticsInput,
} from '../../../src/core/reports/analytics.ts';
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

test('S33 an event without an id is refused with the specified text', () => {
  for (const bad of [{}, { evid: '' }, { evid: null }, null, 'x', undefined])
    expect(checkEvent(bad)).toEqual({ ok: false, error: { code: 'ANALYTICS_EVID_MISSING', detail: '请输入evid（事件ID）！' } });
});

test('S33 types and scenes have the specified numbers; an unknown one is 99', () => {
  expect(EVENT_TYPE).toEqual({ default: 99, start: 1, room: 2, expose: 3, refresh: 4, scroll: 5, click: 6, exit: 7, play: 8 });
  expect(SCENE).toEqual({ default: 99, basic: 1, list: 2, room: 3 });
  expect(checkEvent({ evid: 'a', evtype: 'toString', scene: 5 })).toMatchObject({
    ok: true,
    value: { evtype: 'default', scene: 'default' },
  });
  expect(checkEvent({ evid: 'a', evtype: 'click', scene: 'list', dur: 1.6, detail: 'x' })).toEqual({
    ok: true,
    value: { evid: 'a', evtype: 'click', scene: 'list', dur: 2, detail: 'x' },
  });
});

test('S33 an event with a bad value is refused with ANALYTICS_BAD_EVENT', () => {
  const bad = [
    { evid: 7 },
    { evid: 'x'.repeat(65) },
    { evid: 'a', dur: -1 },
    { evid: 'a', dur: Number.NaN },
    { evid: 'a', dur: 'x' },
    { evid: 'a', detail: 'x'.repeat(999) },
  ];
  for (const input of bad) expect(checkEvent(input)).toMatchObject({ ok: false, error: { code: 'ANALYTICS_BAD_EVENT' } });
});

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

test('S33 entering the room and the first picture are separate events, the entry once', () => {
  const it = run([0, START], [10, { type: 'entered' }], [20, { type: 'entered' }], [30, { type: 'first-frame', tookMs: 812.4 }]);
  expect(bodies(it).map(({ evid, evtype, dur }) => [evid, evtype, dur])).toEqual([
    ['app_start', 1, 0],
    ['room_enter', 2, 0],
    ['room_play', 8, 812],
  ]);
});

test('S33 an exposed item is reported once per page, up to a limit', () => {
  const expose = (detail: string): AnalyticsEvent => event({ evid: 'rank', evtype: 'expose', detail });
  expect(bodies(run([0, START], [1, expose('a')], [2, expose('a')], [3, expose('b')]))).toHaveLength(3);
  const many = Array.from({ length: ANALYTICS.maxExposed + 50 }, (_, i): [number, AnalyticsEvent] => [i, expose(String(i))]);
  expect(bodies(run([0, START], ...many))).toHaveLength(ANALYTICS.maxExposed + 1);
});

test('S33 half an hour without an event ends the session; the next event names the previous page', () => {
  const later = ANALYTICS.sessionIdleMs + 2;
  const [, , second] = bodies(run([0, START], [1, event({ evid: 'a' })], [later, event({ evid: 'b' })]));
  expect(second).toMatchObject({ session_id: `id${later}`, page_id: `id${later}-1`, from_page_id: 'id0-1' });
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

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36', 'Linux', 'Chrome 120'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/121.0',
    'Windows',
    'Edge 121',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:121.0) Gecko/20100101 Firefox/121.0', 'Mac', 'Firefox 121'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'iPhone',
    'Safari 17',
  ],
  ['Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0 Mobile Safari/537.36', 'Android', 'Chrome 119'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0 Safari/537.36 Edge/17.17134', 'Windows', 'Edge 17'],
  [
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 EdgA/120.0',
    'Android',
    'Edge 120',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/120.0 Mobile/15E148 Safari/604.1',
    'iPhone',
    'Edge 120',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 OPR/106.0', 'Linux', 'Opera 106'],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/121.0 Mobile/15E148 Safari/605.1',
    'iPad',
    'Firefox 121',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1',
    'iPad',
    'Chrome 120',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15',
    'Mac',
    'Safari 17',
  ],
  ['Mozilla/5.0 (Android 13; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0', 'Android', 'Firefox 121'],
  ['Mozilla/5.0 (Linux) Version/4', 'Linux', 'other'],
  ['iPhones, NotWindows, MyLinux, Chrome, xFirefox/3', 'other', 'other'],
  [`${' '.repeat(500)}Chrome/120 Linux`, 'other', 'Chrome 120'],
  ['', 'other', 'other'],
])('S33 device and browser of %s', (userAgent, device, browser) => {
  expect(readUserAgent(userAgent)).toEqual({ device, browser });
});

test('S33 an event at its limits is accepted, and the error of one beyond them names the field', () => {
  const longest = { evid: 'e'.repeat(64), detail: 'd'.repeat(256), dur: 604_800_000 };
  expect(checkEvent(longest)).toEqual({ ok: true, value: { ...longest, evtype: 'default', scene: 'default' } });
  expect(checkEvent({ evid: 'a', dur: 0 })).toMatchObject({ ok: true, value: { dur: 0, detail: '' } });
  const refused = (input: object): unknown => {
    const read = checkEvent(input);
    return read.ok ? 'taken' : [read.error.code, read.error.detail];
  };
  expect(refused({ evid: 'e'.repeat(65) })).toEqual(['ANALYTICS_BAD_EVENT', 'evid']);
  expect(refused({ evid: 7 })).toEqual(['ANALYTICS_BAD_EVENT', 'evid']);
  for (const dur of [604_800_001, -1, '1', Number.NaN]) expect(refused({ evid: 'a', dur })).toEqual(['ANALYTICS_BAD_EVENT', 'a: dur']);
  for (const detail of ['d'.repeat(257), 7, null]) expect(refused({ evid: 'a', detail })).toEqual(['ANALYTICS_BAD_EVENT', 'a: detail']);
});

test('S33 an inherited property name is neither a type nor a scene', () => {
  expect(checkEvent({ evid: 'a', evtype: 7, scene: 'toString' })).toMatchObject({
    ok: true,
    value: { evtype: 'default', scene: 'default' },
  });
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

test('S33 a second start, an early timer and an event before the start change nothing', () => {
  const { state } = run([0, START]);
  const step = (event: AnalyticsEvent | typeof TICK, nowMs: number) => analyticsMachine.step(state, event, nowMs, context(nowMs));
  expect(step(START, 5)).toEqual([state]);
  expect(step(TICK, 9_999)).toEqual([state]);
  expect(run([0, TICK], [0, { type: 'entered' }])).toEqual({ state: { name: 'off' }, effects: [], dueMs: null });
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

test('S33 `follow` is 0 for a viewer who does not follow the star, and `room_type` is −1 without live info', () => {
  const at = (nowMs: number): AnalyticsContext => ({ ...context(nowMs), isFollowing: false, roomKind: undefined });
  expect(bodies(stepThrough(analyticsMachine, at, [0, START]))).toMatchObject([{ follow: 0, room_type: -1 }]);
});
