import { type Broadcast, BROADCAST_GRACE_MS, createBroadcasts, type PublishCall } from '../../mocks/sessions/broadcasts.ts';
import { createSessionHost, type RoomPush } from '../../mocks/sessions/session-host.ts';
import { scripted } from '../../mocks/sessions/session-script.ts';
import { sessionPush } from '../../mocks/sessions/session.ts';
import { SESSIONS } from '../../mocks/sessions/sessions.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';
import { expect, test } from 'vitest';

function open(provider: 5 | 16 = 5) {
  const records = new Map<number, Broadcast>();
  const changes: [number, boolean][] = [];
  const time = { nowMs: 1_000_000 };
  let sessions = 0;
  const broadcasts = createBroadcasts({
    store: {
      read: (roomId) => records.get(roomId) ?? null,
      write(roomId, broadcast) {
        if (broadcast === null) records.delete(roomId);
        else records.set(roomId, broadcast);
      },
    },
    origin: () => 'http://x.test',
    nowMs: () => time.nowMs,
    newSession: () => `s${++sessions}`,
    provider,
    onChange: (roomId, isOn) => changes.push([roomId, isOn]),
  });
  const start = (given: Partial<PublishCall> = {}): object =>
    broadcasts.answer({ roomId: 1_006, does: 'start', session: '', takeOver: false, ...given });
  const ask = (): object => broadcasts.answer({ roomId: 1_006, does: 'query', session: '', takeOver: false });
  return { broadcasts, changes, time, start, ask };
}

test('P31 a room on the air is live in the list of rooms until the broadcast ends', () => {
  const { broadcasts, start } = open();
  const list = JSON.stringify({ code: 0, data: { rooms: [1_001, 1_006].map((roomId) => ({ roomId, status: 0, liveType: 'normal' })) } });
  const shown = (): unknown => JSON.parse(broadcasts.apply('{live}/rooms', list));
  start();
  expect(shown()).toEqual(JSON.parse(list));
  broadcasts.seen(1_006, 's1');
  expect(shown()).toEqual({
    code: 0,
    data: {
      rooms: [
        { roomId: 1_001, status: 0, liveType: 'normal' },
        { roomId: 1_006, status: 1, liveType: 'normal' },
      ],
    },
  });
  broadcasts.answer({ roomId: 1_006, does: 'end', session: '', takeOver: false });
  expect(shown()).toEqual(JSON.parse(list));
  expect(broadcasts.apply('{live}/rooms', '')).toBe('');
});

test('P31 a granted session is the only one that may send, and is visible after its first picture', () => {
  const { broadcasts, changes, start, ask } = open();
  expect(ask()).toEqual({ code: 0, data: { on: 0 } });
  expect(start()).toEqual({
    code: 0,
    data: { session: 's1', url: 'http://x.test/rtc/whip/room-1006?session=s1', provider: 5, since: 1_000 },
  });
  expect([broadcasts.mayPublish(1_006, 's1'), broadcasts.mayPublish(1_006, 's0'), broadcasts.mayPublish(1_001, 's1')]).toEqual([
    true,
    false,
    false,
  ]);
  const info = JSON.stringify({ responseCode: 0, data: { status: 0, httpflv: [] } });
  expect(broadcasts.apply('{live}/room/1006/info', info)).toBe(info);
  expect(changes).toEqual([]);
  broadcasts.seen(1_006, 's1');
  broadcasts.seen(1_006, 's1');
  expect(changes).toEqual([[1_006, true]]);
  expect(JSON.parse(broadcasts.apply('{live}/room/1006/info', info))).toMatchObject({
    responseCode: 0,
    data: { status: 1, sid: 's1', webrtc: [{ url: 'http://x.test/rtc/whep/room-1006', provider: 5 }] },
  });
  for (const path of ['{live}/room/1001/info', '{live}/config']) expect(broadcasts.apply(path, info)).toBe(info);
  expect(broadcasts.answer({ roomId: 1_006, does: 'end', session: '', takeOver: false })).toEqual({ code: 0 });
  expect(changes).toEqual([
    [1_006, true],
    [1_006, false],
  ]);
});

test('P31 a second session waits until it takes over; a returning star keeps the session', () => {
  const { broadcasts, start, ask, time } = open();
  start();
  time.nowMs += 5_000;
  broadcasts.seen(1_006, 's1');
  expect(start()).toMatchObject({ code: 1_100_010, data: { since: 1_000 } });
  expect(start({ session: 's1' })).toMatchObject({ code: 0, data: { session: 's1', since: 1_000 } });
  expect(ask()).toEqual({ code: 0, data: { on: 1, since: 1_000 } });
  expect(start({ takeOver: true })).toMatchObject({ code: 0, data: { session: 's2', since: 1_000 } });
  expect([broadcasts.mayPublish(1_006, 's1'), broadcasts.mayPublish(1_006, 's2')]).toEqual([false, true]);
});

test('P31 a broadcast whose pictures stop ends after the grace time, not earlier', () => {
  const { broadcasts, changes, start, ask, time } = open();
  start();
  broadcasts.seen(1_006, 's1');
  time.nowMs += BROADCAST_GRACE_MS - 1;
  broadcasts.sweep(1_006);
  expect(ask()).toMatchObject({ data: { on: 1 } });
  time.nowMs += 1;
  expect(ask()).toMatchObject({ data: { on: 0 } });
  broadcasts.sweep(1_006);
  expect(changes.at(-1)).toEqual([1_006, false]);
  expect(start()).toMatchObject({ data: { session: 's2', since: 1_010 } });
});

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
