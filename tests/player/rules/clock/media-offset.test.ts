import { expect, test } from 'vitest';
import { addOffset, elementMs, NO_OFFSET, type MediaOffset } from '../../../../src/player/rules/clock/media-offset.ts';

/** Differences of stream time and buffer, one after the other, as seen at a buffer that ends at 1 s, 2 s and so on. */
const offsets = (...given: readonly number[]): MediaOffset =>
  given.reduce((state, offset, at) => addOffset(state, offset + (at + 1) * 1_000, (at + 1) * 1_000), NO_OFFSET);
const offsetOf = (state: MediaOffset): number => 10_000 - elementMs(state, 10_000);

test('P30 without a sample the element’s time is not known', () => {
  expect(elementMs(NO_OFFSET, 10_000)).toBeNaN();
});

test('P30 the offset is the smallest of the recent differences', () => {
  expect(offsetOf(offsets(500))).toBe(500);
  expect(offsetOf(offsets(500, 420, 700))).toBe(420);
  expect(offsetOf(offsets(-200, 300))).toBe(-200);
});

test('P30 only the last eight differences are used', () => {
  expect(offsetOf(offsets(100, 200, 300, 400, 500, 600, 700, 800))).toBe(100);
  expect(offsetOf(offsets(100, 200, 300, 400, 500, 600, 700, 800, 900))).toBe(200);
});

test.each([
  ['forward by more than 3 s', 100 + 3_001, 100 + 3_001],
  ['forward by 3 s', 100 + 3_000, 100],
  ['back by more than 3 s', 100 - 3_001, 100 - 3_001],
  ['back by 3 s', 100 - 3_000, 100 - 3_000],
])('P30 after a jump %s only the new difference counts', (_name, next, expected) => {
  const state = offsets(100, 150, next);
  expect(offsetOf(state)).toBe(expected);
  // A later, slightly larger difference shows whether the ones before the jump were forgotten.
  expect(state.samples).toHaveLength(Math.abs(next - 100) > 3_000 ? 1 : 3);
});
