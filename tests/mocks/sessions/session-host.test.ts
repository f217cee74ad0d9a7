import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { scripted } from '../../../mocks/sessions/session-script.ts';
import { readFeatureRequest } from '../../../mocks/sessions/session-calls.ts';
import { createDisorderingSender, isFor } from '../../../mocks/sessions/session-delivery.ts';
import { createSessionHost, type RoomPush } from '../../../mocks/sessions/session-host.ts';
import type { ChatPush } from '../../../mocks/control.ts';
import { SESSIONS } from '../../../mocks/sessions/sessions.ts';
import { manualClock } from '../../manual-clock.ts';

/** Counts calls for 10 s. */
const counter = scripted<{ count: number }>({
  name: 'counter',
  begin: () => ({ count: 0 }),
  phases: [{ name: 'counting', ms: 10_000 }],
  state: (play) => [sessionPush('battle', { version: play.state.count, leftMs: play.leftMs() })],
  calls: {
    add(play, _fields, { userId }) {
      play.state.count += userId;
      return play.say();
    },
  },
});

function host(sessions = [counter]) {
  const clock = manualClock();
  const pushes: RoomPush[] = [];
  const running = createSessionHost(sessions, { clock, push: (push) => pushes.push(push), onStatus: () => undefined });
  const left = (): unknown => Reflect.get(pushes.at(-1)?.body ?? {}, 'leftMs');
  return { clock, pushes, host: running, left };
}
const viewer = (userId: number) => ({ userId, nickname: `v${userId}`, isStar: false });
const add = { verb: 'add', fields: {} };

test('S37 two viewers change one scripted session; a late viewer alone gets the current state', () => {
  const { host: room, pushes, clock } = host();
  room.join(1001, 'a', ['counter']);
  expect(pushes).toMatchObject([{ connection: null, roomId: 1001 }]);
  room.call(1001, 'counter', add, viewer(2));
  room.call(1001, 'counter', add, viewer(40));
  clock.advance(4_000);
  pushes.length = 0;
  room.join(1001, 'b', ['counter']);
  expect(pushes).toMatchObject([{ connection: 'b', body: { version: 42, leftMs: 6_000 } }]);
  // Another room has its own session.
  room.call(1002, 'counter', add, viewer(1));
  expect(pushes.at(-1)).toMatchObject({ roomId: 1002, body: { version: 1 } });
});

test('S37 a snapshot contains the messages of its viewer, and none that is personal to another viewer', () => {
  const tickets = scripted<object>({
    name: 'tickets',
    begin: () => ({}),
    phases: [{ name: 'open', ms: 10_000 }],
    state: () => [sessionPush('number-lucky', { number: '' })],
    show: () => [7, 8].map((userId) => sessionPush('number-lucky', { number: String(userId) }, userId)),
  });
  const { host: room, pushes } = host([tickets]);
  room.command(1001, 'tickets', 'start');
  pushes.length = 0;
  room.call(1001, 'tickets', { verb: 'snapshot', fields: {} }, viewer(8));
  expect(pushes).toMatchObject([
    { toUserId: 8, body: { number: '' } },
    { toUserId: 8, body: { number: '8' } },
  ]);
});

test('S37 a session is paused and sped up, and the remaining time is sent in real time', () => {
  const { host: room, pushes, clock, left } = host();
  room.command(7, 'counter', 'start');
  room.command(7, 'counter', { speed: 4 });
  expect(left()).toBe(2_500);
  clock.advance(1_000);
  room.command(7, 'counter', 'pause');
  const before = pushes.length;
  clock.advance(60_000);
  expect(pushes.length).toBe(before);
  expect(room.status(7)).toEqual([{ name: 'counter', phase: 'counting', isPaused: true, speed: 4 }]);
  room.command(7, 'counter', 'resume');
  expect(left()).toBe(1_500);
  clock.advance(1_500);
  expect(room.status(7)[0]?.phase).toBeNull();
});

