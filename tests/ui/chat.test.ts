import { afterEach, expect, test, vi } from 'vitest';
import type { ChatRow } from '../../src/core/room/view.ts';
import { loadListEvents } from '../../src/ui/chat/list/ChatList.tsx';
import { ChatHistory } from '../../src/ui/chat/list/history.ts';
import { levelTier } from '../../src/ui/people/shown.ts';
import type { ListEventsDeps } from '../../src/ui/chat/list/list-events.ts';
import { cleanQuery, findRows, splitMatches } from '../../src/ui/chat/list/ChatHistoryList.tsx';
import { EMOJI, EMOJI_COLUMNS, emojiFor, gridStep } from '../../src/ui/chat/send/EmojiPicker.tsx';
import { splitStickers } from '../../src/ui/chat/send/stickers.ts';
import { seeded } from '../../src/wasm/tests/seeded.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const DEPS = {} as ListEventsDeps;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function listOf(failures: number) {
  const box = new EventTarget() as HTMLElement;
  const stop = vi.fn();
  const listenToList = vi.fn(() => stop);
  let loads = 0;
  const load = async () => {
    if (loads++ < failures) throw new Error('offline');
    return { listenToList };
  };
  const click = (): Event => {
    const event = new Event('click');
    box.dispatchEvent(event);
    return event;
  };
  return { box, stop, listenToList, load, click, loads: () => loads };
}

test('S20 rows react after their code was lost twice, by itself, and the click before it is handled', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', vi.fn());
  vi.spyOn(console, 'error').mockReturnValue();
  const list = listOf(2);
  const leave = loadListEvents(list.box, DEPS, list.load);
  const event = list.click();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([list.listenToList.mock.calls, list.loads()]).toEqual([[[list.box, DEPS, event]], 3]);
  leave();
  expect(list.stop).toHaveBeenCalledTimes(1);
});

test('S20 of several clicks before the code is loaded the newest is handled once, and later clicks load nothing', async () => {
  const list = listOf(0);
  loadListEvents(list.box, DEPS, list.load);
  list.click();
  const newest = list.click();
  await settled();
  const loads = list.loads();
  list.click();
  await settled();
  expect([list.listenToList.mock.calls, list.loads()]).toEqual([[[list.box, DEPS, newest]], loads]);
});

const row = (id: number, change: Partial<ChatRow> = {}): ChatRow => ({
  id,
  type: 'chat',
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
  ...change,
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

test('S7 a settled own row is no longer pending, a removed one is deleted; unknown ids change nothing', () => {
  const history = new ChatHistory(10);
  history.push([row(1), row(2, { type: 'own-waiting' }), row(3)]);
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

const MAX_QUERY_CHARS = 60;

test('S20 the search finds names and lines, case-insensitive, oldest first, and nothing for an empty query', () => {
  const rows = [row(1, { name: 'Momo', text: '晚上好' }), row(2, { name: '小鱼', text: 'hello MOMO' }), row(3, { name: 'x', text: 'y' })];
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

const MAX_STICKERS = 6;

const shown = (text: string): readonly string[] => splitStickers(text).map((part) => (typeof part === 'string' ? part : `<${part.en}>`));
const whole = (text: string): string =>
  splitStickers(text)
    .map((part) => (typeof part === 'string' ? part : part.code))
    .join('');

test('S20 sticker codes in a line are drawn, everything else stays text, and nothing is lost', () => {
  const lines = {
    '[喵开心]': ['<happy cat>'],
    '唱得好[喵喜欢][喵大哭]！': ['唱得好', '<cat in love>', '<crying cat>', '！'],
    '[喵没有] [开心] [喵': ['[喵没有] [开心] [喵'],
    '[[喵开心]]': ['[', '<happy cat>', ']'],
    没有: ['没有'],
  };
  for (const [line, parts] of Object.entries(lines)) {
    expect(shown(line)).toEqual(parts);
    expect(whole(line)).toBe(line);
  }
});

test('S20 in a line full of codes a few are drawn and the others stay text', () => {
  const line = '[喵开心]'.repeat(40);
  expect(splitStickers(line).filter((part) => typeof part !== 'string')).toHaveLength(MAX_STICKERS);
  expect(whole(line)).toBe(line);
});
