import { expect, test } from 'vitest';
import { ShownTime } from '../../../../src/player/rules/clock/shown-time.ts';

test('P27 a hidden tab displays no picture, and a tab that becomes visible has some seconds for its next picture', () => {
  const shown = new ShownTime();
  expect(shown.at(0)).toBeNaN();
  shown.update(5);
  expect(shown.at(0)).toBe(5);
  shown.setHidden(true, 1_000);
  expect(shown.at(60_000)).toBeNaN();
  shown.setHidden(false, 60_000);
  shown.update(5);
  expect(shown.at(63_999)).toBeNaN();
  expect(shown.at(64_000)).toBe(5);
  shown.setHidden(true, 70_000);
  shown.setHidden(false, 80_000);
  shown.update(80);
  expect(shown.at(80_001)).toBe(80);
});
