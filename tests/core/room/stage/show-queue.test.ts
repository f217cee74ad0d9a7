import { expect, test } from 'vitest';
import { enqueue, showDueMs, showNext, type ShowQueue, type ShowRules } from '../../../../src/core/room/stage/show-queue.ts';

/** Items in capital letters are first. */
const RULES: ShowRules<string> = {
  maxWaiting: 3,
  freeMs: 5_000,
  protectMs: (item) => (item === 'long' ? 3_000 : 1_000),
  isFirst: (item) => /^[A-Z]/.test(item),
};
const EMPTY: ShowQueue<string> = { waiting: [], shown: null, sinceMs: 0, dropped: 0 };
const queued = (...items: readonly string[]) => items.reduce((queue, item) => enqueue(queue, item, RULES), EMPTY);

test('P11 S22 items wait in order of arrival, and priority items before all others, in their own order', () => {
  expect(queued('a', 'b')).toEqual({ ...EMPTY, waiting: ['a', 'b'] });
  expect(queued('a', 'A', 'B').waiting).toEqual(['A', 'B', 'a']);
  expect(queued('A', 'a', 'B').waiting).toEqual(['A', 'B', 'a']);
});

test('P11 S22 the oldest of too many items is dropped and counted, a priority item only if all others are', () => {
  expect(queued('a', 'b', 'c')).toMatchObject({ waiting: ['a', 'b', 'c'], dropped: 0 });
  expect(queued('a', 'b', 'c', 'd', 'e')).toMatchObject({ waiting: ['c', 'd', 'e'], dropped: 2 });
  expect(queued('A', 'a', 'b', 'c')).toMatchObject({ waiting: ['A', 'b', 'c'], dropped: 1 });
  expect(queued('A', 'B', 'C', 'D')).toMatchObject({ waiting: ['B', 'C', 'D'], dropped: 1 });
});

test('P11 S22 an item is shown for its whole time, or for its protected time while another item waits', () => {
  const first = showNext(queued('a'), 100, RULES);
  expect(first).toEqual({ waiting: [], shown: 'a', sinceMs: 100, dropped: 0 });
  expect(showDueMs(first, RULES)).toBe(5_100);
  expect(showNext(first, 5_099, RULES)).toBe(first);
  const after = showNext(first, 5_100, RULES);
  expect(after).toEqual({ ...first, shown: null });
  expect([showDueMs(after, RULES), showNext(after, 9_000, RULES)]).toEqual([null, after]);

  const waited = enqueue(first, 'long', RULES);
  expect(showDueMs(waited, RULES)).toBe(1_100);
  expect(showNext(waited, 1_099, RULES)).toBe(waited);
  const second = enqueue(showNext(waited, 1_100, RULES), 'c', RULES);
  expect(second).toEqual({ waiting: ['c'], shown: 'long', sinceMs: 1_100, dropped: 0 });
  expect(showDueMs(second, RULES)).toBe(4_100);
});

test('P11 S22 an item that waits while nothing is shown is due at once', () => {
  expect(showDueMs({ ...queued('a'), sinceMs: 700 }, RULES)).toBe(700);
  expect(showDueMs(EMPTY, RULES)).toBeNull();
  expect(showNext(EMPTY, 5, RULES)).toBe(EMPTY);
});
