// Long file: login, chat and batches of one worker are tested against one fake server.
import { expect, test } from 'vitest';
import { err, ok } from '../../../src/core/errors.ts';
import { Inbox } from '../../../src/workers/socket/receiver.ts';
import { HEARTBEAT_RESPONSE } from '../../../src/wire/frame.ts';
import { encodePush, encodeRawPush } from '../../../src/wire/server-side.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';
import { confirmed, harness, identity, lineOf, opened, services, type World } from './harness.ts';

const chat = (text: string, more: object = {}): { id: number; body: object } => ({
  id: 501,
  body: { chatmsg: text, senderid: 9, sendername: 'x', ...more },
});
const said = (it: World): unknown[] => it.commands().flatMap(({ id, fields }) => (id === 501 ? [fields.chatmsg] : []));
const outcomes = (it: World): unknown[] => it.down.flatMap((message) => (message.type === 'line' ? [[message.uuid, message.outcome]] : []));
const echoOf = (uuid: string) => ({ id: 501, body: { chatmsg: uuid, senderid: 7, uuid } });

test('S7 lines written before the login is confirmed wait, and are settled by echo or acknowledgement', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  for (const uuid of ['u1', 'u2', 'u3']) it.socket.up({ type: 'send-chat', line: lineOf(uuid) });
  await it.pass(0);
  it.dials[0]?.events.opened();
  it.push({ id: 201, body: { userid: 7 } });
  await it.pass(5_000);
  expect(said(it)).toEqual([]);
  it.push({ id: 901, body: { type: 1, status: 1 } });
  await it.pass(6_000);
  expect(said(it)).toEqual(['u1', 'u2', 'u3']);
  // Neither another viewer's line with the same number nor the answer to another command settles it.
  it.push({ id: 501, codec: 'json', body: { chatmsg: 'u1', senderid: 9, seq: lineOf('u1').seq } });
  it.push({ id: 901, body: { cmd: 502, type: 2, status: 1, seq: lineOf('u1').seq } });
  expect(outcomes(it)).toEqual([]);
  it.push(echoOf('u1'));
  it.push({ id: 211, body: { uuid: 'u2' } });
  it.push({ id: 901, body: { cmd: 501, type: 2, status: 1, seq: lineOf('u3').seq } });
  expect(outcomes(it)).toEqual([
    ['u1', { name: 'delivered', by: 'echo' }],
    ['u2', { name: 'delivered', by: 'acknowledgement' }],
    ['u3', { name: 'delivered', by: 'acknowledgement' }],
  ]);
});

test('S7 a line of an earlier page waits for the connection, but not longer than an hour after it was written', async () => {
  const it = harness();
  it.socket.up({ type: 'connect', identity });
  for (const [uuid, ageMs] of [
    ['u1', 3_600_001],
    ['u2', 3_000_000],
  ] as const)
    it.socket.up({ type: 'send-chat', line: { ...lineOf(uuid), writtenMs: lineOf(uuid).writtenMs - ageMs } });
  await it.pass(600_000);
  expect(outcomes(it)).toEqual([['u1', { name: 'failed', failure: 'expired', message: '' }]]);
});

test('S7 a refused line reports its reason, with the server’s text if there is one; the connection stays open', async () => {
  const it = await opened();
  for (const uuid of ['u1', 'u2', 'u3']) it.socket.up({ type: 'send-chat', line: lineOf(uuid) });
  it.push({ id: 901, body: { cmd: 501, type: 2, status: 0, errno: 50_101, uuid: 'u1' } });
  it.push({ id: 901, body: { cmd: 501, type: 2, status: 0, errno: 50_102, seq: lineOf('u2').seq, msg: '禁言到明天' } });
  it.push({ id: 901, body: { cmd: 501, type: 1, status: 0, errno: 9, uuid: 'u3' } });
  expect(outcomes(it)).toEqual([
    ['u1', { name: 'failed', failure: 'too-fast', message: '' }],
    ['u2', { name: 'failed', failure: 'muted', message: '禁言到明天' }],
    ['u3', { name: 'failed', failure: 'refused', message: '' }],
  ]);
  expect(it.down.filter(({ type }) => type === 'state').at(-1)).toMatchObject({ name: 'open' });
  // An answer to a chat line does not confirm the login either.
  const other = harness();
  other.socket.up({ type: 'connect', identity });
  await other.pass(0);
  other.dials[0]?.events.opened();
  other.push({ id: 201, body: {} });
  other.push({ id: 901, body: { cmd: 501, type: 1, status: 1 } });
  other.socket.up({ type: 'send-chat', line: lineOf('u1') });
  expect(said(other)).toEqual([]);
});

