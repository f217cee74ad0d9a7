import { expect, test } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { decodeLiveInfo, type LiveInfo } from '../../../src/core/room/start/live-info.ts';
import { roomCard } from '../../../src/core/room/room-card.ts';
import type { RoomCard } from '../../../src/core/room/view.ts';

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
