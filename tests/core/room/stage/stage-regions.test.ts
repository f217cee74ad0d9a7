import { expect, test } from 'vitest';
import { coveredRanges, regionHost, STAGE_REGIONS } from '../../../../src/core/room/stage/stage-regions.ts';

/** Repeated here, so that a change of the limit fails a test. */
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

test('P3 regions are over the picture except on a phone; full screen shows only the stage', () => {
  const on = (frame: { isCompact: boolean; isVertical: boolean; isFullscreen: boolean }) =>
    STAGE_REGIONS.filter((name) => regionHost(name, frame) === 'page');
  expect(on({ isCompact: false, isVertical: true, isFullscreen: false })).toEqual([]);
  expect(on({ isCompact: true, isVertical: false, isFullscreen: false })).toEqual(['strips', 'banners', 'side', 'bottom']);
  expect(on({ isCompact: true, isVertical: true, isFullscreen: false })).toEqual(STAGE_REGIONS);
  expect(on({ isCompact: true, isVertical: true, isFullscreen: true })).toEqual([]);
});
