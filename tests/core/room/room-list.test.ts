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
  ['-5', null],
])('P1 the room number in %j is %s', (text, roomId) => {
  expect(readRoomNumber(text)).toBe(roomId);
});
