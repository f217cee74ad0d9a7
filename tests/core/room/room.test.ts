import { expect, test } from 'vitest';
import { decoder } from '../../../src/core/decoder.ts';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { ROOM_LIMITS } from '../../../src/core/room/limits.ts';
import { roomCard, decodeAddresses, decodeLiveInfo, type LiveInfo } from '../../../src/core/room/start/live-info.ts';
import { decodeRoomList, readRoomNumber } from '../../../src/core/room/room-list.ts';
import { decodeRemoteConfig } from '../../../src/core/room/start/early-start.ts';
import type { RoomCard } from '../../../src/core/room/view.ts';
import { decodeAd } from '../../../src/features/ad/rules-before-live.ts';
import { decodeLeadInList } from '../../../src/features/lead-in/rules-before-live.ts';
import { decodeEnded, decodeGrant, decodeOnAir } from '../../../src/features/publish/room.ts';
import { decodeClientVersion } from '../../../src/workers/room/clients/calls.ts';
import { readDispatch } from '../../../src/workers/socket/dispatch.ts';

const DECODERS = {
  decodeAd,
  decodeAddresses,
  decodeClientVersion,
  decodeLeadInList,
  decodeLiveInfo,
  decodeEnded,
  decodeGrant,
  decodeOnAir,
  decodeRemoteConfig,
  readDispatch: (input: unknown) => readDispatch(input, 'guest'),
};

/** Values that JSON can express and that throw on conversion to text or number. */
const HOSTILE: readonly string[] = [
  '{"toString":1,"valueOf":1}',
  '{"toString":null}',
  '{"__proto__":{"toString":1}}',
  '{"constructor":1,"length":-1}',
  '[[[[]]]]',
  '1e999',
  '-0',
  '"\\ud800"',
  'null',
];

const NAMES = ['responseCode', 'code', 'errorcode', 'msg', 'data', 'serverTime', 'responseMsg'];
const INNER = [
  'status',
  'sid',
  'psid',
  'httpflv',
  'webrtc',
  'room',
  'liveType',
  'video',
  'nextFetchId',
  'url',
  'addrs',
  'age',
  'concertId',
];

test.each(Object.entries(DECODERS))('P6 P8 P9 P10 %s returns an answer or a named error for any content of its fields', (_name, decode) => {
  for (const value of HOSTILE) {
    for (const name of NAMES) {
      for (const code of ['0', value]) {
        const inner = INNER.map((field) => `"${field}":${value}`).join(',');
        const texts = [
          `{"responseCode":${code},"code":${code},"data":{${inner}}}`,
          `{"responseCode":0,"code":0,"data":{},"${name}":${value}}`,
        ];
        for (const text of texts) expect(typeof decode(JSON.parse(text)).ok, text.slice(0, 200)).toBe('boolean');
      }
    }
  }
  const { ok } = decode(JSON.parse('{"code":{"toString":1,"valueOf":1},"data":{}}'));
  expect(ok).toBe(decode === decodeRemoteConfig || decode === decodeAd);
});

test('a decoder that throws fails only its own answer', () => {
  const decode = decoder('x', () => {
    throw new TypeError('no');
  });
  expect(decode(1)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: 'x: TypeError: no' } });
});

test.each(Object.entries(ROOM_LIMITS))('S37 the bound %s is a positive whole number with a unit', (_name, { value, unit }) => {
  expect(Number.isSafeInteger(value) && value > 0).toBe(true);
  expect(unit).toMatch(/^[a-z]/);
});

const WHERE = { roomId: 1_001, role: 0, isEmbed: false } as const;
const card = (status: 0 | 1, room: Readonly<Record<string, unknown>>) => {
  const read = decodeLiveInfo({ responseCode: 0, data: { status, room } });
  if (!read.ok) throw new Error(read.error.detail);
  return roomCard(initialView({ width: 0, height: 0 }).room, read.value.value, WHERE);
};
const PICTURES = { cover: '/roomcover/a.jpg', snapshot: '/snapshot/a.jpg' };

test.each([
  ['a live room is its cover', 1, PICTURES, '/roomcover/a.jpg'],
  ['a closed room is its snapshot', 0, PICTURES, '/snapshot/a.jpg'],
  ['a closed room without a snapshot is its cover', 0, { cover: '/starcover/a.jpg' }, '/starcover/a.jpg'],
] as const)('P3 S36 the picture behind the stage of %s', (_title, status, room, expected) => {
  expect(card(status, room).coverUrl).toBe(expected);
});

test.each([
  [
    'a clan room with a name',
    { isClanRoom: 1, clanName: '星河战队', clanLogo: '/clan/1.jpg' },
    { name: '星河战队', logoUrl: '/clan/1.jpg' },
  ],
  ['a clan room without a name', { isClanRoom: 1, clanLogo: '/clan/1.jpg' }, null],
  ['another room', { isClanRoom: 0, clanName: '星河战队' }, null],
])('P6 S36 the card has a clan only for a clan room with a name: %s', (_title, room, expected) => {
  expect(card(1, room).clan).toEqual(expected);
});

const FULL = {
  starId: 77,
  starName: '林听夏',
  liveName: '晚安电台',
  avatar: '/avatar/a.jpg',
  cover: '/roomcover/a.jpg',
  viewers: 31,
  followers: 42,
  kind: 'vertical',
  liveSince: 1_700_000_000,
  hifiMode: '1',
};
const read = (data: Readonly<Record<string, unknown>>): LiveInfo => {
  const info = decodeLiveInfo({ responseCode: 0, data: { liveType: 'radio', ...data } });
  if (!info.ok) throw new Error(info.error.detail);
  return info.value.value;
};
const BEFORE = { ...initialView({ width: 0, height: 0 }).room, following: true };

