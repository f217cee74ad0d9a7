/** Times and counts of batches, acknowledgements and lines. */
import { expect, test } from 'vitest';
import { BATCH_LIMITS } from '../../../src/core/socket/batch.ts';
import { encodePush } from '../../../src/wire/encode-push.ts';
import { harness, identity, lineOf, opened, type World } from './harness.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_QUEUED_LINES = 50;

const EPOCH_MS = 1_700_000_000_000;
const chat = (text: string, more: object = {}): { id: number; body: object } => ({
  id: 501,
  body: { chatmsg: text, senderid: 9, sendername: 'x', ...more },
});
const lines = (it: World) => it.batches.flatMap(({ messages }) => messages.filter(({ name }) => name === 'chat'));
const outcomes = (it: World) => it.down.flatMap((message) => (message.type === 'line' ? [[message.uuid, message.outcome]] : []));

test('S9 a message has the time of its envelope, or of its arrival', async () => {
  const it = await opened();
  await it.pass(300);
  it.push({ ...chat('with'), time: 1_600_000_000_000 });
  it.push(chat('without'));
  await it.pass(200);
  expect(lines(it).map(({ timeMs }) => timeMs)).toEqual([1_600_000_000_000, EPOCH_MS + 300]);
});

test('S5 acknowledgements are collected for 100 ms and sent with the offset; an unchanged offset is not posted again', async () => {
  const it = await opened({ ...identity, offset: '40' });
  await it.pass(1_000);
  const offsets = () => it.down.flatMap((message) => (message.type === 'offset' ? [message.offset] : []));
  expect(offsets()).toEqual([]);
  const push = { ...chat('x'), msgId: 'm', offset: 50, ack: true };
  it.push(push);
  await it.pass(1);
  it.batches.length = 0;
  it.push({ ...push, msgId: 'm2', offset: 51, rpt: true });
  it.push({ ...push, rpt: true });
  const acks = () => it.commands().flatMap(({ id, fields }) => (id === 211 ? [fields] : []));
  await it.pass(98);
  expect(acks()).toMatchObject([{ msgId: 'm' }]);
  await it.pass(10);
  expect(acks()).toMatchObject([{ msgId: 'm' }, { msgId: 'm2,m', offset: 51 }]);
  it.push(chat('y'));
  await it.pass(200);
  expect(offsets()).toEqual(['50', '51']);
  expect(acks()).toHaveLength(2);
  expect(it.count('socket.repeated')).toBe(1);
});

test('S5 messages of an earlier connection are not acknowledged on the next one, where their ids may be those of other messages', async () => {
  const it = await opened();
  it.push({ ...chat('old'), msgId: 'm1', offset: 9, ack: true });
  it.socket.up({ type: 'connect', identity });
  it.dials[1]?.events.opened();
  it.push({ ...chat('new'), msgId: 'm2', offset: 3, ack: true });
  await it.pass(200);
  expect(it.commands().slice(1)).toMatchObject([{ id: 211, fields: { msgId: 'm2', offset: 3 } }]);
});

test('S3 a repeated message that requests no acknowledgement is counted within 100 ms, and a heartbeat posts nothing', async () => {
  const it = await opened();
  await it.pass(1_000);
  it.push({ ...chat('x'), msgId: 'm', offset: 50 });
  await it.pass(200);
  it.facts.length = 0;
  it.down.length = 0;
  it.dials[0]?.events.received('HEARTBEAT_RESPONSE');
  await it.pass(1_000);
  expect([it.facts, it.down]).toEqual([[], []]);
  it.push({ ...chat('x'), msgId: 'm', offset: 50, rpt: true });
  await it.pass(99);
  expect(it.facts).toEqual([]);
  await it.pass(1);
  expect(it.facts).toEqual([{ type: 'count', name: 'socket.repeated', by: 1 }]);
  await it.pass(1_000);
  expect(it.facts).toHaveLength(1);
  expect(it.down).toEqual([]);
});

test('S5 a message whose code is still loading is acknowledged within 100 ms', async () => {
  const it = await opened(identity, { games: () => new Promise(() => undefined) });
  await it.pass(1_000);
  it.push({ id: 302_315, body: {}, msgId: 'waits', ack: true, offset: 9 });
  await it.pass(99);
  expect(it.commands().filter(({ id }) => id === 211)).toEqual([]);
  await it.pass(1);
  expect(it.commands().at(-1)).toMatchObject({ id: 211, fields: { msgId: 'waits', offset: 9 } });
});

