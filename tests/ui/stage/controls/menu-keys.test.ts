import { expect, test } from 'vitest';

import { nextItem } from '../../../../src/ui/stage/controls/menu-keys.ts';

test.each([
  ['ArrowDown', -1, 3, 0],
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', -1, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Enter', 1, 3, null],
  ['ArrowDown', -1, 0, null],
])('P3 %s in a menu, from item %i of %i, moves to %j', (key, index, count, next) => {
  expect(nextItem(key, index, count)).toBe(next);
});
