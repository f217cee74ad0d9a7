import { expect, test } from 'vitest';
import { ROOM_LIMITS } from '../../../src/core/room/limits.ts';

test.each(Object.entries(ROOM_LIMITS))('S37 the bound %s is a positive whole number with a unit', (_name, { value, unit }) => {
  expect(Number.isSafeInteger(value) && value > 0).toBe(true);
  expect(unit).toMatch(/^[a-z]/);
});
