import { expect, test } from 'vitest';
import {
  CHOICE_LIMITS,
  DEFAULT_CHOICES,
  hiddenBy,
  markedBy,
  matcherOf,
  readChoices,
  writeChoices,
} from '../../../../src/core/room/chat/chat-choices.ts';
import { CHAT_BATCH_ROWS, CHAT_BATCHES_PER_SECOND, CHAT_BUSY, ChatFeed } from '../../../../src/core/room/chat/chat-feed.ts';
import { badgesOf, chatRow, emptyRow } from '../../../../src/core/room/chat/chat-row.ts';
import { chatStatus, type ChatStatus } from '../../../../src/core/room/chat/chat-status.ts';
import { MYSTIC_NAME } from '../../../../src/core/room/people/mystic.ts';
import type { ChatRow, ChatView } from '../../../../src/core/room/view.ts';
import { codecOf } from '../../../../src/wire/all-families.ts';
import { readBody, readExtension } from '../../../../src/wire/body.ts';
import { messageOf as messageIn } from '../../../../src/wire/frame.ts';
import { ROWS, type RoomMessage, type BodyOfMessage } from '../../../../src/wire/registry.ts';
import { messageOf } from '../../../message-of.ts';

const MAX_ROW_CHARS = 500;

const people = { userId: 7, starId: 1, name: '小鱼' };

/** In the socket worker's format: all fields present, `ext` parsed. */
function message(name: RoomMessage['name'], body: object, timeMs = 1_000): RoomMessage {
  const row = ROWS.find((row) => row.name === name)!;
  const read = messageIn(row, readBody(codecOf(row.family)[row.schema]!, body));
  if (!read.ok) throw new Error(read.error.detail);
  return { ...read.value, id: row.id, timeMs };
}
const chat = (body: object): RoomMessage => message('chat', { sendername: 'x', chatmsg: 'hi', senderid: 9, ...body });
const row = (body: object) => chatRow(chat(body), 5, people) ?? undefined;
test('S9 S20 a headline (400004) and a public answer (401604) are chat rows with the sender’s name', () => {
  const sender = { userId: 9, nickname: '南风', richlevel: 12 };
  const said = (name: 'headline-message' | 'music-pk-public-chat', body: object) =>
    chatRow(message(name, { content: '晴天', ...body }), 5, people);
  expect(said('headline-message', { sender })).toMatchObject({
    type: 'chat',
    name: '南风',
    userId: 9,
    richLevel: 12,
    text: '晴天',
    isMe: false,
  });
  expect(said('music-pk-public-chat', { sender: { ...sender, userId: 7 }, right: true })).toMatchObject({
    name: '南风',
    text: '晴天 ✓',
    isMe: true,
  });
  expect(said('headline-message', {})).toMatchObject({ type: 'notice', name: '', text: '晴天' });
  expect(said('headline-message', { sender, content: '' })).toBeNull();
});

test('S20 a chat message becomes a row with every field', () => {
  expect(row({ senderid: 7, richlevel: 3, richlevelV2: 12, receivername: 'star', issecrect: true })).toEqual({
    id: 5,
    type: 'chat',
    userId: 7,
    name: 'x',
    richLevel: 12,
    text: 'hi',
    isStar: false,
    isMe: true,
    isSecret: true,
    toName: 'star',
    badges: [],
    timeMs: 1_000,
  });
  expect(row({ senderid: 1 })).toMatchObject({ isStar: true, isMe: false });
  // A room without the id of its star has none.
  expect(chatRow(chat({ senderid: 0 }), 5, { userId: 0, starId: 0, name: '' })).toMatchObject({ isStar: false, isMe: false });
});

test('S8 markup in a nickname or a line is escaped on the wire and is text in the row', () => {
  expect(row({ sendername: '&lt;img src=x&gt;', chatmsg: '&lt;script&gt;alert(1)&lt;/script&gt;' })).toMatchObject({
    name: '<img src=x>',
    text: '<script>alert(1)</script>',
  });
});

test('S8 names and lines are truncated, and direction marks are removed', () => {
  const made = row({ sendername: 'n'.repeat(500), chatmsg: `${'y'.repeat(MAX_ROW_CHARS - 1)}😀` });
  expect(made?.name.length).toBeLessThanOrEqual(40);
  expect(made?.text).toBe('y'.repeat(MAX_ROW_CHARS - 1));
  expect(row({ chatmsg: '\u202e\u2028' })).toBeUndefined();
});

