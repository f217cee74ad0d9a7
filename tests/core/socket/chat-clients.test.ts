import { expect, test } from 'vitest';
import { createAcks, ackedIds } from '../../../src/core/socket/acks.ts';
import { asShown, cleanReceived, cleanSent, escapeAngles, stripSpacing } from '../../../src/core/socket/cleaning.ts';
import { createDeliveries, readOffset } from '../../../src/core/socket/delivery.ts';
import { chatCommand, isLoggedIn, loginCommand } from '../../../src/core/socket/outgoing.ts';
import { SOCKET_POLICY } from '../../../src/core/socket/policy.ts';

/** Repeated here, so that a change of the limits fails a test. */
const MAX_ACK_IDS = 32;
const MAX_SEEN_IDS = 2_000;
const MAX_CHAT_CHARS = 500;

const delivered = (msgId: string, offset: number, isRetransmit = false) => ({ msgId, offset, isRetransmit });

test('S5 each message is accepted once, and the largest offset is kept', () => {
  const deliveries = createDeliveries(10);
  expect(deliveries.isNew(delivered('m', 12))).toBe(true);
  expect(deliveries.isNew(delivered('m', 12, true))).toBe(false);
  expect(deliveries.isNew(delivered('m', 12))).toBe(false);
  expect(deliveries.isNew(delivered('n', 11))).toBe(true);
  expect(deliveries.offset).toBe(12);
});

test('S5 without an id a retransmission is recognized by its offset', () => {
  const deliveries = createDeliveries(100);
  expect(deliveries.isNew(delivered('', 100, true))).toBe(false);
  expect(deliveries.isNew(delivered('', 101, true))).toBe(true);
  expect(deliveries.isNew(delivered('', 0))).toBe(true);
});

test('S5 ids belong to one connection: a restarted server counts from the beginning, and its messages are new', () => {
  const deliveries = createDeliveries(0);
  expect(deliveries.isNew(delivered('1', 5_000))).toBe(true);
  deliveries.nextConnection();
  expect(deliveries.isNew(delivered('1', 3))).toBe(true);
  expect(deliveries.offset).toBe(3);
  // A message marked as retransmitted is compared with all earlier messages.
  deliveries.nextConnection();
  expect(deliveries.isNew(delivered('1', 3, true))).toBe(false);
  expect(deliveries.offset).toBe(3);
});

test('S5 the number of remembered ids is bounded, and the oldest is dropped first', () => {
  const deliveries = createDeliveries(0);
  const isNew = (msgId: string): boolean => deliveries.isNew(delivered(msgId, 0));
  for (let i = 0; i <= MAX_SEEN_IDS; i++) expect(isNew(String(i))).toBe(true);
  expect(isNew(String(MAX_SEEN_IDS))).toBe(false);
  expect(isNew('0')).toBe(true);
});

test('S5 a repeated id displaces no other id', () => {
  const deliveries = createDeliveries(0);
  const isNew = (msgId: string): boolean => deliveries.isNew(delivered(msgId, 0));
  for (let i = 0; i < MAX_SEEN_IDS; i++) isNew(String(i));
  for (let i = 0; i < 2 * MAX_SEEN_IDS; i++) expect(isNew('7')).toBe(false);
  for (let i = 0; i < MAX_SEEN_IDS; i++) expect(isNew(String(i))).toBe(false);
});

test('S5 acknowledgements are collected: one 211 contains many messages and the largest offset', () => {
  const acks = createAcks();
  for (let i = 0; i < MAX_ACK_IDS + 1; i++) acks.add(`m${i}`, 100 - i);
  const commands = acks.flush();
  expect(commands).toMatchObject([{ id: 211, fields: { offset: 100 } }, { fields: { msgId: `m${MAX_ACK_IDS}` } }]);
  expect(commands.flatMap((command) => (command.id === 211 ? ackedIds(command.fields.msgId) : []))).toHaveLength(MAX_ACK_IDS + 1);
  expect(acks.flush()).toEqual([]);
  acks.add('later', 50);
  expect(acks.flush()).toEqual([{ id: 211, fields: { cmd: 211, msgId: 'later', offset: 50 } }]);
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

test('S4 the login contains every specified field', () => {
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

test('S4 the user id is sent only with the token; missing optional fields are omitted; 2201 logs in again', () => {
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

test('S20 a chat message contains every field; the game id is sent if the source has 32 characters or more', () => {
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

test('S20 a long chat message is truncated, never inside a character', () => {
  const { fields } = chatCommand({ ...chat, text: `${'x'.repeat(MAX_CHAT_CHARS - 1)}😀` }, stamp, SOCKET_POLICY);
  expect('chatmsg' in fields && fields.chatmsg).toBe('x'.repeat(MAX_CHAT_CHARS - 1));
});

test('S8 escaping of angle brackets is idempotent and reversible', () => {
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
  for (let code = 8231; code <= 8238; code++) expect(cleanReceived(`a${codes(code, code)}b`), String(code)).toBe('ab');
  expect(stripSpacing(codes(8230, 8230) + codes(8239, 8239))).toHaveLength(2);
});
