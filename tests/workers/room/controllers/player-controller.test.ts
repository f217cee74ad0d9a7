import { expect, test } from 'vitest';
import { ROOM_LIMITS } from '../../../../src/core/room/limits.ts';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import { STORED_KEYS } from '../../../../src/core/room/start/stored.ts';
import type { PlayerView, RoomView, Tips } from '../../../../src/core/room/view.ts';
import { err, ok, type Result } from '../../../../src/core/errors.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../../../src/player/rules/constants.ts';
import { STREAM_STATUS } from '../../../../src/player/rules/names.ts';
import type { AddressSet } from '../../../../src/player/rules/recovery/candidates.ts';
import type { PlayerFact } from '../../../../src/player/rules/recovery/orders.ts';
import { manualClock } from '../../../../src/player/tests/manual-clock.ts';
import { recorder, type Call } from '../../../../src/player/tests/recorder.ts';
import { BOTH, H264 } from '../../../../src/player/tests/rules/harness.ts';
import { PlayerController } from '../../../../src/workers/room/controllers/player-controller.ts';
import type { Screen } from '../../../../src/workers/room/screen.ts';
import { controller, START_EPOCH_MS } from '../player-harness.ts';

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
    retryAtMs: START_EPOCH_MS + 15_700,
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

const levels = (room: ReturnType<typeof controller>): readonly number[] =>
  room.commands.flatMap((command) => (command.type === 'set-decode-level' ? [command.level] : []));

const HD = { ...BOTH, width: 1_280, height: 720, httpflv: [] };
const unshared = { ...DEFAULT_PLAYER_CONFIG, numbers: { ...DEFAULT_PLAYER_CONFIG.numbers, unsharedPixels: 1_280 * 720 } };

test('P22 P29 without shared memory one thread decodes; a picture size that it could not decode is refused at the next start', async () => {
  const room = controller({}, { sharedMemory: false });
  room.player.configure(unshared);
  room.answers(ok(HD));
  room.player.start(HD);
  expect(room.plays()[0]).toMatchObject({
    threads: { threads: 1, why: 'no shared memory' },
    withoutSharedMemory: { maxPixels: 1_280 * 720 },
  });
  room.event({ type: 'first-frame', width: 1_280, height: 720, sinceStartMs: 100 });
  for (let second = 1; second <= 4; second++) {
    await room.wait(1_000);
    // 200 ms a megapixel.
    room.progress({ positionS: second, decodeMs: 184.32, own: { load: 4, behindMs: 0, decodeLevel: 0, threads: 1, decoded: second * 5 } });
  }
  expect(levels(room)).toEqual([1]);
  expect(room.written).toContain(STORED_KEYS.decodeThreads);
  room.player.retry();
  await room.wait(0);
  expect(room.plays()).toHaveLength(1);
  expect(room.view().activity).toMatchObject({ name: 'failed', unsupported: 'too large without shared memory' });
});

test('P20 each change of the stream’s status is reported, and the player log keeps its newest lines', () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  const statuses = room.pulled('status').map(({ fields }) => (fields as { status: number }).status);
  expect(statuses.length).toBeGreaterThan(1);
  expect(statuses.at(-1)).toBe(room.view().statusCode);
  for (let i = 0; i <= ROOM_LIMITS.logLines.value; i++) room.player.log(`line ${i}`);
  expect(room.view().log).toHaveLength(ROOM_LIMITS.logLines.value);
  expect(room.view().log.at(-1)).toMatchObject({ type: 'note', text: `line ${ROOM_LIMITS.logLines.value}` });
});

test('P4 P30 the size of the picture, its changes and the messages of the stream reach the room', () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  room.event({ type: 'resolution', width: 480, height: 852 });
  const messages = [{ code: 2, json: '{}', ptsMs: 0 }];
  room.event({ type: 'stream-messages', messages });
  expect(room.outputs).toEqual([{ width: 852, height: 480 }, { width: 480, height: 852 }, messages]);
});