test('S20 effects beyond the limit of a batch are dropped and counted, the newest are kept', async () => {
  const it = await opened();
  await it.pass(200);
  it.batches.length = 0;
  for (let at = 0; at < BATCH_LIMITS.maxEffects + 7; at++) it.push({ id: 601, body: { giftname: String(at), senderid: 9 } });
  await it.pass(200);
  expect(it.batches[0]?.skipped).toEqual({ chat: 0, effect: 7 });
  expect(it.batches[0]?.messages).toHaveLength(BATCH_LIMITS.maxEffects);
  expect(it.batches[0]?.messages[0]).toMatchObject({ body: { giftname: '7' } });
  expect(it.count('socket.skipped-effects')).toBe(7);
});

test('S20 ext of a JSON message is read like that of a protobuf message', async () => {
  const it = await opened();
  await it.pass(200);
  const ext = JSON.stringify({ vipData: { c: 3 } });
  it.push({ ...chat('good', { ext }), codec: 'json' });
  it.push({ ...chat('bad', { ext: '%E0%A4%A' }), codec: 'json' });
  await it.pass(200);
  expect(lines(it)).toMatchObject([{ body: { ext: '', userExt: { vipData: { c: 3 } } } }, { body: { ext: '', userExt: null } }]);
  expect(it.count('chat.bad-ext')).toBe(1);
  // The socket worker reads JSON messages itself; the room worker uses them unchanged.
  const read = it.down.flatMap((message) => (message.type === 'messages' ? message.batch.read : []));
  expect(read).toMatchObject([{ body: { ext: '', userExt: { vipData: { c: 3 } } } }, { body: { ext: '', userExt: null } }]);
  it.push(chat('next'));
  await it.pass(200);
  expect(it.count('chat.bad-ext')).toBe(1);
});

test.each([501, 400_305])('S7 an own line is delivered by an echo (%i) that names its sender only by userid', async (id) => {
  const it = await opened();
  it.socket.up({ type: 'send-chat', line: lineOf('u1') });
  it.push({ id, body: { userid: identity.userId, chatmsg: 'u1', uuid: 'u1' } });
  expect(outcomes(it)).toEqual([['u1', { name: 'said', by: 'echo' }]]);
});

test('S20 a batch is posted immediately when it holds the maximum number of states', async () => {
  const it = await opened();
  await it.pass(1_000);
  it.push(chat('x'));
  await it.pass(1);
  it.batches.length = 0;
  for (let at = 0; at < BATCH_LIMITS.maxKept; at++) it.push({ id: 490_002, body: { roomid: at + 1, status: 1 } });
  expect(it.batches.map(({ messages }) => messages.length)).toEqual([BATCH_LIMITS.maxKept]);
});

test('S7 each outcome of a line is counted by its name, and the number of waiting lines is posted', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  for (let at = 0; at <= MAX_QUEUED_LINES; at++) it.socket.up({ type: 'send-chat', line: lineOf(`u${at}`) });
  it.socket.up({ type: 'send-chat', line: lineOf('other', 'x', 8) });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push({ id: 901, body: { type: 1, status: 1 } });
  it.push({ id: 901, body: { cmd: 501, status: 0, errno: 50_101, uuid: 'u0' } });
  await it.pass(3_000);
  it.push({ id: 211, body: { uuid: 'u1' } });
  const queued = it.down.flatMap((message) => (message.type === 'state' ? [message.queued] : []));
  expect(queued.slice(0, 4)).toEqual([0, 1, 2, 3]);
  expect(queued.at(-1)).toBe(MAX_QUEUED_LINES - 2);
  const counts = ['said', 'given-back', 'queue-full', 'too-fast'].map((name) => it.count(`chat.line.${name}`));
  expect(counts).toEqual([1, 1, 1, 1]);
  expect(it.facts).toContainEqual({ type: 'failure', code: 'CHAT_QUEUE_FULL', detail: '50 waiting' });
  expect(it.facts.filter(({ type }) => type === 'failure')).toHaveLength(1);
  expect(it.down.filter(({ type }) => type === 'login-required')).toEqual([]);
});

test('S7 a sent line is no longer counted as waiting, even before its answer', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  for (const uuid of ['a', 'b', 'c']) it.socket.up({ type: 'send-chat', line: lineOf(uuid) });
  await it.pass(0);
  const queued = (): unknown => it.down.flatMap((message) => (message.type === 'state' ? [message.queued] : [])).at(-1);
  expect(queued()).toBe(3);
  it.dials[0]?.events.opened();
  it.push({ id: 901, body: { type: 1, status: 1 } });
  for (const waiting of [2, 1, 0]) {
    expect(queued()).toBe(waiting);
    await it.pass(3_000);
  }
});

