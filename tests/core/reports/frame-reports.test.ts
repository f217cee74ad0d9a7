import { expect, test } from 'vitest';
import { activityPage, CLUB_PAGE, DEFAULT_BUSINESS_IDS, MINI_APP_PAGES } from '../../../src/core/reports/business-ids.ts';
import {
  closingHeartbeats,
  decideScope,
  FRAME_REPORTS,
  frameReportsMachine,
  readHeartbeatMs,
  roomTypeOf,
  SCOPE_WHYS,
  type FrameContext,
  type FrameEffect,
  type FrameEvent,
  type FrameFact,
} from '../../../src/core/reports/frame-reports.ts';
import { RUNTIME, type Runtime } from '../../../src/core/frames/frame.ts';
import { stepThrough, TICK } from './machine-run.ts';

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

test('S32 an opened frame sends the enter report with all fields', () => {
  const [enter] = reports(run([100, opened()]).effects);
  expect(enter).toEqual({
    nowMs: 100,
    endpoint: 'frame-enter',
    businessId: 'shake',
    actionType: 101,
    timestamp: 1_700_000_000_100,
    socsId: 'c1',
    heartbeatId: 'id100',
    durType: 6,
    sid: 's1',
    footlightId: 7,
    anchorId: 9,
    roomId: 1001,
    roomType: 2,
    std_plat: 7,
    version: 'web',
  });
});

test('S32 a restarted reporter continues the heartbeats of a visible frame, and those of a hidden one when it is shown again', () => {
  const visible = run([0, opened({ resumed: 'shown' })], [15_000, TICK]);
  expect(reports(visible.effects).map(({ endpoint, actionType }) => [endpoint, actionType])).toEqual([
    ['frame-enter', 102],
    ['frame-heartbeat', 0],
  ]);
  const hidden = run([0, opened({ resumed: 'background' })], [15_000, TICK]);
  expect([reports(hidden.effects), hidden.dueMs]).toEqual([[], null]);
  const back = run([0, opened({ resumed: 'background' })], [20_000, frame('shown-again')]);
  expect(reports(back.effects)).toMatchObject([{ nowMs: 20_000, endpoint: 'frame-enter', actionType: 102 }]);
});

test('S32 heartbeats are numbered and sent every 15 s; missed ones are skipped, and the interval is configurable', () => {
  const { effects, dueMs } = run([0, opened()], [15_000, TICK], [30_000, TICK], [3_600_000, TICK]);
  expect(reports(effects).slice(1)).toEqual(
    [15_000, 30_000, 3_600_000].map((nowMs, index) => ({
      nowMs,
      endpoint: 'frame-heartbeat',
      order: index + 1,
      timestamp: 1_700_000_000_000 + nowMs,
      heartbeatId: 'id0',
      actionType: 0,
      stage: 1,
      socsId: 'c1',
      sid: 's1',
    })),
  );
  expect(dueMs).toBe(3_615_000);
  expect(run([0, opened({ heartbeatMs: 5_000 })]).dueMs).toBe(5_000);
  const { heartbeatMs, minHeartbeatMs, maxHeartbeatMs } = FRAME_REPORTS;
  expect([5_000, minHeartbeatMs - 1, maxHeartbeatMs + 1, '5000', undefined].map(readHeartbeatMs)).toEqual([
    5_000,
    ...Array.from({ length: 4 }, () => heartbeatMs),
  ]);
});

test.each([
  ['closed by the viewer', [closed('viewer')], 201],
  ['hidden, or the page or room in the background', [frame('background')], 202],
  ['closed by code', [closed('code')], 204],
  ['closed by the mini-app', [closed('mini-app')], 206],
  ['timed out', [frame('timed-out')], 299],
] as const)('S32 %s: the last heartbeat contains the reason, and none follows', (_what, events, actionType) => {
  const { effects, dueMs } = run([0, opened()], [15_000, TICK], ...events.map((event): [number, FrameEvent] => [20_000, event]));
  expect(reports(effects).at(-1)).toMatchObject({ nowMs: 20_000, order: 2, actionType, stage: 2, heartbeatId: 'id0' });
  expect(dueMs).toBeNull();
});

test('S30 S32 a load that times out reports error_timeout with the page', () => {
  expect(run([0, opened()], [10_000, frame('timed-out')]).effects.at(-1)?.[1]).toEqual({
    type: 'error-timeout',
    page: activityPage('shake'),
  });
});

test('S32 a shown frame sends enter 102 with new heartbeats; closing a hidden frame reports nothing twice', () => {
  const { effects } = run([0, opened()], [5_000, frame('background')], [9_000, frame('shown-again')], [24_000, TICK]);
  expect(reports(effects).map(({ actionType, heartbeatId }) => [actionType, heartbeatId])).toEqual([
    [101, 'id0'],
    [202, 'id0'],
    [102, 'id9000'],
    [0, 'id9000'],
  ]);
  expect(reports(run([0, opened()], [5_000, frame('background')], [6_000, closed('viewer')]).effects)).toHaveLength(2);
  expect(reports(run([0, opened()], [5_000, frame('shown-again')]).effects)).toHaveLength(1);
});

