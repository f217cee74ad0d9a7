// Long file: one document, in the order of its sections.
/**
 * The second document of the specification as tests: its values (document-2.ts) run through the whole socket worker, the whole room worker or
 * the whole stats worker. Parts that the document does not show are in the tests of their folders.
 */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { words as giftText } from '../../src/features/gifts/text.ts';
import { words as mysticText } from '../../src/features/mystic-viewer/text.ts';
import { words as frameText } from '../../src/features/frames/text.ts';
import { TRANSLATE } from '../../src/ui/features/panel.ts';
import type { Command } from '../../src/core/socket/outgoing.ts';
import { FRAME_STATUS as STATUS_NUMBERS, stepFrame, type Frame, type FrameEvent } from '../../src/core/frames/frame.ts';
import { callActivity, openClub, openMiniApp } from '../../src/core/frames/activities.ts';
import { pageKey } from '../../src/core/reports/business-ids.ts';
import { ok } from '../../src/core/errors.ts';
import { HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE } from '../../src/wire/frame.ts';
import type { ChatBatch } from '../../src/core/room/view.ts';
import type { SocketIdentity } from '../../src/workers/socket/api.ts';
import {
  confirmed,
  harness,
  identity,
  lineOf,
  opened,
  openedInBlobMode,
  reconnect,
  services,
  type World,
} from '../workers/socket/harness.ts';
import { liveInfo, loadAllFeatures, openedRoom, openRoom, type RoomOptions } from '../workers/room/harness.ts';
import { unanswered } from './visit.ts';
import { harness as statsHarness } from '../workers/stats/harness.ts';
import {
  ACTIVITY_KEYS,
  ADDRESS_CODES,
  ANALYTICS_SCENES,
  ANALYTICS_TYPES,
  CHAT_FIELDS,
  COMMANDS,
  ENTER_ACTIONS,
  EVID_TEXT,
  FRAME_STATUS,
  GIFT_ERRORS,
  GIFT_FIELDS,
  HEARTBEAT_ACTIONS,
  LOGIN_FIELDS,
  LOGIN_OPTIONAL,
  PUSHES,
  RECHARGE_TEXT,
  RETRY_WAITS_MS,
  ROOM_TYPES,
  VIEWER,
} from './document-2.ts';

const giftWords = giftText(TRANSLATE['zh-CN']);
const frameWords = frameText(TRANSLATE['zh-CN']);

beforeAll(loadAllFeatures);

const COOKIE = `fx_userid=${VIEWER.userId}; fx_token=t`;
const commandsOf = (it: World, id: number): readonly Command['fields'][] =>
  it.commands().flatMap((command) => (command.id === id ? [command.fields] : []));
const lastState = (it: World) => it.down.findLast((message) => message.type === 'state');
const started = (it: World, who: SocketIdentity = identity): World => {
  it.socket.up({ type: 'connect', identity: who });
  return it;
};

/** Posts everything that the socket worker has sent to a room worker. */
async function roomOf(it: World, room = openRoom({ cookie: COOKIE, answers: { '/info': liveInfo() } })) {
  await room.settle();
  for (const message of it.down) room.socket.deliver(structuredClone(message));
  await vi.dynamicImportSettled();
  await room.settle(400);
  return room;
}

describe('messages that are received (§7)', () => {
  test.each(PUSHES.map((push) => [push.row, push.id, push.meaning, push.at, push] as const))(
    '%s %i, a %s, is shown by %s when it comes first and alone',
    async (_row, id, _meaning, at, { body, shows, opens }) => {
      const it = await opened({ ...identity, userId: VIEWER.userId });
      it.push({ id, body });
      await vi.dynamicImportSettled();
      await it.pass(200);
      const room = await roomOf(it);
      if (opens) room.act({ type: 'feature', feature: at, action: { type: 'entry' } });
      await room.settle(100);
      const shown =
        at === 'chat' ? room.commands('chat').flatMap(({ batch }: { readonly batch: ChatBatch }) => batch.rows) : room.view().features[at];
      const values = new Set(leaves(shown));
      for (const value of shows)
        expect(
          [...values].some((one) => one === value || (typeof one === 'string' && one.includes(String(value)))),
          `${value} in ${JSON.stringify(shown)}`,
        ).toBe(true);
    },
  );

  test('S9 an unknown number is counted and kept out of the way', async () => {
    const it = await opened();
    it.dials[0]?.events.received('{"cmd":999999,"content":{}}');
    await it.pass(200);
    expect(it.facts).toContainEqual({ type: 'failure', code: 'WIRE_UNKNOWN_MESSAGE', detail: '999999', by: 1 });
    expect(it.messages()).toEqual(['error']);
  });

  const elsewhere = [
    [601, { roomid: 2_002, giftname: '火箭', num: 1, senderid: 9 }],
    [201, { roomid: 2_002, userid: 9, nickname: '南风' }],
    [490_002, { roomid: 2_002, status: 0 }],
    [490_020, { roomid: 2_002, userid: 9, nickname: '南风' }],
    [490_023, { roomid: 2_002, lines: [] }],
    [490_030, { roomId: 2_002, packetId: 'p', status: 2 }],
    [490_034, { roomId: 2_002, version: 1, isOpen: true }],
    [490_042, { roomId: 2_002, version: 1, slowS: 9 }],
    [400_302, { roomId: 2_002, content: 'x' }],
    [400_307, { roomId: 2_002, content: 'x' }],
  ] as const;
  test.each(elsewhere)(
    'S9 %i of another room is dropped, in both encodings, and acknowledged; of this room or of none it is passed on',
    async (id, body) => {
      const it = await opened();
      for (const codec of ['protobuf', 'json'] as const) it.push({ id, body, codec, ack: true, msgId: codec });
      await vi.dynamicImportSettled();
      await it.pass(200);
      expect(it.messages()).toEqual(['error']);
      expect(it.count('socket.other-room')).toBe(2);
      expect(commandsOf(it, COMMANDS.acknowledge)).toMatchObject([{ msgId: 'protobuf,json' }]);
      const key = 'roomid' in body ? 'roomid' : 'roomId';
      for (const roomId of [identity.roomId, 0]) it.push({ id, body: { ...body, [key]: roomId } });
      await it.pass(200);
      expect(it.messages().length).toBeGreaterThan(1);
    },
  );

  test.each([
    [400_301, 'roomId'],
    [400_303, 'roomId'],
    [400_001, 'roomId'],
    [400_002, 'roomId'],
    [400_003, 'roomId'],
    [400_004, 'roomId'],
  ])('S37 %i of all rooms names another room as the target of its link', async (id, key) => {
    const it = await opened();
    it.push({ id, body: { [key]: 2_002, content: 'x' } });
    await vi.dynamicImportSettled();
    await it.pass(200);
    expect(it.messages()).toHaveLength(2);
  });

  test('S21 a gift to the viewer is kept in a flood of 900 gifts, by receiver and by the list of receivers', async () => {
    const toViewer = [{ receiverid: identity.userId }, { receivers: [{ userId: 3 }, { userId: identity.userId }] }];
    for (const mine of [...toViewer, { senderid: identity.userId }]) {
      const it = await opened();
      await it.pass(200);
      it.batches.length = 0;
      it.push({ id: 601, body: { giftname: '我的', senderid: 9, ...mine } });
      for (let at = 0; at < 900; at++) it.push({ id: 601, body: { giftname: '火箭', senderid: 9, receiverid: 77 } });
      await it.pass(200);
      const names = it.batches.flatMap(({ messages }) => messages.flatMap((one) => (one.name === 'gift' ? [one.body.giftname] : [])));
      expect(names[0]).toBe('我的');
      expect(names).toHaveLength(501);
      expect(it.count('socket.skipped-effects')).toBe(400);
    }
  });
});

