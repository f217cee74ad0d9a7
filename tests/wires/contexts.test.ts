/**
 * Checks user, room and platform in every report, field by field: the room worker's visit is sent to the stats worker, whose requests are
 * compared.
 */
import { beforeAll, expect, test } from 'vitest';
import { RUNTIME } from '../../src/core/frames/frame.ts';
import { MINI_APP_PAGES } from '../../src/core/reports/business-ids.ts';
import type { SocketDown } from '../../src/workers/socket/api.ts';
import { fakePort, liveInfo, loadAllFeatures, openedRoom, openRoom, type RoomOptions } from '../workers/room/harness.ts';
import { identity, opened } from '../workers/socket/harness.ts';
import { EPOCH_MS, harness as openStats } from '../workers/stats/harness.ts';
import { HERE, type Login, STAR, STAR_ID, VIEWER } from './people.ts';

beforeAll(loadAllFeatures);

const DEVICE = 'device-of-the-viewer';
const STREAM = { sid: 'stream-7', psid: 'parent-9' } as const;
const cookieOf = ({ userId, token, appId }: Login): string => `fx_userid=${userId}; fx_token=${token}; fx_appid=${appId}`;

interface VisitCase {
  readonly path?: string;
  readonly login?: Login;
  readonly room?: object;
  readonly follows?: boolean;
}

/** A visit with every kind of report: an entry, a pull with its first picture, a frame, an event, an error. */
async function reportsOf({ path = `/live/${HERE}`, login, room = {}, follows = false }: VisitCase) {
  const info = liveInfo({ room: { starId: STAR_ID, ...room } }) as { readonly data: object };
  const options: RoomOptions = {
    path,
    cookie: login === undefined ? '' : cookieOf(login),
    storage: { 'footlight.deviceNo': JSON.stringify({ value: DEVICE, untilMs: null }) },
    answers: { '/info': { ...info, data: { ...info.data, ...STREAM } }, '': { code: 0 } },
    features: [],
  };
  const visit = openRoom(options);
  await visit.settle(3_000);
  if (follows) visit.act({ type: 'follow', on: true });
  visit.report({ type: 'first-frame', width: 852, height: 480, sinceStartMs: 900 });
  await visit.settle(40);
  const stats = openStats();
  stats.apply({ type: 'socket-session', socsId: 'socket-session-3' }, ...structuredClone(visit.stats.posted));
  stats.apply(
    {
      type: 'frame',
      fact: {
        type: 'opened',
        frameId: 'f1',
        url: `https://games.test/${MINI_APP_PAGES[0]}`,
        mode: 'active',
        content: 'mini-app',
        runtime: RUNTIME.miniApp,
      },
    },
    { type: 'analytics', event: { evid: 'gift_open', evtype: 'click', scene: 'room', dur: 12, detail: 'x' } },
    { type: 'log', level: 'error', text: 'broken' },
  );
  await stats.pass(16_000);
  return stats;
}

/** Expected user, room and platform fields of a visit; `null`: the report is not sent. */
interface Expected {
  readonly userId: number;
  readonly page: 2 | 5;
  readonly os: 0 | 10;
  readonly std_plat: 7 | 8 | 43;
  readonly roomType: -1 | 0 | 2 | 3;
  readonly follow: 0 | 1;
  readonly hasStats: boolean;
}
const USUAL: Expected = { userId: VIEWER.userId, page: 2, os: 0, std_plat: 7, roomType: 0, follow: 0, hasStats: true };

const VISITS: readonly (readonly [what: string, visit: VisitCase, expected: Expected])[] = [
  ['a viewer who is logged in', { login: VIEWER }, USUAL],
  ['a guest', {}, { ...USUAL, userId: 0 }],
  ['a viewer who follows the star', { login: VIEWER, follows: true }, { ...USUAL, follow: 1 }],
  ['the embedding platform', { login: VIEWER, path: `/live/e/${HERE}` }, { ...USUAL, page: 5, os: 10, std_plat: 8, roomType: -1 }],
  ['a client of lenovo', { login: VIEWER, path: `/live/${HERE}?lenovo=1` }, { ...USUAL, std_plat: 43 }],
  ['a live room', { login: VIEWER, room: { kind: 'live' } }, { ...USUAL, roomType: 2 }],
  ['a channel', { login: VIEWER, room: { kind: 'channel' } }, { ...USUAL, roomType: 3 }],
  ['a vertical room', { login: VIEWER, room: { kind: 'vertical' } }, { ...USUAL, roomType: -1 }],
  ['the star in the own room', { login: STAR, path: `/room/star/${HERE}` }, { ...USUAL, userId: STAR_ID, hasStats: false }],
];