test('S9 gifts, entries and notices have rows; messages of features have none', () => {
  const of = (name: RoomMessage['name'], body: object) => chatRow(message(name, body), 1, people) ?? undefined;
  expect(of('gift', { giftname: '玫瑰', num: 99, sendername: 'a', receivername: 's', senderid: 7 })).toMatchObject({
    type: 'gift',
    text: '玫瑰 ×99',
    isMe: true,
    toName: 's',
  });
  expect(of('gift', { num: 1 })).toBeUndefined();
  expect(of('login', { nickname: 'a', wellcomes: '欢迎', richlevel: 5 })).toMatchObject({
    type: 'welcome',
    name: 'a',
    text: '欢迎',
    richLevel: 5,
  });
  expect(of('login', { nickname: '' })).toBeUndefined();
  expect(of('public-notice', { title: '公告', content: 'c' })).toMatchObject({ type: 'notice', text: '公告 c' });
  expect(of('tank-location', { x: 1 })).toBeUndefined();
});

test('S20 with many rows batches become fewer and larger, unless one concerns the viewer or the star', () => {
  const tenthMs = 1_000 / CHAT_BATCHES_PER_SECOND;
  const many = Array.from({ length: CHAT_BUSY.rows }, () => chat({}));
  const gapAfter = (fill: (feed: ChatFeed) => void): number | null => {
    const feed = new ChatFeed();
    fill(feed);
    return feed.gapMs();
  };
  expect(gapAfter(() => undefined)).toBeNull();
  expect(gapAfter((feed) => feed.add(many.slice(1), people))).toBe(tenthMs);
  expect(gapAfter((feed) => feed.add(many, people))).toBe(CHAT_BUSY.everyMs);
  expect(gapAfter((feed) => feed.skip(1_000))).toBe(CHAT_BUSY.everyMs);
  for (const body of [{ senderid: 7 }, { senderid: 1 }, { chatmsg: '@小鱼 在吗' }])
    expect(gapAfter((feed) => feed.add([...many, chat(body)], people))).toBe(tenthMs);
  const changes = ['settle', 'remove'] as const;
  for (const change of changes)
    expect(
      gapAfter((feed) => {
        feed.add(many, people);
        feed[change](1);
      }),
    ).toBe(tenthMs);
});

test('S20 in a flood a batch keeps the newest rows and those of the viewer and the star; the other rows are counted', () => {
  const feed = new ChatFeed();
  const flood = Array.from({ length: 1_000 }, (_, i) => chat({ chatmsg: String(i), senderid: i === 3 ? 7 : i === 10 ? 1 : 100 }));
  feed.add(flood, people);
  feed.skip(5);
  const batch = feed.flush();
  expect(batch?.rows).toHaveLength(CHAT_BATCH_ROWS);
  expect(batch?.skipped).toBe(1_000 - CHAT_BATCH_ROWS + 5);
  expect(batch?.rows.slice(0, 3).map(({ text }) => text)).toEqual(['3', '10', String(1_000 - CHAT_BATCH_ROWS + 2)]);
  expect(feed.flush()).toBeNull();
});

test('S20 a flood of the viewer’s own lines is bounded too', () => {
  const feed = new ChatFeed();
  feed.add(
    Array.from({ length: 500 }, () => chat({ senderid: 7 })),
    people,
  );
  expect(feed.flush()?.rows).toHaveLength(CHAT_BATCH_ROWS);
});

const MAX_PAST_ROWS = 30;

const PEOPLE = { userId: 7, starId: 1, name: '小鱼' };
type Line = Partial<BodyOfMessage<'chat-history'>['lines'][number]>;
const person = (userId: number, userLogo = '') => ({
  userId,
  kugouId: userId,
  nickname: `名${userId}`,
  richlevel: 3,
  userLogo,
  mystic: false,
});
const past = (lines: readonly Line[]): RoomMessage =>
  messageOf('chat-history', { lines: lines.map((line) => ({ user: person(9), text: 'x', timeMs: 1, mystic: false, ...line })) });
const lineBy = (senderid: number, chatmsg: string, timeMs = 1_000): RoomMessage => ({
  ...messageOf('chat', { senderid, sendername: `名${senderid}`, chatmsg }),
  timeMs,
});
const texts = (rows: readonly ChatRow[] = []): readonly string[] => rows.map(({ type, text }) => (type === 'past-end' ? '-' : text));

