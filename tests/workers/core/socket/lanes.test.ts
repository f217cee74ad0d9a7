import { expect, test } from 'vitest';
import { MAX_BATCH_MESSAGES, hasPlace } from '../../../../src/workers/core/socket/batch.ts';
import {
  MAX_QUEUED_CHATS,
  type ChatQueue,
  type QueueEvent,
  emptyQueue,
  queueDueMs,
  stepQueue,
} from '../../../../src/workers/core/socket/chat-queue.ts';
import { asShown, cleanReceived, cleanSent, escapeAngles, stripSpacing } from '../../../../src/workers/core/socket/cleaning.ts';
import { MAX_SEEN_IDS, createDeliveries, readOffset } from '../../../../src/workers/core/socket/delivery.ts';
import { MAX_CHAT_CHARS, chatCommand, isLoggedIn, loginCommand } from '../../../../src/workers/core/socket/outgoing.ts';
import { SOCKET_POLICY } from '../../../../src/workers/core/socket/policy.ts';

const GAP_MS = SOCKET_POLICY.chatGapMs;

function queue(...events: readonly (readonly [nowMs: number, event: QueueEvent<string>])[]): {
  queue: ChatQueue<string>;
  sent: string[];
  refused: number;
} {
  let now: ChatQueue<string> = emptyQueue;
  const sent: string[] = [];
  let refused = 0;
  for (const [nowMs, event] of events) {
    const { next, send, refuse } = stepQueue(now, event, nowMs, GAP_MS);
    now = next;
    if (send !== null) sent.push(`${nowMs} ${send}`);
    if (refuse !== null) refused++;
  }
  return { queue: now, sent, refused };
}
const write = (chat: string): QueueEvent<string> => ({ type: 'write', chat });

test('S7 what is written while disconnected waits, and goes one at a time, 3000 ms apart, once the login holds', () => {
  const { sent, queue: left } = queue(
    [0, write('a')],
    [1, write('b')],
    [2, write('c')],
    [1_000, { type: 'tick' }],
    [5_000, { type: 'ready' }],
    [7_999, { type: 'tick' }],
    [8_000, { type: 'tick' }],
    [11_000, { type: 'tick' }],
  );
  expect(GAP_MS).toBe(3_000);
  expect(sent).toEqual(['5000 a', '8000 b', '11000 c']);
  expect(queueDueMs(left)).toBeNull();
});

test('S7 nothing overtakes what waits; with nothing waiting a line goes at once', () => {
  expect(
    queue(
      [0, write('a')],
      [1, write('b')],
      [10, { type: 'ready' }],
      [11, write('c')],
      [3_010, { type: 'tick' }],
      [6_010, { type: 'tick' }],
      [6_020, write('d')],
    ).sent,
  ).toEqual(['10 a', '3010 b', '6010 c', '6020 d']);
});

test('S7 a lost connection stops the queue, and a new one does not break the gap', () => {
  const { sent } = queue(
    [0, write('a')],
    [0, write('b')],
    [10, { type: 'ready' }],
    [20, { type: 'lost' }],
    [3_500, { type: 'tick' }],
    [3_600, { type: 'ready' }],
  );
  expect(sent).toEqual(['10 a', '3600 b']);
  expect(queue([0, write('a')], [0, write('b')], [10, { type: 'ready' }], [20, { type: 'lost' }], [30, { type: 'ready' }]).sent).toEqual([
    '10 a',
  ]);
});

test('S7 the queue is bounded: what does not fit is refused, not kept', () => {
  const flood = Array.from({ length: MAX_QUEUED_CHATS + 7 }, (_, i) => [i, write(String(i))] as const);
  const { queue: full, refused } = queue(...flood);
  expect(full.waiting).toHaveLength(MAX_QUEUED_CHATS);
  expect(refused).toBe(7);
});

test('S5 a message is acknowledged when asked for, seen once, and the greatest offset is kept', () => {
  const deliveries = createDeliveries(10);
  const once = { msgId: 'm', offset: 12, wantsAck: true, isRetransmit: false };
  expect(deliveries.take(once)).toEqual({ isNew: true, ack: { id: 211, fields: { cmd: 211, msgId: 'm', offset: 12 } } });
  expect(deliveries.take({ ...once, isRetransmit: true })).toMatchObject({ isNew: false, ack: { id: 211 } });
  expect(deliveries.take({ ...once, msgId: 'n', offset: 11, wantsAck: false })).toEqual({ isNew: true, ack: null });
  expect(deliveries.offset).toBe(12);
});

test('S5 without an id a retransmission is known by its offset', () => {
  const deliveries = createDeliveries(100);
  const plain = { msgId: '', wantsAck: false };
  expect(deliveries.take({ ...plain, offset: 100, isRetransmit: true }).isNew).toBe(false);
  expect(deliveries.take({ ...plain, offset: 101, isRetransmit: true }).isNew).toBe(true);
  expect(deliveries.take({ ...plain, offset: 0, isRetransmit: false }).isNew).toBe(true);
});

test('S5 ids are remembered within a bound: the oldest is forgotten first', () => {
  const deliveries = createDeliveries(0);
  const take = (msgId: string): boolean => deliveries.take({ msgId, offset: 0, wantsAck: false, isRetransmit: false }).isNew;
  for (let i = 0; i <= MAX_SEEN_IDS; i++) expect(take(String(i))).toBe(true);
  expect(take(String(MAX_SEEN_IDS))).toBe(false);
  expect(take('0')).toBe(true);
});