test.each(VISITS)('P40 P41 P42 S32 S33 every report of %s contains user, room and platform', async (_what, visit, expected) => {
  const stats = await reportsOf(visit);
  const { userId, roomType } = expected;
  const streamid = STREAM.sid;
  const url = `https://room.test${visit.path ?? `/live/${HERE}`}`;
  const entry = { url, page: expected.page, os: expected.os, room_id: HERE, streamid };
  expect(stats.bodies('enter-room')).toEqual([
    { type: 1, state: 0, ...entry },
    { type: 1, state: 1, ...entry },
  ]);
  if (expected.hasStats)
    expect((stats.bodies('stats') as readonly object[][]).flat()).toMatchObject([
      { type: 1, stream_id: streamid, psid: STREAM.psid, room_id: HERE, state: 0, para: 'h264', para1: '852x480', para2: '0' },
      { type: 2, stream_id: streamid, psid: STREAM.psid, room_id: HERE, state: 0, para: 'h264' },
    ]);
  else expect(stats.bodies('stats')).toEqual([]);
  const frame = { socsId: 'socket-session-3', sid: streamid };
  expect(stats.bodies('game/rpt/enter')).toEqual([
    {
      businessId: 'miniapp',
      actionType: 101,
      timestamp: EPOCH_MS,
      heartbeatId: expect.stringMatching(/^id\d+$/),
      durType: 2,
      footlightId: userId,
      anchorId: STAR_ID,
      roomId: HERE,
      roomType,
      std_plat: expected.std_plat,
      version: 'web',
      ...frame,
    },
  ]);
  expect(stats.bodies('game/rpt/hb')).toEqual([
    { order: 1, timestamp: EPOCH_MS + 15_000, heartbeatId: expect.stringMatching(/^id\d+$/), actionType: 0, stage: 1, ...frame },
  ]);
  const events = stats.analytics() as readonly object[];
  expect(events.find((event) => 'evid' in event && event.evid === 'gift_open')).toEqual({
    evid: 'gift_open',
    evtype: 6,
    scene: 3,
    evtime: EPOCH_MS,
    dur: 12,
    detail: 'x',
    session_id: expect.any(String),
    page_id: expect.any(String),
    from_page_id: '',
    room_id: HERE,
    streamer_id: STAR_ID,
    room_type: roomType,
    follow: expected.follow,
    user_id: userId,
    device_id: DEVICE,
    device: 'Linux',
    browser: 'Chrome 120',
    network: '4g',
  });
  const logged = (stats.bodies('log') as readonly (readonly { readonly text: string }[])[]).flat();
  expect(logged.find(({ text }) => text === 'broken')).toEqual({
    level: 'error',
    text: 'broken',
    room_id: HERE,
    user_id: userId,
    time: EPOCH_MS,
  });
});

const COOKIE = `fx_userid=${identity.userId}; fx_token=${identity.token}`;
/** The send box creates this action for a line to one user; see tests/browser/ui/room-page.test.tsx. */
const WHISPER = { type: 'send-chat', text: '只给你', toUserId: 4_321, secret: true } as const;

/** A room worker, a socket worker and a server. */
async function roomWithSocket(session: Readonly<Record<string, string>> = {}) {
  const room = openRoom({ cookie: COOKIE, session, features: [] });
  const socket = await opened();
  await room.settle(40);
  let [fromRoom, fromSocket] = [0, 0];
  return {
    room,
    socket,
    /** Exchanges messages between the two workers until there are none. */
    async cross() {
      for (let turn = 0; turn < 4; turn++) {
        for (const message of room.socket.posted.slice(fromRoom))
          if (message.type !== 'connect') socket.socket.up(structuredClone(message));
        fromRoom = room.socket.posted.length;
        await socket.pass(4_000);
        for (const message of socket.down.slice(fromSocket)) room.socket.deliver(structuredClone(message) satisfies SocketDown);
        fromSocket = socket.down.length;
        await room.settle(200);
      }
    },
    chats: () => socket.commands().flatMap((command) => (command.id === 501 ? [command.fields] : [])),
    rows: () => room.commands('chat').flatMap(({ batch }) => batch.rows),
  };
}

