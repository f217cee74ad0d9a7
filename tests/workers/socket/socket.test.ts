import { expect, test } from 'vitest';
import { err, ok } from '../../../src/workers/core/result.ts';
import { MAX_BATCH_MESSAGES } from '../../../src/workers/core/socket/batch.ts';
import { createInbox } from '../../../src/workers/socket/inbox.ts';
import { encodePush, encodeRawPush } from '../../../src/workers/wire/encode-push.ts';
import { HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE } from '../../../src/workers/wire/frame.ts';
import { seeded } from '../../seeded.ts';
import { identity, opened, world } from './world.ts';

const chat = (text: string, more: object = {}): { id: number; body: object } => ({
  id: 501,
  body: { chatmsg: text, senderid: 9, sendername: 'x', ...more },
});
const outgoing = { text: 'hello', receiverId: 0, receiverUserId: 0, secret: false, source: '', manual: true };

test('S1 S2 S4 it asks for addresses, dials the first, logs in, and says that it is open', async () => {
  const it = world();
  it.socket.up({ do: 'connect', identity });
  await it.pass(0);
  expect(it.urls[0]).toContain('/socket_scheduler/pc/binary/v1/address.jsonp?');
  expect(it.dials.map(({ url }) => url)).toEqual(['wss://one.test/chat']);
  it.dials[0]?.events.opened();
  expect(it.commands()).toMatchObject([{ id: 201, fields: { roomid: 1001, kugouid: 7, token: 'secret', soctoken: 'soc', v: 20_240_801 } }]);
  it.push({ id: 901, body: { type: 1, status: 1 } });
  expect(it.down.filter(({ kind }) => kind === 'state').at(-1)).toMatchObject({ at: 'open', queued: 0, error: null });
});

test('S5 the screen is reported after the login, a message is acknowledged, a repeated one is seen once, the offset is told', async () => {
  const it = await opened({ ...identity, vertical: true });
  const said = { ...chat('once'), msgId: 'm1', offset: 77, ack: true };
  it.push(said);
  it.push({ ...said, rpt: true });
  await it.pass(200);
  expect(it.commands().slice(1)).toMatchObject([
    { id: 410_001, fields: { screen: 1 } },
    { id: 211, fields: { msgId: 'm1', offset: 77 } },
    { id: 211, fields: { msgId: 'm1', offset: 77 } },
  ]);
  expect(it.messages()).toEqual(['error', 'chat']);
  expect(it.count('socket.repeated')).toBe(1);
  expect(it.down).toContainEqual({ kind: 'offset', offset: '77' });
});

test('S4 S5 after a lost connection it logs in again with the offset, at the next address', async () => {
  const it = await opened();
  it.push({ ...chat('x'), offset: 5 });
  await it.pass(10_500);
  it.dials[0]?.events.received(HEARTBEAT_RESPONSE);
  it.dials[0]?.events.lost();
  await it.pass(500);
  expect(it.dials.map(({ url }) => url)).toEqual(['wss://one.test/chat', 'wss://two.test/chat']);
  it.dials[1]?.events.opened();
  expect(it.commands()).toMatchObject([{ id: 2201, fields: { offset: '5' } }]);
});

test('S6 heartbeats are text, every 10 s; an unanswered server is left after three', async () => {
  const it = await opened();
  await it.pass(30_000);
  expect(it.dials[0]?.sent.filter((data) => data === HEARTBEAT_REQUEST)).toHaveLength(3);
  await it.pass(10_000);
  expect(it.dials[0]?.isClosed).toBe(true);
  expect(it.dials).toHaveLength(1);
  await it.pass(500);
  expect(it.dials).toHaveLength(2);
});

