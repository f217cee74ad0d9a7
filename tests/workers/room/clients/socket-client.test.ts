/** The room worker's clients of socket and stats worker, with the first worker and a restarted one. */
import { codecOf } from '../../../../src/wire/all-families.ts';
import { readContents } from '../../../../src/wire/body.ts';
import { hiddenBy, readChoices } from '../../../../src/core/room/chat/chat-choices.ts';
import { expect, test } from 'vitest';
import { manualClock } from '../../../../src/player/tests/manual-clock.ts';
import { encodeBody } from '../../../../src/wire/server-side.ts';
import { pack } from '../../../../src/core/socket/batch.ts';
import { rowOf } from '../../../../src/wire/registry.ts';
import { createArrivals, type Decode } from '../../../../src/workers/room/clients/socket-client.ts';
import type { SocketDown, SocketUp } from '../../../../src/workers/socket/api.ts';
import type { StatsEvent } from '../../../../src/workers/stats/api.ts';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { identity } from '../../socket/harness.ts';
import { fakePort } from '../harness.ts';
import { batchOf, client, question, say } from './socket-harness.ts';

test('S5 offsets are stored by room, and each login contains that of its room', () => {
  const { socket, port, stored, connects } = client({ session: { 'footlight.socketOffset': '1001:99,1002:5' } });
  socket.connect(identity);
  socket.connect({ ...identity, roomId: 1_003 });
  port.deliver({ type: 'offset', offset: '120' });
  expect(stored).toContainEqual(['footlight.socketOffset', '1002:5,1001:120']);
  socket.connect(identity);
  expect(connects().map(({ offset }) => offset)).toEqual(['99', undefined, '120']);
});

test('S4 S9 after a restart of the socket worker, or of a restored page, the login contains the token that the server sent last', () => {
  const { socket, port, connects } = client();
  const entered = (fields: Readonly<Record<string, unknown>>): void =>
    port.deliver(messagesDown([messageOf('login', fields)], { chat: 0 }));
  socket.connect(identity);
  entered({ userid: 7, token: 'fresh' });
  entered({ userid: 7, token: '' });
  entered({ userid: 9, token: 'of another' });
  socket.connect(identity);
  const restarted = fakePort<SocketUp, SocketDown>();
  socket.replace(restarted.port);
  socket.connect(identity);
  expect([...connects(), ...restarted.posted]).toMatchObject([
    { token: 'secret' },
    { token: 'fresh' },
    { type: 'connect', identity: { token: 'fresh' } },
  ]);
  // A new login has a token of its own.
  for (const login of [{ token: 'again' }, { userId: 8, token: 'again' }, { userId: 0, token: '' }]) {
    restarted.posted.length = 0;
    socket.connect({ ...identity, ...login });
    expect(restarted.posted).toMatchObject([{ identity: login }]);
  }
});

test('S4 S23 after a restart of the socket worker the login contains the result of the check that the viewer passed before', () => {
  const { socket, connects } = client();
  socket.connect(identity);
  socket.sliderPassed();
  const restarted = fakePort<SocketUp, SocketDown>();
  socket.replace(restarted.port);
  socket.connect(identity);
  expect(connects()[0]?.safety).toBeUndefined();
  expect(restarted.posted).toMatchObject([{ type: 'connect', identity: { safety: { safeTimes: '1' } } }]);
});

test('S2 S24 the connection’s state is shown, and a required login and a retry are passed on', () => {
  const { socket, port, outputs, chat } = client();
  port.deliver({ type: 'state', name: 'failed', attempt: 5, retryAtMs: null, queued: 2, why: '', error: 'SOCKET_LOST' });
  expect(chat()).toMatchObject({ connection: 'failed', attempt: 5, queued: 2, error: 'SOCKET_LOST' });
  port.deliver({ type: 'login-required' });
  socket.retry('viewer');
  expect([outputs, port.posted]).toEqual([['login required'], [{ type: 'retry', from: 'viewer' }]]);
});

test('S20 messages reach the room and the chat: the first immediately, the next in one batch, with the number of skipped ones', () => {
  const { clock, port, chats, outputs } = client();
  for (let turn = 0; turn < 3; turn++) port.deliver(batchOf(2, turn));
  expect(outputs).toHaveLength(6);
  expect(chats.map(({ rows }) => rows.length)).toEqual([2]);
  clock.advance(1_000);
  expect(chats.map(({ rows }) => rows.length)).toEqual([2, 4]);
  expect(chats.map(({ skipped }) => skipped)).toEqual([0, 3]);
});