/** All values of a view, at any depth. */
const leaves = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

describe('addresses and connection (§4, §7, §8, §9)', () => {
  test.each([
    ['normal', 7, '102'],
    ['live', 7, '122'],
    ['normal', 8, '102'],
  ] as const)('S1 a %s room requests its addresses as the client type %i with at=%s', async (roomKind, platformId, at) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const it = started(harness(), { ...identity, roomKind, platformId });
    await it.pass(0);
    const url = new URL(it.urls[0]!);
    expect(`${url.origin}${url.pathname}`).toBe('https://b.test/socket_scheduler/pc/binary/v1/address.jsonp');
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({ _p: String(platformId), pv: '20240801', rid: '1001', cid: '100', at });
    expect(query).toHaveProperty('_v');
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(3_000);
    timers.mockRestore();
  });

  // A refusal has data in any form.
  const refusals = ADDRESS_CODES.flatMap(([code, then]) => [{ addrs: ['one.test'] }, [], ''].map((data) => [code, then, data] as const));
  test.each(refusals)('S1 the address code %i: %s, with the data %j', async (code, then, data) => {
    const it = harness({ ...services, socketFallback: [{ host: 'fallback.test', protocol: 'wss' }] });
    it.answer = ok({ code, data });
    started(it);
    await it.pass(0);
    const hosts = it.dials.map(({ url }) => new URL(url).host);
    const sliders = it.down.filter((message) => message.type === 'slider' && message.needed).length;
    switch (then) {
      case 'slider':
        expect([sliders, hosts]).toEqual([1, []]);
        it.socket.up({
          type: 'slider-passed',
          safety: { safeSign: 's', safeTimes: '1', safeCt: '1', version: '1', sysVersion: '1', kfd: 'k' },
        });
        await it.pass(0);
        expect(it.urls).toHaveLength(2);
        return;
      case 'no fallback':
        expect(hosts).toEqual([]);
        expect(lastState(it)).toMatchObject({ error: 'SOCKET_ADDRESS_REFUSED' });
        return;
      case 'fallback':
        expect([hosts, it.urls.length]).toEqual([['fallback.test'], 1]);
        return;
      case 'one retry':
        expect([hosts, it.urls.length]).toEqual([['fallback.test'], 2]);
        return;
      default:
        throw new Error(then);
    }
  });

  test('S1 S23 the slider check is allowed twice', async () => {
    const it = harness();
    it.answer = ok({ code: 1_100_007 });
    started(it);
    const safety = { safeSign: 's', safeTimes: '1', safeCt: '1', version: '1', sysVersion: '1', kfd: 'k' };
    for (let pass = 0; pass < 3; pass++) {
      await it.pass(0);
      it.socket.up({ type: 'slider-passed', safety });
    }
    await it.pass(0);
    expect(it.down.filter((message) => message.type === 'slider' && message.needed)).toHaveLength(2);
    expect(lastState(it)).toMatchObject({ error: 'SOCKET_DANGEROUS' });
  });

  test('S1 addresses are reused until their age of 600 s expires, and discarded for another type of login', async () => {
    const it = await opened();
    await reconnect(it);
    expect(it.urls).toHaveLength(1);
    it.socket.up({ type: 'connect', identity: { ...identity, userId: 0, token: '' } });
    await it.pass(0);
    expect(it.urls).toHaveLength(2);
    const old = await opened();
    for (let beat = 0; beat < 61; beat++) {
      await old.pass(10_000);
      old.dials.at(-1)?.events.received(HEARTBEAT_RESPONSE);
    }
    old.dials.at(-1)?.events.lost();
    await old.pass(60_000);
    expect(old.urls).toHaveLength(2);
  });

  test('S1 S2 a request that fails is repeated 1.5, 4.5, 10 and 10 s later, at most five times in a row', async () => {
    const it = harness();
    it.answer = { ok: false, error: { code: 'HTTP_NETWORK', detail: 'down' } };
    started(it);
    await it.pass(0);
    for (const [at, waitMs] of RETRY_WAITS_MS.entries()) {
      await it.pass(Math.floor(waitMs * 0.79));
      expect(it.urls).toHaveLength(at + 1);
      await it.pass(Math.ceil(waitMs * 0.21));
      expect(it.urls).toHaveLength(at + 2);
    }
    await it.pass(1_400);
    expect(it.urls).toHaveLength(5);
  });

  test('S2 an address that does not connect in 10 s is given up, and the next of the list is dialled', async () => {
    const it = started(harness());
    await it.pass(9_999);
    expect(it.dials.map(({ isClosed }) => isClosed)).toEqual([false]);
    await it.pass(1);
    expect(it.dials[0]?.isClosed).toBe(true);
    await it.pass(1_500);
    expect(it.dials.map(({ url }) => new URL(url).host)).toEqual(['one.test', 'two.test']);
  });

  test('S6 the first message connects, unless it is a 901 with status 0', async () => {
    const first = async (body: object, id = 901): Promise<string | undefined> => {
      const it = started(harness());
      await it.pass(0);
      it.dials[0]?.events.opened();
      it.push({ id, body });
      await it.pass(0);
      const state = lastState(it);
      return state?.type === 'state' ? state.name : undefined;
    };
    expect(await first({ cmd: 201, status: 0, type: 1 })).toBe('waiting');
    expect(await first({ cmd: 201, status: 1, type: 1 })).toBe('open');
    expect(await first({ chatmsg: 'x', senderid: 9 }, 501)).toBe('open');
  });

  test('S6 a heartbeat is sent every 10 s, and after three without an answer the connection is replaced', async () => {
    const it = await opened();
    const beats = (): number => it.dials[0]!.sent.filter((data) => data === HEARTBEAT_REQUEST).length;
    await it.pass(9_999);
    expect(beats()).toBe(0);
    await it.pass(1);
    expect(beats()).toBe(1);
    await it.pass(29_999);
    expect([beats(), it.dials[0]?.isClosed]).toEqual([3, false]);
    await it.pass(1);
    expect(it.dials[0]?.isClosed).toBe(true);
  });

  test('S1 S6 errno 622 in a 901 requests the addresses again, once', async () => {
    const it = await opened();
    it.push({ id: 901, body: { cmd: 201, status: 0, errno: 622 } });
    await it.pass(0);
    expect(it.urls).toHaveLength(2);
    it.dials.at(-1)?.events.opened();
    it.push({ id: 901, body: { cmd: 201, status: 0, errno: 622 } });
    await it.pass(0);
    expect(it.urls).toHaveLength(2);
  });
});

