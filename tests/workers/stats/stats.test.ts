import { expect, test } from 'vitest';
import type { StatsFact } from '../../../src/workers/stats/api.ts';
import { world } from './world.ts';

const known: StatsFact = { type: 'identity', identity: { roomId: 1001, userId: 7, embed: false, url: 'u' }, streamId: 's1' };

test('P40 an entry is sent at 3 s and 10 s and then kept alive, until the room is left', async () => {
  const it = world();
  it.take(known, { type: 'room', event: 'entered' });
  await it.pass(33_000);
  expect(it.bodies('enter-room')).toMatchObject([
    { type: 1, state: 0, room_id: 1001, streamid: 's1', url: 'u', page: 2, os: 0 },
    { type: 1, state: 1 },
    { type: 2, state: 1 },
    { type: 2, state: 1 },
  ]);
  it.take({ type: 'room', event: 'left' });
  await it.pass(60_000);
  expect(it.bodies('enter-room')).toHaveLength(4);
});

test('P41 what the player’s owner tells becomes reports with stream and room; the star’s are skipped', async () => {
  const pull: StatsFact[] = [
    { type: 'pull', event: 'start', fields: { kind: 'h264', why: 'w' } },
    { type: 'pull', event: 'first-frame', fields: { width: 852, height: 480 } },
    { type: 'pull', event: 'status', fields: { status: 'playing' } },
  ];
  const it = world();
  it.take(known, ...pull);
  await it.pass(5_000);
  expect(it.bodies('stats')).toEqual([
    [
      expect.objectContaining({ type: 1, stream_id: 's1', room_id: 1001, state: 0, para: 'h264', para1: '852x480' }),
      expect.objectContaining({ type: 2 }),
    ],
  ]);
  expect(it.stats.snapshot().counts).toMatchObject({ 'pull.start': 1, 'pull.status': 1, 'stats.sent': 2 });

  const star = world();
  star.take({ ...known, identity: { roomId: 1001, userId: 7, embed: false, isStar: true } }, ...pull);
  await star.pass(120_000);
  expect(star.posts).toEqual([]);
});

test('P41 fields of the wrong type make a report of zeros, never an exception', async () => {
  const it = world();
  it.take(
    known,
    { type: 'pull', event: 'start', fields: {} },
    { type: 'pull', event: 'failed', fields: { code: 'x' } },
    { type: 'pull', event: 'progress', fields: { bytes: Number.NaN } },
  );
  await it.pass(5_000);
  expect(it.bodies('stats')).toMatchObject([[{ type: 1, state: 0 }]]);
});

test('P42 errors and performance are logged with room and user; the same failure again is counted, not logged each time', async () => {
  const it = world();
  it.take(known, { type: 'log', level: 'warn', text: 'reload' }, { type: 'log', level: 'info', text: 'chatter' });
  for (let i = 0; i < 50; i++) it.take({ type: 'failure', code: 'WIRE_BAD_JSON', detail: 'x', by: 2 });
  await it.pass(5_000);
  expect(it.bodies('log')).toEqual([
    [
      { level: 'warn', text: 'reload', room_id: 1001, user_id: 7, time: 0 },
      { level: 'error', text: 'WIRE_BAD_JSON x', room_id: 1001, user_id: 7, time: 0 },
    ],
  ]);
  expect(it.stats.snapshot()).toMatchObject({ failures: { WIRE_BAD_JSON: 100 }, counts: { 'log.info': 1 } });
});

test('P42 while the service is down reports wait, and arrive when it is back', async () => {
  const it = world(false);
  it.take(known, { type: 'log', level: 'error', text: 'one' });
  await it.pass(4_000);
  expect(it.posts.length).toBeGreaterThan(1);
  it.isUp = true;
  it.posts.length = 0;
  await it.pass(60_000);
  expect(it.bodies('log')).toMatchObject([[{ text: 'one' }]]);
  expect(it.stats.snapshot().reports.at(-1)).toMatchObject({ sent: true });
});

test('P42 what waits when the page goes away is handed over for beacons, once', () => {
  const it = world();
  it.take(known, { type: 'log', level: 'error', text: 'last words' });
  const beacons = it.stats.beacons();
  expect(beacons).toHaveLength(1);
  expect(beacons[0]?.url).toBe('https://log.test/log');
  expect(beacons[0]?.body).toContain('last words');
  expect(it.stats.beacons()).toEqual([]);
});
