/** What the connection reports to the room worker and to the reports, and what of an identity reaches the server. */
import { expect, test, vi } from 'vitest';
import { BATCH_LIMITS } from '../../../src/core/socket/batch.ts';
import { ok } from '../../../src/core/errors.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { HEARTBEAT_RESPONSE } from '../../../src/wire/frame.ts';
import { encodePush } from '../../../src/wire/server-side.ts';
import type { Codec } from '../../../src/wire/schema.ts';
import { confirmed, harness, identity, opened, openedInBlobMode, reconnect, services, type World, lineOf } from './harness.ts';

const EPOCH_MS = 1_700_000_000_000;
const states = (it: World): readonly (readonly unknown[])[] =>
  it.down.flatMap((message) =>
    message.type === 'state' ? [[message.name, message.attempt, message.retryAtMs, message.why, message.error]] : [],
  );
const stored = (it: World): readonly (string | null)[] =>
  it.down.flatMap((message) => (message.type === 'addresses' ? [message.stored] : []));

test('S1 S2 S10 each state is posted with its attempt, the time of the next one and the reason', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.lost();
  await it.pass(1_500);
  it.dials[1]?.events.opened();
  it.push(confirmed);
  expect(states(it)).toEqual([
    ['connecting', 0, null, 'asked to connect', null],
    ['connecting', 0, null, 'addresses given', null],
    ['waiting', 1, EPOCH_MS + 1_500, 'connect failed', null],
    ['connecting', 1, null, 'cached addresses', null],
    ['connecting', 1, null, 'socket open', null],
    ['open', 1, null, 'login confirmed', null],
  ]);
  it.socket.up({ type: 'close' });
  expect(states(it).at(-1)).toEqual(['idle', 1, null, 'asked to close', null]);
  for (const why of ['asked to connect', 'connect failed', 'socket open', 'first message', 'login confirmed'])
    expect(it.count(`socket.why.${why}`), why).toBe(1);
});

test('S1 S2 a connection that is given up is reported as a failure with its last reason', async () => {
  const it = await opened();
  it.push({ id: 202, body: { reconnect: false } });
  expect(states(it).at(-1)).toEqual(['failed', 0, null, 'sent away for good', 'SOCKET_LOGIN_REFUSED']);
  expect(it.facts.filter(({ type }) => type === 'failure')).toEqual([
    { type: 'failure', code: 'SOCKET_LOGIN_REFUSED', detail: 'sent away for good' },
  ]);
});

test('S1 each invalid address is counted', async () => {
  const bad = harness();
  bad.answer = ok({ code: 0, data: { addrs: ['one.test', 'a b', 5] } });
  bad.socket.up({ type: 'connect', identity });
  await bad.pass(0);
  expect(bad.count('socket.bad-addresses')).toBe(2);
  expect((await opened()).facts.some((fact) => fact.type === 'count' && fact.name === 'socket.bad-addresses')).toBe(false);
});

test('S1 addresses that lead to a connection are stored with their expiry; the fallback list of the page never is', async () => {
  const it = await opened();
  await reconnect(it);
  it.push(confirmed);
  const book = { roomId: 1001, roomKind: 'normal', type: 'login', untilMs: EPOCH_MS + 600_000, socToken: 'soc' };
  expect(stored(it).map((text) => (text === null ? null : (JSON.parse(text) as unknown)))).toEqual([
    expect.objectContaining(book),
    null,
    expect.objectContaining(book),
  ]);
  // The next page asks for none; a guest does not use the addresses of a login.
  const [kept] = stored(it);
  for (const [who, urls, login] of [
    [identity, 0, { fields: { soctoken: 'soc' } }],
    [{ ...identity, userId: 0, token: '' }, 1, {}],
  ] as const) {
    const next = harness();
    next.socket.up({ type: 'connect', identity: { ...who, addresses: kept! } });
    await next.pass(0);
    next.dials[0]?.events.opened();
    expect([next.urls.length, next.dials[0]?.url]).toEqual([urls, 'wss://one.test/chat']);
    expect(next.commands()).toMatchObject([login]);
  }
  const local = harness({ ...services, socketFallback: [{ host: 'local.test', protocol: 'wss' }] });
  local.answer = ok({ code: 9 });
  local.socket.up({ type: 'connect', identity });
  await local.pass(0);
  local.dials[0]?.events.opened();
  local.push(confirmed);
  expect(states(local).at(-1)?.[0]).toBe('open');
  expect(stored(local)).toEqual([]);
  // A connection that is refused for good removes them.
  it.push({ id: 202, body: { reconnect: false } });
  expect(stored(it).at(-1)).toBeNull();
});

test('S4 bytes of an older connection change nothing while the next one is dialled', async () => {
  const it = await opened();
  const [first] = it.dials;
  await reconnect(it);
  first?.events.received(encodePush(confirmed).buffer);
  first?.events.received(HEARTBEAT_RESPONSE);
  await it.pass(200);
  expect(states(it).at(-1)?.[0]).toBe('connecting');
});

test('S4 a message of an older connection whose code loads late is not the first message of the new connection', async () => {
  let load: (codec: Codec) => void = () => undefined;
  const it = await opened(identity, { games: () => new Promise((resolve) => (load = resolve)) });
  it.push({ id: 302_315, body: {} });
  await reconnect(it);
  load(codecOf('games'));
  await it.pass(200);
  expect(states(it).at(-1)?.[0]).toBe('connecting');
  it.push({ id: 302_315, body: {} });
  expect(states(it).at(-1)?.[0]).toBe('open');
});

