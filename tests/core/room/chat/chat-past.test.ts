import { expect, test } from 'vitest';
import { CHAT_BATCH_ROWS, createChatFeed } from '../../../../src/core/room/chat/chat-feed.ts';
import type { ChatRow } from '../../../../src/core/room/view.ts';
import type { BodyOfMessage, RoomMessage } from '../../../../src/wire/registry.ts';
import { MYSTIC_NAME } from '../../../../src/core/room/people/mystic.ts';
import { messageOf } from '../../../message-of.ts';

/** Repeated here, so that a change of the limit fails a test. */
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
const chat = (senderid: number, chatmsg: string, timeMs = 1_000): RoomMessage => ({
  ...messageOf('chat', { senderid, sendername: `名${senderid}`, chatmsg }),
  timeMs,
});
const texts = (rows: readonly ChatRow[] = []): readonly string[] => rows.map(({ type, text }) => (type === 'past-end' ? '-' : text));

test('S20 lines from before the entry precede waiting rows, oldest first, and end with a separator row', () => {
  const feed = createChatFeed();
  feed.add([chat(8, '现在'), past([{ text: '一' }, { text: '二', user: person(1, '/1.jpg') }, { text: '三', user: person(7) }])], PEOPLE);
  const rows = feed.flush()?.rows;
  expect(texts(rows)).toEqual(['一', '二', '三', '-', '现在']);
  expect(rows?.[1]).toMatchObject({ type: 'chat', isStar: true, logo: '/1.jpg', richLevel: 3 });
  expect(rows?.[2]).toMatchObject({ isMe: true });
  expect(rows?.map(({ id }) => id)).toEqual(rows?.map(({ id }) => id).toSorted((a, b) => a - b));
});

test('S20 lines from before the entry are shown once: not after lines of others, and not again after a new login', () => {
  const feed = createChatFeed();
  feed.add([past([{ text: '一' }])], PEOPLE);
  feed.add([past([{ text: '一' }])], PEOPLE);
  expect(texts(feed.flush()?.rows)).toEqual(['一', '-']);
  const late = createChatFeed();
  late.add([chat(8, '现在')], PEOPLE);
  late.add([past([{ text: '一' }])], PEOPLE);
  expect(texts(late.flush()?.rows)).toEqual(['现在']);
});

test('S20 a line that the server sends again after the login is shown once', () => {
  const feed = createChatFeed();
  feed.add([past([{ text: '一', user: person(8), timeMs: 500 }])], PEOPLE);
  feed.add([chat(8, '一', 500), chat(8, '一', 900)], PEOPLE);
  expect(texts(feed.flush()?.rows)).toEqual(['一', '-', '一']);
});

test('S20 S35 lines without a user, of blocked users and without text are dropped, and a mystic viewer stays hidden', () => {
  const feed = createChatFeed();
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
  const empty = createChatFeed();
  empty.add([past([])], PEOPLE);
  expect(empty.flush()).toBeNull();
});

test('S20 S35 of lines that only blocked users sent before the entry nothing is shown, also not of a mystic viewer', () => {
  const feed = createChatFeed();
  // hideMystics (mystic.ts) makes the id of a mystic viewer negative.
  const lines = [{ user: person(13) }, { user: { ...person(-14), mystic: true }, mystic: true }];
  feed.add([past(lines)], PEOPLE, { blocked: new Set([13, 14]) });
  expect(feed.flush()).toBeNull();
});

test('S20 the newest lines are kept, and a batch never exceeds its number of rows', () => {
  const feed = createChatFeed();
  const lines = Array.from({ length: 500 }, (_, at) => ({ text: `旧${at}`, timeMs: at }));
  feed.add(
    Array.from({ length: CHAT_BATCH_ROWS }, (_, at) => chat(7, `新${at}`)),
    PEOPLE,
  );
  feed.add([past(lines)], PEOPLE);
  expect(feed.flush()?.rows).toHaveLength(CHAT_BATCH_ROWS);
  const quiet = createChatFeed();
  quiet.add([past(lines)], PEOPLE);
  const rows = quiet.flush()?.rows ?? [];
  expect([rows.length, rows[0]?.text, rows.at(-2)?.text]).toEqual([MAX_PAST_ROWS + 1, `旧${500 - MAX_PAST_ROWS}`, '旧499']);
});