test('S7 chat written before the login holds waits and goes out 3000 ms apart; each is settled when it is sent', async () => {
  const it = world();
  it.socket.up({ do: 'connect', identity });
  for (const localId of [1, 2, 3]) it.socket.up({ do: 'send-chat', localId, chat: { ...outgoing, text: `line ${localId}` } });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push({ id: 201, body: { userid: 7 } });
  const sent = (): unknown[] => it.commands().flatMap(({ id, fields }) => (id === 501 ? [fields.chatmsg] : []));
  await it.pass(5_000);
  expect(sent()).toEqual([]);
  it.push({ id: 901, body: { type: 1, status: 1 } });
  expect(sent()).toEqual(['line 1']);
  await it.pass(2_999);
  expect(sent()).toEqual(['line 1']);
  await it.pass(1);
  expect(sent()).toEqual(['line 1', 'line 2']);
  await it.pass(3_000);
  expect(sent()).toEqual(['line 1', 'line 2', 'line 3']);
  expect(it.down.filter(({ kind }) => kind === 'chat-settled')).toMatchObject([1, 2, 3].map((localId) => ({ localId, sent: true })));
});

test('S24 a visitor who writes is asked to log in, and nothing is sent', async () => {
  const it = await opened({ ...identity, userId: 0, token: '' });
  it.socket.up({ do: 'send-chat', localId: 4, chat: outgoing });
  expect(it.down.slice(-2)).toEqual([{ kind: 'login-required' }, { kind: 'chat-settled', localId: 4, sent: false }]);
  expect(it.commands().map(({ id }) => id)).not.toContain(501);
});

test('S7 a full queue refuses by name and loses nothing that waits', async () => {
  const it = world();
  it.socket.up({ do: 'connect', identity });
  for (let localId = 0; localId < 60; localId++) it.socket.up({ do: 'send-chat', localId, chat: outgoing });
  expect(it.down.filter((message) => message.kind === 'chat-settled' && !message.sent)).toHaveLength(10);
  expect(it.facts).toContainEqual(expect.objectContaining({ type: 'failure', code: 'CHAT_QUEUE_FULL' }));
});