test('P23 P41 a start, a first picture, a stall and a failure are reported, each with its subject', async () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  expect(room.pulled('start')).toMatchObject([{ fields: { kind: 'h264', line: 0, epoch: 1 } }]);
  expect(room.pulled('first-frame')).toEqual([
    { type: 'pull', event: 'first-frame', fields: { width: 852, height: 480, sinceStartMs: 100 } },
  ]);
  room.progress({ positionS: 1, paintedFrames: 10 });
  for (let second = 0; second < 8; second++) {
    await room.wait(1_000);
    room.progress({ positionS: 1, paintedFrames: 10 });
  }
  room.progress({ positionS: 2, paintedFrames: 20 });
  expect(room.pulled('stall')).toMatchObject([{ fields: { kind: 'h264' } }]);
  room.fail();
  expect(room.pulled('failed')).toMatchObject([{ fields: { failure: 'ACK_NETWORK_FAIL', kind: 'h264', network: 1 } }]);
});

test('a disposed controller starts nothing more', async () => {
  const room = controller();
  room.player.start(H264);
  room.fail();
  room.player.dispose();
  await room.wait(60_000);
  room.player.retry();
  expect(room.plays()).toHaveLength(1);
  expect(room.timers.size).toBe(0);
});

test('S2 a room worker that starts while the player plays shows it, and reports neither its start nor its picture again', async () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  room.event({ type: 'autoplay', blocked: true, muted: true });
  room.event({ type: 'resolution', width: 480, height: 852 });
  room.player.setVolume(0.5);
  const { kind, lineCount, kinds, savers, activity, volume, canPictureInPicture, status } = room.view();
  room.loseRoom();
  await room.wait(1_000);
  room.player.chooseSaver('fewer-pictures');
  const [reports, outputs] = [room.reported.length, room.outputs.length];
  room.written.length = 0;
  room.newRoom();
  expect(room.view()).toMatchObject({
    kind,
    lineCount,
    kinds,
    savers,
    activity,
    volume,
    canPictureInPicture,
    status,
    saver: 'fewer-pictures',
  });
  expect(room.outputs.slice(outputs)).toEqual([
    { width: 852, height: 480 },
    { width: 480, height: 852 },
  ]);
  const names = room.reported.slice(reports).flatMap(({ event }) => (event === 'status' ? [] : [event]));
  expect(names).toEqual(['resumed']);
  // A choice made while there was no room worker is stored for the next visit.
  expect(room.written).toContain(STORED_KEYS.dataSaver);
  room.player.start(BOTH);
  expect(room.plays()).toHaveLength(1);
});

test('S2 a room worker that starts while the player waits for addresses fetches them', async () => {
  const room = controller();
  room.answers(err('HTTP_STATUS', '503'));
  room.loseRoom();
  room.newRoom();
  room.player.start(null);
  room.loseRoom();
  room.answers(ok(H264));
  room.newRoom();
  await room.wait(0);
  expect(room.plays()).toHaveLength(1);
  expect(room.isSettled()).toBe(false);
  room.firstFrame();
  expect(room.isSettled()).toBe(true);
});

test('P24 repeated orders change nothing, and the room does not start what the viewer stopped', async () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  room.player.start(BOTH);
  expect(room.plays()).toHaveLength(1);
  room.player.stop('viewer');
  room.player.start(BOTH);
  expect(room.plays()).toHaveLength(1);
  room.player.stop('owner');
  expect(room.commands.at(-1)).toMatchObject({ type: 'stop', keepsPicture: false });
  const count = room.commands.length;
  room.player.stop('owner');
  room.player.stop('viewer');
  expect(room.commands).toHaveLength(count);
  room.player.start(BOTH);
  expect(room.plays()).toHaveLength(2);
});

// Each fact of the player on the page: what the room shows of it, reports and passes on.

interface Before {
  readonly player?: Partial<PlayerView>;
  readonly tips?: Partial<Tips>;
  readonly addresses?: Result<AddressSet>;
}