test('S20 while chat is busy the page receives three batches a second, but an own line waits at most 100 ms', () => {
  const { socket, clock, port, chats } = client();
  const chat = (forMs: number): void => {
    for (let ms = 0; ms < forMs; ms += 100) {
      port.deliver(batchOf(10));
      clock.advance(100);
    }
  };
  chat(1_000);
  clock.advance(300);
  expect(chats.map(({ rows }) => rows.length).reduce((sum, rows) => sum + rows)).toBe(100);
  expect(chats.length).toBeLessThanOrEqual(5);
  chats.length = 0;
  socket.connect(identity);
  chat(300);
  const before = chats.length;
  socket.sendChat(say('我'));
  clock.advance(100);
  expect(chats.length).toBe(before + 1);
  expect(chats.at(-1)?.rows.at(-1)?.text).toBe('我');
});

test('S20 a verification question is shown and answered once, and the waiting line is sent again', () => {
  const { socket, port, chat, lines } = client();
  socket.connect(identity);
  socket.verifyChat('2');
  expect(port.posted).toHaveLength(1);
  socket.sendChat(say('一'));
  port.deliver({ type: 'line', uuid: 'uuid-2', outcome: { name: 'failed', failure: 'verify', message: '' } });
  port.deliver(question);
  expect(chat().verify).toMatchObject({ key: 'k', isWrong: false });
  socket.verifyChat(' 2 ');
  expect(port.posted.at(-1)).toEqual({ type: 'verify-chat', code: '2', key: 'k' });
  port.deliver({ type: 'verified' });
  expect(chat().verify).toBeNull();
  expect(lines()).toEqual(['一', '一']);
});

test('S20 another login removes the question to the previous login, a new connection of the same login keeps it', () => {
  const { socket, port, chat } = client();
  socket.connect(identity);
  port.deliver(question);
  socket.connect(identity);
  expect(chat().verify).not.toBeNull();
  socket.connect({ ...identity, userId: 0, token: '' });
  expect(chat().verify).toBeNull();
});

test('S7 a line written before the room connects waits and is sent once; a visitor’s line is refused immediately', () => {
  const { socket, port, lines, rows, chat } = client();
  socket.sendChat(say('早'));
  expect(port.posted).toEqual([]);
  expect(rows()).toMatchObject([{ text: '早', type: 'own-waiting' }]);
  socket.connect(identity);
  socket.connect(identity);
  expect(port.posted.map(({ type }) => type)).toEqual(['connect', 'send-chat', 'connect']);
  expect(chat().givenBack).toBeNull();
  socket.sendChat(say('晚'));
  expect(lines()).toEqual(['早', '晚']);
  const visitor = client({ userId: 0 });
  visitor.socket.sendChat(say('早'));
  expect(visitor.lines()).toEqual(['早']);
});

test('S20 content of a blocked user reaches neither the list nor the features; only gifts reach the features', () => {
  const it = client({ blocked: new Set([12]) });
  const of = (name: 'chat' | 'gift', body: Readonly<Record<string, unknown>>) => messageOf(name, body);
  const messages = [
    of('chat', { senderid: 12, sendername: 'a', chatmsg: 'x' }),
    of('gift', { senderid: 12, sendername: 'a', giftname: '玫瑰' }),
    of('chat', { senderid: 13, sendername: 'b', chatmsg: 'y' }),
  ];
  it.port.deliver(messagesDown(messages));
  expect(it.outputs).toEqual(['gift', 'chat']);
  expect(it.chats.flatMap(({ rows }) => rows.map(({ text }) => text))).toEqual(['y']);
});