test('P6 S36 each field of the card is read from live info, the address or the viewer', () => {
  const live = {
    roomId: 1_001,
    role: 1,
    kind: 'vertical',
    starId: 77,
    starName: '林听夏',
    liveName: '晚安电台',
    avatarUrl: '/avatar/a.jpg',
    coverUrl: '/roomcover/a.jpg',
    clan: null,
    liveStatus: 1,
    liveType: 'radio',
    isHifi: true,
    liveSince: 1_700_000_000,
    viewers: 31,
    followers: 42,
    following: true,
  };
  const card = (status: 0 | 1, isEmbed: boolean): RoomCard =>
    roomCard(BEFORE, read({ status, room: FULL }), { roomId: 1_001, role: 1, isEmbed });
  expect(card(1, false)).toEqual(live);
  expect(card(1, true)).toEqual({ ...live, kind: 'embed' });
  // A room that is not live has no start, whatever live info says.
  expect(card(0, false)).toEqual({ ...live, liveStatus: 0, liveSince: 0 });
});

const row = (roomId: unknown, more: object = {}): object => ({ roomId, starName: '星', status: 1, viewers: 1, ...more });
const listOf = (...rooms: unknown[]) => {
  const read = decodeRoomList({ code: 0, data: { rooms } });
  if (!read.ok) throw new Error(read.error.detail);
  return read.value;
};

test('P1 the room list is sorted: live rooms by viewers, then offline rooms', () => {
  const { live, away, problems } = listOf(
    row(1, { viewers: 5 }),
    row(2, { status: 0 }),
    row(3, { viewers: 90, liveType: 'radio', cover: '/c.jpg', avatar: 'https://cdn.example/a.jpg' }),
  );
  expect(problems).toEqual([]);
  expect(live.map(({ roomId }) => roomId)).toEqual([3, 1]);
  expect(live[0]).toMatchObject({ isLive: true, isRadio: true, coverUrl: '/c.jpg', avatarUrl: 'https://cdn.example/a.jpg', liveName: '' });
  expect(away.map(({ roomId }) => roomId)).toEqual([2]);
});

test('P1 bad rows are reported and dropped, bad fields are empty, the list is bounded', () => {
  const { live, problems } = listOf(row('x'), null, row(0), row(7, { cover: 'javascript:x', viewers: -1, starName: 7 }), row(7), row(8));
  expect(live).toMatchObject([{ roomId: 8 }, { roomId: 7, coverUrl: '', viewers: 0, starName: '' }]);
  expect(problems).toHaveLength(4);
  const many = listOf(...Array.from({ length: 300 }, (_, at) => row(at + 1)));
  expect(many.live).toHaveLength(200);
  expect(many.problems).toEqual(['300 rooms, 200 are kept']);
});

test('P1 each field of a row is read', () => {
  const full = { starId: 77, starName: '星', liveName: '歌', avatar: '/a.jpg', cover: '/c.jpg', snapshot: '', viewers: 3 };
  const shown = { roomId: 9, starId: 77, starName: '星', liveName: '歌', avatarUrl: '/a.jpg', coverUrl: '/c.jpg', viewers: 3 };
  expect(listOf({ roomId: 9, ...full, kind: 'vertical', status: 1, liveType: 'radio' }).live).toEqual([
    { ...shown, isLive: true, isRadio: true, isVertical: true },
  ]);
  expect(listOf({ roomId: 9, ...full, kind: 'normal', status: 2, liveType: 'normal' }).away).toEqual([
    { ...shown, isLive: false, isRadio: false, isVertical: false },
  ]);
});

test.each([
  ['https://cdn.test/a.jpg', true],
  ['http://cdn.test/a.jpg', true],
  ['/a.jpg', true],
  [`/${'a'.repeat(2_047)}`, true],
  [`/${'a'.repeat(2_048)}`, false],
  ['//cdn.test/a.jpg', true],
  ['javascript:1', false],
  ['see https://cdn.test/a.jpg', false],
  ['/a b.jpg', false],
  ['/a"b', false],
  ["/a'b", false],
  ['/a<b', false],
  ['/a>b', false],
  ['/a\\b', false],
  [7, false],
])('P1 S36 the picture address %j is used: %s', (cover, isUsed) => {
  expect(listOf(row(1, { cover })).live[0]?.coverUrl).toBe(isUsed ? cover : '');
});

test.each([
  ['1001', 1_001],
  [' 1001 ', 1_001],
  ['https://room.example/live/1001?lang=en', 1_001],
  ['/live/e/1001/', 1_001],
  ['0', null],
  ['', null],
  ['小喵', null],
  ['10o1', null],
  ['1234567890123', null],
  ['123456789012', 123_456_789_012],
  ['a1001', null],
  ['/live/1001/x', null],
  ['/live/1001//', null],
  ['/live/1001#chat', 1_001],
  [`${' '.repeat(2_048)}7`, null],
  ['-5', null],
])('P1 the room number in %j is %s', (text, roomId) => {
  expect(readRoomNumber(text)).toBe(roomId);
});

test('P1 S36 a live room in the list shows its snapshot, an offline room its cover', () => {
  const pictures = { cover: '/roomcover/a.jpg', snapshot: '/snapshot/a.jpg' };
  const { live, away } = listOf(row(1, pictures), row(2, { cover: '/roomcover/b.jpg' }), row(3, { ...pictures, status: 0 }));
  expect([...live, ...away].map(({ roomId, coverUrl }) => [roomId, coverUrl])).toEqual([
    [1, '/snapshot/a.jpg'],
    [2, '/roomcover/b.jpg'],
    [3, '/roomcover/a.jpg'],
  ]);
});