describe('commands that are sent (§3, §7)', () => {
  test('S4 a login has the fields of the document, and optional ones only with a value', async () => {
    const it = await opened();
    const [login] = commandsOf(it, COMMANDS.login);
    expect(Object.keys(login!)).toEqual([...LOGIN_FIELDS]);
    expect(login).toEqual({
      cmd: 201,
      roomid: 1_001,
      kugouid: 7,
      token: 'secret',
      appid: '1010',
      referer: '2199',
      clientid: 100,
      v: 20_240_801,
      soctoken: 'soc',
      sid: 'sid',
      socsid: 'uuid-0',
      deviceNo: 'device',
      screen: 0,
      platid: 7,
      dfid: '-',
    });
    const safety = { safeSign: 'a', safeTimes: '2', safeCt: '3', version: '4', sysVersion: '5', kfd: '6' };
    const all = await opened({ ...identity, dfid: '', vertical: true, entryId: 'e', offset: '88', safety });
    expect(Object.keys(commandsOf(all, COMMANDS.login)[0]!).toSorted()).toEqual([...LOGIN_FIELDS, ...LOGIN_OPTIONAL].toSorted());
    expect(commandsOf(all, COMMANDS.login)[0]).toMatchObject({ ...safety, entryid: 'e', offset: '88', screen: 1, dfid: '-' });
    expect(commandsOf(await opened({ ...identity, offset: '1' }), COMMANDS.login)[0]).toMatchObject({ offset: '1' });
  });

  test('S4 the tokens are sent as the services gave them, because the server compares them', async () => {
    const it = harness();
    it.answer = ok({ code: 0, data: { addrs: ['one.test'], soctoken: 'a<b' } });
    started(it, { ...identity, token: 'c>d' });
    await it.pass(0);
    it.dials[0]?.events.opened();
    expect(commandsOf(it, COMMANDS.login)[0]).toMatchObject({ soctoken: 'a<b', token: 'c>d' });
  });

  test('S4 without both the user id and the token the login is anonymous', async () => {
    for (const half of [{ token: '' }, { userId: 0 }]) {
      const it = await opened({ ...identity, ...half });
      expect(commandsOf(it, COMMANDS.login)[0]).toMatchObject({ kugouid: 0, token: '' });
    }
  });

  test('S5 after a lost connection 2201 logs in, with the offset of the last message', async () => {
    const it = await opened();
    it.push({ id: 501, body: { chatmsg: 'x', senderid: 9 }, offset: 41, msgId: 'm' });
    await reconnect(it);
    expect(commandsOf(it, COMMANDS.loginAgain)).toMatchObject([{ cmd: 2_201, offset: '41', roomid: 1_001 }]);
    // A retransmitted message does not set the offset back.
    it.push(confirmed);
    it.push({ id: 501, body: { chatmsg: 'x', senderid: 9 }, offset: 12, msgId: 'old', rpt: true });
    await reconnect(it);
    expect(commandsOf(it, COMMANDS.loginAgain)).toMatchObject([{ offset: '41' }]);
  });

  test('S5 202 leaves the room, 410001 reports the screen, 502 has code and key, 211 has the id and the offset', async () => {
    const it = await opened();
    it.socket.up({ type: 'screen', vertical: true });
    it.socket.up({ type: 'verify-chat', code: 'a<b', key: 'k' });
    it.push({ id: 501, body: { chatmsg: 'x', senderid: 9 }, ack: true, msgId: 'm1', offset: 5 });
    await it.pass(200);
    it.socket.up({ type: 'leave' });
    expect(commandsOf(it, COMMANDS.screen)).toEqual([
      { cmd: 410_001, screen: 0 },
      { cmd: 410_001, screen: 1 },
    ]);
    expect(commandsOf(it, COMMANDS.verify)).toEqual([{ cmd: 502, code: 'a<b', key: 'k' }]);
    expect(commandsOf(it, COMMANDS.acknowledge)).toEqual([{ cmd: 211, msgId: 'm1', offset: 5 }]);
    expect(commandsOf(it, COMMANDS.quit)).toEqual([{ cmd: 202, roomid: 1_001 }]);
  });

  test('S5 a retransmitted message is seen once; an id of an earlier connection without the flag is another message', async () => {
    const it = await opened();
    const push = (more: object) => it.push({ id: 501, body: { chatmsg: 'x', senderid: 9 }, msgId: 'm', ...more });
    push({});
    push({ rpt: true });
    push({});
    await it.pass(200);
    expect(it.messages().filter((name) => name === 'chat')).toHaveLength(1);
    expect(it.count('socket.repeated')).toBe(2);
    await reconnect(it);
    it.push(confirmed);
    push({ rpt: true });
    await it.pass(200);
    expect(it.messages().filter((name) => name === 'chat')).toHaveLength(1);
    push({ msgId: 'n' });
    await reconnect(it);
    it.push(confirmed);
    push({ msgId: 'n' });
    await it.pass(200);
    expect(it.messages().filter((name) => name === 'chat')).toHaveLength(3);
    // Without an id the offset decides.
    push({ msgId: '', offset: 50 });
    push({ msgId: '', offset: 50, rpt: true });
    push({ msgId: '', offset: 50 });
    await it.pass(200);
    expect(it.messages().filter((name) => name === 'chat')).toHaveLength(5);
  });

  test('S20 a chat message has the fields of the document, with source others and paraAbnor 0 or 1', async () => {
    const it = await opened();
    it.socket.up({ type: 'send-chat', line: lineOf('u1', '你好') });
    it.socket.up({
      type: 'send-chat',
      line: { ...lineOf('u2'), chat: { ...lineOf('u2').chat, manual: false, secret: true, receiverId: 3, receiverUserId: 4 } },
    });
    await it.pass(3_000);
    const [first, second] = commandsOf(it, COMMANDS.chat);
    expect(Object.keys(first!)).toEqual([...CHAT_FIELDS]);
    expect(first).toEqual({
      cmd: 501,
      chatmsg: '你好',
      receiverid: 0,
      receiveruserid: 0,
      issecrect: 0,
      seq: 1_700_000_000_001,
      mac: 'device',
      v: 20_240_801,
      source: 'others',
      uuid: 'u1',
      paraAbnor: 0,
    });
    expect(second).toMatchObject({ paraAbnor: 1, issecrect: 1, receiverid: 3, receiveruserid: 4, uuid: 'u2' });
  });

  test.each([
    [31, false],
    [32, true],
  ])('S20 a source of %i characters is sent with a gameId: %s', async (length, hasGame) => {
    const it = await opened();
    const line = lineOf('u1');
    it.socket.up({ type: 'send-chat', line: { ...line, chat: { ...line.chat, source: 'g'.repeat(length), gameId: '77' } } });
    const [sent] = commandsOf(it, COMMANDS.chat);
    expect(sent).toMatchObject({ source: 'g'.repeat(length) });
    expect('gameId' in sent! && sent.gameId).toBe(hasGame && '77');
  });

  test('S7 lines written while disconnected are sent one at a time, 3 s apart, after a status of type 1 and status 1', async () => {
    const it = started(harness());
    for (const uuid of ['u1', 'u2', 'u3']) it.socket.up({ type: 'send-chat', line: lineOf(uuid) });
    await it.pass(0);
    it.dials[0]?.events.opened();
    for (const body of [
      { cmd: 201, type: 1, status: 2 },
      { cmd: 201, type: 2, status: 1 },
    ])
      it.push({ id: 901, body });
    await it.pass(100);
    expect(commandsOf(it, COMMANDS.chat)).toHaveLength(0);
    it.push(confirmed);
    await it.pass(0);
    expect(commandsOf(it, COMMANDS.chat)).toMatchObject([{ uuid: 'u1' }]);
    await it.pass(2_999);
    expect(commandsOf(it, COMMANDS.chat)).toHaveLength(1);
    await it.pass(1);
    expect(commandsOf(it, COMMANDS.chat)).toHaveLength(2);
    await it.pass(3_000);
    expect(commandsOf(it, COMMANDS.chat)).toHaveLength(3);
  });
});

