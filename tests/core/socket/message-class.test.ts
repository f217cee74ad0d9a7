import { expect, test } from 'vitest';
import { BATCH_LIMITS, createBatch } from '../../../src/core/socket/batch.ts';
import { createDeliveries, readOffset } from '../../../src/core/socket/delivery.ts';
import { classFields, classOf, isForSocket, stateKey } from '../../../src/core/socket/message-class.ts';
import { safetyFields } from '../../../src/core/socket/safety.ts';
import type { Message } from '../../../src/wire/registry.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_SEEN_IDS = 2_000;

const of = (name: string, body: object): Message => ({ name, body }) as unknown as Message;
const VIEWER = { userId: 7, name: '小鱼' };

test.each(['chat', 'socket-chat'])(
  'S7 S20 a %s message has the class `own`, `call` or `chat`, depending on sender, receiver and mention',
  (name) => {
    const line = { senderid: 9, userid: 0, receiverid: 0, receiveruserid: 0, chatmsg: '你好' };
    const is = (change: object, viewer = VIEWER) => classOf(of(name, { ...line, ...change }), 'chat', viewer);
    expect(is({})).toBe('chat');
    expect(is({ senderid: 7 })).toBe('own');
    expect(is({ senderid: 0, userid: 7 })).toBe('own');
    expect(is({ userid: 7 })).toBe('chat');
    expect(is({ receiverid: 7 })).toBe('call');
    expect(is({ receiveruserid: 7 })).toBe('call');
    expect(is({ chatmsg: '@小鱼 你好' })).toBe('call');
    expect(is({ senderid: 0, receiverid: 0, chatmsg: '@小鱼' }, { userId: 0, name: '小鱼' })).toBe('chat');
  },
);

test('S7 a gift, an entry and an order of the viewer have the class `own`, those of others the class of their row', () => {
  for (const name of ['gift', 'socket-gift']) {
    expect(classOf(of(name, { senderid: 7 }), 'effect', VIEWER)).toBe('own');
    expect(classOf(of(name, { senderid: 8, userid: 7 }), 'effect', VIEWER)).toBe('effect');
  }
  expect(classOf(of('login', { userid: 7 }), 'chat', VIEWER)).toBe('own');
  expect(classOf(of('login', { userid: 8 }), 'chat', VIEWER)).toBe('chat');
  expect(classOf(of('login', { userid: 0 }), 'chat', { userId: 0, name: '' })).toBe('chat');
  const order = (user: object | null, rowClass: 'effect' | 'state') => classOf(of('reward-square-order', { user }), rowClass, VIEWER);
  expect(order({ userId: 7 }, 'effect')).toBe('own');
  expect(order({ userId: 8 }, 'effect')).toBe('effect');
  expect(order(null, 'effect')).toBe('effect');
  // A state is never dropped, and the newest of its key replaces the others.
  expect(order({ userId: 7 }, 'state')).toBe('state');
  expect(classOf(of('common-notice', {}), 'effect', VIEWER)).toBe('effect');
});

test('S9 only the fields that decide the class are read, and for a visitor only those of the login', () => {
  const line = ['senderid', 'userid', 'receiverid', 'receiveruserid', { name: 'chatmsg', holding: '@' }];
  expect(classFields('chat', 'chat', true)).toEqual(line);
  expect(classFields('socket-chat', 'chat', true)).toEqual(line);
  expect(classFields('gift', 'effect', true)).toEqual(['senderid']);
  expect(classFields('socket-gift', 'effect', true)).toEqual(['senderid']);
  expect(classFields('reward-square-order', 'effect', true)).toEqual([{ name: 'user', inside: 'userId' }]);
  expect(classFields('reward-square-order', 'state', true)).toEqual([]);
  for (const isKnown of [true, false]) expect(classFields('login', 'chat', isKnown)).toEqual(['userid']);
  for (const name of ['chat', 'gift', 'reward-square-order']) expect(classFields(name, 'effect', false)).toEqual([]);
});

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

test('S9 the key of a state is its name and the values of its key fields', () => {
  expect(stateKey(of('a', {}), [])).toBe('a');
  expect(stateKey(of('a', { x: 1, y: 'b' }), ['x', 'y'])).toBe('a:1:b');
});

test('S21 of twice the maximum number of waiting effects the newest half is passed on, and the others are counted', () => {
  const batch = createBatch<number>();
  const most = 2 * BATCH_LIMITS.maxEffects;
  for (let at = 0; at < most - 1; at++) batch.add(at, 'effect', '', 0);
  batch.add(most - 1, 'effect', '', 0);
  const { messages, skipped } = batch.flush(10);
  expect(messages).toEqual(Array.from({ length: BATCH_LIMITS.maxEffects }, (_, at) => at + BATCH_LIMITS.maxEffects));
  expect(skipped).toEqual({ chat: 0, effect: BATCH_LIMITS.maxEffects });
});

test('S9 a batch contains the keys of its states until it is passed on', () => {
  const batch = createBatch<number>();
  batch.add(1, 'state', 'round', 0);
  batch.add(2, 'chat', 'line', 0);
  expect([batch.holds('round'), batch.holds('line'), batch.holds('')]).toEqual([true, false, false]);
  batch.flush(10);
  expect(batch.holds('round')).toBe(false);
});

test('S5 ids are forgotten one by one in order of their arrival, also after the ring has wrapped', () => {
  const deliveries = createDeliveries(0);
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

test('S4 the sign is the FNV-1a hash of its inputs, and differs with each of them', () => {
  const signs = [
    SAFETY,
    { ...SAFETY, roomId: 1_002 },
    { ...SAFETY, deviceNo: 'dew' },
    { ...SAFETY, passedTimes: 3 },
    { ...SAFETY, passedMs: 98 },
  ].map((given) => safetyFields(given).safeSign);
  expect(new Set(signs).size).toBe(5);
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from('dev|1001|2|99')) hash = Number((BigInt(hash ^ byte) * 0x01000193n) & 0xffff_ffffn);
  expect(signs[0]).toBe((hash >>> 0).toString(16).padStart(8, '0'));
});
