/** Counts of the room and following: effects of a push, an answer and a change of login. */
import { beforeAll, expect, test } from 'vitest';
import { follow } from '../../../mocks/backend/follow.ts';
import { createCourseHost, runCourse } from '../../../mocks/sessions/course-host.ts';
import { doesFollow, MAX_FOLLOWS, readFollows, withFollow } from '../../../src/core/room/people/follows.ts';
import type { SocketDown } from '../../../src/workers/socket/api.ts';
import { manualClock } from '../../manual-clock.ts';
import { messageOf, messagesDown } from '../../message-of.ts';
import { seeded } from '../../seeded.ts';
import { liveInfo, loadAllFeatures, openRoom } from './harness.ts';

beforeAll(loadAllFeatures);

const counts = (body: Readonly<Record<string, unknown>>): SocketDown => messagesDown([messageOf('room-counts', body)]);
const LOGIN = { type: 'login', userId: 7, token: 't', nickname: '小鱼' } as const;

test('P6 counts change by pushes and stay when the room changes state; those of another room are ignored', async () => {
  const room = openRoom({ answers: { '/info': liveInfo({ room: { viewers: 10, followers: 20 } }) } });
  await room.settle(40);
  room.socket.deliver(counts({ roomid: 1_001, viewers: 500, followers: 600 }));
  room.socket.deliver(counts({ roomid: 4, viewers: 1, followers: 1 }));
  await room.settle(40);
  expect(room.view().room).toMatchObject({ viewers: 500, followers: 600 });
  room.socket.deliver(messagesDown([messageOf('live-status', { roomid: 1_001, status: 0 })]));
  room.act({ type: 'choose-fit', fit: 'fill' });
  expect(room.view().room.viewers).toBe(500);
  room.socket.deliver(counts({ roomid: 1_001, viewers: -5, followers: 600 }));
  await room.settle(40);
  expect(room.view().room.viewers).not.toBe(-5);
});

test('S24 following needs a login and the service’s consent, is stored per login, and a refusal shows its reason', async () => {
  let answer: unknown = { code: 0 };
  const room = openRoom({ answers: { '/follow/set': () => answer } });
  await room.settle(40);
  const { followers } = room.view().room;
  room.act({ type: 'follow', on: true });
  await room.settle(40);
  expect(room.view().dialogs).toEqual([{ type: 'login' }]);
  expect(room.view().room.following).toBe(false);
  room.act(LOGIN);
  room.act({ type: 'follow', on: true });
  room.act({ type: 'follow', on: true });
  await room.settle(40);
  expect(room.view().room).toMatchObject({ following: true, followers: followers + 1 });
  expect(room.asked.filter(({ url }) => url.pathname.endsWith('/follow/set'))).toHaveLength(1);
  room.act({ type: 'logout' });
  await room.settle(40);
  expect(room.view().room.following).toBe(false);
  room.act(LOGIN);
  await room.settle(40);
  expect(room.view().room.following).toBe(true);
  answer = { code: 409, msg: '操作太频繁' };
  room.act({ type: 'follow', on: false });
  await room.settle(40);
  expect(room.view().room.following).toBe(true);
  expect(room.view().toasts.at(-1)).toMatchObject({ text: '操作太频繁', tone: 'bad' });
  answer = { code: 'gone' };
  room.act({ type: 'follow', on: false });
  await room.settle(40);
  expect(room.view().dialogs.at(-1)).toMatchObject({ type: 'alert', about: 'follow' });
});

test('S24 stored follows are bounded, each pair once, and invalid stored values are ignored', () => {
  const random = seeded(3);
  let follows = readFollows('x');
  for (let i = 0; i < 1_000; i++) {
    const [userId, roomId, isWanted] = [1 + random.int(5), 1 + random.int(100), random.next() < 0.7] as const;
    follows = withFollow(follows, userId, roomId, isWanted);
    expect(doesFollow(follows, userId, roomId)).toBe(isWanted);
    expect(follows.length).toBeLessThanOrEqual(MAX_FOLLOWS);
  }
  expect(readFollows(JSON.parse(JSON.stringify(follows)))).toEqual(follows);
  expect(readFollows([1, null, 'a:b', '1:2:3', '1:2', {}])).toEqual(['1:2']);
  expect(doesFollow(['0:5'], 0, 5)).toBe(false);
});

test('S24 the offline backend pushes a new follower once, and refuses invalid requests', () => {
  const names: string[] = [];
  const host = createCourseHost([runCourse(follow)], {
    clock: manualClock(),
    onStatus: () => undefined,
    push: ({ name }) => names.push(name),
  });
  const set = (on: unknown, userId = 7): number =>
    host.call(1, 'follow', { verb: 'set', fields: { on } }, { userId, nickname: 'x', isStar: false }).code;
  expect([set(1), set(1), set(0), set('1'), set(undefined), set(1, 0)]).toEqual([0, 0, 0, 400, 400, 401]);
  expect(names).toEqual(['follow']);
});
