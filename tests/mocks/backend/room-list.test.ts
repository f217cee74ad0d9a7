import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readHttpRecording } from '../../../mocks/recordings/recording.ts';
import { withRoomList } from '../../../mocks/backend/room-list.ts';
import { answerHttp } from '../../../mocks/recordings/replay.ts';
import { decodeRoomList } from '../../../src/core/room/room-list.ts';

const PLACES = { origin: 'http://127.0.0.1:1', scenario: '', isLoggedIn: false, nowS: 0 };

test('P1 the mock lists its rooms in the format of the lobby', () => {
  const read = readHttpRecording(readFileSync('fixtures/recordings/rooms.json', 'utf8'));
  if (!read.ok) throw new Error(read.error.detail);
  const answer = answerHttp([withRoomList(read.value)], { method: 'GET', path: '{live}/rooms', query: {} }, new Map(), PLACES, [], 1);
  if (answer.name !== 'answer') throw new Error(answer.name);
  const list = decodeRoomList(JSON.parse(answer.body));
  expect(list).toMatchObject({ ok: true, value: { problems: [] } });
  if (!list.ok) return;
  expect(list.value.live.map(({ roomId }) => roomId)).toEqual([1_002, 1_001, 1_003, 1_005, 1_006, 1_007]);
  expect(list.value.away).toMatchObject([{ roomId: 1_004, starName: '橙子Orange' }]);
  const covers = [...list.value.live, ...list.value.away].map(({ coverUrl }) => coverUrl);
  expect(new Set(covers).size).toBe(covers.length);
  expect(withRoomList({ exchanges: [] }).exchanges).toEqual([]);
});
