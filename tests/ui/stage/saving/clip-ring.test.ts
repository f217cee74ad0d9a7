import { expect, test } from 'vitest';

import { nextStep } from '../../../../src/ui/stage/saving/clip-ring.ts';

/** Repeated here, so that a change of the limit fails a test. */
const CLIP_MS = 30_000;

test.each([
  [[], 'begin'],
  [[0], 'wait'],
  [[CLIP_MS - 1], 'wait'],
  [[CLIP_MS], 'begin'],
  [[CLIP_MS + 1_000, 1_000], 'wait'],
  [[2 * CLIP_MS, CLIP_MS], 'replace-oldest'],
] as const)('P3 recordings of the ages %j ms: %s', (ages, step) => {
  expect(nextStep(ages)).toBe(step);
});

test('P3 at every second there is a recording of 30 s after the start, none is longer than 61 s, and there are at most two', () => {
  let begun: readonly number[] = [];
  for (let nowMs = 0; nowMs < 600_000; nowMs += 1_000) {
    const step = nextStep(begun.map((ms) => nowMs - ms));
    if (step === 'replace-oldest') begun = begun.slice(1);
    if (step !== 'wait') begun = [...begun, nowMs];
    const ages = begun.map((ms) => nowMs - ms);
    expect(ages.length).toBeLessThanOrEqual(2);
    expect(ages[0]).toBeLessThanOrEqual(61_000);
    if (nowMs >= CLIP_MS) expect(ages[0]).toBeGreaterThanOrEqual(CLIP_MS);
  }
});
