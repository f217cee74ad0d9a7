import { expect, test } from 'vitest';
import { NO_ADDRESSES, type AddressSet } from '../../../../src/player/rules/recovery/candidates.ts';
import { ok } from '../../../../src/core/result.ts';
import { STORED_KEYS, writeStored } from '../../../../src/core/room/start/stored.ts';
import { BOTH, controller, H264, START_EPOCH_MS } from '../player-harness.ts';

test('P29 the browser’s refusal of sound does not change the viewer’s choice: after a reconnect sound is tried again, and the button returns', async () => {
  const room = controller();
  room.player.start(H264);
  room.event({ type: 'autoplay', blocked: true, muted: true });
  room.firstFrame();
  expect([room.view().muted, room.view().needsClick]).toEqual([false, true]);
  room.fail();
  await room.wait(5_000);
  expect(room.plays()).toHaveLength(2);
  expect(room.plays().map(({ muted }) => muted)).toEqual([false, false]);
  room.event({ type: 'autoplay', blocked: true, muted: true });
  expect([room.view().muted, room.view().needsClick]).toEqual([false, true]);
  room.player.setMuted(true);
  expect([room.view().muted, room.view().needsClick]).toEqual([true, false]);
});

test('P24 the page shows the room’s attempts: the current address, the end of the wait, and the next automatic attempt', async () => {
  const room = controller();
  room.player.start(H264);
  expect(room.view().activity).toEqual({ name: 'connecting', line: 0, lines: 1, round: 0 });
  room.fail();
  expect(room.view().activity).toEqual({ name: 'waiting', untilMs: START_EPOCH_MS + 5_000, next: 'addresses', round: 1 });
  for (let i = 0; i < 2; i++) {
    await room.wait(5_000);
    room.fail();
  }
  expect(room.view().activity).toEqual({
    name: 'failed',
    failure: 'ACK_NETWORK_FAIL',
    unsupported: null,
    retryAtMs: START_EPOCH_MS + 40_000,
    isOnline: true,
  });
  expect(room.tips().liveFail).toBe(true);
  room.player.setOnline(false);
  expect(room.view().activity).toMatchObject({ name: 'failed', isOnline: false });
  await room.wait(300_000);
  expect(room.plays()).toHaveLength(3);
  room.player.setOnline(true);
  await room.wait(0);
  expect(room.plays()).toHaveLength(4);
  expect(room.tips().liveFail).toBe(true);
  room.firstFrame();
  expect([room.view().activity, room.tips().liveFail]).toEqual([{ name: 'playing' }, false]);
  expect(room.reported.filter(({ type }) => type === 'gave-up')).toHaveLength(1);
});

test('P24 the viewer is notified within 20 s that every address has failed, before the room gives up', async () => {
  const three: AddressSet = { ...NO_ADDRESSES, httpflv: ['/live/a.flv', '/live/b.flv', '/live/c.flv'] };
  const room = controller();
  room.answers(ok(three));
  room.player.start(three);
  for (let line = 0; line < 3; line++) {
    expect(room.view().activity).toEqual({ name: 'connecting', line, lines: 3, round: 0 });
    room.fail();
    if (line < 2) await room.wait(5_000);
  }
  // From here on the stage shows that the stream is unreachable and offers a retry.
  expect(room.view().activity).toEqual({ name: 'waiting', untilMs: START_EPOCH_MS + 15_000, next: 'addresses', round: 1 });
  expect(room.tips().liveFail).toBe(false);
});

test('P24 a stop by the viewer keeps the picture, a stop by the room removes it', () => {
  for (const by of ['viewer', 'owner'] as const) {
    const room = controller();
    room.player.start(H264);
    room.firstFrame();
    room.player.stop(by);
    expect(room.commands.at(-1)).toEqual({ type: 'stop', epoch: 1, keepsPicture: by === 'viewer' });
    expect(room.view().activity).toEqual({ name: 'stopped', by });
  }
});

test('P31 after the star has left a player retry starts nothing', () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  room.player.stop('owner');
  const count = room.commands.length;
  room.player.retry();
  room.player.choose('h264');
  room.player.chooseLine(0);
  expect(room.commands).toHaveLength(count);
});

