import { expect, test } from 'vitest';
import {
  BROADCAST_GRACE_MS,
  createBroadcasts,
  readPublishCall,
  roomOfStream,
  type Broadcast,
  type PublishCall,
} from '../../../mocks/sessions/broadcasts.ts';

const PATH = '{live}/room/1006/publish';

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
  const ask = (): object => broadcasts.answer({ roomId: 1_006, does: 'ask', session: '', takeOver: false });
  return { broadcasts, changes, time, start, ask };
}

test('readPublishCall recognizes the calls of a star and nothing else', () => {
  expect(readPublishCall('GET', PATH, '')).toEqual({ roomId: 1_006, does: 'ask', session: '', takeOver: false });
  expect(readPublishCall('POST', PATH, '{"on":true,"session":"s1","takeOver":true}')).toEqual({
    roomId: 1_006,
    does: 'start',
    session: 's1',
    takeOver: true,
  });
  for (const text of ['{"on":false}', '{}', 'null', 'not JSON', '{"on":1,"session":7}'])
    expect(readPublishCall('POST', PATH, text)).toMatchObject({ does: 'end', session: '' });
  expect(readPublishCall('POST', '{live}/room/1006/info', '{}')).toBeNull();
  expect(['room-1006', 'room-', 'stage-852x480-h264', 'room-1006x'].map(roomOfStream)).toEqual([1_006, 0, 0, 0]);
});

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

test('P31 a star of the other provider gets that provider’s kind of address', () => {
  expect(open(16).start()).toMatchObject({ data: { url: 'webrtc://x.test/live/room-1006?session=s1', provider: 16 } });
});
