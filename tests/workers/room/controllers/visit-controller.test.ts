/** Data of the visit: when reports and chat receive it, and what it contains. */
import { expect, test } from 'vitest';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import { decodeLiveInfo, type LiveInfo } from '../../../../src/core/room/start/live-info.ts';
import { readFlags } from '../../../../src/core/room/start/page-input.ts';
import type { RoomCard } from '../../../../src/core/room/view.ts';
import { createVisitController } from '../../../../src/workers/room/controllers/visit-controller.ts';
import type { RoomBase } from '../../../../src/workers/room/room-base.ts';
import type { SocketClient } from '../../../../src/workers/room/clients/socket-client.ts';
import { liveInfo, SERVICES } from '../harness.ts';
import { recorder, type Call } from '../recorder.ts';

const HREF = 'https://room.test/live/1001';
const PORT = { name: 'port' } as unknown as MessagePort;

function infoOf(psid: string): LiveInfo {
  const body = liveInfo() as { readonly data: object };
  const read = decodeLiveInfo({ ...body, data: { ...body.data, psid } });
  if (!read.ok) throw new Error(read.error.detail);
  return read.value.value;
}

interface Case {
  readonly roomId?: number | null;
  readonly query?: string;
  readonly isEmbed?: boolean;
  readonly card?: Partial<RoomCard>;
  readonly role?: 0 | 1;
  readonly info?: LiveInfo | null;
}

function visit({ roomId = 1_001, query = '', isEmbed = false, card = {}, role = 0, info = null }: Case = {}) {
  const { part, taken } = recorder();
  const first = initialView({ width: 1_280, height: 800 });
  let room: RoomCard = { ...first.room, starId: 77, ...card };
  const base = {
    roomId,
    isEmbed,
    services: SERVICES,
    flags: readFlags(new URLSearchParams(query)).flags,
    input: { href: HREF, session: { 'footlight.entryId': 'entry-1' } },
    stats: part('stats'),
    screen: { get: () => ({ ...first, room }) },
    visitor: { login: () => ({ userId: 5, token: 't', appId: '1010' }), deviceNo: () => 'device-1', dfid: () => 'finger' },
  } as unknown as RoomBase;
  const controller = createVisitController({ base, socket: part<SocketClient>('socket'), info: () => info, role: () => role });
  return { controller, taken, change: (changes: Partial<RoomCard>) => void (room = { ...room, ...changes }) };
}

const IDENTITY = {
  roomId: 1_001,
  userId: 5,
  embed: false,
  url: HREF,
  isStar: false,
  starId: 77,
  roomKind: 'normal',
  isFollowing: false,
  deviceNo: 'device-1',
  platformId: 7,
};
const event = (name: string): Call => ['stats.emit', { type: 'room', event: name }];
const names = (calls: readonly Call[]): readonly string[] => calls.map(([name]) => name);

test.each<readonly [what: string, visited: Case, identity: object, stream: object]>([
  ['a viewer before live info', {}, {}, { streamId: '' }],
  ['a viewer with live info', { info: infoOf('parent-9') }, {}, { streamId: 'sid-1', psid: 'parent-9' }],
  ['the star', { role: 1 }, { isStar: true }, { streamId: '' }],
  ['a follower in a live room', { card: { following: true, kind: 'live' } }, { isFollowing: true, roomKind: 'live' }, { streamId: '' }],
  ['an embedded page', { isEmbed: true }, { embed: true, platformId: 8 }, { streamId: '' }],
  ['a client of lenovo', { query: 'lenovo=1' }, { platformId: 43 }, { streamId: '' }],
  ['an address without a room', { roomId: null }, { roomId: 0 }, { streamId: '' }],
])('P42 the identity of the reports of %s', (_what, visited, identity, stream) => {
  const it = visit(visited);
  it.controller.identify();
  expect(it.taken()).toEqual([['stats.emit', { type: 'identity', identity: { ...IDENTITY, ...identity }, ...stream }]]);
});

test('S4 the chat is connected as this visit, and not without a room', () => {
  const it = visit({ isEmbed: true, info: infoOf('p') });
  it.controller.connectSocket();
  const login = { roomId: 1_001, userId: 5, platformId: 8, sid: 'sid-1', deviceNo: 'device-1', dfid: 'finger', entryId: 'entry-1' };
  expect(it.taken()).toEqual([['socket.connect', expect.objectContaining(login)]]);
  const none = visit({ roomId: null });
  none.controller.connectSocket();
  expect(none.taken()).toEqual([]);
});

test('P40 a restarted stats worker gets the identity, and the visit continues only if it has begun', () => {
  const it = visit();
  it.controller.onStatsPort(PORT);
  const [first, second, ...others] = it.taken();
  expect([first, others]).toEqual([['stats.replace', PORT], []]);
  expect(second).toMatchObject(['stats.emit', { type: 'identity' }]);
  it.controller.enter();
  expect(it.taken()).toEqual([event('entered')]);
  it.controller.onStatsPort(PORT);
  expect(it.taken().at(-1)).toEqual(event('entered'));
  it.change({ liveStatus: 1 });
  it.controller.onStatsPort(PORT);
  expect(it.taken().at(-1)).toEqual(event('resumed'));
});

test('S2 a restarted socket worker is connected only after the visit has begun', () => {
  const it = visit();
  it.controller.onSocketPort(PORT);
  expect(it.taken()).toEqual([['socket.replace', PORT]]);
  it.controller.enter();
  it.taken();
  it.controller.onSocketPort(PORT);
  expect(names(it.taken())).toEqual(['socket.replace', 'socket.connect']);
});

test('P40 a page that is shown again continues its visit and its chat, if they had begun', () => {
  const it = visit({ card: { liveStatus: 1 } });
  it.controller.onPageBack();
  expect(it.taken()).toEqual([]);
  it.controller.enter();
  it.taken();
  it.controller.onPageBack();
  const [resumed, connected, ...others] = it.taken();
  expect([resumed, connected?.[0], others]).toEqual([event('resumed'), 'socket.connect', []]);
});
