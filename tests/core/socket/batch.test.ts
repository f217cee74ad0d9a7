import { expect, test } from 'vitest';
import { BATCH_LIMITS, Batch, classOf, isForSocket } from '../../../src/core/socket/batch.ts';
import { Deliveries, readOffset } from '../../../src/workers/socket/receiver.ts';
import { safetyFields } from '../../../src/core/socket/outgoing.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { readBody } from '../../../src/wire/body.ts';
import { messageOf } from '../../../src/wire/frame.ts';
import { type Message, rowOf, ROWS } from '../../../src/wire/registry.ts';

const BATCH_MS = 100;
const OWN_GAP_MS = 20;

const none = '';

function message(id: number, body: object): Message {
  const row = rowOf(id)!;
  const read = messageOf(row, readBody(codecOf(row.family)[row.schema]!, body));
  if (!read.ok) throw new Error(read.error.detail);
  return read.value;
}
const classOfPush = (id: number, body: object, userId = 7) =>
  classOf(message(id, body), rowOf(id)!.messageClass, { userId, name: userId === 0 ? '' : '小鱼' });

test('S20 in a flood the oldest chat messages are dropped and counted, and no others', () => {
  const batch = new Batch<string>();
  batch.flush(0);
  batch.add('gift', 'effect', none, 0);
  batch.add('round', 'state', 'round', 0);
  batch.add('mine', 'own', none, 0);
  for (let i = 0; i < 60_000; i++) batch.add(`chat ${i}`, 'chat', none, 1);
  const { messages, skipped } = batch.flush(BATCH_MS);
  const chat = BATCH_MS * BATCH_LIMITS.chatPerMs;
  expect(messages.slice(0, 4)).toEqual(['gift', 'round', 'mine', `chat ${60_000 - chat}`]);
  expect(messages.at(-1)).toBe('chat 59999');
  expect(skipped).toEqual({ chat: 60_000 - chat, effect: 0 });
});

test('S20 a line that mentions the viewer is kept in order in a flood; a flood of mentions is bounded and displaces nothing else', () => {
  const batch = new Batch<string>();
  batch.flush(0);
  batch.add('called', 'call', none, 0);
  for (let i = 0; i < 60_000; i++) batch.add('chat', 'chat', none, 1);
  const flooded = batch.flush(BATCH_MS);
  expect(flooded.messages[0]).toBe('called');
  expect(flooded.messages.length + flooded.skipped.chat).toBe(60_001);

  for (let i = 0; i < 5_000; i++) batch.add(`call ${i}`, 'call', none, 1);
  for (let i = 0; i < 100; i++) batch.add('gift', 'effect', none, 1);
  const { messages, skipped } = batch.flush(2 * BATCH_MS);
  const chat = BATCH_MS * BATCH_LIMITS.chatPerMs;
  expect(messages.slice(0, BATCH_LIMITS.maxCalls)).toEqual(Array.from({ length: BATCH_LIMITS.maxCalls }, (_, i) => `call ${i}`));
  expect(messages.filter((message) => message === 'gift')).toHaveLength(100);
  // Further calls have the bound of chat messages.
  expect(messages).toHaveLength(BATCH_LIMITS.maxCalls + chat + 100);
  expect(skipped).toEqual({ chat: 5_000 - BATCH_LIMITS.maxCalls - chat, effect: 0 });
});

test('S21 a gift to the viewer is kept in a flood of gifts; a flood of them has the bound of effects', () => {
  const batch = new Batch<string>();
  batch.add('mine', 'gift-call', none, 0);
  for (let i = 0; i < 900; i++) batch.add('gift', 'effect', none, 0);
  expect(batch.flush(BATCH_MS).messages[0]).toBe('mine');
  for (let i = 0; i < 900; i++) batch.add(`mine ${i}`, 'gift-call', none, 0);
  const { messages, skipped } = batch.flush(2 * BATCH_MS);
  expect(messages).toHaveLength(BATCH_LIMITS.maxCalls + BATCH_LIMITS.maxEffects);
  expect(skipped).toEqual({ chat: 0, effect: 900 - BATCH_LIMITS.maxCalls - BATCH_LIMITS.maxEffects });
});

test('S9 of each state key only the newest message is kept, in the newest place', () => {
  const batch = new Batch<string>();
  batch.add('a1', 'state', 'a', 0);
  batch.add('b1', 'state', 'b', 0);
  batch.add('a2', 'state', 'a', 0);
  expect(batch.flush(1).messages).toEqual(['b1', 'a2']);
});

test('S9 states and own messages are never dropped: a batch full of them is sent immediately', () => {
  const batch = new Batch<number>();
  const left: number[] = [];
  for (let i = 0; i < 10_000; i++) if (batch.add(i, i % 2 === 0 ? 'own' : 'state', String(i), 0)) left.push(...batch.flush(0).messages);
  left.push(...batch.flush(0).messages);
  expect(left).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
});

test('S7 an own message does not wait for the next batch, and a flood of them does not cause a flood of batches', () => {
  const batch = new Batch<string>();
  expect(batch.dueMs()).toBeNull();
  batch.flush(1_000);
  batch.add('chat', 'chat', none, 1_001);
  expect(batch.dueMs()).toBe(1_000 + BATCH_MS);
  batch.add('mine', 'own', none, 1_050);
  expect(batch.dueMs()).toBe(1_000 + OWN_GAP_MS);
});

