import { expect, test } from 'vitest';
import { type LayoutCase, layoutRoom, PLAIN_ROOM, stageOnPage } from '../../../../src/core/room/layout/layout.ts';
import {
  CLIP,
  clipLeftS,
  enqueue,
  showDueMs,
  showNext,
  type ShowQueue,
  type ShowRules,
  coveredRanges,
  regionHost,
} from '../../../../src/core/room/stage.ts';
import { isPlayerAction, playerOrder, noticeOfSwitch, playerMessage } from '../../../../src/core/room/player-view.ts';
import type { UserAction } from '../../../../src/core/room/view.ts';
import { REMOVAL_REASONS } from '../../../../src/player/rules/recovery/candidates.ts';

test('P8 P9 the time left of a clip is counted from its own duration if that is valid, otherwise from the announced one', () => {
  expect(clipLeftS(3, 10, 30)).toBe(7);
  expect(clipLeftS(12, 10, 30)).toBe(0);
  expect(clipLeftS(-2, 10, 30)).toBe(10);
  expect(clipLeftS(Number.NaN, 10, 30)).toBe(10);
  for (const unknown of [Number.NaN, 0, -1, Infinity, CLIP.maxS + 1]) expect(clipLeftS(3, unknown, 30)).toBe(27);
  expect(clipLeftS(0, CLIP.maxS, 30)).toBe(CLIP.maxS);
  expect(CLIP.freezeMs).toBe(8_000);
});

test('P20 actions of the player stay on the page and become its orders; all others are the room’s', () => {
  for (const type of ['set-volume', 'set-muted', 'choose-kind', 'choose-line', 'choose-saver', 'retry-player', 'stop-player'])
    expect(isPlayerAction({ type } as UserAction), type).toBe(true);
  for (const type of ['send-chat', 'toString', '']) expect(isPlayerAction({ type } as unknown as UserAction), type).toBe(false);
  expect(playerOrder({ type: 'retry-player' })).toEqual({ type: 'retry' });
  expect(playerOrder({ type: 'stop-player' })).toEqual({ type: 'stop', by: 'viewer' });
  const action = { type: 'set-muted', isMuted: true } as never;
  expect(playerOrder(action)).toBe(action);
});

const TOO_OLD = '你的浏览器版本较低，请升级你的浏览器';
const FAILED = '播放时出现异常，请稍候再试';
test('P28 an update of the browser is recommended only where it helps', () => {
  expect(playerMessage('JS_LOAD_ERROR', 'no media source')).toBe('');
  expect(playerMessage('NO_SUPPORT', null)).toBe(TOO_OLD);
  for (const why of ['no media source', 'Chrome is too old', 'the browser does not decode h264', 'no peer connection'] as const) {
    expect(playerMessage('NO_SUPPORT', why)).toBe(TOO_OLD);
    expect(playerMessage('NETWORK_ERROR' as never, why)).toBe(FAILED);
  }
  expect(playerMessage('NO_SUPPORT', 'another reason' as never)).toBe(FAILED);
  expect(playerMessage('NETWORK_ERROR' as never, null)).toBe(FAILED);
});

test.each([
  ['h265 decodes only key pictures', 'slow'],
  ['h265 decodes too slowly', 'slow'],
  ['h265 decodes too slowly and loses pictures', 'slow'],
  ['webrtc decodes too slowly', 'slow'],
  ['h265 stalls too often', 'stalled'],
  ['h265 stalled, h264', 'stalled'],
  ['webrtc pictures freeze', 'stalled'],
  ['webrtc loses packets', 'stalled'],
  ['webrtc failed, flv', 'failed'],
  ['h265 cannot be decoded, h264', 'failed'],
] as const)('P23 a switch because "%s" is explained to the viewer as %s', (why, shown) => {
  expect(noticeOfSwitch('h265', 'h264', why)).toEqual({ type: 'switched', from: 'h265', to: 'h264', why: shown });
  expect(noticeOfSwitch('h264', 'h264', why)).toBeNull();
  expect(noticeOfSwitch(null, 'h264', why)).toBeNull();
});

test('P28 a browser is called too old only if a newer one could play', () => {
  const old = ['no media source', 'Chrome is too old', 'the browser does not decode h264', 'no peer connection'];
  const reasons = REMOVAL_REASONS.filter((why) => why !== 'nothing stands in the way');
  const called = reasons.filter((why) => playerMessage('NO_SUPPORT', why) === '你的浏览器版本较低，请升级你的浏览器');
  expect([...called].sort()).toEqual(old.sort());
});

/** Items in capital letters are first. */
const RULES: ShowRules<string> = {
  maxWaiting: 3,
  freeMs: 5_000,
  protectMs: (item) => (item === 'long' ? 3_000 : 1_000),
  isFirst: (item) => /^[A-Z]/.test(item),
};
const EMPTY: ShowQueue<string> = { waiting: [], shown: null, sinceMs: 0, dropped: 0 };
const queued = (...items: readonly string[]) => items.reduce((queue, item) => enqueue(queue, item, RULES), EMPTY);

