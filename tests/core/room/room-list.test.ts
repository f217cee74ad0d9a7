import { expect, test } from 'vitest';
import { decodeRoomList, readRoomNumber } from '../../../src/core/room/room-list.ts';

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

test('P1 S36 a live room in the list shows its snapshot, an offline room its cover', () => {
  const pictures = { cover: '/roomcover/a.jpg', snapshot: '/snapshot/a.jpg' };
  const { live, away } = listOf(row(1, pictures), row(2, { cover: '/roomcover/b.jpg' }), row(3, { ...pictures, status: 0 }));
  expect([...live, ...away].map(({ roomId, coverUrl }) => [roomId, coverUrl])).toEqual([
    [1, '/snapshot/a.jpg'],
    [2, '/roomcover/b.jpg'],
    [3, '/roomcover/a.jpg'],
  ]);
});

test('P1 bad rows are reported and dropped, bad fields are empty, the list is bounded', () => {
  const { live, problems } = listOf(row('1'), null, row(0), row(7, { cover: 'javascript:x', viewers: -1, starName: 7 }), row(7), row(8));
  expect(live).toMatchObject([{ roomId: 8 }, { roomId: 7, coverUrl: '', viewers: 0, starName: '' }]);
  expect(problems).toHaveLength(4);
  const many = listOf(...Array.from({ length: 300 }, (_, at) => row(at + 1)));
  expect(many.live).toHaveLength(200);
  expect(many.problems).toEqual(['300 rooms, 200 are kept']);
});

test.each([null, 7, 'x', [], {}, { data: null }, { data: { rooms: {} } }])('P1 a list of another form is reported: %j', (body) => {
  expect(decodeRoomList(body)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
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

test('P1 live rooms with the same number of viewers are in the order of their numbers', () => {
  expect(listOf(row(5), row(3), row(4, { viewers: 2 })).live.map(({ roomId }) => roomId)).toEqual([4, 3, 5]);
});

test.each([
  ['https://cdn.test/a.jpg', true],
  ['http://cdn.test/a.jpg', true],
  ['/a.jpg', true],
  [`/${'a'.repeat(2_047)}`, true],
  [`/${'a'.repeat(2_048)}`, false],
  ['//cdn.test/a.jpg', false],
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

test('P1 a name beyond its bound is empty, a number beyond it is 0, and a row with such a room number is a problem', () => {
  const longest = 'a'.repeat(128);
  expect(listOf(row(1, { starName: longest, liveName: `${longest}a`, starId: 1.5, viewers: 2 ** 53 })).live).toMatchObject([
    { starName: longest, liveName: '', starId: 0, viewers: 0 },
  ]);
  expect(listOf(row(999_999_999_999)).live).toHaveLength(1);
  expect(listOf(row(1_000_000_000_000), row(1.5)).problems).toHaveLength(2);
});

test('P1 a problem names its row, and a list of the maximum length has no problem', () => {
  expect(listOf(row(7), row(7), row('x')).problems).toEqual([
    'rooms.1: 7 is listed twice',
    'rooms.2: Invalid type: Expected number but received "x"',
  ]);
  expect(listOf(...Array.from({ length: 200 }, (_, at) => row(at + 1))).problems).toEqual([]);
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