test('S20 a verification question is posted to the room worker, its answer is sent as 502, a wrong answer causes another question', async () => {
  const it = await opened();
  it.socket.up({ type: 'send-chat', line: lineOf('u1') });
  it.push({ id: 901, body: { cmd: 501, status: 0, errno: 50_104, uuid: 'u1', key: 'k1', codeText: 'ab12' } });
  expect(outcomes(it)).toEqual([['u1', { name: 'failed', failure: 'verify', message: '' }]]);
  expect(it.down).toContainEqual({ type: 'verify', question: { key: 'k1', imageUrl: '', text: 'ab12' }, isWrong: false });
  it.socket.up({ type: 'verify-chat', code: 'wrong', key: 'k1' });
  expect(it.commands().at(-1)).toMatchObject({ id: 502, fields: { code: 'wrong', key: 'k1' } });
  it.push({ id: 901, body: { cmd: 502, status: 0, key: 'k2', codeUrl: 'https://img.test/k2.png' } });
  expect(it.down).toContainEqual({ type: 'verify', question: { key: 'k2', imageUrl: 'https://img.test/k2.png', text: '' }, isWrong: true });
  it.push({ id: 901, body: { cmd: 502, type: 1, status: 1 } });
  expect(it.down).toContainEqual({ type: 'verified' });
  // Only the answer to a line or to an answer is a question.
  const before = it.down.filter(({ type }) => type === 'verify').length;
  it.push({ id: 901, body: { cmd: 501, status: 0, errno: 9, uuid: 'u1' } });
  it.push({ id: 901, body: { cmd: 410_001, status: 0, errno: 9, key: 'k' } });
  expect(it.down.filter(({ type }) => type === 'verify')).toHaveLength(before);
});

test('S24 a line written without a login is not sent, and a login is requested', async () => {
  const it = await opened({ ...identity, userId: 0, token: '' });
  it.socket.up({ type: 'send-chat', line: lineOf('u4', 'x', 0) });
  expect(it.down.slice(-2)).toEqual([
    { type: 'login-required' },
    { type: 'line', uuid: 'u4', outcome: { name: 'failed', failure: 'not-logged-in', message: '' } },
  ]);
  expect(it.commands().map(({ id }) => id)).not.toContain(501);
});

test('S8 S3 each kind of bad frame is reported by code and detail, is acknowledged if it asks for it, and the next message arrives', async () => {
  const it = await opened();
  const bad: readonly (readonly [data: unknown, code: string, detail: string | RegExp])[] = [
    ['not json', 'BAD_JSON', /^SyntaxError/],
    ['{"cmd":"x"}', 'BAD_FIELDS', 'cmd is no count'],
    [{}, 'BAD_FIELDS', 'neither text nor bytes'],
    [new ArrayBuffer(3), 'TOO_SHORT', '3 bytes'],
    [encodePush(chat('x')).slice(0, -1).buffer, 'TOO_SHORT', /^payload of/],
    [encodeRawPush({ id: 501, compression: 'none' }, new Uint8Array([0xff])).buffer, 'BAD_PROTOBUF', /^Chat: /],
    [encodeRawPush({ id: 999_999 }, new Uint8Array()).buffer, 'UNKNOWN_MESSAGE', '999999'],
    ['{"cmd":123456,"ack":1,"msgId":"unknown"}', 'UNKNOWN_MESSAGE', '123456'],
    // The type of a frame of the client.
    [Uint8Array.from(encodePush(chat('x')), (byte, at) => (at === 3 ? 1 : byte)).buffer, 'BAD_ENVELOPE', 'command 501 from the server'],
  ];
  for (const [data, code, detail] of bad) {
    it.facts.length = 0;
    it.dials[0]?.events.received(data);
    await it.pass(200);
    const expected = typeof detail === 'string' ? detail : expect.stringMatching(detail);
    expect(it.facts).toEqual([{ type: 'failure', code: `WIRE_${code}`, detail: expected, by: 1 }]);
  }
  expect(it.commands().at(-1)).toMatchObject({ id: 211, fields: { msgId: 'unknown' } });
  it.push(chat('after'));
  await it.pass(200);
  expect(it.messages().at(-1)).toBe('chat');
  expect(it.down.filter(({ type }) => type === 'state').at(-1)).toMatchObject({ name: 'open' });
});