test('S8 in blob mode only strings are sent, angle brackets escaped', async () => {
  const it = world();
  it.answer = ok({ code: 0, data: { addrs: [{ host: 'old.test', socketType: 'blob' }] } });
  it.socket.up({ do: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.dials[0]?.events.received('{"cmd":901,"type":1,"status":1}');
  it.socket.up({ do: 'send-chat', localId: 1, chat: { ...outgoing, text: '<b>hi</b>' } });
  await it.pass(10_000);
  const { sent = [] } = it.dials[0] ?? {};
  expect(sent.every((data) => typeof data === 'string')).toBe(true);
  expect(sent.map(String).find((text) => text.includes('chatmsg'))).toContain('&lt;b&gt;hi&lt;/b&gt;');
});

test('S8 S3 a bad frame of any kind is counted by its name, and the next message still arrives', async () => {
  const it = await opened();
  const receive = (data: unknown): void => it.dials[0]?.events.received(data);
  receive('not json');
  receive('{"cmd":"x"}');
  receive(new ArrayBuffer(3));
  receive(encodePush(chat('x')).slice(0, -1).buffer);
  receive(encodeRawPush({ id: 501, compression: 'none' }, new Uint8Array([0xff])).buffer);
  receive(encodeRawPush({ id: 999_999 }, new Uint8Array()).buffer);
  receive(12);
  it.push(chat('after'));
  await it.pass(200);
  const codes = it.facts.flatMap((fact) => (fact.type === 'failure' ? [fact.code] : []));
  expect(codes.toSorted()).toEqual(['WIRE_BAD_FIELDS', 'WIRE_BAD_JSON', 'WIRE_BAD_PROTOBUF', 'WIRE_TOO_SHORT', 'WIRE_UNKNOWN_MESSAGE']);
  expect(it.messages().at(-1)).toBe('chat');
  expect(it.down.filter(({ kind }) => kind === 'state').at(-1)).toMatchObject({ at: 'open' });
});

test('S3 an unreadable message that wants an acknowledgement gets it, or it would come for ever', async () => {
  const it = await opened();
  it.push({ id: 501, body: {}, codec: 'json' });
  it.dials[0]?.events.received(encodeRawPush({ id: 501, codec: 'json', msgId: 'bad', ack: true }, new Uint8Array([0x7b])).buffer);
  expect(it.commands().at(-1)).toMatchObject({ id: 211, fields: { msgId: 'bad' } });
});

test('S3 a hundred bad frames between two batches are told as one fact with a count', async () => {
  const it = await opened();
  await it.pass(200);
  it.facts.length = 0;
  for (let i = 0; i < 100; i++) it.dials[0]?.events.received(new ArrayBuffer(1));
  await it.pass(200);
  expect(it.facts).toEqual([{ type: 'failure', code: 'WIRE_TOO_SHORT', detail: '1 bytes', by: 100 }]);
});

test('S20 a flood of 1,000 messages a second crosses in ten batches, whole and in order', async () => {
  const it = await opened();
  await it.pass(200);
  it.down.length = 0;
  for (let i = 0; i < 1_000; i++) {
    it.push(chat(String(i)));
    await it.pass(1);
  }
  await it.pass(100);
  const batches = it.down.flatMap((message) => (message.kind === 'messages' ? [message] : []));
  expect(batches.length).toBeLessThanOrEqual(11);
  expect(batches.flatMap(({ messages }) => messages.map(({ body }) => Number(body['chatmsg'])))).toEqual(
    Array.from({ length: 1_000 }, (_, i) => i),
  );
  expect(batches.every(({ skipped }) => skipped === 0)).toBe(true);
});

test('S20 more than a batch holds is skipped and counted; the viewer’s own and what is not talk stay', async () => {
  const it = await opened();
  await it.pass(200);
  it.down.length = 0;
  for (let i = 0; i < 2_000; i++) it.push(chat(String(i)));
  it.push(chat('mine', { senderid: 7 }));
  it.push({ id: 400_001, body: { title: 'notice' } });
  await it.pass(200);
  const [batch] = it.down.flatMap((message) => (message.kind === 'messages' ? [message] : []));
  expect(batch?.messages.length).toBeLessThanOrEqual(MAX_BATCH_MESSAGES);
  expect((batch?.messages.length ?? 0) + (batch?.skipped ?? 0)).toBe(2_002);
  expect(batch?.messages.slice(-2).map(({ name, body }) => [name, body['chatmsg'] ?? body['title']])).toEqual([
    ['chat', 'mine'],
    ['ceremony-notice', 'notice'],
  ]);
  expect(it.count('socket.skipped')).toBe(batch?.skipped);
});

test('S6 errno 622 in a 901 hangs up and asks for addresses once more', async () => {
  const it = await opened();
  it.push({ id: 901, body: { type: 1, status: 0, errno: 622 } });
  await it.pass(0);
  expect(it.dials[0]?.isClosed).toBe(true);
  expect(it.urls).toHaveLength(2);
  expect(it.dials).toHaveLength(2);
});

test('S1 a dangerous user is told to pass the slider, and goes on after it', async () => {
  const it = world();
  it.answer = ok({ code: 1_100_007 });
  it.socket.up({ do: 'connect', identity });
  await it.pass(60_000);
  expect(it.down).toContainEqual({ kind: 'dangerous' });
  expect(it.urls).toHaveLength(1);
  it.answer = ok({ code: 0, data: { addrs: ['one.test'] } });
  it.socket.up({ do: 'slider-passed' });
  await it.pass(0);
  expect(it.dials).toHaveLength(1);
});

test('S1 S2 a service that cannot be reached is asked five times, then the room is told; asking again works', async () => {
  const it = world();
  it.answer = err('HTTP_NETWORK', 'offline');
  it.socket.up({ do: 'connect', identity });
  await it.pass(60_000);
  expect(it.urls).toHaveLength(5);
  expect(it.down.at(-1)).toMatchObject({ kind: 'state', at: 'failed', error: 'SOCKET_EXHAUSTED' });
  it.answer = ok({ code: 0, data: { addrs: ['one.test'] } });
  it.socket.up({ do: 'retry' });
  await it.pass(0);
  expect(it.dials).toHaveLength(1);
});

test('S1 an address answer of the wrong form is a named failure and a retry', async () => {
  const it = world();
  it.answer = ok({ code: 'x' });
  it.socket.up({ do: 'connect', identity });
  await it.pass(0);
  expect(it.facts).toContainEqual(expect.objectContaining({ type: 'failure', code: 'HTTP_BAD_BODY' }));
  expect(it.down.at(-1)).toMatchObject({ kind: 'state', at: 'waiting', attempt: 1 });
});

test('S5 closing says goodbye (202) and hangs up; the server’s own 202 is obeyed', async () => {
  const it = await opened();
  it.socket.up({ do: 'close' });
  expect(it.commands().at(-1)).toMatchObject({ id: 202, fields: { roomid: 1001 } });
  expect(it.dials[0]?.isClosed).toBe(true);

  const sent = await opened();
  sent.push({ id: 202, body: { reconnect: false, msg: 'elsewhere' } });
  expect(sent.down.filter(({ kind }) => kind === 'state').at(-1)).toMatchObject({ at: 'failed', error: 'SOCKET_LOGIN_REFUSED' });
});

test('S20 a code that the viewer read goes as 502', async () => {
  const it = await opened();
  it.socket.up({ do: 'verify-chat', code: 'ab12', key: 'k' });
  expect(it.commands().at(-1)).toMatchObject({ id: 502, fields: { code: 'ab12', key: 'k' } });
});

test('S10 a debug command shows the traffic of its number, never the token, within a bound', async () => {
  const it = await opened({ ...identity, debugCommand: 501 });
  await it.pass(200);
  it.down.length = 0;
  for (let i = 0; i < 100; i++) it.push(chat(`line ${i}`));
  it.push({ id: 601, body: { giftname: 'flower' } });
  await it.pass(200);
  const lines = it.down.flatMap((message) => (message.kind === 'debug' ? message.lines : []));
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines.every((line) => line.startsWith('← 501 chat') && line.length <= 300)).toBe(true);

  const all = await opened({ ...identity, debugCommand: 0 });
  await all.pass(200);
  const seen = all.down.flatMap((message) => (message.kind === 'debug' ? message.lines : [])).join('\n');
  expect(seen).toContain('→ 201');
  expect(seen).toContain('· login confirmed');
  expect(seen).not.toContain('secret');
  expect((await opened()).down.some(({ kind }) => kind === 'debug')).toBe(false);
});

test('S3 S8 5,000 hostile WebSocket messages are each a beat, a message, a repetition or a name', () => {
  const random = seeded(21);
  const inbox = createInbox(0);
  const pushes = [chat('x'), { id: 601, body: { giftname: 'g', num: 3 } }, { id: 201, body: { nickname: 'n' } }];
  for (let round = 0; round < 5_000; round++) {
    const push = {
      ...random.pick(pushes),
      msgId: String(random.int(50)),
      offset: random.int(100),
      compression: random.pick(['none', 'gzip', 'snappy'] as const),
    };
    const data = random.pick<() => unknown>([
      () => random.flip(encodePush(push)),
      () => random.bytes(random.int(64)).buffer,
      () => new TextDecoder().decode(random.bytes(random.int(64))),
      () =>
        JSON.stringify({
          cmd: random.pick([501, 901, 'x', -1, null]),
          content: random.pick([{}, [], 'x', { chatmsg: random.int(9) }, null]),
          rpt: random.int(3),
        }),
      () => random.pick([undefined, null, 5, {}, []]),
    ])();
    const incoming = inbox.take(data);
    if (incoming.kind === 'failure') expect(incoming.failure.code).toMatch(/^WIRE_/);
  }
});
