/** What the connection reports to the room worker and to the reports, and what of an identity reaches the server. */
import { expect, test } from 'vitest';
import { ok } from '../../../src/core/result.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { encodePush } from '../../../src/wire/encode-push.ts';
import { HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE } from '../../../src/wire/frame.ts';
import type { Codec } from '../../../src/wire/schema.ts';
import { confirmed, harness, identity, opened, openedInBlobMode, reconnect, services, type World } from './harness.ts';

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

test('S5 after a 202 that allows a reconnect the socket is closed and another one is opened', async () => {
  const it = await opened();
  await it.pass(10_500);
  it.push({ id: 202, body: { reconnect: true } });
  expect(it.dials[0]?.isClosed).toBe(true);
  await it.pass(500);
  expect(it.dials).toHaveLength(2);
});

test('S1 S23 a dangerous user is reported, and each invalid address is counted', async () => {
  const it = harness();
  it.answer = ok({ code: 1_100_007 });
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  expect(it.facts.filter(({ type }) => type === 'failure')).toEqual([{ type: 'failure', code: 'SOCKET_DANGEROUS', detail: '' }]);
  expect(it.facts.some((fact) => fact.type === 'count' && fact.name === 'socket.bad-addresses')).toBe(false);
  const bad = harness();
  bad.answer = ok({ code: 0, data: { addrs: ['one.test', 'a b', 5] } });
  bad.socket.up({ type: 'connect', identity });
  await bad.pass(0);
  expect(bad.count('socket.bad-addresses')).toBe(2);
  expect((await opened()).facts.some((fact) => fact.type === 'count' && fact.name === 'socket.bad-addresses')).toBe(false);
});

test('S1 the address request names room, kind and platform', async () => {
  const it = await opened({ ...identity, roomKind: 'live', platformId: 8 });
  expect(it.urls).toEqual([
    'https://b.test/socket_scheduler/pc/binary/v1/address.jsonp?_p=8&_v=1.0.0&pv=20240801&rid=1001&cid=100&at=122&jsonpcallback=socketAddress',
  ]);
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
  const local = harness({ ...services, socketFallback: [{ host: 'local.test', protocol: 'wss' }] });
  local.answer = ok({ code: 9 });
  local.socket.up({ type: 'connect', identity });
  await local.pass(0);
  local.dials[0]?.events.opened();
  local.push(confirmed);
  expect(states(local).at(-1)?.[0]).toBe('open');
  expect(stored(local)).toEqual([]);
});

test('S1 addresses of an earlier page that still work are not stored again', async () => {
  const [kept] = stored(await opened());
  const it = harness();
  it.socket.up({ type: 'connect', identity: { ...identity, addresses: kept! } });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push(confirmed);
  expect(stored(it)).toEqual([]);
  it.dials[0]?.events.lost();
  expect(stored(it)).toEqual([null]);
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

test('S4 any readable message of the server opens the connection; commands wait for the confirmation of the login', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push({ id: 601, body: { giftname: 'flower' } });
  expect(states(it).at(-1)).toEqual(['open', 0, null, 'first message', null]);
  expect(it.commands().map(({ id }) => id)).toEqual([201]);
  it.push(confirmed);
  expect(it.commands().map(({ id }) => id)).toEqual([201, 410_001]);
});

test('S6 errno 622 in the answer to a line or a verification counts as wrong addresses, another errno does not', async () => {
  for (const cmd of [501, 502]) {
    const it = await opened();
    it.push({ id: 901, body: { cmd, type: 1, status: 0, errno: 1 } });
    await it.pass(0);
    expect(it.urls, String(cmd)).toHaveLength(1);
    it.push({ id: 901, body: { cmd, type: 1, status: 0, errno: 622 } });
    await it.pass(0);
    expect(it.urls, String(cmd)).toHaveLength(2);
  }
});

test('S4 a refused login is tried again with new addresses', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push({ id: 901, body: { cmd: 201, type: 1, status: 0, errno: 3 } });
  expect(states(it).at(-1)?.[0]).toBe('waiting');
  expect(it.dials[0]?.isClosed).toBe(true);
  await it.pass(1_500);
  expect(it.urls).toHaveLength(2);
});