describe('validation of texts (§5)', () => {
  test('S8 a string that is not JSON is logged and skipped', async () => {
    const it = await openedInBlobMode();
    it.dials[0]?.events.received('{"cmd":501,');
    await it.pass(200);
    expect(it.facts.flatMap((fact) => (fact.type === 'failure' ? [[fact.code, fact.by]] : []))).toEqual([['WIRE_BAD_JSON', 1]]);
    expect(it.messages()).toEqual([]);
  });

  test('S8 angle brackets are escaped in received and in sent texts, and in blob mode only strings are sent', async () => {
    const it = await openedInBlobMode();
    it.dials[0]?.events.received(JSON.stringify({ cmd: 901, content: { cmd: 201, type: 1, status: 1 } }));
    it.socket.up({ type: 'send-chat', line: lineOf('u1', '<b>') });
    expect(it.dials[0]?.sent.every((data) => typeof data === 'string')).toBe(true);
    expect(it.dials[0]?.sent.at(-1)).toContain('&lt;b&gt;');
    it.dials[0]?.events.received(JSON.stringify({ cmd: 501, content: { chatmsg: '<i>', senderid: 9, sendername: '<u>' } }));
    await it.pass(200);
    expect(it.batches.at(-1)?.messages.at(-1)?.body).toMatchObject({ chatmsg: '&lt;i&gt;', sendername: '&lt;u&gt;' });
  });

  test('S8 the characters 8231 to 8238, and no others beside them, are removed from nicknames and chat', async () => {
    const it = await opened();
    const all = Array.from({ length: 10 }, (_, at) => String.fromCharCode(8_230 + at)).join('');
    it.push({ id: 501, body: { chatmsg: `a${all}b`, sendername: `c${all}d`, senderid: 9 } });
    await it.pass(200);
    const kept = `${String.fromCharCode(8_230)}${String.fromCharCode(8_239)}`;
    expect(it.batches.at(-1)?.messages.at(-1)?.body).toMatchObject({ chatmsg: `a${kept}b`, sendername: `c${kept}d` });
  });

  test('S8 one field of another type costs the field and not the line: it becomes its default and is reported', async () => {
    const it = await openedInBlobMode();
    const content = { chatmsg: '你好', senderid: '9', age: '', issecrect: '1', richlevel: 3.5, fanstags: ['a'], platform: 'web' };
    it.dials[0]?.events.received(JSON.stringify({ cmd: 501, content, ack: '1', msgId: 12, time: 'soon' }));
    await it.pass(200);
    const [chat] = it.batches.flatMap(({ messages }) => messages);
    expect(chat?.body).toMatchObject({ chatmsg: '你好', senderid: 9, age: 0, issecrect: true, richlevel: 3, fanstags: '', platform: 0 });
    expect(
      commandsOf(it, COMMANDS.acknowledge).length + it.dials[0]!.sent.filter((data) => String(data).includes('"cmd":211')).length,
    ).toBe(1);
    expect(it.facts).toContainEqual({ type: 'failure', code: 'WIRE_BAD_FIELDS', detail: 'Chat.age', by: 3 });
  });

  test('S20 a 901 without content answers the 502 that was sent, and otherwise the login', async () => {
    const it = await openedInBlobMode();
    const receive = (fields: object): void => it.dials[0]?.events.received(JSON.stringify({ cmd: 901, ...fields }));
    receive({ type: 1, status: 1 });
    it.socket.up({ type: 'verify-chat', code: '8888', key: 'k' });
    receive({ status: 0, key: 'k2', codeUrl: '/c.png' });
    expect(it.down.findLast((message) => message.type === 'verify')).toMatchObject({ isWrong: true, question: { key: 'k2' } });
    it.socket.up({ type: 'verify-chat', code: '9999', key: 'k2' });
    receive({ type: 1, status: 1 });
    expect(it.down.at(-1)).toEqual({ type: 'verified' });
    it.socket.up({ type: 'verify-chat', code: '1', key: 'k3' });
    const questions = (): number => it.down.filter((message) => message.type === 'verify').length;
    const asked = questions();
    receive({ type: 1, status: 0, errno: 622 });
    expect(questions()).toBe(asked);
    await it.pass(0);
    expect(it.urls).toHaveLength(2);
  });

  test('S20 a 901 about a line settles it by its uuid or its seq: status 1 accepts the line, another refuses it', async () => {
    const it = await openedInBlobMode();
    const receive = (fields: object): void => it.dials[0]?.events.received(JSON.stringify({ cmd: 901, ...fields }));
    receive({ type: 1, status: 1 });
    for (const uuid of ['u1', 'u2', 'u3']) it.socket.up({ type: 'send-chat', line: lineOf(uuid) });
    await it.pass(6_000);
    receive({ status: 1, uuid: 'u1' });
    receive({ status: 0, seq: lineOf('u2').seq, msg: '太快了' });
    receive({ content: { cmd: 501, status: 1, uuid: 'u3' } });
    const outcomes = it.down.flatMap((message) => (message.type === 'line' ? [[message.uuid, message.outcome.name]] : []));
    expect(outcomes).toEqual([
      ['u1', 'delivered'],
      ['u2', 'failed'],
      ['u3', 'delivered'],
    ]);
  });

  test('S8 a time in seconds is one in milliseconds for the room', async () => {
    const it = await openedInBlobMode();
    for (const time of [1_700_000_000, 1_700_000_000_500])
      it.dials[0]?.events.received(JSON.stringify({ cmd: 501, content: { chatmsg: 'x', senderid: 9 }, time }));
    await it.pass(200);
    expect(it.batches.flatMap(({ messages }) => messages.map(({ timeMs }) => timeMs))).toEqual([1_700_000_000_000, 1_700_000_000_500]);
  });

  test('S1 S10 `cmd` selects a message of the debug view', async () => {
    const it = await opened({ ...identity, debugCommand: 501 });
    it.push({ id: 501, body: { chatmsg: '看见', senderid: 9 } });
    it.push({ id: 601, body: { giftname: '看不见', senderid: 9 } });
    await it.pass(200);
    const lines = it.down.flatMap((message) => (message.type === 'debug' ? message.lines : [])).join('\n');
    expect(lines).toContain('看见');
    expect(lines).not.toContain('看不见');
  });
});

