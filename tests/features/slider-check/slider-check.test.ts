import { expect, test } from 'vitest';
import { slidBy } from '../../../src/features/slider-check/room.ts';

test('S23 slider keys move it: arrows and pages step by step, End to the end, Home back', () => {
  expect([slidBy(0, 'ArrowRight'), slidBy(0, 'ArrowUp'), slidBy(0.5, 'ArrowLeft'), slidBy(0.5, 'ArrowDown')]).toEqual([0.1, 0.1, 0.4, 0.4]);
  expect([slidBy(0.2, 'End'), slidBy(0.9, 'Home'), slidBy(0.95, 'PageUp'), slidBy(0.1, 'PageDown')]).toEqual([1, 0, 1, 0]);
  for (const key of ['a', 'Tab', 'Enter', 'toString']) expect(slidBy(0.5, key)).toBeNull();
});