test('S37 a joining viewer gets nothing from idle sessions, rooms are bounded, and no timer is left', () => {
  const { host: room, pushes, clock } = host();
  room.join(1, 'a', []);
  expect(pushes).toEqual([]);
  for (let id = 1; id <= 40; id++) room.command(id, 'counter', 'start');
  expect(clock.timers()).toBe(16);
  room.dispose();
  expect(clock.timers()).toBe(0);
});

/** Sessions that only answer calls. */
const ANSWERING = ['chat-tools', 'profiles', 'follow'];

test('S37 every scripted session plays from start to end by itself, and refuses unknown calls', () => {
  const { host: room, clock, pushes } = host([...SESSIONS]);
  for (const { name, feature } of SESSIONS) {
    room.command(5, name, 'start');
    if (!ANSWERING.includes(name)) expect(room.status(5).find((one) => one.name === name)?.phase).not.toBeNull();
    expect(room.call(5, feature, { verb: 'no-such', fields: {} }, viewer(9)).code).toBeGreaterThan(0);
  }
  clock.advance(600_000);
  expect(room.status(5).filter(({ phase }) => phase !== null)).toEqual([]);
  expect(pushes.length).toBeGreaterThan(50);
  for (const { name } of SESSIONS) room.command(5, name, 'end');
  expect(room.status(5).every(({ phase }) => phase === null)).toBe(true);
  room.dispose();
});

test('S37 only a POST to a feature is a call, and a body that is not an object has no fields', () => {
  const path = '{live}/feature/song-orders/request';
  expect(readFeatureRequest('POST', path, '{"roomId":1001,"userId":880002,"token":"t","starId":5,"songId":3}')).toMatchObject({
    roomId: 1001,
    name: 'song-orders',
    call: { verb: 'request', fields: { songId: 3 } },
    viewer: { userId: 880_002, nickname: '观众0002', isStar: false },
  });
  expect(readFeatureRequest('POST', path, '{"userId":5,"token":"t","starId":5}')?.viewer.isStar).toBe(true);
  expect(readFeatureRequest('GET', path, '')).toBeNull();
  expect(readFeatureRequest('POST', '{live}/room/1001/info', '{}')).toBeNull();
  for (const body of ['', 'null', '[', '"x"', '{"userId":"1; drop","token":"t"}', '{"userId":5,"starId":5}'])
    expect(readFeatureRequest('POST', path, body)?.viewer).toEqual({ userId: 0, nickname: '', isStar: false });
});

test('S37 a message reaches its room, viewer and connection', () => {
  const message = (change: Partial<ChatPush>): ChatPush => ({
    id: 490_004,
    body: {},
    roomId: 1001,
    connection: null,
    toUserId: null,
    ...change,
  });
  const me = { roomId: 1001, userId: 8 };
  expect(isFor(message({}), 'a', me)).toBe(true);
  expect(isFor(message({}), 'a', null)).toBe(false);
  expect(isFor(message({ roomId: 1002 }), 'a', me)).toBe(false);
  expect(isFor(message({ connection: 'b' }), 'a', me)).toBe(false);
  expect(isFor(message({ toUserId: 9 }), 'a', me)).toBe(false);

  const send = (share: number): readonly number[] => {
    const sent: number[] = [];
    const sender = createDisorderingSender(
      () => [{ on: 'socket', kind: 'disorder', share }],
      ({ id }) => sent.push(id),
    );
    for (let id = 0; id < 300; id++) sender(message({ id }));
    return sent;
  };
  const ordered = send(0);
  expect(ordered).toEqual(Array.from({ length: 300 }, (_, id) => id));
  const disordered = send(0.6);
  const counts = new Map(ordered.map((id) => [id, disordered.filter((other) => other === id).length]));
  expect([...counts.values()].filter((count) => count === 0).length).toBeGreaterThan(20);
  expect([...counts.values()].filter((count) => count === 2).length).toBeGreaterThan(20);
  expect(disordered.some((id, at) => at > 0 && id < disordered[at - 1]!)).toBe(true);
});
