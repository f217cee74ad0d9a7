import { expect, test } from 'vitest';
import { createChatServer, type ChatOut } from '../../../mocks/backend/chat-server.ts';
import type { Fault } from '../../../mocks/backend/faults.ts';
import type { ChatBehaviour } from '../../../mocks/scenario.ts';
import { encodeCommand } from '../../../src/wire/encode-command.ts';
import { readPush } from '../../../src/wire/read-push.ts';
import { readEnvelope } from '../../../src/wire/envelope.ts';
import { HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE, readFrame } from '../../../src/wire/frame.ts';
import { socketLog, value } from '../fixture-files.ts';

const NOW_MS = 1_800_000_000_000;
const POLITE: ChatBehaviour = { login: 'accepted', heartbeat: 'answered', echo: true };
const serve = (behaviour: Partial<ChatBehaviour> = {}, faults: readonly Fault[] = [], log = 'chat-normal', earlier = 0) =>
  createChatServer({ log: socketLog(log), behaviour: { ...POLITE, ...behaviour }, faults: () => faults, earlier });

const LOGIN_FIELDS = {
  cmd: 201,
  roomid: 1001,
  kugouid: 880_001,
  token: 't',
  appid: '1010',
  referer: '',
  clientid: 100,
  v: 20_240_801,
  soctoken: '',
  sid: '',
  socsid: 's',
  deviceNo: 'd',
  screen: 0,
  platid: 7,
  dfid: '-',
};
const LOGIN = encodeCommand({ id: 201, fields: LOGIN_FIELDS });
const CHAT = encodeCommand({
  id: 501,
  fields: {
    cmd: 501,
    chatmsg: '你好 <b>',
    receiverid: 0,
    receiveruserid: 0,
    issecrect: 0,
    seq: 42,
    mac: 'm',
    v: 20_240_801,
    source: 'others',
    uuid: 'u-1',
    paraAbnor: 0,
  },
});

const read = (message: ChatOut) => {
  const frame = value(readFrame(message as Uint8Array));
  const envelope = value(readEnvelope(frame.payload));
  return { id: frame.command, envelope, body: readPush(frame.command, envelope) };
};
const bodies = (messages: readonly ChatOut[]) => messages.map((message) => ({ id: read(message).id, ...value(read(message).body).body }));

test('S4 S6 a login is answered by 201 and a confirming 901; heartbeats are answered', () => {
  const server = serve();
  expect(bodies(server.receive(LOGIN, NOW_MS).messages)).toMatchObject([
    { id: 201, roomid: 1001, userid: 880_001 },
    { id: 901, type: 1, status: 1 },
  ]);
  expect(server.receive(HEARTBEAT_REQUEST, NOW_MS).messages).toEqual([HEARTBEAT_RESPONSE]);
  expect(serve({ heartbeat: 'unanswered' }).receive(HEARTBEAT_REQUEST, NOW_MS).messages).toEqual([]);
});

test('a refused login is answered by a 901 with status 0, an unanswered one by nothing', () => {
  expect(bodies(serve({ login: 'refused' }).receive(LOGIN, NOW_MS).messages)).toMatchObject([{ id: 901, status: 0 }]);
  expect(serve({ login: 'unanswered' }).receive(LOGIN, NOW_MS).messages).toEqual([]);
});

test('S4 a login with a user id but no token is refused, and a guest needs no token', () => {
  const answer = (kugouid: number) =>
    bodies(serve().receive(encodeCommand({ id: 201, fields: { ...LOGIN_FIELDS, kugouid, token: '' } }), NOW_MS).messages);
  expect(answer(880_001)).toMatchObject([{ id: 901, type: 1, status: 0 }]);
  expect(answer(0)).toMatchObject([
    { id: 201, userid: 0 },
    { id: 901, type: 1, status: 1 },
  ]);
});

test('S20 an own line is echoed with its uuid and needs an acknowledgement; no line is accepted before the login', () => {
  const server = serve();
  expect(server.receive(CHAT, NOW_MS).messages).toEqual([]);
  server.receive(LOGIN, NOW_MS);
  const [echo] = server.receive(CHAT, NOW_MS).messages;
  expect(read(echo!).envelope).toMatchObject({ wantsAck: true, timeMs: NOW_MS });
  expect(bodies([echo!])).toMatchObject([{ id: 501, senderid: 880_001, uuid: 'u-1', seq: 42 }]);
  expect(serve({ echo: false }).receive(CHAT, NOW_MS).messages).toEqual([]);
});