describe('gifts (§3, §8)', () => {
  const answers = {
    '/gift/list': {
      code: 0,
      data: { tabs: [{ name: '热门', gifts: [{ giftId: 5, name: '火箭', price: 10, giftType: 2, lucky: 1, letter: 1 }] }] },
    },
    '/gift/wallet': { code: 0, data: { balance: 1_000 } },
  };
  async function shop(send: object, rechargeGuide: number, others: RoomOptions['answers'] = {}) {
    const room = await openedRoom({
      cookie: COOKIE,
      answers: {
        '/info': liveInfo({ room: { starUserId: 770 } }),
        '/config': { rechargeGuide },
        ...answers,
        ...others,
        '/gift/send': send,
      },
    });
    room.act({ type: 'feature', feature: 'gifts', action: { type: 'entry' } });
    await room.settle(40);
    const request = { giftId: 5, from: 'coins', count: 3, receiverId: 770, letter: '加油' };
    room.act({ type: 'feature', feature: 'gifts', action: { type: 'send', request } });
    await room.settle(40);
    const { view } = room.view().features['gifts'] as {
      readonly view: {
        readonly notice: { readonly why: keyof typeof giftWords.notices; readonly message: string } | null;
        readonly recharge: string;
      };
    };
    return { room, view };
  }

  test.each(GIFT_ERRORS.flatMap(([code, msg, text]) => [[code, msg, text] as const, [String(code), msg, text] as const]))(
    'S21 the answer %j with the message %j shows %s',
    async (code, msg, text) => {
      const { room, view } = await shop({ code, msg }, 0);
      expect(giftWords.notices[view.notice!.why]({ message: view.notice!.message, gift: '', count: 0 })).toBe(text);
      expect(view.recharge).toBe('none');
      expect(room.askedFor('/gift/send')).toHaveLength(1);
    },
  );

  test.each([
    ['which the viewer is', { code: 0, data: { balance: 1_000, guard: 1 } }, 1, '此礼物仅守护尊享'],
    ['which the viewer is not', { code: 0, data: { balance: 1_000, guard: 0 } }, 0, '此礼物仅守护尊享'],
    // The page does not refuse what only the wallet can refuse: the service decides.
    ['while the wallet loads', unanswered, 1, '此礼物仅守护尊享'],
    ['when the wallet could not be loaded', new Error('down'), 1, '此礼物仅守护尊享'],
  ] as const)('S21 a gift only for guards, %s', async (_when, wallet, requests, text) => {
    const gift = { giftId: 5, name: '火箭', price: 10, giftType: 2, guard: 1 };
    const list = { code: 0, data: { tabs: [{ name: '热门', gifts: [gift] }] } };
    const { room, view } = await shop({ code: 100_032_011, msg: '' }, 0, { '/gift/list': list, '/gift/wallet': wallet });
    expect(room.askedFor('/gift/send')).toHaveLength(requests);
    expect(giftWords.notices[view.notice!.why]({ message: '', gift: '', count: 0 })).toBe(text);
  });

  test('S21 with the recharge guide on the message of insufficient coins and the pop-up appear', async () => {
    const { view } = await shop({ code: 100_032_049, msg: '' }, 1);
    expect([view.notice?.why, view.recharge]).toEqual(['coins', 'offered']);
    expect(JSON.stringify(giftWords)).toContain(RECHARGE_TEXT);
  });

  test('S21 the payload has the fields of the document, and both ids of the star', async () => {
    const { room } = await shop({ code: 0 }, 0);
    const body = JSON.parse(room.askedFor('/gift/send')[0]!.init.body as string) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual([...GIFT_FIELDS]);
    expect(body).toMatchObject({
      toUserId: 770,
      toFxId: 770,
      toFootlightId: 77,
      toKgId: 77,
      giftId: 5,
      giftNum: 3,
      giftType: 2,
      giftLucky: 1,
      letterContent: '加油',
    });
  });
});

