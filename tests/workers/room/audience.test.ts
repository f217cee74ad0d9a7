/** Counts of the room and following: effects of a push, an answer and a change of login. */
import { beforeAll, expect, test } from 'vitest';
import type { SocketDown } from '../../../src/workers/socket/api.ts';
import { messageOf, messagesDown } from '../../message-of.ts';
import { listeningPart, liveInfo, loadAllFeatures, openedRoom, testFeature } from './harness.ts';

beforeAll(loadAllFeatures);

const counts = (body: Readonly<Record<string, unknown>>): SocketDown => messagesDown([messageOf('room-counts', body)]);
const LOGIN = { type: 'login', userId: 7, token: 't', nickname: '小鱼' } as const;

test('P6 counts change by pushes and stay when the live status changes', async () => {
  const room = await openedRoom({ answers: { '/info': liveInfo({ room: { viewers: 10, followers: 20 } }) } });
  room.socket.deliver(counts({ roomid: 1_001, viewers: 500, followers: 600 }));
  await room.settle(40);
  expect(room.view().room).toMatchObject({ viewers: 500, followers: 600 });
  room.socket.deliver(messagesDown([messageOf('live-status', { roomid: 1_001, status: 0 })]));
  room.act({ type: 'choose-fit', fit: 'fill' });
  expect(room.view().room.viewers).toBe(500);
  room.socket.deliver(counts({ roomid: 1_001, viewers: -5, followers: 600 }));
  await room.settle(40);
  expect(room.view().room.viewers).not.toBe(-5);
});

test('P13 S24 a star whom the viewer follows in another tab stays followed', async () => {
  const room = await openedRoom({ answers: { '/follow/set': { code: 0 } } });
  room.act(LOGIN);
  room.page.deliver({ type: 'stored', key: 'footlight.follows', text: '{"value":["7:2002"],"untilMs":null}' });
  room.act({ type: 'follow', on: true });
  await room.settle(40);
  expect(room.commands('store').filter(({ key }) => key === 'footlight.follows')).toMatchObject([
    { value: '{"value":["7:2002","7:1001"],"untilMs":null}' },
  ]);
});

/** A room whose viewer is logged in, with the answers to its calls for following. */
async function followed(answer: unknown, room: object = {}, storage: Readonly<Record<string, string>> = {}) {
  const it = await openedRoom({
    cookie: 'fx_userid=7; fx_token=t; fx_appid=1010',
    storage,
    answers: { '/info': liveInfo({ room }), '/follow/set': answer },
  });
  return it;
}
const FOLLOWED = { 'footlight.follows': '{"value":["7:1001"],"untilMs":null}' };

test('S24 P42 reports contain a new follow and its end, and each changes the number of followers once, never below 0', async () => {
  const room = await followed({ code: 0 }, { followers: 1 });
  const shown = () => [room.view().room.following, room.view().room.followers, room.reported('identity').at(-1)?.identity.isFollowing];
  expect(shown()).toEqual([false, 1, false]);
  for (const [on, followers] of [
    [true, 2],
    [true, 2],
    [false, 1],
    [false, 1],
  ] as const) {
    room.act({ type: 'follow', on });
    await room.settle(40);
    expect(shown()).toEqual([on, followers, on]);
  }
  const empty = await followed({ code: 0 }, { followers: 0 }, FOLLOWED);
  expect(empty.view().room.following).toBe(true);
  empty.act({ type: 'follow', on: false });
  await empty.settle(40);
  expect(empty.view().room).toMatchObject({ following: false, followers: 0 });
});

test('S24 S37 features receive the event `room-changed` after a new follow', async () => {
  const listener = listeningPart();
  const room = await openedRoom({
    cookie: 'fx_userid=7; fx_token=t',
    features: [testFeature({ wakes: ['room-start'] })],
    loadFeature: async () => listener.part,
    answers: { '/follow/set': { code: 0 } },
  });
  const before = listener.events.length;
  room.act({ type: 'follow', on: true });
  await room.settle(40);
  expect(listener.types().slice(before)).toEqual(['room-changed']);
});

test.each<readonly [what: string, answer: unknown, code: string, alerts: boolean]>([
  ['a refusal with a text', { code: 409, msg: '操作太频繁' }, 'FEATURE_REFUSED', false],
  ['a refusal without one', { code: 409 }, 'FEATURE_REFUSED', true],
  ['no answer', new Error('offline'), 'HTTP_NETWORK', true],
])('S24 P42 %s to a follow is reported and shown, and another try is possible', async (_what, answer, code, alerts) => {
  let given: unknown = answer;
  const room = await followed(() => given);
  const before = room.reported('failure').length;
  // The second press is during the first call.
  for (let press = 0; press < 2; press++) room.act({ type: 'follow', on: true });
  await room.settle(40);
  expect(room.reported('failure').slice(before)).toMatchObject([{ code }]);
  expect(room.view().dialogs).toEqual(alerts ? [{ type: 'alert', about: 'follow', why: code, answer: '' }] : []);
  expect(room.view().toasts.map(({ text, tone }) => [text, tone])).toEqual(alerts ? [] : [['操作太频繁', 'bad']]);
  expect(room.view().room.following).toBe(false);
  given = { code: 0 };
  room.act({ type: 'follow', on: true });
  await room.settle(40);
  expect(room.view().room.following).toBe(true);
});

test.each([{ code: 409, msg: '操作太频繁' }, { code: 409 }])(
  'S24 P42 the refusal %j of a follow is reported, but not shown after another login',
  async (refusal) => {
    let answer: (given: object) => void = () => undefined;
    const room = await followed(() => new Promise((resolve) => (answer = resolve)));
    const before = room.reported('failure').length;
    room.act({ type: 'follow', on: true });
    room.act({ type: 'login', userId: 8, token: 'b', nickname: '远山' });
    answer(refusal);
    await room.settle(40);
    expect(room.reported('failure').slice(before)).toMatchObject([{ code: 'FEATURE_REFUSED' }]);
    expect([room.view().toasts, room.view().dialogs]).toEqual([[], []]);
  },
);

test('S24 a follow whose answer arrives after another login is stored for the first one, and not shown', async () => {
  let answer: (given: object) => void = () => undefined;
  const room = await followed(() => new Promise((resolve) => (answer = resolve)), { followers: 5 });
  room.act({ type: 'follow', on: true });
  room.act({ type: 'login', userId: 8, token: 'b', nickname: '远山' });
  answer({ code: 0 });
  await room.settle(40);
  expect(room.view().room).toMatchObject({ following: false, followers: 5 });
  room.act({ type: 'login', userId: 7, token: 't', nickname: '小鱼' });
  await room.settle(40);
  expect(room.view().room.following).toBe(true);
});

test('P6 counts of live info that is loaded again replace pushed ones; a push without a room is about this room', async () => {
  let viewers = 10;
  const room = await openedRoom({ answers: { '/info': () => liveInfo({ room: { viewers, followers: 20 } }) } });
  room.socket.deliver(counts({ roomid: 0, viewers: 500, followers: 600 }));
  await room.settle(40);
  expect(room.view().room).toMatchObject({ viewers: 500, followers: 600 });
  viewers = 12;
  for (const status of [0, 1]) room.socket.deliver(messagesDown([messageOf('live-status', { roomid: 1_001, status })]));
  await room.settle(1_100);
  await room.settle(40);
  expect(room.view().room).toMatchObject({ viewers: 12, followers: 20 });
});