function roomPlayer({ player: before = {}, tips = {}, addresses = ok(H264) }: Before = {}) {
  const { part, record, taken } = recorder();
  const clock = manualClock();
  const first = initialView({ width: 1_280, height: 800 });
  let shown: RoomView = { ...first, player: { ...first.player, ...before }, tips: { ...first.tips, ...tips } };
  const player = new PlayerController({
    platform: clock,
    openedEpochMs: clock.epochMs(),
    screen: part<Screen>('screen', { get: () => shown, patch: (patch) => void (shown = { ...shown, ...patch }) }),
    stats: part('stats'),
    storage: part('storage'),
    send: record('send'),
    fetchAddresses(round) {
      record('fetchAddresses')(round);
      return Promise.resolve(addresses);
    },
    onSize: record('onSize'),
    onPicture: record('onPicture'),
    onStreamMessages: record('onStreamMessages'),
    onGiveUp: record('onGiveUp'),
  });
  return { player, clock, first: taken(), taken, view: () => shown.player, tips: () => shown.tips };
}

const emit = (event: string, fields: object): Call => ['stats.emit', { type: 'pull', event, fields }];
const status = (code: number): Call => emit('status', { status: code });
const SIZE = { width: 852, height: 480 };
const ATTEMPT = {
  type: 'attempt',
  epoch: 4,
  kind: 'h265',
  line: 1,
  lines: 3,
  reason: 'NATIVE_H265',
  why: 'chosen',
  kinds: ['h265', 'h264'],
  savers: ['off', 'sound-only'],
} as const satisfies PlayerFact;
const PICTURE = { type: 'first-frame', kind: 'h264', size: SIZE, sinceStartMs: 340, canPictureInPicture: true } as const;
const FAILURE = { type: 'failure', failure: 'TIMEOUT', ack: null, kind: null, network: false, why: 'no address' } as const;
const ACTIVITY = { name: 'connecting', line: 0, lines: 2, round: 0 } as const;

test('P28 a failure replaces the no-live tip by its own and its message, until it is over', () => {
  const room = roomPlayer({ tips: { noLive: true } });
  room.player.onFact({ type: 'failure-shown', failure: 'NO_SUPPORT', unsupported: null }, 0);
  expect(room.tips()).toEqual({ noLive: false, liveFail: true, playerMessage: '你的浏览器版本较低，请升级你的浏览器' });
  room.player.onFact({ type: 'failure-shown', failure: 'NO_SUPPORT', unsupported: 'no shared memory' }, 0);
  expect(room.tips().playerMessage).toBe('播放时出现异常，请稍候再试');
  room.player.onFact({ type: 'failure-over' }, 0);
  expect(room.tips()).toEqual({ noLive: false, liveFail: false, playerMessage: '' });
  expect(room.taken()).toEqual([]);
});

const SLOW = { ...ATTEMPT, kind: 'h264', why: 'h265 decodes too slowly' } as const;
const WATCHED: Before = { player: { kind: 'h265' } };

test('P23 a kind that takes over is announced for 8 s from the last one, and not beyond the next attempt', () => {
  const room = roomPlayer(WATCHED);
  room.player.onFact(SLOW, 0);
  expect(room.view().notice).toEqual({ type: 'switched', from: 'h265', to: 'h264', why: 'slow' });
  room.clock.advance(5_000);
  room.player.onFact({ ...ATTEMPT, kind: 'webrtc', why: 'webrtc failed, flv' }, 0);
  const second = { type: 'switched', from: 'h264', to: 'webrtc', why: 'failed' };
  room.clock.advance(7_999);
  expect(room.view().notice).toEqual(second);
  room.clock.advance(1);
  expect([room.view().notice, room.clock.timers()]).toEqual([null, 0]);
  room.player.onFact({ ...SLOW, kind: 'h265' }, 0);
  expect(room.view().notice).not.toBeNull();
  room.player.onFact({ ...ATTEMPT, why: 'the same address again' }, 0);
  expect([room.view().notice, room.clock.timers()]).toEqual([null, 0]);
});

test('P25 the notice of skipped pictures outlives the 8 s of the notice that it replaces', () => {
  const room = roomPlayer({ player: { kind: 'webrtc' } });
  room.player.onFact({ ...ATTEMPT, kind: 'h265', why: 'webrtc failed, flv' }, 0);
  room.clock.advance(5_000);
  room.player.onFact({ type: 'decode-level', level: 2 }, 0);
  room.clock.advance(60_000);
  expect([room.view().notice, room.clock.timers()]).toEqual([{ type: 'reduced', level: 2 }, 0]);
  room.player.onFact({ type: 'decode-level', level: 1 }, 0);
  expect(room.view().notice).toBeNull();
});