test('S7 a line of an earlier page fails 270 s after it was written: 150 s for the gap behind a full queue, and 120 s', async () => {
  const it = await opened();
  await it.pass(250_000);
  it.socket.up({ type: 'send-chat', line: lineOf('u1') });
  await it.pass(19_999);
  expect(outcomes(it)).toEqual([]);
  await it.pass(1);
  expect(outcomes(it)).toEqual([['u1', { name: 'failed', failure: 'expired', message: '' }]]);
});

test('S7 the echo of a line in a socket message settles it; a line of another sender with its id does not', async () => {
  // With the debug view lines of others are decoded too.
  const it = await opened({ ...identity, debugCommand: 0 });
  it.socket.up({ type: 'send-chat', line: lineOf('u1') });
  it.push(chat('u1', { uuid: 'u1' }));
  it.push({ id: 211, body: { uuid: 'u2' } });
  it.push({ id: 901, body: { cmd: 201, type: 1, status: 1, uuid: 'u1' } });
  expect(outcomes(it)).toEqual([]);
  it.push({ id: 400_305, body: { chatmsg: 'u1', senderid: 7, uuid: 'u1' } });
  expect(outcomes(it)).toEqual([['u1', { name: 'said', by: 'echo' }]]);
  // Without a uuid the line is identified by its number.
  it.socket.up({ type: 'send-chat', line: lineOf('u5') });
  it.push({ id: 501, body: { chatmsg: 'u5', senderid: 7, seq: lineOf('u5').seq } });
  expect(outcomes(it)).toHaveLength(2);
  await it.pass(3_000);
  it.socket.up({ type: 'send-chat', line: lineOf('u6') });
  it.push({ id: 211, body: { seq: lineOf('u6').seq } });
  expect(outcomes(it)).toHaveLength(3);
});

test('S7 S20 a line is sent with its number, its id and the device', async () => {
  const it = await opened();
  it.socket.up({
    type: 'send-chat',
    line: { ...lineOf('u1', 'hello'), chat: { ...lineOf('u1', 'hello').chat, receiverId: 3, secret: true } },
  });
  expect(it.commands().at(-1)).toMatchObject({
    id: 501,
    fields: {
      chatmsg: 'hello',
      seq: EPOCH_MS + 1,
      uuid: 'u1',
      mac: 'device',
      receiverid: 3,
      issecrect: 1,
      source: 'others',
      v: 20_240_801,
    },
  });
});

test('S20 a refusal without a question posts no verification question', async () => {
  const it = await opened();
  it.socket.up({ type: 'send-chat', line: lineOf('u1') });
  it.push({ id: 901, body: { cmd: 501, status: 0, errno: 9, uuid: 'u1' } });
  it.push({ id: 901, body: { cmd: 410_001, status: 0, errno: 9, key: 'k' } });
  expect(it.down.filter(({ type }) => type === 'verify' || type === 'verified')).toEqual([]);
});

test('S3 S8 bytes may arrive as a view into a larger buffer', async () => {
  const it = await opened();
  const bytes = encodePush(chat('view'));
  const larger = new Uint8Array(bytes.length + 9);
  larger.set(bytes, 5);
  it.dials[0]?.events.received(larger.subarray(5, 5 + bytes.length));
  await it.pass(200);
  expect(lines(it)).toMatchObject([{ body: { chatmsg: 'view' } }]);
});

test('S3 a frame with the client’s type, an unknown message number and a value that is no data are each named in the failure', async () => {
  const it = await opened();
  await it.pass(200);
  it.facts.length = 0;
  const bytes = encodePush(chat('x'));
  bytes[3] = 1;
  it.dials[0]?.events.received(bytes.buffer);
  await it.pass(200);
  it.dials[0]?.events.received('{"cmd":123456,"ack":1,"msgId":"unknown"}');
  await it.pass(200);
  it.dials[0]?.events.received({});
  await it.pass(200);
  expect(it.facts).toEqual([
    { type: 'failure', code: 'WIRE_BAD_ENVELOPE', detail: 'command 501 from the server', by: 1 },
    { type: 'failure', code: 'WIRE_UNKNOWN_MESSAGE', detail: '123456', by: 1 },
    { type: 'failure', code: 'WIRE_BAD_FIELDS', detail: 'neither text nor bytes', by: 1 },
  ]);
  expect(it.commands().at(-1)).toMatchObject({ id: 211, fields: { msgId: 'unknown' } });
});