test('S7 S24 messages about the viewer are own: login, echo, gift, order; a line to the viewer, by id or by name, is a call', () => {
  expect(classOfPush(201, { userid: 7 })).toBe('own');
  expect(classOfPush(201, { userid: 8 })).toBe('effect');
  expect(classOfPush(501, { senderid: 7 })).toBe('own');
  expect(classOfPush(400_305, { senderid: 8, receiverid: 7 })).toBe('call');
  expect(classOfPush(501, { senderid: 8 })).toBe('chat');
  expect(classOfPush(501, { senderid: 8, chatmsg: '@小鱼 在吗' })).toBe('call');
  expect(classOfPush(400_305, { senderid: 8, chatmsg: '@小鱼儿 在吗' })).toBe('chat');
  expect(classOfPush(501, { senderid: 7, chatmsg: '@小鱼' })).toBe('own');
  expect(classOfPush(501, { senderid: 8, chatmsg: '@小鱼' }, 0)).toBe('chat');
  expect(classOfPush(601, { senderid: 7 })).toBe('own');
  expect(classOfPush(601, { senderid: 8 })).toBe('effect');
  expect(classOfPush(306_902, { user: { userId: 7 } })).toBe('own');
  // An anonymous visitor has the user id 0.
  expect(classOfPush(501, { senderid: 0 }, 0)).toBe('chat');
  for (const { id, messageClass } of ROWS) expect(classOfPush(id, {}, 0), String(id)).toBe(messageClass);
});

const MAX_SEEN_IDS = 2_000;

const of = (name: string, body: object): Message => ({ name, body }) as unknown as Message;

test('S7 the socket worker itself reads the login answer, echoes of the viewer’s lines and own notices', () => {
  expect(isForSocket(of('login', { userid: 7 }), 'chat', 7)).toBe(true);
  expect(isForSocket(of('login', { userid: 8 }), 'chat', 7)).toBe(false);
  expect(isForSocket(of('login', { userid: 0 }), 'chat', 0)).toBe(true);
  for (const name of ['chat', 'socket-chat']) {
    expect(isForSocket(of(name, { senderid: 7 }), 'chat', 7)).toBe(true);
    expect(isForSocket(of(name, { senderid: 8 }), 'own', 7)).toBe(false);
    expect(isForSocket(of(name, { senderid: 0, userid: 7 }), 'chat', 7)).toBe(true);
    expect(isForSocket(of(name, { senderid: 8, userid: 7 }), 'chat', 7)).toBe(false);
    expect(isForSocket(of(name, { senderid: 0 }), 'chat', 0)).toBe(false);
  }
  expect(isForSocket(of('common-notice', {}), 'own', 7)).toBe(true);
  expect(isForSocket(of('common-notice', {}), 'state', 7)).toBe(false);
});

test('S5 ids are forgotten one by one in order of their arrival, also after the ring has wrapped', () => {
  const deliveries = new Deliveries(0);
  const isNew = (id: number) => deliveries.isNew({ msgId: String(id), offset: 0, isRetransmit: false });
  for (let id = 0; id < 2 * MAX_SEEN_IDS + 10; id++) expect(isNew(id)).toBe(true);
  expect(isNew(MAX_SEEN_IDS + 10)).toBe(false);
  expect(isNew(2 * MAX_SEEN_IDS + 9)).toBe(false);
  expect(isNew(MAX_SEEN_IDS + 9)).toBe(true);
});

test('S5 a stored offset is a count that the browser can represent, else 0', () => {
  expect([readOffset('5'), readOffset(String(Number.MAX_SAFE_INTEGER))]).toEqual([5, Number.MAX_SAFE_INTEGER]);
  for (const bad of [undefined, '', '-1', '1.5', 'x1', '1x', ' 1', String(Number.MAX_SAFE_INTEGER + 1), '0'.repeat(17)])
    expect(readOffset(bad)).toBe(0);
});

const SAFETY = { roomId: 1_001, deviceNo: 'dev', dfid: 'kfd', userAgent: '', passedTimes: 2, passedMs: 99 };
const systemOf = (userAgent: string) => safetyFields({ ...SAFETY, userAgent }).sysVersion;
test('S4 the safety fields name the system of the browser, the check and the device', () => {
  const fields = safetyFields({ ...SAFETY, userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64) Gecko (like)' });
  expect(fields).toEqual({
    safeSign: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    safeTimes: '2',
    safeCt: '99',
    version: '1.0.0',
    sysVersion: 'Windows NT 10.0; Win64',
    kfd: 'kfd',
  });
  // FNV-1a of `device-12345678|1001|7|1700000000000`, with its leading zero.
  const signed = { ...SAFETY, userAgent: '', deviceNo: 'device-12345678', roomId: 1_001, passedTimes: 7, passedMs: 1_700_000_000_000 };
  expect(safetyFields(signed).safeSign).toBe('047cf73d');
  expect([systemOf(''), systemOf('Mozilla'), systemOf('()'), systemOf('(open')]).toEqual(['', '', '', '']);
  expect(systemOf(`(${'x'.repeat(65)})`)).toBe('x'.repeat(64));
  expect(systemOf(`${'a'.repeat(512)}(late)`)).toBe('');
});
