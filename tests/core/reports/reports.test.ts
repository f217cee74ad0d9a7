import { expect, test } from 'vitest';
import { RUNTIME } from '../../../src/core/frames/frame.ts';
import { beaconsOf, type Endpoint, ENDPOINTS, hostOf, requestOf } from '../../../src/core/reports/beacons.ts';
import {
  ACTIVITY_KEYS,
  activityPage,
  BIZ_CONFIG,
  DEFAULT_BUSINESS_IDS,
  pageKey,
  readBizConfig,
} from '../../../src/core/reports/business-ids.ts';
import { type EnterContext, type VisitEvent, visitMachine } from '../../../src/core/reports/enter-room.ts';
import {
  decideScope,
  frameReportsMachine,
  readHeartbeatMs,
  SCOPE_REASONS,
  type FrameContext,
  type FrameEffect,
  type FrameEvent,
  type FrameFact,
} from '../../../src/core/reports/frame-reports.ts';
import { type Entry, type Outbox, outboxMachine } from '../../../src/core/reports/outbox.ts';
import { createTally, TALLY } from '../../../src/workers/stats/stats.ts';
import { stepThrough, TICK } from './machine-run.ts';

const web: EnterContext = { roomId: 1001, embed: false, url: 'https://room.test/live/1001', streamId: 's1', isStar: false };
const is = (type: VisitEvent['type']): VisitEvent => ({ type });

test('P40 a repeated entry is one visit, leaving ends it, and reports missed during sleep are skipped', () => {
  const twice = stepThrough(visitMachine, web, [0, is('live')], [9_000, is('entered')], [9_500, is('live')]);
  expect(twice.dueMs).toBe(3_000);
  expect(stepThrough(visitMachine, web, [0, is('live')], [9_000, is('left')]).dueMs).toBeNull();
  const slept = stepThrough(visitMachine, web, [0, is('live')], [3_000, TICK], [10_000, TICK], [3_600_000, TICK]);
  expect(slept.effects).toHaveLength(3);
  expect(slept.dueMs).toBe(3_610_000);
});

test('P40 a visit started by another stats worker continues with heartbeats', () => {
  const resumed = stepThrough(visitMachine, web, [50_000, is('resumed')]);
  expect(resumed.dueMs).toBe(60_000);
  const { effects, dueMs } = stepThrough(visitMachine, web, [50_000, is('resumed')], [60_000, TICK]);
  expect(effects).toMatchObject([[60_000, { body: { type: 2, state: 1 } }]]);
  expect(dueMs).toBe(70_000);
});

test('P40 an event that does not fit the state of the visit changes nothing', () => {
  expect(visitMachine.initial).toEqual({ name: 'outside' });
  expect(stepThrough(visitMachine, web, [0, TICK])).toEqual({ state: { name: 'outside' }, effects: [], dueMs: null });
  expect(stepThrough(visitMachine, web, [0, is('offline')]).state).toEqual({ name: 'outside' });
  expect(stepThrough(visitMachine, web, [0, is('entered')], [5, is('left')]).state).toEqual({ name: 'outside' });
  expect(stepThrough(visitMachine, { ...web, isStar: true }, [0, is('entered')], [5, is('entered')]).state).toMatchObject({ sinceMs: 0 });
  const { state } = stepThrough(visitMachine, web, [0, is('live')]);
  expect(visitMachine.step(state, TICK, 2_999, web)).toEqual([state]);
});

const entry = (number: number, endpoint: Endpoint, text = `${number}`): Entry => ({ number, endpoint, text, atMs: 0, dueMs: 0 });
const holding = (...waiting: readonly Entry[]): Outbox => ({ ...outboxMachine.initial, waiting });
const beacons = (maxBytes: number, ...waiting: readonly Entry[]) => beaconsOf(holding(...waiting), maxBytes);

test('P42 beacons are made by address, each with at most as many reports as a request, in the order of the numbers', () => {
  const logs = Array.from({ length: 21 }, (_, at) => entry(at + 3, 'log', 'x'));
  const { batches, upTo } = beacons(9_999, ...logs, entry(2, 'enter-room', 'b'), entry(1, 'enter-room', 'a'), entry(30, 'stats', 's'));
  expect(batches).toEqual([
    { endpoint: 'enter-room', texts: ['a'] },
    { endpoint: 'enter-room', texts: ['b'] },
    { endpoint: 'log', texts: Array.from({ length: 20 }, () => 'x') },
    { endpoint: 'log', texts: ['x'] },
    { endpoint: 'stats', texts: ['s'] },
  ]);
  expect(upTo).toBe(30);
});