test('P22 choosing the current kind is stored and changes nothing else', () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  room.player.choose('h265');
  room.player.chooseLine(0);
  expect(room.plays()).toHaveLength(1);
  room.player.choose('h264');
  expect(room.plays().map(({ kind }) => kind)).toEqual(['h265', 'h264']);
});

test('P25 a slow decoder gets a lower decode level, the view shows it, and h264 takes over when only keyframes are left', async () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  let level = 0;
  let seen = 0;
  for (let second = 1; second <= 16 && room.plays().length === 1; second++) {
    await room.wait(1_000);
    room.progress({ positionS: second, own: { load: 1.5, behindMs: 0, decodeLevel: level as 0, threads: 1, decoded: second } });
    for (const command of room.commands) if (command.type === 'set-decode-level') level = command.level;
    if (room.view().notice?.type === 'reduced') seen++;
  }
  expect(room.commands.flatMap((command) => (command.type === 'set-decode-level' ? [command.level] : []))).toEqual([1, 2, 3]);
  expect(seen).toBeGreaterThan(0);
  expect(room.plays().at(-1)).toMatchObject({ kind: 'h264' });
  expect(room.view().notice).toEqual({ type: 'switched', from: 'h265', to: 'h264', why: 'slow' });
  expect(room.view().log.at(-1)).toMatchObject({ type: 'attempt', why: 'h265 decodes only key pictures', reason: 'STALL_CHECKER' });
  await room.wait(8_000);
  expect(room.view().notice).toBeNull();
});

test('P29 decoding stops 5 s after the tab is hidden, and resumes when it is shown', async () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  room.player.setVisible(false);
  await room.wait(4_999);
  expect(room.commands.filter((command) => command.type === 'set-decoding')).toEqual([]);
  await room.wait(1);
  room.player.setVisible(true);
  expect(room.commands.flatMap((command) => (command.type === 'set-decoding' ? [command.on] : []))).toEqual([false, true]);
});

test('P13 values stored by earlier visits apply: the volume, the stalls and the chosen kind', () => {
  const kept = (value: string | number | boolean): string => writeStored(value, null, START_EPOCH_MS);
  const room = controller({ [STORED_KEYS.volume]: kept(0.25), [STORED_KEYS.muted]: kept(true), [STORED_KEYS.stallCount]: kept(3) });
  room.player.start(BOTH);
  expect(room.plays()).toMatchObject([{ kind: 'h264', volume: 0.25, muted: true }]);
  expect(room.view().reason).toBe('HISTORY_STALL');
  const odd = controller({
    [STORED_KEYS.volume]: kept('loud'),
    [STORED_KEYS.stallCount]: kept(-1),
    [STORED_KEYS.playerType]: kept('flash'),
  });
  odd.player.start(BOTH);
  expect(odd.plays()).toMatchObject([{ kind: 'h265', volume: 0.8, muted: false }]);
});

test('P23 a stall downgrade is counted and keeps h264 for a day', async () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  await room.wait(30_000);
  expect(room.plays().at(-1)).toMatchObject({ kind: 'h264' });
  expect(room.reported).toContainEqual({ type: 'count', name: 'player.stall-downgrade', by: 1 });
  expect(room.facts).toContainEqual({ type: 'remember', name: 'stayOnH264', value: true, forS: 86_400 });
  expect(room.facts).toContainEqual({ type: 'remember', name: 'stallCount', value: 1, forS: 30 * 86_400 });
  room.player.retry();
  room.answers(ok(BOTH));
  await room.wait(0);
  expect(room.plays().at(-1)).toMatchObject({ kind: 'h264' });
});

test('events of an older player change nothing, and after the end no timer is left', async () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  room.player.onEvent({ type: 'failed', epoch: 0, failure: 'PLAYER_ERROR', detail: '', network: false, codecUnsupported: false });
  expect(room.view().activity).toEqual({ name: 'playing' });
  room.player.setVisible(false);
  room.player.dispose();
  expect(room.timers.size).toBe(0);
  const count = room.commands.length;
  await room.wait(600_000);
  expect(room.commands).toHaveLength(count);
});