test('S4 S8 in blob mode a login refused without content ends the connection, also after messages of the room', async () => {
  const it = await openedInBlobMode();
  it.dials[0]?.events.received(JSON.stringify({ cmd: 501, content: { chatmsg: 'x', senderid: 9 } }));
  expect(states(it).at(-1)?.[0]).toBe('open');
  it.dials[0]?.events.received(JSON.stringify({ cmd: 901, type: 1, status: 0, errno: 3 }));
  expect(states(it).at(-1)?.[0]).toBe('waiting');
});

test('S6 answered heartbeats keep the connection', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push(confirmed);
  for (let beat = 0; beat < 6; beat++) {
    await it.pass(10_000);
    it.dials[0]?.events.received(HEARTBEAT_RESPONSE);
  }
  expect(it.dials).toHaveLength(1);
  expect(it.dials[0]?.sent.filter((data) => data === HEARTBEAT_REQUEST)).toHaveLength(6);
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
  it.socket.tellSession();
  expect(it.facts).toEqual([]);
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push(confirmed);
  await reconnect(it);
  const sessions = it.facts.flatMap((fact) => (fact.type === 'socket-session' ? [fact.socsId] : []));
  expect(sessions).toEqual(['uuid-0', 'uuid-1']);
  expect(it.commands()[0]).toMatchObject({ fields: { socsid: 'uuid-1' } });
});

test('S5 commands of a room that is not connected are ignored', async () => {
  const it = harness();
  it.socket.up({ type: 'screen', vertical: true });
  it.socket.up({ type: 'slider-passed', safety: { safeSign: 's', safeTimes: '1', safeCt: 'c', version: 'v', sysVersion: 'y', kfd: 'k' } });
  it.socket.up({ type: 'verify-chat', code: 'x', key: 'k' });
  it.socket.up({ type: 'leave' });
  it.socket.up({ type: 'retry' });
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

test('S23 the result of a slider check is not in the login to another room', async () => {
  const it = await opened();
  const safety = { safeSign: 's', safeTimes: '1', safeCt: 'c', version: 'v', sysVersion: 'y', kfd: 'k' };
  it.socket.up({ type: 'slider-passed', safety });
  it.socket.up({ type: 'connect', identity: { ...identity, roomId: 1002 } });
  await it.pass(0);
  it.dials.at(-1)?.events.opened();
  expect(it.commands()[0]).toMatchObject({ id: 201, fields: { roomid: 1002 } });
  expect(it.commands()[0]?.fields).not.toHaveProperty('safeSign');
});

test('S4 a user id without its token is an anonymous login', async () => {
  const it = await opened({ ...identity, token: '' });
  expect(it.commands()[0]).toMatchObject({ fields: { kugouid: 0, token: '' } });
  // The addresses are those of a guest.
  expect(JSON.parse(stored(it)[0]!)).toMatchObject({ type: 'guest' });
});

test('S20 after another login, a line that mentions the previous login’s name is dropped in a flood like other chat', async () => {
  const it = await opened();
  it.push({ id: 201, body: { userid: 7, nickname: '小鱼' } });
  it.socket.up({ type: 'connect', identity: { ...identity, userId: 8, token: 'b' } });
  await it.pass(0);
  it.dials.at(-1)?.events.opened();
  it.push(confirmed);
  await it.pass(200);
  it.batches.length = 0;
  it.push({ id: 501, body: { chatmsg: '@小鱼 在吗', senderid: 9 } });
  for (let at = 0; at < 8_000; at++) it.push({ id: 501, body: { chatmsg: String(at), senderid: 9 } });
  await it.pass(200);
  const lines = it.batches.flatMap(({ messages }) =>
    messages.flatMap((message) => (message.name === 'chat' ? [message.body.chatmsg] : [])),
  );
  expect(lines).not.toContain('@小鱼 在吗');
});