test('P11 S22 items wait in order of arrival, and priority items before all others, in their own order', () => {
  expect(queued('a', 'b')).toEqual({ ...EMPTY, waiting: ['a', 'b'] });
  expect(queued('a', 'A', 'B').waiting).toEqual(['A', 'B', 'a']);
  expect(queued('A', 'a', 'B').waiting).toEqual(['A', 'B', 'a']);
});

test('P11 S22 the oldest of too many items is dropped and counted, a priority item only if all others are', () => {
  expect(queued('a', 'b', 'c')).toMatchObject({ waiting: ['a', 'b', 'c'], dropped: 0 });
  expect(queued('a', 'b', 'c', 'd', 'e')).toMatchObject({ waiting: ['c', 'd', 'e'], dropped: 2 });
  expect(queued('A', 'a', 'b', 'c')).toMatchObject({ waiting: ['A', 'b', 'c'], dropped: 1 });
  expect(queued('A', 'B', 'C', 'D')).toMatchObject({ waiting: ['B', 'C', 'D'], dropped: 1 });
});

test('P11 S22 an item is shown for its whole time, or for its protected time while another item waits', () => {
  const first = showNext(queued('a'), 100, RULES);
  expect(first).toEqual({ waiting: [], shown: 'a', sinceMs: 100, dropped: 0 });
  expect(showDueMs(first, RULES)).toBe(5_100);
  expect(showNext(first, 5_099, RULES)).toBe(first);
  const after = showNext(first, 5_100, RULES);
  expect(after).toEqual({ ...first, shown: null });
  expect([showDueMs(after, RULES), showNext(after, 9_000, RULES)]).toEqual([null, after]);

  const waited = enqueue(first, 'long', RULES);
  expect(showDueMs(waited, RULES)).toBe(1_100);
  expect(showNext(waited, 1_099, RULES)).toBe(waited);
  const second = enqueue(showNext(waited, 1_100, RULES), 'c', RULES);
  expect(second).toEqual({ waiting: ['c'], shown: 'long', sinceMs: 1_100, dropped: 0 });
  expect(showDueMs(second, RULES)).toBe(4_100);
});

const CASE: LayoutCase = { ...PLAIN_ROOM, viewport: { width: 1_280, height: 800 } };

test('P3 a scroll bar reduces the centred width, never the padding', () => {
  const layout = layoutRoom(CASE);
  expect(stageOnPage(layout, { width: 1_265, height: 800 }).x).toBe(16);
  const upright = layoutRoom({ ...CASE, viewport: { width: 390, height: 844 }, isVertical: true });
  expect(stageOnPage(upright, { width: 375, height: 844 })).toEqual({ x: 0, y: 0, width: 375, height: 844 });
  const wide = layoutRoom({ ...CASE, viewport: { width: 2_000, height: 800 } });
  expect(stageOnPage(wide, { width: 1_985, height: 800 }).x).toBe(301.5);
});

const MAX_COVERED_RANGES = 8;

const rect = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const LAYER = rect(0, 100, 800, 500);

test('S20 covered ranges are relative to the layer, merged if adjacent, and those beyond the limit are merged into the last', () => {
  expect(coveredRanges(LAYER, [])).toEqual([]);
  expect(coveredRanges(LAYER, [rect(0, 300, 200, 350), rect(0, 340, 90, 360), rect(0, 110.4, 50, 120.2)])).toEqual([
    { top: 10, bottom: 21 },
    { top: 200, bottom: 260 },
  ]);
  // Beside the layer, above it, and empty.
  expect(coveredRanges(LAYER, [rect(800, 200, 900, 300), rect(0, 0, 90, 100), rect(10, 200, 10, 300), rect(10, 200, 90, 200)])).toEqual([]);
  expect(coveredRanges(LAYER, [rect(0, 50, 90, 130)])).toEqual([{ top: 0, bottom: 30 }]);
  const many = Array.from({ length: MAX_COVERED_RANGES + 4 }, (_, at) => rect(0, 100 + at * 20, 90, 105 + at * 20));
  const ranges = coveredRanges(LAYER, many);
  expect(ranges).toHaveLength(MAX_COVERED_RANGES);
  expect(ranges.at(-1)?.bottom).toBe((MAX_COVERED_RANGES + 3) * 20 + 5);
});

test('P3 regions are over the stage except in a vertical room on a phone; full screen shows only the stage', () => {
  expect(regionHost({ isCompact: false, isVertical: true, isFullscreen: false })).toBe('stage');
  expect(regionHost({ isCompact: true, isVertical: false, isFullscreen: false })).toBe('stage');
  expect(regionHost({ isCompact: true, isVertical: true, isFullscreen: false })).toBe('page');
  expect(regionHost({ isCompact: true, isVertical: true, isFullscreen: true })).toBe('stage');
});
