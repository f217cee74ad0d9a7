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

test('S33 bad values are reported by name and the others are kept', () => {
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
  ['', 'other', 'other'],
])('S33 device and browser of %s', (userAgent, device, browser) => {
  expect(readUserAgent(userAgent)).toEqual({ device, browser });
});