test('S4 S8 in blob mode a login refused without content ends the connection, also after messages of the room', async () => {
  const it = await openedInBlobMode();
  it.dials[0]?.events.received(JSON.stringify({ cmd: 501, content: { chatmsg: 'x', senderid: 9 } }));
  expect(states(it).at(-1)?.[0]).toBe('open');
  it.dials[0]?.events.received(JSON.stringify({ cmd: 901, type: 1, status: 0, errno: 3 }));
  expect(states(it).at(-1)?.[0]).toBe('waiting');
});

test('S4 an answer without a token keeps the old one, and the answer to another login changes nothing', async () => {
  const it = await opened();
  const [first] = it.facts.flatMap((fact) => (fact.type === 'socket-session' ? [fact.socsId] : []));
  it.push({ id: 201, body: { userid: 7, token: '', socsid: '' } });
  it.push({ id: 201, body: { userid: 9, token: 'of another', socsid: 'of another', nickname: 'another' } });
  expect(it.facts.flatMap((fact) => (fact.type === 'socket-session' ? [fact.socsId] : []))).toEqual([first]);
  await reconnect(it);
  expect(it.commands()[0]).toMatchObject({ id: 2201, fields: { token: 'secret', kugouid: 7 } });
});

test('S4 S32 each connection has its own session id, and none is reported before the first connection', async () => {
  const it = harness();
  it.socket.reportSession();
  expect(it.facts).toEqual([]);
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push(confirmed);
  await reconnect(it);
  const sessions = (): readonly string[] => it.facts.flatMap((fact) => (fact.type === 'socket-session' ? [fact.socsId] : []));
  expect(sessions()).toEqual(['uuid-0', 'uuid-1']);
  expect(it.commands()[0]).toMatchObject({ fields: { socsid: 'uuid-1' } });
  // The server may name another one; a restarted stats worker receives it again.
  it.push({ id: 201, body: { userid: 7, token: '', socsid: 'of the server' } });
  it.socket.reportSession();
  expect(sessions().slice(2)).toEqual(['of the server', 'of the server']);
});

test('S5 commands of a room that is not connected are ignored', async () => {
  const it = harness();
  it.socket.up({ type: 'screen', vertical: true });
  it.socket.up({ type: 'slider-passed', safety: { safeSign: 's', safeTimes: '1', safeCt: 'c', version: 'v', sysVersion: 'y', kfd: 'k' } });
  it.socket.up({ type: 'verify-chat', code: 'x', key: 'k' });
  it.socket.up({ type: 'leave' });
  it.socket.up({ type: 'retry', from: 'viewer' });
  await it.pass(1_000);
  expect([it.urls, it.dials, it.down]).toEqual([[], [], []]);
});

test('S5 a screen change before the login is in the login, and is reported once after the confirmation', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  it.socket.up({ type: 'screen', vertical: true });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push(confirmed);
  expect(it.commands()).toMatchObject([
    { id: 201, fields: { screen: 1 } },
    { id: 410_001, fields: { screen: 1 } },
  ]);
  it.socket.up({ type: 'screen', vertical: false });
  expect(it.commands().at(-1)).toMatchObject({ id: 410_001, fields: { screen: 0 } });
});

// Times and counts of batches, acknowledgements and lines.

const MAX_QUEUED_LINES = 50;

const NOW_EPOCH_MS = 1_700_000_000_000;
const chat = (text: string, more: object = {}): { id: number; body: object } => ({
  id: 501,
  body: { chatmsg: text, senderid: 9, sendername: 'x', ...more },
});
const lines = (it: World) => it.batches.flatMap(({ messages }) => messages.filter(({ name }) => name === 'chat'));
test('S9 a message has the time of its envelope, or of its arrival', async () => {
  const it = await opened();
  await it.pass(300);
  it.push({ ...chat('with'), time: 1_600_000_000_000 });
  it.push(chat('without'));
  await it.pass(200);
  expect(lines(it).map(({ timeMs }) => timeMs)).toEqual([1_600_000_000_000, NOW_EPOCH_MS + 300]);
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
  // One 211 has at most 32 ids.
  for (let at = 0; at < 40; at++) it.push({ ...push, msgId: `n${at}`, offset: 60 + at });
  await it.pass(200);
  expect(acks().slice(2)).toMatchObject([
    { msgId: Array.from({ length: 32 }, (_, at) => `n${at}`).join(','), offset: 99 },
    { msgId: Array.from({ length: 8 }, (_, at) => `n${at + 32}`).join(','), offset: 99 },
  ]);
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

test('S20 a batch is posted immediately when it holds the maximum number of states', async () => {
  const it = await opened();
  await it.pass(1_000);
  it.push({ id: 490_001, body: { orderId: 'first' } });
  await vi.dynamicImportSettled();
  await it.pass(1);
  it.batches.length = 0;
  for (let at = 0; at < BATCH_LIMITS.maxKept; at++) it.push({ id: 490_001, body: { orderId: String(at) } });
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
  const counts = ['delivered', 'given-back', 'queue-full', 'too-fast'].map((name) => it.count(`chat.line.${name}`));
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