test('S32 passive opening is 104; mini-apps and other frames have their own duration types', () => {
  expect(reports(run([0, opened({ mode: 'passive' })]).effects)[0]).toMatchObject({ actionType: 104 });
  expect(reports(run([0, opened({ content: 'mini-app', url: `/${MINI_APP_PAGES[1]}` })]).effects)[0]).toMatchObject({
    durType: 2,
    businessId: 'miniapp',
  });
  expect(reports(run([0, opened({ content: 'other', url: `/${CLUB_PAGE}` })]).effects)[0]).toMatchObject({
    durType: 4,
    businessId: 'starvip',
  });
});

test('S32 room types: 0 normal, 3 channel, 2 live, -1 otherwise', () => {
  expect(['normal', 'channel', 'live', 'vertical', 'embed', '', 'toString'].map(roomTypeOf)).toEqual([0, 3, 2, -1, -1, -1, -1]);
});

test('S32 a companion of a mini-app is reported like the room’s pages; a page of another kind is not', () => {
  const enters = (runtime: Runtime) => reports(run([0, opened({ runtime })]).effects).length;
  expect([RUNTIME.room, RUNTIME.miniApp, RUNTIME.companionMiniApp, RUNTIME.other].map(enters)).toEqual([1, 1, 1, 0]);
});

test('S32 only mapped pages in a room or companion window are reported, silently; every reason is reached', () => {
  const scope = { window: 'room', roomId: 1, businessId: 'b' } as const;
  const whys = [
    decideScope({ ...scope, window: 'other' }),
    decideScope({ ...scope, roomId: 0 }),
    decideScope({ ...scope, businessId: null }),
    decideScope(scope),
    decideScope({ ...scope, window: 'companion' }),
  ];
  expect(whys.map(({ isReported }) => isReported)).toEqual([false, false, false, true, true]);
  expect(new Set(whys.map(({ why }) => why))).toEqual(new Set(SCOPE_WHYS));
  const unmapped = run([0, opened({ url: 'https://games.test/other.html' })], [15_000, TICK], [20_000, closed('viewer')]);
  expect(reports(unmapped.effects)).toEqual([]);
  expect(unmapped.dueMs).toBeNull();
});

test('S32 the map is requested once, with the first frame; its answer replaces the default', () => {
  const asks = run([0, opened()], [1, opened({ frameId: 'f2' })]).effects.filter(([, effect]) => effect.type === 'fetch-map');
  expect(asks).toHaveLength(1);
  const ids = new Map([['other.html', 'other']]);
  const replaced = run([0, opened({ url: '/other.html' })], [500, { type: 'map', ids }], [600, opened({ frameId: 'f2' })]);
  expect(reports(replaced.effects).map(({ nowMs, endpoint }) => [nowMs, endpoint])).toEqual([[500, 'frame-enter']]);
});

test('S32 a closing page has a 205 heartbeat per reported frame for the beacons, then none; a restored page sends 102', () => {
  const open = run([0, opened()], [1, opened({ frameId: 'f2', url: '/none.html' })], [15_000, TICK]);
  expect(closingHeartbeats(open.state, context(0), '$now')).toEqual([
    { order: 2, timestamp: '$now', heartbeatId: 'id0', actionType: 205, stage: 2, socsId: 'c1', sid: 's1' },
  ]);
  const gone = run([0, opened()], [15_000, { type: 'page-closing' }], [30_000, TICK]);
  expect(closingHeartbeats(gone.state, context(0), 0)).toEqual([]);
  expect(gone.dueMs).toBeNull();
  const back = run([0, opened()], [15_000, { type: 'page-closing' }], [40_000, { type: 'page-back' }]);
  expect(reports(back.effects).at(-1)).toMatchObject({ actionType: 102, heartbeatId: 'id40000' });
  const hidden = run([0, opened()], [1_000, frame('background')], [2_000, { type: 'page-closing' }], [3_000, { type: 'page-back' }]);
  expect(reports(hidden.effects)).toHaveLength(2);
});

test('S32 ids that arrive between the closing of the page and its return report each frame once', () => {
  const ids = new Map([['other.html', 'other']]);
  const late = run(
    [0, opened({ url: '/other.html' })],
    [1_000, { type: 'page-closing' }],
    [2_000, { type: 'map', ids }],
    [3_000, { type: 'page-back' }],
  );
  expect(reports(late.effects).map(({ nowMs, actionType }) => [nowMs, actionType])).toEqual([[2_000, 101]]);
  expect(late.state.frames[0]!.heartbeat!.id).toBe('id2000');
});