test('S3 S9 an undecodable content is posted to the room worker and reported there; an undecodable state replaces no other state', async () => {
  const it = await opened();
  await it.pass(200);
  it.batches.length = 0;
  it.facts.length = 0;
  // The room's number, then a text that is not UTF-8.
  const badState = Uint8Array.of(8, 0xe9, 7, 26, 1, 0xff);
  const receive = (id: number, content: Uint8Array): void => it.dials[0]?.events.received(encodeRawPush({ id }, content).buffer);
  it.push({ id: 490_002, body: { roomid: 1001, status: 1 } });
  receive(490_002, badState);
  await it.pass(200);
  receive(490_002, badState);
  receive(501, Uint8Array.of(34, 1, 0xff));
  it.push(chat('after'));
  await it.pass(200);
  const bodies = it.batches.flatMap(({ messages }) => messages.map(({ name, body }) => [name, Reflect.get(body, 'status') as unknown]));
  expect(bodies).toEqual([
    ['live-status', 1],
    ['chat', undefined],
  ]);
  expect(it.facts.flatMap((fact) => (fact.type === 'failure' ? [[fact.code, fact.by]] : []))).toEqual([
    ['WIRE_BAD_PROTOBUF', 1],
    ['WIRE_BAD_PROTOBUF', 2],
  ]);
});

test('S3 an unreadable message that requests an acknowledgement gets one, so that the server stops repeating it', async () => {
  const it = await opened();
  it.push({ id: 501, body: {}, codec: 'json' });
  it.dials[0]?.events.received(encodeRawPush({ id: 501, codec: 'json', msgId: 'bad', ack: true }, new Uint8Array([0x7b])).buffer);
  await it.pass(100);
  expect(it.commands().at(-1)).toMatchObject({ id: 211, fields: { msgId: 'bad' } });
});

test('S20 a line that mentions the viewer’s login name is delivered in a flood that drops chat', async () => {
  const it = await opened();
  const flood = async (): Promise<readonly string[]> => {
    it.batches.length = 0;
    it.push(chat('@小鱼 在吗'));
    for (let i = 0; i < 8_000; i++) it.push(chat(String(i)));
    await it.pass(200);
    return it.batches.flatMap(({ messages }) => messages.flatMap((message) => (message.name === 'chat' ? [message.body.chatmsg] : [])));
  };
  await it.pass(200);
  expect((await flood())[0]).not.toContain('小鱼');
  it.push({ id: 201, body: { userid: 7, nickname: '小鱼' } });
  await it.pass(200);
  expect((await flood())[0]).toBe('@小鱼 在吗');
  // The next login has another name.
  it.socket.up({ type: 'connect', identity: { ...identity, userId: 8, token: 'b' } });
  await it.pass(0);
  it.dials.at(-1)?.events.opened();
  it.push(confirmed);
  await it.pass(200);
  expect(await flood()).not.toContain('@小鱼 在吗');
});

test('S33 the ajax monitor receives the request for the chat’s addresses', async () => {
  const it = await opened();
  expect(it.facts).toContainEqual({
    type: 'call',
    call: { method: 'GET', path: '/socket_scheduler/pc/binary/v1/address.jsonp', status: 200, tookMs: 0 },
  });
});

