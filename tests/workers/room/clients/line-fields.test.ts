/** Fields of the viewer's own lines: as sent, as stored for the next page, and as rows of the list. */
import { expect, test } from 'vitest';
import { ChatFeed } from '../../../../src/core/room/chat/chat-feed.ts';
import { readLines, type StoredLine, writeLines } from '../../../../src/core/room/chat/own-lines.ts';
import { OwnLines, type OwnLinesDeps } from '../../../../src/workers/room/clients/own-lines.ts';
import type { OutgoingLine } from '../../../../src/workers/socket/api.ts';
import { manualClock } from '../../../../src/player/tests/manual-clock.ts';

const EPOCH_MS = 1_700_000_000_000;
const ROOM = 1_001;
const STORED: StoredLine = {
  uuid: 'old-1',
  seq: EPOCH_MS + 500,
  userId: 7,
  writtenMs: EPOCH_MS - 9,
  text: 'before',
  toUserId: 3,
  secret: true,
  manual: false,
  failure: null,
};

function chat(change: Partial<OwnLinesDeps> = {}) {
  const clock = manualClock();
  const feed = new ChatFeed();
  const it = {
    sent: [] as OutgoingLine[],
    stored: [] as (string | null)[],
    given: [] as string[],
    me: { userId: 7, name: '小鱼', logo: 'https://img.test/7.png', richLevel: 4, isStar: true },
  };
  let uuids = 0;
  const lines = new OwnLines({
    clock,
    roomId: ROOM,
    stored: undefined,
    feed,
    source: '',
    uuid: () => `u${++uuids}`,
    speaker: () => it.me,
    send: (line) => void it.sent.push(line),
    store: (text) => void it.stored.push(text),
    giveBack: (text) => void it.given.push(text),
    ...change,
  });
  const kept = (): readonly StoredLine[] => readLines(ROOM, it.stored.at(-1) ?? undefined);
  return Object.assign(it, { lines, clock, feed, kept });
}

test('S7 S20 a line is sent and stored with its receiver, its secrecy and how it was written', () => {
  const it = chat();
  it.lines.write('hello', 3, true, false);
  it.lines.write('again', 0, false, true);
  const expected = [
    { uuid: 'u1', seq: EPOCH_MS, text: 'hello', toUserId: 3, secret: true, manual: false },
    { uuid: 'u2', seq: EPOCH_MS + 1, text: 'again', toUserId: 0, secret: false, manual: true },
  ];
  const own = { userId: 7, writtenMs: EPOCH_MS };
  expect(it.sent).toEqual(
    expected.map(({ uuid, seq, toUserId, ...chat }) => ({
      uuid,
      seq,
      ...own,
      chat: { ...chat, receiverId: toUserId, receiverUserId: toUserId, source: 'others' },
    })),
  );
  expect(it.kept()).toEqual(expected.map((line) => ({ ...line, ...own, failure: null })));
  expect(it.feed.flush()?.rows).toMatchObject([
    { id: 1, type: 'own-waiting', text: 'hello', isSecret: true, userId: 7, name: '小鱼', richLevel: 4, isStar: true, isMe: true },
    { id: 2, type: 'own-waiting', text: 'again', isSecret: false },
  ]);
});

test('S7 lines of an earlier page are shown with their failures, and new lines have later numbers', () => {
  const failed: StoredLine = { ...STORED, uuid: 'old-2', seq: EPOCH_MS + 400, text: 'failed', failure: 'too-fast' };
  const it = chat({ stored: writeLines(ROOM, [STORED, failed])! });
  const batch = it.feed.flush();
  expect(batch?.rows).toMatchObject([
    { type: 'own-waiting', text: 'before', isSecret: true, timeMs: EPOCH_MS - 9 },
    { type: 'own-waiting', text: 'failed' },
  ]);
  expect(batch?.failed).toEqual([{ id: 2, why: 'too-fast', message: '' }]);
  expect(it.sent).toEqual([]);
  it.lines.sendAll();
  expect(it.sent).toEqual([
    {
      uuid: 'old-1',
      seq: EPOCH_MS + 500,
      userId: 7,
      writtenMs: EPOCH_MS - 9,
      chat: { text: 'before', receiverId: 3, receiverUserId: 3, secret: true, source: 'others', manual: false },
    },
  ]);
  it.lines.write('new', 0, false, true);
  expect(it.sent.at(-1)?.seq).toBe(EPOCH_MS + 501);
  expect(chat({ stored: writeLines(9, [STORED])! }).feed.flush()).toBeNull();
});