test('S20 lines from before the entry precede waiting rows, oldest first, and end with a separator row', () => {
  const feed = new ChatFeed();
  feed.add([lineBy(8, '现在'), past([{ text: '一' }, { text: '二', user: person(1, '/1.jpg') }, { text: '三', user: person(7) }])], PEOPLE);
  const rows = feed.flush()?.rows;
  expect(texts(rows)).toEqual(['一', '二', '三', '-', '现在']);
  expect(rows?.[0]).toMatchObject({ isStar: false, isMe: false });
  expect(rows?.[1]).toMatchObject({ type: 'chat', isStar: true, logo: '/1.jpg', richLevel: 3 });
  expect(rows?.[2]).toMatchObject({ isMe: true });
  expect(rows?.map(({ id }) => id)).toEqual(rows?.map(({ id }) => id).toSorted((a, b) => a - b));
});

test('S20 lines from before the entry are shown once: not after lines of others, and not again after a new login', () => {
  const feed = new ChatFeed();
  feed.add([past([{ text: '一' }])], PEOPLE);
  feed.add([past([{ text: '一' }])], PEOPLE);
  expect(texts(feed.flush()?.rows)).toEqual(['一', '-']);
  const late = new ChatFeed();
  late.add([lineBy(8, '现在')], PEOPLE);
  late.add([past([{ text: '一' }])], PEOPLE);
  expect(texts(late.flush()?.rows)).toEqual(['现在']);
});

test('S20 S35 lines without a user, of blocked users and without text are dropped, and a mystic viewer stays hidden', () => {
  const feed = new ChatFeed();
  const lines = [
    { user: null },
    { user: person(0) },
    { text: '\u202e' },
    { user: person(13) },
    { user: person(5, '/5.jpg'), mystic: true, text: '藏' },
  ];
  feed.add([past(lines)], PEOPLE, { blocked: new Set([13]) });
  const rows = feed.flush()?.rows;
  expect(texts(rows)).toEqual(['藏', '-']);
  expect(rows?.[0]).toMatchObject({ name: MYSTIC_NAME, userId: 0, richLevel: 0, isMystic: true });
  expect(rows?.[0]).not.toHaveProperty('logo');
  const empty = new ChatFeed();
  empty.add([past([])], PEOPLE);
  expect(empty.flush()).toBeNull();
});

test('S20 the newest lines are kept, and a batch never exceeds its number of rows', () => {
  const feed = new ChatFeed();
  const lines = Array.from({ length: 500 }, (_, at) => ({ text: `旧${at}`, timeMs: at }));
  feed.add(
    Array.from({ length: CHAT_BATCH_ROWS }, (_, at) => lineBy(7, `新${at}`)),
    PEOPLE,
  );
  feed.add([past(lines)], PEOPLE);
  expect(feed.flush()?.rows).toHaveLength(CHAT_BATCH_ROWS);
  const quiet = new ChatFeed();
  quiet.add([past(lines)], PEOPLE);
  const rows = quiet.flush()?.rows ?? [];
  expect([rows.length, rows[0]?.text, rows.at(-2)?.text]).toEqual([MAX_PAST_ROWS + 1, `旧${500 - MAX_PAST_ROWS}`, '旧499']);
});

test('S20 choices for the chat are stored as entries and read again; what is unknown, twice or too long is left out', () => {
  const choices = {
    words: ['广告', '/加.?微/'],
    marks: ['阿星'],
    phrases: ['主播加油', '晚安:明天见'],
    hidden: ['gift', 'notice'],
    minLevel: 10,
    merges: true,
    size: 'large',
  } as const;
  expect(readChoices(writeChoices(choices))).toEqual(choices);
  for (const bad of [
    undefined,
    null,
    'words:a',
    { words: ['a'] },
    [7, null, 'words', 'size:huge', 'hidden:chat', 'minLevel:-3', 'merges:yes'],
  ])
    expect(readChoices(bad)).toEqual(DEFAULT_CHOICES);
  expect(readChoices(['words:a', 'words:a', 'words: ', 'words:/[/', 'minLevel:1e9'])).toEqual({
    ...DEFAULT_CHOICES,
    words: ['a'],
    minLevel: 99,
  });
  const many = readChoices(Array.from({ length: 500 }, (_, i) => `marks:word ${i} ${'x'.repeat(99)}`)).marks;
  expect(many).toHaveLength(CHOICE_LIMITS.marks.value);
  expect(Math.max(...many.map((word) => word.length))).toBeLessThanOrEqual(CHOICE_LIMITS.wordChars.value);
});

