/** The time between the opened socket and the confirmed login, in which the server already sends messages of others. */
import { expect, test } from 'vitest';
import { err } from '../../../src/core/result.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { HEARTBEAT_RESPONSE } from '../../../src/wire/frame.ts';
import type { Codec } from '../../../src/wire/schema.ts';
import type { SocketIdentity } from '../../../src/workers/socket/api.ts';
import { confirmed, harness, identity, opened, reconnect, services, type World } from './harness.ts';

const EPOCH_MS = 1_700_000_000_000;

/** The socket is open and the login is sent; nothing was received. */
async function entering(who: SocketIdentity = identity): Promise<World> {
  const it = harness();
  it.socket.up({ type: 'connect', identity: who });
  await it.pass(0);
  it.dials[0]?.events.opened();
  return it;
}
const state = (it: World) => it.down.flatMap((message) => (message.type === 'state' ? [message] : [])).at(-1);
const sessions = (it: World): readonly string[] => it.facts.flatMap((fact) => (fact.type === 'socket-session' ? [fact.socsId] : []));

test('S4 another viewer’s login answer, as the first message, changes neither token nor session of this viewer', async () => {
  const it = await entering();
  it.push({ id: 201, body: { userid: 9, token: 'of another', socsid: 'of another', nickname: '阿星' } });
  expect(state(it)).toMatchObject({ name: 'open' });
  it.push(confirmed);
  expect(sessions(it)).toEqual(['uuid-0']);
  await reconnect(it);
  expect(it.commands()[0]).toMatchObject({ id: 2201, fields: { token: 'secret', kugouid: 7 } });
});

test('S4 S32 a login answer without a session id keeps that of the connection, also for a guest', async () => {
  const it = await entering();
  it.push({ id: 201, body: { userid: 7, token: '', socsid: '' } });
  it.socket.tellSession();
  expect(sessions(it)).toEqual(['uuid-0', 'uuid-0']);
  const guest = await entering({ ...identity, userId: 0, token: '' });
  guest.push({ id: 501, body: { chatmsg: 'x', senderid: 9 } });
  guest.socket.tellSession();
  expect(sessions(guest)).toEqual(['uuid-0', 'uuid-0']);
});

test('S4 S9 a first message whose code loads late opens the connection when it is read', async () => {
  let load: (codec: Codec) => void = () => undefined;
  const it = harness(services, { games: () => new Promise((resolve) => (load = resolve)) });
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push({ id: 302_315, body: {} });
  expect(state(it)).toMatchObject({ name: 'connecting' });
  load(codecOf('games'));
  await it.pass(0);
  expect(state(it)).toMatchObject({ name: 'open', why: 'first message' });
});

test('S4 S5 S8 tokens, keys, codes and message ids are sent unescaped, because the server compares them', async () => {
  const it = await opened({ ...identity, token: 'a<b>' });
  expect(it.commands()[0]).toMatchObject({ id: 201, fields: { token: 'a<b>' } });
  it.push({ id: 901, body: { cmd: 501, status: 0, errno: 50_104, key: '<k>' } });
  expect(it.down.at(-1)).toMatchObject({ type: 'verify', question: { key: '<k>' } });
  it.socket.up({ type: 'verify-chat', code: '<7', key: '<k>' });
  expect(it.commands().at(-1)).toMatchObject({ id: 502, fields: { code: '<7', key: '<k>' } });
  it.push({ id: 501, body: { chatmsg: 'x', senderid: 9 }, msgId: '<1>', ack: true });
  await it.pass(1_000);
  expect(it.commands().at(-1)).toMatchObject({ id: 211, fields: { msgId: '<1>' } });
  it.push({ id: 201, body: { userid: 7, token: 'c<d>' } });
  await reconnect(it);
  expect(it.commands()[0]).toMatchObject({ id: 2201, fields: { token: 'c<d>' } });
});

test('S5 a screen change between the login and its confirmation is reported after the confirmation', async () => {
  const it = await entering();
  it.socket.up({ type: 'screen', vertical: true });
  expect(it.commands().map(({ id }) => id)).toEqual([201]);
  it.push(confirmed);
  expect(it.commands().slice(1)).toMatchObject([{ id: 410_001, fields: { screen: 1 } }]);
});

test('S20 the answer to a verification neither refuses nor confirms a login', async () => {
  const it = await entering();
  it.push({ id: 901, body: { cmd: 502, type: 1, status: 0, errno: 1, key: 'k' } });
  expect(state(it)).toMatchObject({ name: 'open', why: 'first message' });
  it.push({ id: 901, body: { cmd: 502, type: 1, status: 1 } });
  expect(it.commands().map(({ id }) => id)).toEqual([201]);
});

test('S2 the time of the next attempt is wall-clock time, however long the page has been open', async () => {
  const it = await opened();
  await it.pass(10_500);
  it.dials[0]?.events.received(HEARTBEAT_RESPONSE);
  it.dials[0]?.events.lost();
  expect(state(it)).toMatchObject({ name: 'waiting', retryAtMs: EPOCH_MS + 11_000 });
});

test('S1 a connection that is refused for good removes the stored addresses', async () => {
  const it = await opened();
  it.push({ id: 202, body: { reconnect: false } });
  expect(it.down.flatMap((message) => (message.type === 'addresses' ? [message.stored] : [])).at(-1)).toBeNull();
});

test('S1 an address service that does not respond is requested again, and the fallback list of the page is not used', async () => {
  const it = harness({ ...services, socketFallback: [{ host: 'local.test', protocol: 'wss' }] });
  it.answer = err('HTTP_NETWORK', 'offline');
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  expect(state(it)).toMatchObject({ name: 'waiting', why: 'the address request failed' });
  expect(it.dials).toEqual([]);
});

test('S10 the debug view shows that a guest has no token, and the delay of the newest message', async () => {
  const it = await opened({ ...identity, userId: 0, token: '', debugCommand: 0 });
  await it.pass(1_000);
  it.push({ id: 501, body: { chatmsg: 'x', senderid: 9 }, time: EPOCH_MS + 300 });
  await it.pass(200);
  const shown = it.down.flatMap((message) => (message.type === 'debug' ? [message] : []));
  expect(shown.flatMap(({ lines }) => lines).join('\n')).toMatch(/→ 201 .*"token":"",/);
  expect(shown.at(-1)?.totals.lagMs).toBe(700);
});

test('S5 each connection checks ids and offsets separately: an id may repeat, and a lower offset applies', async () => {
  const it = await opened();
  it.push({ id: 501, body: { chatmsg: 'first', senderid: 9 }, msgId: 'm1', offset: 50 });
  await reconnect(it);
  it.push(confirmed);
  it.push({ id: 501, body: { chatmsg: 'second', senderid: 9 }, msgId: 'm1', offset: 3 });
  await it.pass(200);
  const lines = it.batches.flatMap(({ messages }) =>
    messages.flatMap((message) => (message.name === 'chat' ? [message.body.chatmsg] : [])),
  );
  expect(lines).toEqual(['first', 'second']);
  expect(it.down.flatMap((message) => (message.type === 'offset' ? [message.offset] : []))).toEqual(['50', '3']);
});