test('S5 another room begins at its own offset; another login continues at the room’s offset', async () => {
  const it = await opened({ ...identity, offset: '40' });
  expect(it.commands()[0]).toMatchObject({ fields: { offset: '40' } });
  it.push({ ...chat('x'), offset: 55 });
  it.socket.up({ type: 'connect', identity: { ...identity, userId: 8, token: 'b', offset: '40' } });
  await it.pass(0);
  it.dials.at(-1)?.events.opened();
  expect(it.commands()[0]).toMatchObject({ fields: { offset: '55' } });
  it.socket.up({ type: 'connect', identity: { ...identity, roomId: 1002, offset: '7' } });
  await it.pass(0);
  it.dials.at(-1)?.events.opened();
  expect(it.commands()[0]).toMatchObject({ fields: { roomid: 1002, offset: '7' } });
});

test('S1 addresses of another room or kind of room are not used: they are requested again', async () => {
  const it = await opened();
  it.socket.up({ type: 'connect', identity: { ...identity, userId: 8, token: 'b' } });
  await it.pass(0);
  expect(it.urls).toHaveLength(1);
  it.socket.up({ type: 'connect', identity: { ...identity, roomKind: 'live' } });
  await it.pass(0);
  it.socket.up({ type: 'connect', identity: { ...identity, roomId: 1002, roomKind: 'live' } });
  await it.pass(0);
  expect(it.urls.map((url) => ['rid', 'at'].map((name) => new URL(url).searchParams.get(name)))).toEqual([
    ['1001', '102'],
    ['1001', '122'],
    ['1002', '122'],
  ]);
});

test('S1 the address service is requested with cookies, and again after the fallback list was used for its maximum time', async () => {
  const it = harness({ ...services, socketFallback: [{ host: 'local.test', protocol: 'wss' }] });
  it.answer = ok({ code: 9 });
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  expect(it.dials[0]?.url).toBe('wss://local.test/chat');
  expect(it.credentials).toEqual(['include']);
  const lose = async (): Promise<void> => {
    it.dials.at(-1)?.events.opened();
    it.push({ id: 901, body: { type: 1, status: 1 } });
    for (let beat = 0; beat < 40; beat++) {
      await it.pass(10_000);
      it.dials.at(-1)?.events.received(HEARTBEAT_RESPONSE);
    }
    it.answer = ok({ code: 0, data: { addrs: ['good.test'], age: 600 } });
    it.dials.at(-1)?.events.lost();
    await it.pass(8_000);
  };
  await lose();
  expect(it.urls).toHaveLength(2);
  expect(it.dials.at(-1)?.url).toBe('wss://good.test/chat');
});

test('S1 a dangerous user is connected only after the slider check, and each login contains its result', async () => {
  const it = harness();
  it.answer = ok({ code: 1_100_007 });
  it.socket.up({ type: 'connect', identity });
  await it.pass(60_000);
  expect(it.facts.filter(({ type }) => type === 'failure')).toEqual([{ type: 'failure', code: 'SOCKET_DANGEROUS', detail: '' }]);
  expect(it.down).toContainEqual({ type: 'slider', needed: true });
  expect(it.urls).toHaveLength(1);
  it.answer = ok({ code: 0, data: { addrs: ['one.test'] } });
  const safety = { safeSign: 's', safeTimes: '1', safeCt: 'c', version: 'v', sysVersion: 'y', kfd: 'k' };
  it.socket.up({ type: 'slider-passed', safety });
  expect(it.down).toContainEqual({ type: 'slider', needed: false });
  await it.pass(0);
  expect(it.dials).toHaveLength(1);
  it.dials[0]?.events.opened();
  expect(it.commands()[0]).toMatchObject({ id: 201, fields: safety });
  // The result of the check belongs to the device: another login in the room sends it too, a login to another room does not.
  for (const [other, fields] of [
    [
      { userId: 8, token: 'b' },
      { kugouid: 8, ...safety },
    ],
    [{ roomId: 1002 }, { roomid: 1002 }],
  ] as const) {
    it.socket.up({ type: 'connect', identity: { ...identity, ...other } });
    await it.pass(0);
    it.dials.at(-1)?.events.opened();
    expect(it.commands()[0]).toMatchObject({ fields });
  }
  expect(it.commands()[0]?.fields).not.toHaveProperty('safeSign');
});