test('P3 entries of the player log have their time since the page was opened, in whole milliseconds', () => {
  const room = roomPlayer();
  room.player.onFact({ type: 'log', entry: { type: 'network', isOnline: false } }, 812.6);
  room.clock.advance(2_500);
  room.player.log('a line');
  expect(room.view().log).toEqual([
    { type: 'network', isOnline: false, atMs: 813 },
    { type: 'note', text: 'a line', atMs: 2_500 },
  ]);
});

test.each<readonly [what: string, activity: PlayerView['activity'], isSettled: boolean]>([
  ['has not played yet', { name: 'idle' }, false],
  ['was stopped by the room', { name: 'stopped', by: 'owner' }, false],
  ['was stopped by the viewer, and stays so', { name: 'stopped', by: 'viewer' }, true],
  ['plays already', { name: 'playing' }, true],
  ['connects', ACTIVITY, false],
])('P24 the room waits for an answer to its order to play, if needed, from a player that %s', (_what, activity, isSettled) => {
  const room = roomPlayer({ player: { activity } });
  room.player.start(null);
  expect(room.player.isSettled()).toBe(isSettled);
  room.player.onFact({ type: 'activity', activity: { name: 'playing' } }, 0);
  expect(room.player.isSettled()).toBe(true);
});

test('P41 a restarted stats worker receives the pull that runs, as started or resumed, and none after its end', () => {
  const room = roomPlayer();
  const afterRestart = (...facts: readonly PlayerFact[]): readonly Call[] => {
    for (const fact of facts) room.player.onFact(fact, 0);
    room.taken();
    room.player.onStatsPort();
    return room.taken();
  };
  expect(afterRestart()).toEqual([]);
  const started = emit('start', { kind: 'h265', reason: 10, why: 'chosen', line: 1, epoch: 4 });
  expect(afterRestart(ATTEMPT)).toEqual([started]);
  const resumed = emit('resumed', { kind: 'h265', reason: 10, sinceStartMs: 340 });
  expect(afterRestart(PICTURE)).toEqual([resumed]);
  expect(afterRestart(FAILURE)).toEqual([]);
  expect(afterRestart(ATTEMPT)).toEqual([started]);
  expect(afterRestart({ type: 'stopped', by: 'viewer' })).toEqual([]);
  room.player.onState([ATTEMPT, PICTURE]);
  expect(afterRestart()).toEqual([resumed]);
});

test('P41 if the player started before this room worker, start and first picture are one report of a resumed pull', () => {
  const room = roomPlayer();
  room.player.onState([ATTEMPT, { type: 'activity', activity: { name: 'playing' } }, PICTURE]);
  expect(room.view()).toMatchObject({ kind: 'h265', activity: { name: 'playing' }, canPictureInPicture: true });
  expect(room.taken()).toEqual([
    status(STREAM_STATUS.BEGIN),
    status(STREAM_STATUS.READY),
    ['onSize', 852, 480],
    emit('resumed', { kind: 'h265', reason: 10, sinceStartMs: 340 }),
  ]);
});

test('P41 if the player has no picture yet, its start is reported; its waiting requests and values to store are passed on', async () => {
  const room = roomPlayer();
  const kept = { type: 'remember', name: 'muted', value: true, forS: null } as const;
  room.player.onState([ATTEMPT, { type: 'addresses-wanted', epoch: 4, round: 1 }, kept, { type: 'gave-up', failure: 'TIMEOUT' }]);
  expect(room.taken()).toEqual([
    status(STREAM_STATUS.BEGIN),
    status(STREAM_STATUS.PRELOAD),
    emit('start', { kind: 'h265', reason: 10, why: 'chosen', line: 1, epoch: 4 }),
    ['fetchAddresses', 1],
    ['storage.write', STORED_KEYS.muted, true, null],
  ]);
  room.player.onState([PICTURE]);
  expect(room.taken().filter(([, event]) => JSON.stringify(event).includes('resumed'))).toEqual([]);
});