test('S32 ids that arrive after the opening was reported send 102: to a restarted reporter, or after the closing of the page', () => {
  const ids = new Map([
    ['other.html', 'other'],
    [activityPage('shake'), 'shake'],
  ]);
  const map: FrameEvent = { type: 'map', ids };
  const restarted = run([0, opened({ url: '/other.html', resumed: 'shown' })], [500, map]);
  expect(reports(restarted.effects).map(({ nowMs, actionType }) => [nowMs, actionType])).toEqual([[500, 102]]);
  const closing = run([0, opened()], [1_000, { type: 'page-closing' }], [2_000, map]);
  expect(reports(closing.effects).map(({ nowMs, actionType }) => [nowMs, actionType])).toEqual([
    [0, 101],
    [2_000, 102],
  ]);
});

test('S32 the number of frames is bounded; an unknown frame and a second opening change nothing', () => {
  const many = Array.from({ length: FRAME_REPORTS.maxFrames + 1 }, (_, i): [number, FrameEvent] => [i, opened({ frameId: `f${i}` })]);
  const { state, effects } = run(...many);
  expect(state.frames).toHaveLength(FRAME_REPORTS.maxFrames);
  expect(effects.at(-1)?.[1]).toEqual({ type: 'skip', why: 'too many frames' });
  expect(run([0, frame('timed-out', 'nobody')]).effects).toEqual([]);
  expect(reports(run([0, opened()], [1, opened()]).effects)).toHaveLength(1);
});

test('S32 the first frame starts the watch, closing the last frame ends it, and each skipped frame has its reason', () => {
  expect(frameReportsMachine.initial).toEqual({ name: 'idle', frames: [], ids: DEFAULT_BUSINESS_IDS, isMapAsked: false });
  const one = run([0, opened()]);
  expect([one.state.name, one.state.isMapAsked, one.effects.map(([, { type }]) => type)]).toEqual([
    'watching',
    true,
    ['fetch-map', 'report'],
  ]);
  expect(run([0, opened()], [5, closed('viewer')]).state).toMatchObject({ name: 'idle', frames: [], isMapAsked: true });
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

test('S32 each report names its cause, and frames that enter together have ids of their own', () => {
  const ids = new Map([
    ['a.html', 'a'],
    ['b.html', 'b'],
  ]);
  const { effects } = run(
    [0, opened({ url: '/a.html', mode: 'passive' })],
    [1, opened({ frameId: 'f2', url: '/b.html' })],
    [2, frame('background', 'f2')],
    [500, { type: 'map', ids }],
    [600, frame('shown-again', 'f2')],
    [700, { type: 'page-closing' }],
    [800, { type: 'page-back' }],
    [15_800, TICK],
    [16_000, closed('code')],
  );
  expect(
    effects.flatMap(([nowMs, effect]) =>
      effect.type === 'report' ? [[nowMs, effect.why, effect.body.actionType, effect.body.heartbeatId] as const] : [],
    ),
  ).toEqual([
    [500, 'mapped later', 104, 'id500'],
    [600, 'shown again', 102, 'id600'],
    [800, 'shown again', 102, 'id800'],
    [800, 'shown again', 102, 'id800-1'],
    [15_800, 'heartbeat', 0, 'id800'],
    [15_800, 'heartbeat', 0, 'id800-1'],
    [16_000, 'ended', 204, 'id800'],
  ]);
});

test('S32 a change of one frame leaves the others as they are, and a timer before the time does nothing', () => {
  const two = run([0, opened({ frameId: 'f2' })], [100, opened()]);
  const [first, second] = two.state.frames;
  const [hidden] = frameReportsMachine.step(two.state, frame('background'), 200, context(200));
  expect(hidden.frames).toEqual([first, { ...second, isInBackground: true, heartbeat: null }]);
  expect(two.dueMs).toBe(15_000);
  expect(frameReportsMachine.step(two.state, TICK, 14_999, context(14_999))).toEqual([two.state]);
  expect(frameReportsMachine.step(two.state, TICK, 15_000, context(15_000))[0].frames[1]).toEqual(second);
});

test('S32 a frame that entered before the page came back does not enter again', () => {
  expect(reports(run([0, opened()], [1_000, { type: 'page-back' }]).effects)).toHaveLength(1);
  expect(reports(run([0, opened()], [1_000, { type: 'map', ids: DEFAULT_BUSINESS_IDS }]).effects)).toHaveLength(1);
});

test('S32 the interval of a deployment is used from one second to ten minutes', () => {
  expect([999, 1_000, 600_000, 600_001].map(readHeartbeatMs)).toEqual([15_000, 1_000, 600_000, 15_000]);
});