test('S20 a secret line is passed on to its receiver alone, and to nobody without a receiver', () => {
  const passed: (number | null)[] = [];
  const server = createChatServer({
    log: socketLog('chat-normal'),
    behaviour: POLITE,
    faults: () => [],
    earlier: 0,
    onLine: ({ toUserId }) => passed.push(toUserId),
  });
  server.receive(LOGIN, NOW_MS);
  const line = { cmd: 501, chatmsg: '嘘', seq: 1, receiveruserid: 0 };
  const lines = [
    { ...line, uuid: 'public', issecrect: 0, receiverid: 9 },
    { ...line, uuid: 'secret', issecrect: 1, receiverid: 9 },
    { ...line, uuid: 'to nobody', issecrect: 1, receiverid: 0 },
  ];
  for (const one of lines) expect(server.receive(JSON.stringify(one), NOW_MS).messages).toHaveLength(1);
  expect(passed).toEqual([null, 9]);
});

test('commands are accepted as strings too, invalid input is ignored, and 202 ends the connection', () => {
  const server = serve();
  expect(server.receive(JSON.stringify({ cmd: 201, roomid: 1, kugouid: 0, referer: '' }), NOW_MS).messages).toHaveLength(2);
  for (const junk of ['', '{', '[]', 'null', '{"cmd":"x"}', new Uint8Array(), new Uint8Array(40)]) {
    expect(server.receive(junk, NOW_MS)).toEqual({ messages: [], close: false });
  }
  expect(server.receive(encodeCommand({ id: 202, fields: { cmd: 202, roomid: 1 } }), NOW_MS).close).toBe(true);
});

test('S5 each round and each connection has its own ids, offsets grow, and the time is current', () => {
  const ids = new Set<string>();
  let offset = 0;
  let pushes = 0;
  for (const earlier of [0, 1]) {
    const server = serve({}, [], 'chat-flood', earlier);
    for (let elapsedMs = 0; elapsedMs <= 3_000; elapsedMs += 100) {
      for (const message of server.due(elapsedMs, NOW_MS + elapsedMs).messages) {
        const { envelope, body } = read(message);
        expect(body.ok).toBe(true);
        expect(envelope.offset).toBeGreaterThan(offset);
        expect(envelope.timeMs).toBe(NOW_MS + elapsedMs);
        offset = envelope.offset;
        ids.add(envelope.msgId);
        pushes++;
      }
    }
  }
  expect(pushes).toBeGreaterThan(6_000);
  expect(ids.size).toBe(pushes);
});

test('S5 a repeated message keeps its id within the round', () => {
  const server = serve();
  const again: string[] = [];
  for (let elapsedMs = 0; elapsedMs < 60_000; elapsedMs += 500) {
    for (const message of server.due(elapsedMs, NOW_MS).messages) {
      if (typeof message !== 'string' && read(message).envelope.msgId.startsWith('twice')) again.push(read(message).envelope.msgId);
    }
  }
  expect(again).toHaveLength(2);
  expect(new Set(again).size).toBe(1);
});

test('a silent server neither sends nor answers', () => {
  const server = serve({}, [{ on: 'socket', kind: 'stall', afterMs: 3_000 }]);
  expect(server.due(2_900, NOW_MS).messages.length).toBeGreaterThan(0);
  expect(server.receive(HEARTBEAT_REQUEST, NOW_MS).messages).toEqual([HEARTBEAT_RESPONSE]);
  expect(server.due(10_000, NOW_MS + 7_100)).toEqual({ messages: [], nextMs: Infinity, close: null });
  expect(server.receive(HEARTBEAT_REQUEST, NOW_MS + 7_200).messages).toEqual([]);
});

test('a scenario can replay its recording faster: the same messages in order, in a fifth of the time', () => {
  const plain = serve({}, [], 'chat-flood');
  const fast = serve({ pace: 5 }, [], 'chat-flood');
  const slow = plain.due(500, NOW_MS);
  const quick = fast.due(100, NOW_MS);
  expect(quick.messages).toEqual(slow.messages);
  expect(quick.messages.length).toBeGreaterThan(400);
  expect(quick.nextMs).toBeCloseTo(slow.nextMs / 5);
});
