import { expect, test } from 'vitest';
import type { ChatRow } from '../../../../src/core/room/view.ts';
import { EMOJI, EMOJI_COLUMNS, emojiFor, gridStep } from '../../../../src/ui/chat/send/emoji.ts';
import { cleanQuery, findRows, splitMatches } from '../../../../src/ui/chat/list/search.ts';
import { seeded } from '../../../seeded.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_QUERY_CHARS = 60;

const row = (id: number, name: string, text: string): ChatRow => ({
  id,
  type: 'chat',
  userId: id,
  name,
  richLevel: 0,
  text,
  isStar: false,
  isMe: false,
  isSecret: false,
  toName: '',
  badges: [],
  timeMs: 0,
});

test('S20 the search finds names and lines, case-insensitive, oldest first, and nothing for an empty query', () => {
  const rows = [row(1, 'Momo', '晚上好'), row(2, '小鱼', 'hello MOMO'), row(3, 'x', 'y')];
  expect(findRows(rows, 'momo')).toEqual([0, 1]);
  expect(findRows(rows, ' 好 ')).toEqual([0]);
  for (const nothing of ['', '   ', 'zz']) expect(findRows(rows, nothing)).toEqual([]);
  expect(cleanQuery('长'.repeat(500))).toHaveLength(MAX_QUERY_CHARS);
});

test('S20 S8 for any query and line the joined parts are the line, and every second one is a match', () => {
  const random = seeded(11);
  const alphabet = ['a', 'A', 'İ', 'ß', '<', '&', '.*', '好', '👋', ' ', '$1', '\\'];
  const textOf = (length: number): string => Array.from({ length }, () => random.pick(alphabet)).join('');
  let matches = 0;
  for (let i = 0; i < 3_000; i++) {
    const text = textOf(random.int(30));
    const query = textOf(1 + random.int(3));
    const parts = splitMatches(text, query);
    expect(parts.join('')).toBe(text);
    expect(parts.length % 2).toBe(1);
    for (let at = 1; at < parts.length; at += 2) {
      expect(parts[at]!.toLowerCase()).toBe(query.trim().toLowerCase());
      matches++;
    }
  }
  expect(matches).toBeGreaterThan(500);
});

test('S20 arrow keys reach every emoji of the grid and never leave it', () => {
  const seen = new Set([0]);
  const open = [0];
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const key of keys) {
      const next = gridStep(at, key, EMOJI.length, EMOJI_COLUMNS)!;
      expect(EMOJI[next]).toBeDefined();
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  expect(seen.size).toBe(EMOJI.length);
  expect(gridStep(3, 'a', EMOJI.length, EMOJI_COLUMNS)).toBeNull();
  expect(new Set(EMOJI.map(({ text }) => text)).size).toBe(EMOJI.length);
});

test('S20 emoji missing in the machine’s fonts are replaced by letter emoticons', () => {
  expect(emojiFor(() => true)).toEqual(EMOJI);
  const few = emojiFor((text) => text === '😀');
  expect(few[0]?.text).toBe('😀');
  expect(few.slice(1).every(({ text }) => /^[ -~]+$/.test(text))).toBe(true);
  expect(few.length).toBeGreaterThan(8);
  const names = [...EMOJI, ...few.slice(1)].flatMap((one) => [one['zh-CN'], one.en]);
  expect(new Set(names).size).toBe(names.length);
});