test.each([
  [undefined, 0],
  ['', 0],
  ['12', 12],
  ['-1', 0],
  ['1e3', 0],
  ['99999999999999999', 0],
  ['9007199254740993', 0],
  ['<script>', 0],
])('S4 a stored offset %o is %i', (stored, offset) => {
  expect(readOffset(stored)).toBe(offset);
});

const identity = {
  roomId: 1001,
  vertical: true,
  userId: 7,
  token: 'secret',
  appId: '1010',
  platformId: 7,
  referer: '2199',
  sid: 'sid',
  deviceNo: 'device',
  dfid: '',
  entryId: 'entry',
  safety: { safeSign: 's', safeTimes: 't', safeCt: 'c', version: 'v', sysVersion: 'y', kfd: 'k' },
};
const session = { again: false, offset: 42, socToken: 'soc', socSid: 'socsid' };

test('S4 the login carries every field of the document', () => {
  expect(loginCommand(identity, session, SOCKET_POLICY)).toEqual({
    id: 201,
    fields: {
      cmd: 201,
      roomid: 1001,
      kugouid: 7,
      token: 'secret',
      appid: '1010',
      referer: '2199',
      clientid: 100,
      v: 20_240_801,
      soctoken: 'soc',
      sid: 'sid',
      socsid: 'socsid',
      deviceNo: 'device',
      screen: 1,
      platid: 7,
      dfid: '-',
      entryid: 'entry',
      offset: '42',
      safeSign: 's',
      safeTimes: 't',
      safeCt: 'c',
      version: 'v',
      sysVersion: 'y',
      kfd: 'k',
    },
  });
});

test('S4 the user id goes only with the token; optional fields stay away when there are none; 2201 logs in again', () => {
  expect(loginCommand({ ...identity, token: '' }, session, SOCKET_POLICY).fields).toMatchObject({ kugouid: 0, token: '' });
  expect(loginCommand({ ...identity, userId: 0 }, session, SOCKET_POLICY).fields).toMatchObject({ kugouid: 0, token: '' });
  expect(isLoggedIn({ userId: 7, token: '' })).toBe(false);
  const { entryId: _entry, safety: _safety, ...bare } = identity;
  const { fields, id } = loginCommand({ ...bare, vertical: false, dfid: 'd1' }, { ...session, again: true, offset: 0 }, SOCKET_POLICY);
  expect(id).toBe(2201);
  expect(fields).toMatchObject({ cmd: 2201, screen: 0, dfid: 'd1' });
  for (const name of ['entryid', 'offset', 'safeSign', 'kfd']) expect(fields).not.toHaveProperty(name);
});

const chat = { text: 'hi', receiverId: 1, receiverUserId: 2, secret: true, source: '', gameId: 'game', manual: false };
const stamp = { writtenMs: 1_700_000_000_000, uuid: 'uuid', deviceNo: 'device' };

test('S20 a chat carries every field; the game goes along when the source has 32 characters or more', () => {
  expect(chatCommand(chat, stamp, SOCKET_POLICY)).toEqual({
    id: 501,
    fields: {
      cmd: 501,
      chatmsg: 'hi',
      receiverid: 1,
      receiveruserid: 2,
      issecrect: 1,
      seq: 1_700_000_000_000,
      mac: 'device',
      v: 20_240_801,
      source: 'others',
      uuid: 'uuid',
      paraAbnor: 1,
    },
  });
  expect(chatCommand({ ...chat, source: 'x'.repeat(31) }, stamp, SOCKET_POLICY).fields).not.toHaveProperty('gameId');
  expect(chatCommand({ ...chat, source: 'x'.repeat(32), secret: false, manual: true }, stamp, SOCKET_POLICY).fields).toMatchObject({
    gameId: 'game',
    issecrect: 0,
    paraAbnor: 0,
  });
});

test('S20 a long chat is cut, never through the middle of a character', () => {
  const { fields } = chatCommand({ ...chat, text: `${'x'.repeat(MAX_CHAT_CHARS - 1)}😀` }, stamp, SOCKET_POLICY);
  expect('chatmsg' in fields && fields.chatmsg).toBe('x'.repeat(MAX_CHAT_CHARS - 1));
});

test('S8 angle brackets are escaped, once however often, and come back as text', () => {
  const typed = '<img src=x onerror=alert(1)> & "quotes"';
  const sent = cleanSent(typed);
  expect(sent).toBe('&lt;img src=x onerror=alert(1)&gt; & "quotes"');
  expect(cleanReceived(sent)).toBe(sent);
  expect(escapeAngles(escapeAngles(typed))).toBe(sent);
  expect(asShown(cleanReceived(sent))).toBe(typed);
});

test('S8 the characters 8231 to 8238 are stripped, their neighbours are not', () => {
  const codes = (from: number, to: number): string => String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
  expect(stripSpacing(`a${codes(8231, 8238)}b`)).toBe('ab');
  expect(stripSpacing(codes(8230, 8230) + codes(8239, 8239))).toHaveLength(2);
});

test('S20 a full batch still takes what is not talk, and the viewer’s own', () => {
  const taken = Array.from({ length: MAX_BATCH_MESSAGES }, (_, at) => at);
  const last = taken.findLast((at) => hasPlace('chat', false, at)) ?? 0;
  expect(hasPlace('chat', false, last + 1)).toBe(false);
  expect(hasPlace('chat', true, last + 1)).toBe(true);
  expect(hasPlace('error', false, last + 1)).toBe(true);
  expect(hasPlace('error', false, MAX_BATCH_MESSAGES)).toBe(false);
});
