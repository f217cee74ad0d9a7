import { expect, test } from 'vitest';
import { readOffsets, writeOffsets } from '../../../../src/core/room/chat/own-lines.ts';
import {
  type Entry,
  entryOf,
  EVERYBODY,
  NOBODY_WELCOMED,
  readWelcomePolicy,
  welcome,
  WELCOME_LIMITS,
  WELCOME_REASONS,
  type Welcomed,
  type WelcomePolicy,
  type WelcomeWhy,
} from '../../../../src/core/room/chat/welcome.ts';
import { seeded } from '../../../../src/wasm/tests/seeded.ts';

const MAX_STORED_OFFSETS = 20;

test('S5 each room has its own offset, and the oldest rooms are dropped', () => {
  const two = writeOffsets(readOffsets(writeOffsets(new Map(), 1001, '5')), 1002, '77');
  expect(readOffsets(two)).toEqual(
    new Map([
      [1001, '5'],
      [1002, '77'],
    ]),
  );
  // The room that was left last is the newest.
  expect(writeOffsets(readOffsets(two), 1001, '6')).toBe('1002:77,1001:6');
  let text = '';
  const rooms = Array.from({ length: 50 }, (_, room) => [room, '1'] as const);
  for (const [room, offset] of rooms) text = writeOffsets(readOffsets(text), room, offset);
  const newest = new Map(rooms.slice(-MAX_STORED_OFFSETS));
  expect([readOffsets(text), readOffsets(rooms.map((row) => row.join(':')).join(','))]).toEqual([newest, newest]);
  for (const bad of ['1:x', '12', '1:2:3', '-1:2', '1:99999999999999999']) expect(readOffsets(bad).size).toBe(0);
});

const WELCOME_DEDUPE_MS = 30_000;

const entry = (change: Partial<Entry> = {}): Entry => ({
  userId: 5,
  nickname: '小鱼',
  richLevel: 3,
  referer: '2199',
  isOwn: false,
  ...change,
});

/** Consecutive entries with their times, and the resulting tips. */
function said(entries: readonly (readonly [nowMs: number, entry: Entry])[], policy: WelcomePolicy = EVERYBODY): readonly WelcomeWhy[] {
  let welcomed: Welcomed = NOBODY_WELCOMED;
  return entries.map(([nowMs, one]) => {
    const decision = welcome(welcomed, one, nowMs, policy);
    welcomed = decision.welcomed;
    return decision.why;
  });
}

test('S22 at most two hundred others are welcomed per second, the own entry always; every reason is reached', () => {
  const crowd = Array.from({ length: 201 }, (_, i) => [500, entry({ userId: 1_000 + i })] as const);
  const reasons = said([...crowd, [501, entry({ userId: 7, isOwn: true })], [1_000, entry({ userId: 1_200 })]]);
  expect(reasons.filter((why) => why === 'came in')).toHaveLength(WELCOME_LIMITS.perSecond.value + 2);
  expect(reasons.slice(-3)).toEqual(['too many in one second', 'came in', 'came in']);
  const reached = new Set([
    ...reasons,
    ...said([
      [0, entry({ nickname: '' })],
      [0, entry({ richLevel: 0 })],
      [0, entry()],
      [0, entry()],
    ]),
    ...said([[0, entry()]], { mode: 2, whitelist: [] }),
    ...said([[0, entry()]], { mode: 1, whitelist: [5] }),
  ]);
  expect([...reached].sort()).toEqual([...WELCOME_REASONS].sort());
});

test('S22 an hour of entries with bursts of a thousand a second uses bounded memory', () => {
  const random = seeded(22);
  let welcomed: Welcomed = NOBODY_WELCOMED;
  for (let second = 0; second < 3_600; second += 1 + random.int(3)) {
    const times = second % 60 === 0 ? 1_000 : 3;
    for (let i = 0; i < times; i++)
      ({ welcomed } = welcome(welcomed, entry({ userId: 1 + random.int(100_000) }), second * 1_000 + i, EVERYBODY));
    expect(welcomed.length).toBeLessThanOrEqual(WELCOME_DEDUPE_MS / 1_000 + 1);
    expect(Math.max(...welcomed.map(({ atMs }) => atMs.size))).toBeLessThanOrEqual(WELCOME_LIMITS.perSecond.value);
  }
});

test('S22 mode and whitelist are read from the remote config; invalid values are ignored', () => {
  const read = (values: Readonly<Record<string, unknown>>): WelcomePolicy => readWelcomePolicy((key) => values[key]);
  expect(read({})).toEqual(EVERYBODY);
  expect(read({ welcomeMode: 2, welcomeWhitelist: [5, '6', -1, Number.NaN, 1.5, null, {}, '', '__proto__'] })).toEqual({
    mode: 2,
    whitelist: [5, 6],
  });
  expect(read({ welcomeMode: '2', welcomeWhitelist: '5, 6,x' })).toEqual({ mode: 2, whitelist: [5, 6] });
  for (const welcomeMode of [0, 3, 'two', null, [], {}]) expect(read({ welcomeMode }).mode).toBe(1);
  expect(read({ welcomeWhitelist: Array.from({ length: 10_000 }, (_, i) => i + 1) }).whitelist).toHaveLength(200);
});

test('S22 an entry with hostile fields is read, and a guest’s entry is never the own one', () => {
  const body = { userid: Number.MIN_SAFE_INTEGER, nickname: 'a', richlevel: -4, richlevelV2: -1, referer: ' 2404 ' };
  expect(entryOf(body, 0)).toEqual({ userId: 0, nickname: 'a', richLevel: 0, referer: '2404', isOwn: false });
  expect(entryOf({ ...body, userid: 7, richlevel: 9 }, 7)).toMatchObject({ userId: 7, richLevel: 9, isOwn: true });
  expect(entryOf({ ...body, richlevelV2: Number.NaN, richlevel: 2, userid: 8 }, 7)).toMatchObject({ richLevel: 2, isOwn: false });
  // Guests are distinguished by the first characters of their names.
  const guests = ['甲', '乙', '甲', 'n'.repeat(64), `${'n'.repeat(64)}x`].map((nickname) => [0, entry({ userId: 0, nickname })] as const);
  expect(said(guests).map((why) => why === 'came in')).toEqual([true, true, false, true, false]);
});
