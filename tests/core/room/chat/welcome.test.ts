import { expect, test } from 'vitest';
import { createChatFeed } from '../../../../src/core/room/chat/chat-feed.ts';
import {
  entryOf,
  EVERYBODY,
  NOBODY_WELCOMED,
  readWelcomePolicy,
  welcome,
  WELCOME_LIMITS,
  WELCOME_WHYS,
  type Entry,
  type Welcomed,
  type WelcomePolicy,
  type WelcomeWhy,
} from '../../../../src/core/room/chat/welcome.ts';
import { messageOf } from '../../../message-of.ts';
import { seeded } from '../../../seeded.ts';

/** Repeated here, so that a change of the limit fails a test. */
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

const NOT_AGAIN = 'was welcomed a moment ago';
const VISITOR = 'a visitor whom no advertisement brought';
const OWN_ALONE = 'only the own entry is welcomed';

test('S22 no user is welcomed twice within 30 s, counted from the last welcome, not from skipped entries', () => {
  expect(WELCOME_DEDUPE_MS).toBe(30_000);
  const times = [999, 1_000, 15_000, 30_998, 30_999, 60_998, 60_999];
  expect(said(times.map((atMs) => [atMs, entry()]))).toEqual(['came in', NOT_AGAIN, NOT_AGAIN, NOT_AGAIN, 'came in', NOT_AGAIN, 'came in']);
  // Identified by user id; by name without an id.
  const others = [entry(), entry({ userId: 6 }), entry({ userId: 0 }), entry({ userId: 0 }), entry({ userId: 0, nickname: '5' })];
  expect(said(others.map((one) => [0, one]))).toEqual(['came in', 'came in', 'came in', NOT_AGAIN, 'came in']);
});

test('S22 a whitelisted user is welcomed at each entry', () => {
  const policy: WelcomePolicy = { mode: 1, whitelist: [5] };
  const entries = [entry(), entry(), entry({ userId: 6 }), entry({ userId: 6 })].map((one) => [0, one] as const);
  expect(said(entries, policy)).toEqual(['on the whitelist', 'on the whitelist', 'came in', NOT_AGAIN]);
});

test.each([
  ['2404', 'came in'],
  ['2405', 'came in'],
  ['2403', VISITOR],
  ['24041', VISITOR],
  ['', VISITOR],
] as const)('S22 a visitor with the referer "%s": %s', (referer, why) => {
  expect(said([[0, entry({ richLevel: 0, referer })]])).toEqual([why]);
  expect(said([[0, entry({ richLevel: 1, referer })]])).toEqual(['came in']);
});

test('S22 welcome mode 1 shows all users with a rich level, mode 2 only the own entry', () => {
  const entries = [entry(), entry({ userId: 7, isOwn: true })].map((one) => [0, one] as const);
  expect(said(entries, { mode: 1, whitelist: [] })).toEqual(['came in', 'came in']);
  expect(said(entries, { mode: 2, whitelist: [] })).toEqual([OWN_ALONE, 'came in']);
  expect(said(entries, { mode: 2, whitelist: [5] })).toEqual([OWN_ALONE, 'came in']);
});

test('S22 at most two hundred others are welcomed per second, the own entry always; every reason is reached', () => {
  const crowd = Array.from({ length: 201 }, (_, i) => [500, entry({ userId: 1_000 + i })] as const);
  const whys = said([...crowd, [501, entry({ userId: 7, isOwn: true })], [1_000, entry({ userId: 1_200 })]]);
  expect(whys.filter((why) => why === 'came in')).toHaveLength(WELCOME_LIMITS.perSecond.value + 2);
  expect(whys.slice(-3)).toEqual(['too many in one second', 'came in', 'came in']);
  const reached = new Set([
    ...whys,
    ...said([
      [0, entry({ nickname: '' })],
      [0, entry({ richLevel: 0 })],
      [0, entry()],
      [0, entry()],
    ]),
    ...said([[0, entry()]], { mode: 2, whitelist: [] }),
    ...said([[0, entry()]], { mode: 1, whitelist: [5] }),
  ]);
  expect([...reached].sort()).toEqual([...WELCOME_WHYS].sort());
});

test('S22 an hour of entries with bursts of a thousand a second uses bounded memory', () => {
  const random = seeded(22);
  let welcomed: Welcomed = NOBODY_WELCOMED;
  for (let second = 0; second < 3_600; second += 1 + random.int(3)) {
    const times = second % 60 === 0 ? 1_000 : 3;
    for (let i = 0; i < times; i++)
      ({ welcomed } = welcome(welcomed, entry({ userId: 1 + random.int(100_000) }), second * 1_000 + i, EVERYBODY));
    expect(welcomed.length).toBeLessThanOrEqual(WELCOME_DEDUPE_MS / 1_000 + 1);
    for (const { atMs } of welcomed) expect(atMs.size).toBeLessThanOrEqual(WELCOME_LIMITS.perSecond.value);
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

test('S22 five entries of one viewer give one chat row, and other messages are not checked', () => {
  let welcomed: Welcomed = NOBODY_WELCOMED;
  const feed = createChatFeed((one) => {
    const decision = welcome(welcomed, one, 0, EVERYBODY);
    welcomed = decision.welcomed;
    return decision.isShown;
  });
  const came = (fields: object) => messageOf('login', { userid: 5, nickname: '小鱼', richlevel: 3, ...fields });
  const visitor = came({ userid: 8, nickname: '游客', richlevel: 0 });
  const line = messageOf('chat', { senderid: 5, sendername: '小鱼', chatmsg: '大家好' });
  feed.add([came({}), came({}), line, came({}), came({}), came({}), line, visitor], { userId: 7, starId: 1, name: '' });
  expect(feed.flush()?.rows.map(({ type, name }) => [type, name])).toEqual([
    ['welcome', '小鱼'],
    ['chat', '小鱼'],
    ['chat', '小鱼'],
  ]);
});

test('S22 an entry with hostile fields is read, and a guest’s entry is never the own one', () => {
  const body = { userid: Number.MIN_SAFE_INTEGER, nickname: 'a', richlevel: -4, richlevelV2: -1, referer: ' 2404 ' };
  expect(entryOf(body, 0)).toEqual({ userId: 0, nickname: 'a', richLevel: 0, referer: '2404', isOwn: false });
  expect(entryOf({ ...body, userid: 7, richlevel: 9 }, 7)).toMatchObject({ userId: 7, richLevel: 9, isOwn: true });
  expect(entryOf({ ...body, richlevelV2: Number.NaN, richlevel: 2 }, 7)).toMatchObject({ richLevel: 2 });
});
