import { expect, test } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { decodeLiveInfo } from '../../../src/core/room/start/live-info.ts';
import { roomCard } from '../../../src/core/room/room-card.ts';

const WHERE = { roomId: 1_001, role: 0, isEmbed: false } as const;
const card = (status: 0 | 1, room: Readonly<Record<string, unknown>>) => {
  const read = decodeLiveInfo({ responseCode: 0, data: { status, room } });
  if (!read.ok) throw new Error(read.error.detail);
  return roomCard(initialView({ width: 0, height: 0 }).room, read.value.value, WHERE);
};
const PICTURES = { cover: '/roomcover/a.jpg', snapshot: '/snapshot/a.jpg' };

test.each([
  ['a live room its cover', 1, PICTURES, '/roomcover/a.jpg'],
  ['a closed room its snapshot', 0, PICTURES, '/snapshot/a.jpg'],
  ['a closed room without a snapshot its cover', 0, { cover: '/starcover/a.jpg' }, '/starcover/a.jpg'],
] as const)('P3 S36 the cover behind the stage is %s', (_title, status, room, expected) => {
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
])('P6 S36 the clan of %s', (_title, room, expected) => {
  expect(card(1, room).clan).toEqual(expected);
});
