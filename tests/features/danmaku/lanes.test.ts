import { expect, test } from 'vitest';
import { flightOf, laneFor, lanesOf, widthOf } from '../../../src/features/danmaku/rules-lanes.ts';
import type { CoveredRange } from '../../../src/core/room/stage/stage-regions.ts';
import { AREAS, DEFAULT_SETTINGS, DENSITIES, readSettings, SIZES } from '../../../src/features/danmaku/rules-settings.ts';
import { seeded } from '../../seeded.ts';

/** Repeated here, so that a change of the limits fails a test. */
const MAX_FLYING = 48;
const MAX_LANES = 16;

const STAGE = { width: 852, height: 400, covered: [] };

test('S20 area and text size determine the number of lanes: within the bound, at least one if a line fits, none without a picture', () => {
  const countOf = (change: object, size = STAGE) => lanesOf(size, { ...DEFAULT_SETTINGS, ...change }).free.length;
  expect(AREAS.map((area) => countOf({ area }))).toEqual([2, 5, 11]);
  expect(SIZES.map((size) => countOf({ size, area: 'full' }))).toEqual([15, 11, 8]);
  expect(countOf({ area: 'full' }, { width: 4_000, height: 4_000, covered: [] })).toBe(MAX_LANES);
  expect(countOf({ area: 'quarter' }, { width: 320, height: 40, covered: [] })).toBe(1);
  expect(countOf({}, { width: 320, height: 20, covered: [] })).toBe(0);
  expect(countOf({}, { width: 0, height: 400, covered: [] })).toBe(0);
});

test('S20 with a lower density fewer lines fly, further apart', () => {
  const lanes = DENSITIES.map((density) => lanesOf(STAGE, { ...DEFAULT_SETTINGS, density }));
  const [few, normal, many] = lanes;
  expect(few!.gapPx).toBeGreaterThan(normal!.gapPx);
  expect(normal!.gapPx).toBeGreaterThan(many!.gapPx);
  expect(lanes.map(({ maxFlying }) => maxFlying)).toEqual([10, 24, MAX_FLYING]);
});

test('S20 a line is put into the uppermost free lane, or into none if all are occupied', () => {
  const lanes = lanesOf(STAGE, { ...DEFAULT_SETTINGS, area: 'quarter' });
  expect(laneFor(lanes, [], 0)).toBe(0);
  expect(laneFor(lanes, [100, 50], 60)).toBe(1);
  expect(laneFor(lanes, [100, 50], 40)).toBeNull();
  expect(laneFor(lanes, [100, 50], 100)).toBe(0);
});

test('S20 lines use the lanes that other layers leave free, up to the number of the area', () => {
  const { laneHeightPx } = lanesOf(STAGE, DEFAULT_SETTINGS);
  const banners = { top: laneHeightPx + 2, bottom: 3 * laneHeightPx - 2 };
  const freeOf = (covered: readonly CoveredRange[]) => lanesOf({ ...STAGE, covered }, DEFAULT_SETTINGS).free;
  expect(freeOf([])).toEqual([0, 1, 2, 3, 4]);
  expect(freeOf([banners])).toEqual([0, 3, 4, 5, 6]);
  expect(freeOf([{ top: 0, bottom: 400 }])).toEqual([]);
  // A range that ends at the edge of a lane does not touch it.
  expect(freeOf([{ top: 0, bottom: laneHeightPx }])).toEqual([1, 2, 3, 4, 5]);
});

test('S20 two lines of a lane never touch for any lengths: 2,000 seeded pairs, checked along the whole way', () => {
  const random = seeded(20);
  for (let pair = 0; pair < 2_000; pair++) {
    const size = { width: 300 + random.int(2_000), height: 400, covered: [] };
    const lanes = lanesOf(size, { ...DEFAULT_SETTINGS, density: random.pick(DENSITIES) });
    const widths = [0, 1].map(() => widthOf('好'.repeat(1 + random.int(47)), lanes.fontPx));
    const startMs = flightOf(lanes, widths[0]!).freeAfterMs;
    // Position in the browser: linear from the right edge to its own width left of the layer.
    const headAt = (index: number, ms: number): number => {
      const { durationMs } = flightOf(lanes, widths[index]!);
      return size.width - ((size.width + widths[index]!) * ms) / durationMs;
    };
    let gapPx = Number.POSITIVE_INFINITY;
    for (let ms = startMs; ms <= flightOf(lanes, widths[0]!).durationMs; ms += 250)
      gapPx = Math.min(gapPx, headAt(1, ms - startMs) - (headAt(0, ms) + widths[0]!));
    expect(gapPx).toBeGreaterThan(0);
  }
});

test('S20 stored settings are read one by one; an unknown choice keeps the previous value', () => {
  expect(readSettings({ density: 'many', size: 'large', area: 'full', opacity: 50 }, DEFAULT_SETTINGS)).toEqual({
    density: 'many',
    size: 'large',
    area: 'full',
    opacity: 50,
  });
  for (const bad of [undefined, null, 'x', '__proto__', {}, [], Number.NaN, Number.POSITIVE_INFINITY, true])
    expect(readSettings({ density: bad, size: bad, area: bad, opacity: bad }, DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
  expect(readSettings({ opacity: -5 }, DEFAULT_SETTINGS).opacity).toBe(30);
  expect(readSettings({ opacity: 5_000 }, DEFAULT_SETTINGS).opacity).toBe(100);
});