test('P42 failures are counted by code, and the last ones are kept with short texts', () => {
  const tally = createTally();
  for (let i = 0; i < 100; i++) tally.fail('WIRE_BAD_JSON', 'd'.repeat(5_000), 2, i);
  expect(tally.failures.get('WIRE_BAD_JSON')).toBe(200);
  expect(tally.last).toHaveLength(TALLY.lastFailures);
  expect(tally.last.at(-1)).toEqual({ code: 'WIRE_BAD_JSON', detail: 'd'.repeat(TALLY.maxDetailChars), atMs: 99 });
});

/** S32, S33, P40 to P42: address, form and batch of each kind of report, beside the table of the product. */
const SERVICES = { log: 'https://log.test', game: 'https://game.test' };
const TEXT = 'text/plain;charset=UTF-8';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const ONE = '{"a":1}';
const LIST = '[{"a":1},{"b":2}]';
const SIGNED = `content=${encodeURIComponent(`<${LIST}>${LIST}`)}`;

test.each<[Endpoint, url: string, contentType: string, body: string, maxBatch: number, gatherMs: number]>([
  ['stats', 'https://log.test/stats', TEXT, LIST, 20, 2_000],
  ['log', 'https://log.test/log', TEXT, LIST, 20, 2_000],
  ['enter-room', 'https://log.test/enter-room', TEXT, ONE, 1, 0],
  ['analytics', 'https://log.test/analytics', FORM, SIGNED, 20, 5_000],
  ['frame-enter', 'https://game.test/game/rpt/enter', TEXT, ONE, 1, 0],
  ['frame-heartbeat', 'https://game.test/game/rpt/hb', TEXT, ONE, 1, 0],
])('P40 P41 P42 S32 S33 a report of %s is sent to %s as %s', (endpoint, url, contentType, body, maxBatch, gatherMs) => {
  const texts = maxBatch === 1 ? [ONE] : [ONE, '{"b":2}'];
  expect(requestOf(endpoint, texts, SERVICES, (text) => `<${text}>`)).toEqual({ url, contentType, body });
  expect(ENDPOINTS[endpoint]).toMatchObject({ maxBatch, gatherMs });
  expect(new URL(url).hostname).toBe(`${hostOf(endpoint)}.test`);
});

test('S32 biz_config contains a map of page to id; bad entries are skipped', () => {
  const read = readBizConfig({ code: 0, data: { 'a/b.html': 'x', '/c.html?d': 7, e: '', f: null, ['g'.repeat(999)]: 'h' } });
  expect(read).toMatchObject({ ok: true, value: { skipped: 3 } });
  expect(read.ok && [...read.value.ids]).toEqual([
    ['a/b.html', 'x'],
    ['c.html', '7'],
  ]);
  const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`p${i}`, 'b']));
  const large = readBizConfig({ code: 0, data: many });
  expect(large.ok && large.value.ids.size).toBe(BIZ_CONFIG.maxPages);
});

test.each([
  ['https://host/a/b.html?x#y', 'a/b.html'],
  ['HTTPS://host:8443/a', 'a'],
  ['web+x-1.0://host/a', 'a'],
  ['/a/http://host/b', 'a/http://host/b'],
  ['1http://host/a', '1http://host/a'],
  ['a?b\nc', 'a'],
  ['a#b?c', 'a'],
  ['https://host', ''],
  [`/${'a'.repeat(3_000)}`, 'a'.repeat(2_047)],
])('S32 the page of %j', (url, page) => {
  expect(pageKey(url)).toBe(page);
});

test('S31 S32 the pages of the default map have the ids of the specification', () => {
  expect(BIZ_CONFIG).toEqual({ maxPages: 500, maxPageChars: 256, maxIdChars: 64 });
  expect([...DEFAULT_BUSINESS_IDS].slice(ACTIVITY_KEYS.length)).toEqual([
    ['cterm/miniapp/iframe/m/views/index.html', 'miniapp'],
    ['cterm/miniapp/iframe/m/views/streamer_pc.html', 'miniapp'],
    ['cterm/starvip/pc/views/index.html', 'starvip'],
  ]);
  expect(activityPage('shake')).toBe('activity/shake/index.html');
});