describe('welcomes and tips (§4, §5, §9)', () => {
  const entry = (userid: number, richlevel: number, more: object = {}) => ({
    id: 201,
    body: { userid, nickname: `访客${userid}`, richlevel, ...more },
  });
  async function welcomed(
    config: object,
    ...pushes: readonly { readonly id: number; readonly body: object }[]
  ): Promise<readonly string[]> {
    const it = await opened({ ...identity, userId: VIEWER.userId });
    for (const push of pushes) it.push(push);
    await it.pass(200);
    const room = await roomOf(it, openRoom({ cookie: COOKIE, answers: { '/info': liveInfo(), '/config': config } }));
    return room.commands('chat').flatMap(({ batch }) => batch.rows.flatMap(({ type, name }) => (type === 'welcome' ? [name] : [])));
  }

  test('S22 visitors of rich level 0 are welcomed only with the referer 2404 or 2405', async () => {
    const visitors = ['', '2199', '2403', '2404', '2405', '2406'].map((referer, at) => entry(10 + at, 0, { referer }));
    expect(await welcomed({}, ...visitors)).toEqual(['访客13', '访客14']);
  });

  test('S22 mode 1 welcomes all users with a rich level, mode 2 only the viewer', async () => {
    const pushes = [entry(10, 1), entry(VIEWER.userId, 1)];
    expect(await welcomed({ welcomeMode: 1 }, ...pushes)).toEqual(['访客10', `访客${VIEWER.userId}`]);
    expect(await welcomed({ welcomeMode: 2 }, ...pushes)).toEqual([`访客${VIEWER.userId}`]);
  });

  test('S22 a user is welcomed once in 30 s, and a user of the whitelist at each entry', async () => {
    expect(await welcomed({ welcomeWhitelist: '11' }, entry(10, 1), entry(10, 1), entry(11, 1), entry(11, 1))).toEqual([
      '访客10',
      '访客11',
      '访客11',
    ]);
  });

  test.each([
    ['an entry', entry(11, 10), 200],
    ['an entry of a rich level above 10', entry(11, 11), 2_000],
    ['a follow', { id: 490_020, body: { userid: 11, nickname: '访客11', richlevel: 10 } }, 700],
    ['a follow of a rich level above 10', { id: 490_020, body: { userid: 11, nickname: '访客11', richlevel: 11 } }, 2_500],
  ])('S22 %s is protected from the next tip for %#: its time of the document', async (_what, push, protectMs) => {
    const it = await opened({ ...identity, userId: VIEWER.userId });
    it.push(push);
    it.push(entry(12, 1));
    await it.pass(200);
    const room = await openedRoom({ cookie: COOKIE }, 0);
    await room.settle(40);
    for (const message of it.down) room.socket.deliver(structuredClone(message));
    await vi.dynamicImportSettled();
    await room.settle(0);
    const name = (): unknown => {
      const state = room.view().features['enter-tips'];
      return state?.name === 'shown' ? (state.view as { readonly name: string }).name : null;
    };
    const sinceMs = room.clock.nowMs();
    expect(name()).toBe('访客11');
    let atMs = sinceMs;
    while (name() === '访客11' && atMs - sinceMs < 4_000) {
      room.clock.advance(10);
      atMs = room.clock.nowMs();
      await room.settle(0);
    }
    // The clock moves by the steps of `settle` as well.
    expect(atMs - sinceMs).toBeGreaterThanOrEqual(protectMs - 100);
    expect(atMs - sinceMs).toBeLessThanOrEqual(protectMs + 300);
  });
});

describe('embedded pages (§2, §4, §9)', () => {
  const policy = { domains: ['site.test'], extra: [], own: 'https://room.test' };
  const opener = { mode: 'active', opener: 'room' } as const;
  const request = openClub('https://f.test');
  const after = (...events: readonly (FrameEvent | { readonly type: 'tick'; readonly atMs: number })[]): Frame =>
    events.reduce<Frame>(
      (frame, event) => stepFrame(frame, event.type === 'tick' ? { type: 'tick' } : event, event.type === 'tick' ? event.atMs : 0)[0],
      { name: 'uninitialised' },
    );
  const init = { type: 'init', request } as const;
  const load = { type: 'load' } as const;

  test.each([
    ['uninitialised', []],
    ['initialised', [init]],
    ['loading', [init, load]],
    ['loading', [init, load, { type: 'tick', atMs: 9_999 }]],
    ['shown', [init, load, { type: 'loaded' }]],
    ['hidden', [init, load, { type: 'loaded' }, { type: 'hide' }]],
    ['shown', [init, load, { type: 'loaded' }, { type: 'hide' }, { type: 'show' }]],
    ['closed', [init, load, { type: 'loaded' }, { type: 'close', by: 'viewer' }]],
    ['timed-out', [init, load, { type: 'tick', atMs: 10_000 }]],
    ['background', [init, load, { type: 'loaded' }, { type: 'background' }]],
    ['closed-by-code', [init, load, { type: 'loaded' }, { type: 'close', by: 'code' }]],
  ] as const)('S30 the status %s follows from %j', (status, events) => {
    expect(after(...events).name).toBe(status);
    expect(STATUS_NUMBERS[status]).toBe(FRAME_STATUS.indexOf(status));
  });

  test.each(ACTIVITY_KEYS)('S31 callActivity(%s) opens a modal of 360x640', (key) => {
    const opened = callActivity(key, 'https://f.test', opener, policy);
    expect(opened.ok && opened.value).toMatchObject({ kind: 'activity', place: { name: 'modal', width: 360, height: 640 } });
  });

  test.each([
    ['https://a.site.test/x', 'https://a.site.test/x'],
    ['//a.site.test/x', 'https://a.site.test/x'],
    ['cterm/x/index.html', 'https://f.test/cterm/x/index.html'],
    ['/x', 'https://f.test/x'],
    ['/cterm/x/index.html?a=1', 'https://f.test/cterm/x/index.html?a=1'],
  ])('S31 the link %s opens a draggable modal that an outside click does not close and that waits for the ready signal', (key, url) => {
    const opened = callActivity(key, 'https://f.test', opener, policy);
    expect(opened.ok && opened.value).toMatchObject({
      url,
      kind: 'link',
      waitsForReady: true,
      place: { isDraggable: true, closesOutside: false, width: 360, height: 640 },
    });
  });

  test.each(['https://evil.test/x', '//evil.test/x', '../x', '/../x', 'a/../../x', 'javascript:alert(1)', 'unknownKey', '/\\evil.test'])(
    'S31 the link %s is refused',
    (key) => {
      expect(callActivity(key, 'https://f.test', opener, policy).ok).toBe(false);
    },
  );

  test('S30 S31 S35 the pages and texts of the document', () => {
    expect(pageKey(openMiniApp(0, 'a', 'https://f.test', 'active').url)).toBe('cterm/miniapp/iframe/m/views/index.html');
    expect(pageKey(openMiniApp(1, 'a', 'https://f.test', 'active').url)).toBe('cterm/miniapp/iframe/m/views/streamer_pc.html');
    expect(pageKey(request.url)).toBe('cterm/starvip/pc/views/index.html');
    expect(mysticText(TRANSLATE.en).about).toMatch(/legendary mystic guest .*nobody knows, exclusive to star-diamond users/);
    expect([frameWords.loading, frameWords.failed, frameWords.closePage]).toEqual(['加载中...', '加载失败，请稍后再试', '关闭页面']);
  });
});