test('S20 a word matches in any case, and a pattern that could take exponential time is refused', () => {
  expect(matcherOf('Live')?.('a LIVE show')).toBe(true);
  expect(matcherOf('a.c')?.('abc')).toBe(false);
  expect(matcherOf('/^a.c$/')?.('ABC')).toBe(true);
  for (const bad of ['/(/', '/(a+)+$/', '/(a|aa)*b/', String.raw`/(a)\1/`, '/a*b*c*d/', '/a{2,}b+c*/']) expect(matcherOf(bad)).toBeNull();
  // Longer lines are compared as far as the limit.
  expect(matcherOf('/z$/')?.(`${'a'.repeat(CHOICE_LIMITS.matchedChars.value)}z`)).toBe(false);
});

test('S20 hidden and marked rows follow the choices; rows of the viewer and the star, and mentions, are never hidden', () => {
  const row = { ...emptyRow(1, 0), type: 'chat', userId: 9, name: '阿星', text: '买广告吗', richLevel: 3 } as const;
  const hides = hiddenBy({ ...DEFAULT_CHOICES, words: ['广告', '代练'], hidden: ['welcome'], minLevel: 2 })!;
  expect(hides(row)).toBe(true);
  for (const kept of [{ isMe: true }, { isStar: true }, { mentionsMe: true as const }, { text: '好听' }])
    expect(hides({ ...row, ...kept })).toBe(false);
  // The level itself is not hidden.
  expect([1, 2].map((richLevel) => hides({ ...row, text: '好听', richLevel }))).toEqual([true, false]);
  expect([hides({ ...row, type: 'welcome' }), hides({ ...row, type: 'gift' }), hides({ ...row, type: 'notice' })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(hiddenBy(DEFAULT_CHOICES)).toBeNull();
  expect(markedBy(DEFAULT_CHOICES)).toBeNull();
  const marks = markedBy({ ...DEFAULT_CHOICES, marks: ['阿星', '星光'] })!;
  expect([marks(row), marks({ ...row, name: 'b' }), marks({ ...row, name: 'b', text: '点《星光》' })]).toEqual([true, false, true]);
});

test('S2 S7 the chat shows no status while connected or while the page is offline, otherwise the next step', () => {
  const cases: readonly (readonly [ChatView['connection'], number, boolean, ChatStatus])[] = [
    ['idle', 0, true, 'first'],
    ['connecting', 0, true, 'first'],
    ['open', 0, true, 'nothing'],
    ['open', 3, false, 'nothing'],
    ['waiting', 0, true, 'waiting'],
    ['waiting', 2, true, 'waiting'],
    ['connecting', 2, true, 'trying'],
    ['paused', 5, true, 'unreachable'],
    ['paused', 5, false, 'nothing'],
    ['failed', 5, true, 'failed'],
    ['waiting', 2, false, 'nothing'],
    ['failed', 5, false, 'nothing'],
  ];
  for (const [connection, attempt, isOnline, says] of cases)
    expect([connection, attempt, isOnline, chatStatus({ connection, attempt, isOnline })]).toEqual([connection, attempt, isOnline, says]);
});

const badges = (ext: object, fanTags = '') => badgesOf(readExtension(JSON.stringify(ext)), fanTags);

test('S20 worship, black card, intimacy, device and bubble are shown; `c` of vipData applies if the week level is 0 or absent', () => {
  const made = badges({ worship: 1, blackCard: true, isAndroid: 1, intimacy: { level: 3, value: 900 } });
  expect(made.map(({ type, level }) => [type, level])).toEqual([
    ['worship', 0],
    ['black-card', 0],
    ['intimacy', 3],
    ['android', 0],
  ]);
  expect(badges({ worship: 'yes', blackCard: 0, isAndroid: null, intimacy: 5 })).toEqual([]);
  for (const vipData of [{ c: 2 }, { weekVipLevel: 0, c: 2 }]) expect(badges({ vipData })).toMatchObject([{ type: 'vip', level: 2 }]);
  expect(row({ userExt: { bubble: { id: 6 } } })).toMatchObject({ bubble: 6 });
  expect(row({ userExt: { bubble: { id: -6 } } })).not.toHaveProperty('bubble');
  expect(row({ userExt: { bubble: { id: 6 }, mystic: true } })).not.toHaveProperty('bubble');
});
