import { expect, test } from 'vitest';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import { STORED_KEYS, writeStored } from '../../../../src/core/room/start/stored.ts';
import type { PlayerView, RoomView, Tips } from '../../../../src/core/room/view.ts';
import { ok, type Result } from '../../../../src/core/errors.ts';
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

const kinds = (room: ReturnType<typeof controller>): string =>
  room
    .plays()
    .map(({ kind, savings }) => `${kind}${savings?.soundOnly ? ' sound' : ''}`)
    .join(', ');
const levels = (room: ReturnType<typeof controller>): readonly number[] =>
  room.commands.flatMap((command) => (command.type === 'set-decode-level' ? [command.level] : []));

function watching(stored: Readonly<Record<string, string>> = {}, can: Parameters<typeof controller>[1] = {}) {
  const room = controller(stored, can);
  room.answers(ok(BOTH));
  room.player.start(BOTH);
  room.firstFrame();
  return room;
}

test('P22 fewer pictures is a level of the current player; sound only is another player, and the picture can be restored', async () => {
  const room = watching();
  expect(room.view()).toMatchObject({ saver: 'off', savers: ['off', 'lower-line', 'fewer-pictures', 'sound-only'] });
  room.player.chooseSaver('fewer-pictures');
  expect(levels(room)).toEqual([2]);
  room.player.chooseSaver('off');
  expect([levels(room), room.plays().length]).toEqual([[2, 0], 1]);

  room.player.chooseSaver('sound-only');
  await room.wait(0);
  expect(kinds(room)).toBe('h265, h265 sound');
  expect(room.written.filter((key) => key === STORED_KEYS.dataSaver)).toHaveLength(3);
  room.player.chooseSaver('off');
  await room.wait(0);
  expect(kinds(room)).toBe('h265, h265 sound, h265');
});

test('P13 P22 of the low-bitrate setting and a manually chosen kind the newer one applies, and both are stored', () => {
  const room = watching({ [STORED_KEYS.playerType]: writeStored('h264', null, START_EPOCH_MS) });
  expect(kinds(room)).toBe('h264');
  room.player.chooseSaver('lower-line');
  return room.wait(0).then(() => {
    expect(kinds(room)).toBe('h264, h265');
    // A choice of the kind that already plays restarts nothing, and turns the setting off.
    room.player.choose('h265');
    expect([kinds(room), room.view().saver]).toEqual(['h264, h265', 'off']);
    room.player.choose('h264');
    expect([kinds(room), room.view().saver]).toEqual(['h264, h265, h264', 'off']);
  });
});

test('P13 a browser with reduced data starts with a low bitrate, until the viewer changes it', () => {
  expect(watching({}, { savesData: true }).view().saver).toBe('lower-line');
  const stored = { [STORED_KEYS.dataSaver]: writeStored('off', null, START_EPOCH_MS) };
  expect(watching(stored, { savesData: true }).view().saver).toBe('off');
});

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
