import { expect, test } from 'vitest';
import { aheadFor } from '../../../src/workers/decode/ahead.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_AHEAD = 6;

const bytesOf = (width: number, height: number, bytesPerSample: number): number => width * height * 1.5 * bytesPerSample;

test('P29 six pictures are decoded ahead up to 1080p in 8 bits', () => {
  expect(aheadFor(bytesOf(854, 480, 1))).toBe(MAX_AHEAD);
  expect(aheadFor(bytesOf(1_920, 1_080, 1))).toBe(MAX_AHEAD);
});

test('P29 for larger pictures the number is smaller, but at least five', () => {
  expect(aheadFor(bytesOf(1_920, 1_080, 2))).toBe(5);
  expect(aheadFor(bytesOf(3_840, 2_160, 2))).toBe(5);
});