describe('reports (§3, §4, §9)', () => {
  const PAGE = 'cterm/miniapp/iframe/m/views/index.html';
  const open = { type: 'opened', frameId: 'f', url: `https://f.test/${PAGE}`, mode: 'active', content: 'mini-app', runtime: 1 } as const;
  const fact = (fact: object) => ({ type: 'frame', fact: { frameId: 'f', ...fact } }) as never;
  type Body = { readonly actionType: number; readonly stage?: number; readonly order?: number };
  async function reported(change: Partial<typeof open> | { readonly mode: 'passive' } = {}) {
    const it = statsHarness();
    it.apply(fact({ ...open, ...change }));
    await it.pass(0);
    return { it, enters: () => it.bodies('game/rpt/enter') as readonly Body[], beats: () => it.bodies('game/rpt/hb') as readonly Body[] };
  }

  test('S32 the enter report has its fields, and a heartbeat is sent every 15 s with stage 1', async () => {
    const { it, enters, beats } = await reported();
    expect(Object.keys(enters()[0]!)).toEqual([
      'businessId',
      'actionType',
      'timestamp',
      'socsId',
      'heartbeatId',
      'durType',
      'sid',
      'footlightId',
      'anchorId',
      'roomId',
      'roomType',
      'std_plat',
      'version',
    ]);
    expect(enters()[0]).toMatchObject({
      businessId: 'miniapp',
      actionType: ENTER_ACTIONS['active open'],
      durType: 2,
      version: 'web',
      footlightId: 7,
    });
    await it.pass(14_999);
    expect(beats()).toHaveLength(0);
    await it.pass(1);
    expect(Object.keys(beats()[0]!)).toEqual(['order', 'timestamp', 'heartbeatId', 'actionType', 'stage', 'socsId', 'sid']);
    expect(beats()[0]).toMatchObject({ order: 1, stage: 1, actionType: HEARTBEAT_ACTIONS.normal });
  });

  test.each([
    [HEARTBEAT_ACTIONS.closed, { type: 'closed', by: 'viewer' }],
    [HEARTBEAT_ACTIONS['closed by code'], { type: 'closed', by: 'code' }],
    [HEARTBEAT_ACTIONS['mini-app closed'], { type: 'closed', by: 'mini-app' }],
    [HEARTBEAT_ACTIONS['background or hidden'], { type: 'background' }],
    [HEARTBEAT_ACTIONS.timeout, { type: 'timed-out' }],
  ])('S32 action type %i with stage 2 reports the end: %j, and the heartbeats stop', async (actionType, end) => {
    const { it, beats } = await reported();
    it.apply(fact(end));
    await it.pass(60_000);
    expect(beats()).toMatchObject([{ actionType, stage: 2 }]);
  });

  test('S32 102 is a page that is shown again, 104 a passive open', async () => {
    const { it, enters } = await reported({ mode: 'passive' } as never);
    it.apply(fact({ type: 'background' }), fact({ type: 'shown-again' }));
    await it.pass(0);
    expect(enters().map(({ actionType }) => actionType)).toEqual([ENTER_ACTIONS['passive open'], ENTER_ACTIONS['re-show']]);
  });

  test('S32 a closing room page holds 205 for a beacon', async () => {
    const { it } = await reported();
    await it.pass(2_000);
    expect(JSON.stringify(it.held)).toContain(
      `"actionType":${HEARTBEAT_ACTIONS['room page closing']}`.replaceAll('"', '\\"').replace(/^/, ''),
    );
  });

  test.each([
    ['video-game', 6],
    ['mini-app', 2],
    ['other', 4],
  ])('S32 a page of content %s has the duration type %i', async (content, durType) => {
    const { enters } = await reported({ content } as never);
    expect(enters()[0]).toMatchObject({ durType });
  });

  test('S32 a page that a new biz_config no longer lists sends no more heartbeats', async () => {
    const it = statsHarness({ get: () => ok({ code: 0, data: { 'another/page.html': 'x' } }) });
    it.apply(fact(open));
    await it.pass(60_000);
    expect(it.asked.some((url) => url === 'https://game.test/game/rpt/biz_config')).toBe(true);
    expect(it.bodies('game/rpt/enter')).toHaveLength(1);
    expect(it.bodies('game/rpt/hb')).toHaveLength(0);
  });

  test.each(ROOM_TYPES)('S32 S33 the room %j has the type %i in the reports of frames and in analytics', async (room, type) => {
    const view = await openedRoom({ cookie: COOKIE, answers: { '/info': liveInfo({ room }) } });
    const known = view.reported('identity').at(-1)!;
    const it = statsHarness();
    it.apply(known, fact(open), { type: 'analytics', event: { evid: 'a' } } as never);
    await it.pass(20_000);
    expect(it.bodies('game/rpt/enter')[0]).toMatchObject({ roomType: type });
    expect(it.analytics().find(({ evid }) => evid === 'a')).toMatchObject({ room_type: type });
  });

  test.each([...Object.entries(ANALYTICS_TYPES), ...Object.values(ANALYTICS_TYPES).map((type) => [type, type] as const)])(
    'S33 the event type %j is sent as %i',
    async (evtype, number) => {
      const it = statsHarness();
      it.apply({ type: 'analytics', event: { evid: 'a', evtype } } as never);
      await it.pass(20_000);
      expect(it.analytics().find(({ evid }) => evid === 'a')).toMatchObject({ evtype: number, scene: 99 });
    },
  );

  test.each([...Object.entries(ANALYTICS_SCENES), ...Object.values(ANALYTICS_SCENES).map((scene) => [scene, scene] as const)])(
    'S33 the scene %j is sent as %i',
    async (scene, number) => {
      const it = statsHarness();
      it.apply({ type: 'analytics', event: { evid: 'a', scene } } as never);
      await it.pass(20_000);
      expect(it.analytics().find(({ evid }) => evid === 'a')).toMatchObject({ scene: number, evtype: 99 });
    },
  );

  test('S33 an event without evid results in the message of the document', async () => {
    const it = statsHarness();
    it.apply({ type: 'analytics', event: {} } as never);
    await it.pass(20_000);
    expect(JSON.stringify(it.posts)).toContain(EVID_TEXT);
  });
});

