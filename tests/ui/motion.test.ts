import { expect, test } from 'vitest';
import { afterSample, isResting, NO_REST, type Rest } from '../../src/ui/stage/motion.ts';

const SECOND = 1_000;
const PICTURES = 25;

/** `seconds` samples, of whose pictures `percent` are lost. */
function watch(percent: number, seconds: number, fromMs = 0, start: Rest = NO_REST): Rest {
  let rest = start;
  for (let at = 0; at < seconds; at++)
    rest = afterSample(rest, { total: at * PICTURES, lost: (at * PICTURES * percent) / 100 }, fromMs + at * SECOND);
  return rest;
}

test('P29 motion over the picture rests for 30 s when 15 % of the pictures of five samples are lost', () => {
  expect(isResting(watch(14, 20), 19 * SECOND)).toBe(false);
  expect(isResting(watch(100, 4), 3 * SECOND)).toBe(false);
  const rest = watch(15, 5);
  expect(isResting(rest, 4 * SECOND)).toBe(true);
  expect(isResting(rest, 34 * SECOND - 1)).toBe(true);
  expect(isResting(rest, 34 * SECOND)).toBe(false);
});

test('P29 losses while nothing is visible, and the counts of another player, say nothing', () => {
  const before = watch(50, 4);
  expect(afterSample(before, null, 5 * SECOND).window).toEqual([]);
  const next = afterSample(before, { total: 0, lost: 0 }, 5 * SECOND);
  expect(isResting(watch(0, 3, 6 * SECOND, next), 9 * SECOND)).toBe(false);
});

test('P29 a rest soon after another is twice as long, up to eight minutes; after a quiet time it is short again', () => {
  let [rest, nowMs] = [NO_REST, 0];
  const lengths = Array.from({ length: 7 }, () => {
    rest = watch(50, 5, nowMs, rest);
    nowMs = rest.untilMs;
    return rest.forMs / SECOND;
  });
  expect(lengths).toEqual([30, 60, 120, 240, 480, 480, 480]);
  expect(watch(50, 5, nowMs + 480 * SECOND, rest).forMs).toBe(30 * SECOND);
});