test('S20 a hidden line reaches neither the list nor the features; a hidden gift or entry keeps its effects', () => {
  const choices = readChoices(['words:广告', 'hidden:gift', 'minLevel:5']);
  const it = client({ hides: hiddenBy(choices) });
  it.port.deliver(
    messagesDown([
      messageOf('chat', { senderid: 12, sendername: 'a', chatmsg: '广告位', richlevelV2: 9 }),
      messageOf('chat', { senderid: 13, sendername: 'b', chatmsg: '新人', richlevelV2: 1 }),
      messageOf('chat', { senderid: 14, sendername: 'c', chatmsg: '好听', richlevelV2: 6 }),
      messageOf('chat', { senderid: 7, sendername: 'me', chatmsg: '我的广告', richlevelV2: 0 }),
      messageOf('gift', { senderid: 12, sendername: 'a', giftname: '玫瑰' }),
    ]),
  );
  expect(it.outputs).toEqual(['chat', 'chat', 'gift']);
  expect(it.chats.flatMap(({ rows }) => rows.map(({ text }) => text))).toEqual(['好听', '我的广告']);
});

test('S1 addresses are stored when the socket worker reports them, sent with the next login, and removed again', () => {
  const { socket, port, stored, connects } = client({ session: { 'footlight.socketAddresses': 'before', 'footlight.entryId': 'e' } });
  socket.connect(identity);
  expect(connects().at(-1)?.addresses).toBe('before');
  port.deliver({ type: 'addresses', stored: 'newer' });
  socket.connect(identity);
  expect(connects().at(-1)?.addresses).toBe('newer');
  port.deliver({ type: 'addresses', stored: null });
  socket.connect(identity);
  expect(connects().at(-1)?.addresses).toBeUndefined();
  expect(stored).toEqual([
    ['footlight.socketAddresses', 'newer'],
    ['footlight.socketAddresses', null],
  ]);
});

const decode: Decode = (batch) => readContents(batch, codecOf);
const row = rowOf(501)!;
const binary = (text: string) => pack([{ row, timeMs: 1, plain: encodeBody(501, { chatmsg: text }) }]);
const json = (text: string) => pack([{ row, timeMs: 1, plain: null, message: messageOf('chat', { chatmsg: text }) }]);
const NONE = { chat: 0, effect: 0 };
const settle = () => new Promise((resolve) => setImmediate(resolve));

function setup() {
  const loads: { resolve(code: Decode): void; reject(cause: Error): void }[] = [];
  const facts: StatsEvent[] = [];
  const texts: string[] = [];
  const outcomes: string[] = [];
  const clock = manualClock();
  const arrive = createArrivals({
    load: () => new Promise((resolve, reject) => loads.push({ resolve, reject })),
    clock,
    random: () => 0,
    stats: { emit: (fact) => void facts.push(fact), failure: ({ code, detail }) => void facts.push({ type: 'failure', code, detail }) },
    messages: (batch, { chat }) => {
      texts.push(...batch.map(({ body }) => String(Reflect.get(body, 'chatmsg'))));
      if (chat > 0) texts.push(`${chat} left out`);
    },
    onNotice: (name, why) => outcomes.push(`${name} ${why}`),
  });
  return { arrive, loads, facts, texts, outcomes, pass: (ms: number) => clock.advance(ms) };
}

test('S20 if the code fails to load, it is reported and requested again; batches wait, and decoded messages arrive in order', async () => {
  const it = setup();
  it.arrive(binary('waits'), NONE);
  for (const load of it.loads) load.reject(new Error('offline'));
  await settle();
  expect(it.facts).toMatchObject([{ type: 'failure', code: 'MODULE_LOAD_FAILED' }]);
  it.arrive(json('next'), NONE);
  it.pass(60_000);
  it.loads.at(-1)?.resolve(decode);
  await settle();
  expect(it.texts).toEqual(['waits', 'next']);
  expect(it.outcomes).toEqual(['contents could not be loaded', 'contents null']);
});

test('S3 an undecodable content is reported by name with its count, and the rest of the batch arrives', async () => {
  const it = setup();
  const bad = { row, timeMs: 1, plain: Uint8Array.of(34, 1, 0xff) };
  const good = { row, timeMs: 1, plain: encodeBody(501, { chatmsg: 'good', ext: '%' }) };
  it.arrive(pack([bad, good, bad]), NONE);
  for (const load of it.loads) load.resolve(decode);
  await settle();
  expect(it.texts).toEqual(['good']);
  expect(it.facts).toMatchObject([
    { type: 'failure', code: 'WIRE_BAD_PROTOBUF', by: 2 },
    { type: 'count', name: 'chat.bad-ext', by: 1 },
  ]);
});