describe('modules (§3, §6, §7, §9)', () => {
  test('S34 without an answer of the switch both ranks and the group of fans stay', async () => {
    const room = await openedRoom({
      cookie: COOKIE,
      answers: { '/info': liveInfo(), '/fandom/switch': new Error('down'), '/fandom/club': { code: 0, data: {} } },
    });
    room.act({ type: 'feature', feature: 'fan-club', action: { type: 'entry' } });
    await room.settle(40);
    expect(room.view().features['fan-club']).toMatchObject({
      view: { switches: { contribution_rank: true, intimacy_rank: true, fans_group: true }, club: { clubName: '粉丝团' } },
    });
    expect(JSON.parse(room.askedFor('/fandom/switch')[0]!.init.body as string)).toEqual({ roomId: 1_001 });
  });

  test('S37 tips are shown beside a PK with another id; a prize or a message of something that is over is not shown', async () => {
    const it = await opened({ ...identity, userId: VIEWER.userId });
    const pushes: readonly (readonly [id: number, body: object])[] = [
      [401_601, { pkId: 1, version: 1, status: 2, leftMs: 60_000 }],
      [401_616, { pkId: 2, content: '全站喜讯', id: 't' }],
      [400_101, { activityId: 1, version: 1, status: 1 }],
      [400_101, { activityId: 1, version: 2, status: 3 }],
      [400_102, { activityId: 1, prizeName: '头等奖', number: '1', user: { userId: 9 } }],
      [401_101, { pkId: 1, clanId: 1, version: 1, stage: 1 }],
      [401_101, { pkId: 1, clanId: 1, version: 2, stage: 5 }],
      [302_607, { pkId: 1, content: '冲呀' }],
    ];
    for (const [id, body] of pushes) {
      it.push({ id, body });
      await vi.dynamicImportSettled();
      // A batch keeps only the newest state of a key.
      await it.pass(200);
    }
    const { features } = (await roomOf(it)).view();
    expect(JSON.stringify(features['music-pk'])).toContain('全站喜讯');
    expect([features['number-lucky'], features['clan-pk']]).toEqual([{ name: 'hidden' }, { name: 'hidden' }]);
  });

  const quiz = (round: number) => ({
    round,
    question: {
      questionId: round,
      title: `第${round}题`,
      options: [
        { id: 'a', text: '甲' },
        { id: 'b', text: '乙' },
      ],
    },
  });
  const team = (score: number) => ({ teams: [{ teamId: 1, name: '红队', score }] });
  test.each([
    ['music-pk', [401_601, { pkId: 9, status: 2, round: 1 }], [401_602, { pkId: 9, ...quiz(2) }], '第2题'],
    ['music-pk', [401_602, { pkId: 9, ...quiz(1) }], [401_603, { pkId: 9, settlement: { winnerId: 77, coin: 3 } }], 'settled'],
    ['music-guess', [401_618, { guessId: 9, status: 1, ...quiz(1) }], [401_618, { guessId: 9, status: 1, ...quiz(2) }], '第2题'],
    ['battle', [400_701, { pkId: 9, status: 2, round: 1, ...team(1) }], [400_701, { pkId: 9, status: 2, round: 2, ...team(88) }], 88],
    ['battle', [400_703, { pkId: 9, status: 2, ...team(1) }], [400_703, { pkId: 9, status: 2, ...team(88) }], 88],
    ['number-lucky', [400_101, { activityId: 9, status: 1 }], [400_101, { activityId: 9, status: 2, number: '0042' }], 'drawn'],
    ['clan-pk', [401_101, { pkId: 9, clanId: 1, stage: 1, score: 1 }], [401_101, { pkId: 9, clanId: 1, stage: 1, score: 88 }], 88],
  ] as const)(
    'S37 %s: a later message replaces an earlier one without the version, which is our field',
    async (at, first, second, shows) => {
      const it = await opened();
      for (const [id, body] of [first, second]) {
        it.push({ id, body });
        await vi.dynamicImportSettled();
        await it.pass(200);
      }
      expect(leaves((await roomOf(it)).view().features[at])).toContain(shows);
    },
  );

  test('S36 the singer call has its parameters, and 90 is the default duration', async () => {
    const room = await openedRoom({ cookie: COOKIE, answers: { '/info': liveInfo() } });
    const [call] = room.asked.filter(({ url }) => url.pathname === '/singer/http/service/rankStatisticInfo');
    expect(call?.url.origin).toBe('https://backup.test');
    expect(Object.fromEntries(call!.url.searchParams)).toEqual({ platform: '7', appid: '', version: '1' });
  });

  test('S35 S20 mystic viewers are named by their fields: as sender, and as receiver of a reply', async () => {
    const it = await opened({ ...identity, userId: VIEWER.userId });
    const ext = encodeURIComponent(JSON.stringify({ mystic: true }));
    it.push({ id: 601, body: { giftname: '超级火箭', num: 1, senderid: 9, sendername: '火箭', ext } });
    it.push({ id: 201, body: { userid: 10, nickname: '我', richlevel: 5, wellcomes: '我驾到', ext } });
    it.push({ id: 501, body: { chatmsg: '你好', senderid: 11, sendername: '小鱼', receiverid: 10, receivername: '我' } });
    await it.pass(200);
    const room = await roomOf(it);
    const rows = room.commands('chat').flatMap(({ batch }) => batch.rows);
    expect(rows.map(({ type, name, text, toName }) => [type, name, text, toName])).toEqual([
      ['gift', '神秘嘉宾', '超级火箭 ×1', ''],
      ['welcome', '神秘嘉宾', '', ''],
      ['chat', '小鱼', '你好', '神秘嘉宾'],
    ]);
  });
});
