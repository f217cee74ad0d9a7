import { expect, test } from 'vitest';
import { BATCH_LIMITS, createBatch } from '../../../src/core/socket/batch.ts';
import { classOf, stateKey } from '../../../src/core/socket/message-class.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { readMessage } from '../../../src/wire/envelope.ts';
import { type Message, ROWS, rowOf } from '../../../src/wire/registry.ts';
import { seeded } from '../../seeded.ts';

/** Repeated here, so that a change of the limits fails a test. */
const BATCH_MS = 100;
const OWN_GAP_MS = 20;

const none = '';

function message(id: number, body: object): Message {
  const row = rowOf(id)!;
  const read = readMessage(row, codecOf(row.family)[row.schema]!, body);
  if (!read.ok) throw new Error(read.error.detail);
  return read.value;
}
const classOfPush = (id: number, body: object, userId = 7) =>
  classOf(message(id, body), rowOf(id)!.messageClass, { userId, name: userId === 0 ? '' : '小鱼' });

test('S20 messages are passed on in order of arrival, whatever their class', () => {
  const batch = createBatch<number>();
  (['chat', 'own', 'effect', 'state', 'chat', 'effect'] as const).forEach((messageClass, i) => batch.add(i, messageClass, String(i), i));
  expect(batch.flush(10)).toEqual({ messages: [0, 1, 2, 3, 4, 5], skipped: { chat: 0, effect: 0 } });
  expect(batch.flush(20).messages).toEqual([]);
});

test('S20 5,000 chat messages a second pass completely, also in bursts', () => {
  const batch = createBatch<number>();
  let passed = 0;
  let skipped = 0;
  for (let atMs = 0; atMs < 3_000; atMs += BATCH_MS) {
    const burst = (atMs / BATCH_MS) % 2 === 0 ? 550 : 450;
    for (let i = 0; i < burst; i++) batch.add(i, 'chat', none, atMs);
    const left = batch.flush(atMs + BATCH_MS);
    passed += left.messages.length;
    skipped += left.skipped.chat;
  }
  expect({ passed, skipped }).toEqual({ passed: 15_000, skipped: 0 });
});

test('S20 in a flood the oldest chat messages are dropped and counted, and no others', () => {
  const batch = createBatch<string>();
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
  const batch = createBatch<string>();
  batch.flush(0);
  batch.add('called', 'call', none, 0);
  for (let i = 0; i < 60_000; i++) batch.add('chat', 'chat', none, 1);
  const flooded = batch.flush(BATCH_MS);
  expect(flooded.messages[0]).toBe('called');
  expect(flooded.messages.length + flooded.skipped.chat).toBe(60_001);

  for (let i = 0; i < 5_000; i++) batch.add(`call ${i}`, 'call', none, 1);
  for (let i = 0; i < 100; i++) batch.add('gift', 'effect', none, 1);
  const { messages, skipped } = batch.flush(2 * BATCH_MS);
  expect(messages.slice(0, 2)).toEqual([`call ${5_000 - BATCH_LIMITS.maxCalls}`, `call ${5_001 - BATCH_LIMITS.maxCalls}`]);
  expect(messages.filter((message) => message === 'gift')).toHaveLength(100);
  expect(skipped).toEqual({ chat: 5_000 - BATCH_LIMITS.maxCalls, effect: 0 });
});

test('S21 effects are bounded, the oldest are dropped first, separately from chat messages', () => {
  const batch = createBatch<number>();
  for (let i = 0; i < 5_000; i++) batch.add(i, 'effect', none, 0);
  const { messages, skipped } = batch.flush(BATCH_MS);
  expect(messages).toHaveLength(BATCH_LIMITS.maxEffects);
  expect(messages.at(-1)).toBe(4_999);
  expect(skipped).toEqual({ chat: 0, effect: 5_000 - BATCH_LIMITS.maxEffects });
});

test('S9 of each state key only the newest message is kept, in the newest place', () => {
  const batch = createBatch<string>();
  batch.add('a1', 'state', 'a', 0);
  batch.add('b1', 'state', 'b', 0);
  batch.add('a2', 'state', 'a', 0);
  expect(batch.flush(1).messages).toEqual(['b1', 'a2']);
});

test('S9 states and own messages are never dropped: a batch full of them is sent immediately', () => {
  const batch = createBatch<number>();
  const left: number[] = [];
  for (let i = 0; i < 10_000; i++) if (batch.add(i, i % 2 === 0 ? 'own' : 'state', String(i), 0)) left.push(...batch.flush(0).messages);
  left.push(...batch.flush(0).messages);
  expect(left).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
});

test('S7 an own message does not wait for the next batch, and a flood of them does not cause a flood of batches', () => {
  const batch = createBatch<string>();
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

test('S9 two orders with one message name are two states', () => {
  const row = rowOf(400_401)!;
  const of = (orderId: string) => stateKey(message(400_401, { orderId }), row.key);
  expect(of('a')).not.toBe(of('b'));
  expect(of('a')).not.toBe(stateKey(message(400_402, { orderId: 'a' }), rowOf(400_402)!.key));
});

test('S20 in random floods all own and state messages are passed on in order, and missing others are counted', () => {
  const random = seeded(61);
  for (let round = 0; round < 50; round++) {
    const batch = createBatch<{ readonly i: number; readonly messageClass: string }>();
    const left: { readonly i: number; readonly messageClass: string }[] = [];
    let skipped = 0;
    const put = (nowMs: number): void => {
      const flushed = batch.flush(nowMs);
      left.push(...flushed.messages);
      skipped += flushed.skipped.chat + flushed.skipped.effect;
    };
    const total = random.int(5_000);
    for (let i = 0; i < total; i++) {
      const messageClass = random.pick(['own', 'state', 'effect', 'call', 'chat', 'chat'] as const);
      if (batch.add({ i, messageClass }, messageClass, String(i), i)) put(i);
      if (random.int(300) === 0) put(i);
    }
    put(total);
    expect(left.length + skipped).toBe(total);
    expect(left.map(({ i }) => i)).toEqual(left.map(({ i }) => i).toSorted((a, b) => a - b));
  }
});

test('S20 the first message of a connection is passed on at once, the next 100 ms after the last batch', () => {
  const batch = createBatch<string>();
  batch.add('a', 'chat', none, 10);
  expect(batch.dueMs()).toBe(10);
  batch.flush(10);
  batch.add('b', 'chat', none, 20);
  expect(batch.dueMs()).toBe(110);
});