const context = (nowMs: number): FrameContext => ({
  roomId: 1001,
  roomKind: 'live',
  anchorId: 9,
  userId: 7,
  sid: 's1',
  socsId: 'c1',
  platformId: 7,
  epochMs: 1_700_000_000_000 + nowMs,
  newId: `id${nowMs}`,
});
const SHAKE = `https://games.test/${activityPage('shake')}?a=1#b`;
const opened = (more: Partial<Extract<FrameFact, { type: 'opened' }>> = {}): FrameEvent => ({
  type: 'frame',
  fact: { type: 'opened', frameId: 'f1', url: SHAKE, mode: 'active', content: 'video-game', runtime: RUNTIME.room, ...more },
});
const frame = (is: 'background' | 'shown-again' | 'timed-out', frameId = 'f1'): FrameEvent => ({
  type: 'frame',
  fact: { type: is, frameId },
});
const closed = (by: 'viewer' | 'code' | 'mini-app'): FrameEvent => ({ type: 'frame', fact: { type: 'closed', frameId: 'f1', by } });
const run = (...events: readonly (readonly [number, FrameEvent | typeof TICK])[]) => stepThrough(frameReportsMachine, context, ...events);
const reports = (effects: readonly (readonly [number, FrameEffect])[]) =>
  effects.flatMap(([nowMs, effect]) => (effect.type === 'report' ? [{ nowMs, endpoint: effect.endpoint, ...effect.body }] : []));

test('S32 only mapped pages in a room or companion window are reported, silently; every reason is reached', () => {
  const scope = { runtime: RUNTIME.room, roomId: 1, businessId: 'b' };
  const reasons = [
    decideScope({ ...scope, runtime: RUNTIME.other }),
    decideScope({ ...scope, roomId: 0 }),
    decideScope({ ...scope, businessId: null }),
    decideScope(scope),
    decideScope({ ...scope, runtime: RUNTIME.miniApp }),
    decideScope({ ...scope, runtime: RUNTIME.companionMiniApp }),
  ];
  expect(reasons.map(({ isReported }) => isReported)).toEqual([false, false, false, true, true, true]);
  expect(new Set(reasons.map(({ why }) => why))).toEqual(new Set(SCOPE_REASONS));
  const unmapped = run([0, opened({ url: 'https://games.test/other.html' })], [15_000, TICK], [20_000, closed('viewer')]);
  expect(reports(unmapped.effects)).toEqual([]);
  expect(unmapped.dueMs).toBeNull();
});

test('S32 the first frame starts the watch, closing the last frame ends it, and each skipped frame has its reason', () => {
  expect(frameReportsMachine.initial).toEqual({ name: 'idle', frames: [], ids: DEFAULT_BUSINESS_IDS, isMapRequested: false });
  const one = run([0, opened()]);
  expect([one.state.name, one.state.isMapRequested, one.effects.map(([, { type }]) => type)]).toEqual([
    'watching',
    true,
    ['fetch-map', 'report'],
  ]);
  expect(run([0, opened()], [5, closed('viewer')]).state).toMatchObject({ name: 'idle', frames: [], isMapRequested: true });
  const two = run([0, opened()], [1, opened({ frameId: 'f2' })], [5, closed('viewer')]).state;
  expect([two.name, two.frames.map(({ frameId }) => frameId)]).toEqual(['watching', ['f2']]);
  const timedOut = run([0, opened()], [5, frame('timed-out')]).state;
  expect([timedOut.name, timedOut.frames]).toEqual(['idle', []]);
  const skips = run([0, opened({ url: '/none.html' })], [1, opened({ frameId: 'f2', runtime: RUNTIME.other })]).effects;
  expect(skips.flatMap(([, effect]) => (effect.type === 'skip' ? [effect.why] : []))).toEqual([
    'the page has no business id',
    'not in a room',
  ]);
});

test('S32 the interval of a deployment is used from one second to ten minutes', () => {
  const values = [999, 1_000, 600_000, 600_001, '5000', 'x', undefined];
  expect(values.map(readHeartbeatMs)).toEqual([15_000, 1_000, 600_000, 15_000, 5_000, 15_000, 15_000]);
});
