import { expect, test } from 'vitest';

import { ChatHistory } from '../../../../src/ui/chat/list/history.ts';
import { levelTier } from '../../../../src/ui/chat/list/level-tier.ts';
import type { ChatRow } from '../../../../src/core/room/view.ts';

const row = (id: number, type: ChatRow['type'] = 'chat'): ChatRow => ({
  id,
  type,
  userId: 1,
  name: 'n',
  richLevel: 0,
  text: String(id),
  isStar: false,
  isMe: false,
  isSecret: false,
  toName: '',
  badges: [],
  timeMs: 0,
});
const rows = (from: number, count: number): ChatRow[] => Array.from({ length: count }, (_, index) => row(from + index));

test('S20 a flood keeps the newest rows up to the bound', () => {
  const history = new ChatHistory(100);
  for (let at = 0; at < 10_000; at += 37) history.push(rows(at, 37));
  const kept = history.all();
  expect(kept).toHaveLength(100);
  expect(history.length).toBe(100);
  expect(kept.at(-1)!.id).toBe(Math.ceil(10_000 / 37) * 37 - 1);
  expect(kept.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).toSorted((a, b) => a - b));
});

test('S20 one batch larger than the bound is cut to its newest rows', () => {
  const history = new ChatHistory(10);
  history.push(rows(0, 5_000));
  expect(history.all().map(({ id }) => id)).toEqual([4990, 4991, 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999]);
  expect(history.last(3).map(({ id }) => id)).toEqual([4997, 4998, 4999]);
});

test('S7 a settled own row is no longer pending, a removed one is deleted; unknown ids change nothing', () => {
  const history = new ChatHistory(10);
  history.push([row(1), row(2, 'own-waiting'), row(3)]);
  history.change(2, { type: 'chat' });
  expect(history.all().map(({ type }) => type)).toEqual(['chat', 'chat', 'chat']);
  expect(history.change(99, { type: 'chat' })).toBeUndefined();
  history.remove(99);
  expect(history.length).toBe(3);
  history.remove(2);
  expect(history.all().map(({ id }) => id)).toEqual([1, 3]);
});

test('S20 the rows after a row are found also if older rows were inserted with higher ids; a removed row has none', () => {
  const history = new ChatHistory(10);
  const [first, last] = [row(1), row(2)];
  history.push([row(8), row(9), first, last]);
  expect(history.after(last)).toEqual([]);
  history.push([row(10), row(11)]);
  expect(history.after(last)?.map(({ id }) => id)).toEqual([10, 11]);
  history.remove(2);
  expect([history.after(last), history.after(undefined)]).toEqual([null, null]);
  expect(history.after(first)?.map(({ id }) => id)).toEqual([10, 11]);
});

test.each([
  [0, 0],
  [9, 0],
  [10, 1],
  [39, 3],
  [40, 4],
  [9_999, 4],
  [-3, 0],
])('S20 rich level %s is of tier %s', (level, tier) => {
  expect(levelTier(level)).toBe(tier);
});