test('S20 the frame of a whisper is secret and names its receiver, one to everybody is not; a scripted line is marked', async () => {
  const it = await roomWithSocket();
  it.room.act(WHISPER);
  it.room.act({ type: 'send-chat', text: '大家好', isScripted: true });
  await it.cross();
  expect(it.chats()).toMatchObject([
    { chatmsg: '只给你', issecrect: 1, receiverid: 4_321, receiveruserid: 4_321, paraAbnor: 0 },
    { chatmsg: '大家好', issecrect: 0, receiverid: 0, receiveruserid: 0, paraAbnor: 1 },
  ]);
});

test('S20 the sender’s row of a whisper is marked before and after its echo, and stays one row', async () => {
  const it = await roomWithSocket();
  it.room.act(WHISPER);
  await it.cross();
  const [own] = it.rows();
  expect(own).toMatchObject({ text: '只给你', isMe: true, isSecret: true });
  const [sent] = it.chats();
  it.socket.push({
    id: 501,
    body: {
      senderid: identity.userId,
      sendername: '我',
      receivername: '阿星',
      chatmsg: '只给你',
      issecrect: true,
      uuid: sent!.uuid,
      seq: sent!.seq,
    },
    msgId: 'echo',
  });
  await it.cross();
  const echo = it.rows().at(-1);
  expect(echo).toMatchObject({ text: '只给你', toName: '阿星', isMe: true, isSecret: true, replaces: own!.id });
});

test.each(['protobuf', 'json'] as const)('S20 a whisper received as %s becomes a marked row with its receiver', async (codec) => {
  const it = await roomWithSocket();
  const line = { senderid: 4_321, sendername: '阿星', receivername: '我', receiverid: identity.userId };
  it.socket.push({ id: 501, codec, body: { ...line, chatmsg: '悄悄', issecrect: true }, msgId: 'a' });
  it.socket.push({ id: 501, codec, body: { ...line, chatmsg: '大声', issecrect: false }, msgId: 'b' });
  await it.cross();
  expect(it.rows()).toMatchObject([
    { text: '悄悄', name: '阿星', toName: '我', isSecret: true },
    { text: '大声', name: '阿星', toName: '我', isSecret: false },
  ]);
});

test('S7 S20 a whisper interrupted by a reload is still secret when it is sent again', async () => {
  const first = await openedRoom({ cookie: COOKIE, features: [] });
  first.act(WHISPER);
  await first.settle(40);
  const session = Object.fromEntries(
    first.commands('store').flatMap(({ area, key, value }) => (area === 'session' && value !== null ? [[key, value]] : [])),
  );
  const it = await roomWithSocket(session);
  await it.cross();
  expect(it.chats()).toMatchObject([{ chatmsg: '只给你', issecrect: 1, receiverid: 4_321 }]);
});

test('S2 S10 P42 a restarted worker receives the identity by its new port, and visit and pull continue', async () => {
  const room = await openedRoom({
    cookie: COOKIE,
    features: [],
    answers: { '/info': liveInfo({ room: { starId: STAR_ID } }), '': { code: 0 } },
  });
  room.act({ type: 'send-chat', text: '我的话' });
  const [socket, stats] = [fakePort<{ readonly type: string }, never>(), fakePort<{ readonly type: string }, never>()];
  room.page.deliver({ type: 'worker-back', worker: 'socket', port: socket.port });
  room.page.deliver({ type: 'worker-back', worker: 'stats', port: stats.port });
  await room.settle(40);
  expect(socket.posted).toMatchObject([
    { type: 'connect', identity: room.connects()[0] },
    { type: 'send-chat', line: { chat: { text: '我的话' } } },
  ]);
  expect(stats.posted).toMatchObject([
    { type: 'identity', identity: { roomId: HERE, userId: identity.userId, starId: STAR_ID } },
    { type: 'room', event: 'resumed' },
    { type: 'pull', event: 'start' },
  ]);
  expect([room.socket.isClosed(), room.stats.isClosed()]).toEqual([true, true]);
});