test('S7 a failed line is retried with its id, a new time and the current login, and only while it has failed', () => {
  const it = chat();
  it.lines.write('hello', 3, true, true);
  it.lines.resend(1);
  expect(it.sent).toHaveLength(1);
  it.lines.settle('u1', { name: 'failed', failure: 'too-fast', message: 'slower' });
  expect(it.feed.flush()?.failed).toEqual([{ id: 1, why: 'too-fast', message: 'slower' }]);
  expect(it.kept()).toMatchObject([{ uuid: 'u1', failure: 'too-fast' }]);
  it.clock.advance(5_000);
  it.me = { ...it.me, userId: 8 };
  it.lines.resend(9);
  expect(it.sent).toHaveLength(1);
  it.lines.resend(1);
  const again = { uuid: 'u1', seq: EPOCH_MS, userId: 8, writtenMs: EPOCH_MS + 5_000 };
  expect(it.sent.at(-1)).toMatchObject({ ...again, chat: { text: 'hello', receiverId: 3, secret: true } });
  // The next page and a restarted socket worker send the line under the login that retried it.
  expect(it.kept()).toMatchObject([{ ...again, failure: null }]);
  it.lines.sendAll();
  expect(it.sent.at(-1)).toMatchObject(again);
  const batch = it.feed.flush();
  expect(batch?.removed).toEqual([1]);
  expect(batch?.rows).toMatchObject([{ id: 2, text: 'hello', type: 'own-waiting' }]);
  expect(it.lines.echoed('u1', 0)).toBe(2);
});

test('S20 an answered verification sends only the lines that failed for it', () => {
  const it = chat();
  for (const text of ['one', 'two', 'three']) it.lines.write(text, 0, false, true);
  it.lines.settle('u1', { name: 'failed', failure: 'verify', message: '' });
  it.lines.settle('u2', { name: 'failed', failure: 'muted', message: '' });
  it.sent.length = 0;
  it.lines.resendVerified();
  expect(it.sent.map(({ uuid }) => uuid)).toEqual(['u1']);
  it.sent.length = 0;
  it.lines.sendAll();
  expect(it.sent.map(({ uuid }) => uuid)).toEqual(['u1', 'u3']);
});

test('S7 S24 each outcome changes the row and the stored copy; the outcome of an unknown line changes nothing', () => {
  const it = chat();
  for (const text of ['said', 'back', 'guest', 'waits']) it.lines.write(text, 0, false, true);
  it.feed.flush();
  it.stored.length = 0;
  it.lines.settle('nobody', { name: 'delivered', by: 'echo' });
  expect(it.stored).toEqual([]);
  it.lines.settle('u1', { name: 'delivered', by: 'echo' });
  it.lines.settle('u2', { name: 'given-back' });
  it.lines.settle('u3', { name: 'failed', failure: 'not-logged-in', message: '' });
  expect(it.given).toEqual(['back', 'guest']);
  expect(it.kept().map(({ text }) => text)).toEqual(['waits']);
  const batch = it.feed.flush();
  expect([batch?.settled, batch?.removed, batch?.failed]).toEqual([[1], [2, 3], []]);
  it.lines.settle('u4', { name: 'delivered', by: 'echo' });
  expect(it.stored.at(-1)).toBeNull();
});