test('S1 S2 an unreachable address service is requested five times, then the next round has a time; a line of the viewer starts it', async () => {
  const it = harness();
  it.answer = err('HTTP_NETWORK', 'offline');
  it.socket.up({ type: 'connect', identity });
  await it.pass(30_000);
  expect(it.urls).toHaveLength(5);
  expect(it.down.at(-1)).toMatchObject({ type: 'state', name: 'paused', error: null, retryAtMs: 1_700_000_000_000 + 26_000 + 45_000 });
  await it.pass(600_000);
  const exhausted = it.facts.filter((fact) => fact.type === 'failure' && fact.code === 'SOCKET_EXHAUSTED');
  // Reported once, although the rounds go on.
  expect([exhausted.length, it.urls.length > 20]).toEqual([1, true]);
  const isPaused = (): boolean => it.down.findLast((message) => message.type === 'state')?.name === 'paused';
  while (!isPaused()) await it.pass(1_000);
  it.answer = ok({ code: 0, data: { addrs: ['one.test'] } });
  it.socket.up({ type: 'send-chat', line: lineOf('u1') });
  await it.pass(0);
  expect(it.dials).toHaveLength(1);
  it.dials[0]?.events.opened();
  it.push({ id: 901, body: { cmd: 901, type: 1, status: 1 } });
  await it.pass(0);
  expect(said(it)).toEqual(['u1']);
});

test('S10 the debug command 0 shows all traffic, and never the token', async () => {
  const all = await opened({ ...identity, debugCommand: 0 });
  await all.pass(200);
  const seen = all.down.flatMap((message) => (message.type === 'debug' ? message.lines : [])).join('\n');
  expect(seen).toContain('→ 201');
  expect(seen).toContain('· login confirmed');
  expect(seen).toMatch(/"token":"…".*"soctoken":"…"/);
  expect(seen).not.toMatch(/"soc"|secret/);
  expect(seen).toMatch(/⇢ frame \d+ B 46 4c 01 01 00 00 00 c9 [0-9a-f ]{23}$/m);
  all.down.length = 0;
  all.dials[0]?.events.received(HEARTBEAT_RESPONSE);
  all.dials[0]?.events.received('{"cmd":999,"content":{"token":"secret"}}');
  all.dials[0]?.events.received(new Uint8Array([1, 2]).buffer);
  await all.pass(20_000);
  const rows = all.down.flatMap((message) => (message.type === 'debug' ? message.lines : []));
  expect(rows).toEqual(
    expect.arrayContaining([
      '⇠ HEARTBEAT_RESPONSE',
      '⇢ HEARTBEAT_REQUEST',
      '⇠ text 40 characters',
      '⇠ frame 2 B 01 02',
      '✗ WIRE_TOO_SHORT 2 bytes',
    ]),
  );
  all.push({ ...chat('counted'), ack: true, msgId: 'a' });
  await all.pass(300);
  const totals = all.down.flatMap((message) => (message.type === 'debug' ? [message.totals] : [])).at(-1);
  expect(totals).toMatchObject({ acks: 1, byId: expect.arrayContaining([expect.objectContaining({ id: 501, name: 'chat', count: 1 })]) });
  expect((await opened()).down.some(({ type }) => type === 'debug')).toBe(false);
});

test('S3 S8 each of 5,000 hostile WebSocket messages is read as heartbeat, message or repetition, or refused by name', () => {
  const random = seeded(21);
  const inbox = new Inbox(0);
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
    const incoming = inbox.receive(data);
    if (incoming.type === 'failure') expect(incoming.failure.code).toMatch(/^WIRE_/);
  }
});
