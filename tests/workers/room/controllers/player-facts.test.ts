/** Each fact of the player on the page: what the room shows of it, reports and passes on. */
import { expect, test } from 'vitest';
import { err, ok, type Result } from '../../../../src/core/result.ts';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import { STORED_KEYS } from '../../../../src/core/room/start/stored.ts';
import type { PlayerView, RoomView, Tips } from '../../../../src/core/room/view.ts';
import type { AddressSet } from '../../../../src/player/rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../../../src/player/rules/constants.ts';
import { STREAM_STATUS } from '../../../../src/player/rules/names.ts';
import type { PlayerFact } from '../../../../src/player/rules/recovery/orders.ts';
import { REMEMBERED } from '../../../../src/player/rules/recovery/stored-visits.ts';
import { createPlayerController } from '../../../../src/workers/room/controllers/player-controller.ts';
import type { Screen } from '../../../../src/workers/room/screen.ts';
import { manualClock } from '../../../manual-clock.ts';
import { PROGRESS } from '../../../player/rules/harness.ts';
import { H264 } from '../player-harness.ts';
import { recorder, type Call } from '../recorder.ts';

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
  const player = createPlayerController({
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
const count = (name: string): Call => ['stats.emit', { type: 'count', name, by: 1 }];

const SIZE = { width: 852, height: 480 };
const MESSAGES = [{ code: 2, json: '{}', ptsMs: 0 }];
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
const PLAYS: Partial<PlayerView> = { status: 'playing', statusCode: STREAM_STATUS.PLAYING, needsClick: true, canPictureInPicture: true };
const ACTIVITY = { name: 'connecting', line: 0, lines: 2, round: 0 } as const;

interface Row {
  readonly fact: PlayerFact;
  readonly before?: Before;
  readonly shows?: Partial<PlayerView>;
  readonly calls?: readonly Call[];
}

const ROWS: readonly Row[] = [
  {
    fact: ATTEMPT,
    before: { player: PLAYS },
    shows: {
      kind: 'h265',
      reason: 'NATIVE_H265',
      status: 'created',
      statusCode: STREAM_STATUS.BEGIN,
      lineCount: 3,
      line: 1,
      kinds: ['h265', 'h264'],
      savers: ['off', 'sound-only'],
      canPictureInPicture: false,
    },
    calls: [status(STREAM_STATUS.BEGIN), emit('start', { kind: 'h265', reason: 10, why: 'chosen', line: 1, epoch: 4 })],
  },
  { fact: { type: 'closed' }, before: { player: PLAYS }, shows: { status: 'stopped', needsClick: false } },
  {
    fact: { type: 'stopped', by: 'viewer' },
    shows: { statusCode: STREAM_STATUS.PUBLISH_STOP },
    calls: [status(STREAM_STATUS.PUBLISH_STOP), emit('stopped', { by: 'viewer' })],
  },
  {
    fact: { type: 'stopped', by: 'owner' },
    shows: { statusCode: STREAM_STATUS.STOP },
    calls: [status(STREAM_STATUS.STOP), emit('stopped', { by: 'owner' })],
  },
  { fact: { type: 'activity', activity: ACTIVITY }, shows: { activity: ACTIVITY } },
  {
    fact: { type: 'status', name: 'playing' },
    before: { player: { statusCode: STREAM_STATUS.PAUSE } },
    shows: { status: 'playing', statusCode: STREAM_STATUS.RESUME },
    calls: [status(STREAM_STATUS.RESUME)],
  },
  {
    fact: PICTURE,
    shows: { statusCode: STREAM_STATUS.READY, canPictureInPicture: true },
    calls: [
      status(STREAM_STATUS.READY),
      ['onSize', 852, 480],
      emit('first-frame', { width: 852, height: 480, sinceStartMs: 340 }),
      ['onPicture'],
    ],
  },
  { fact: { type: 'resolution', size: SIZE }, calls: [['onSize', 852, 480]] },
  { fact: { type: 'autoplay', blocked: true, muted: true }, shows: { needsClick: true } },
  { fact: { type: 'autoplay', blocked: false, muted: false }, before: { player: PLAYS }, shows: { needsClick: false } },
  {
    fact: { type: 'progress', progress: { ...PROGRESS, positionS: 9, droppedFrames: 2, latencyS: NaN } },
    calls: [emit('progress', { positionS: 9, bufferedS: 1, paintedFrames: 1, droppedFrames: 2, bytes: 1 })],
  },
  { fact: { type: 'stream-messages', messages: MESSAGES }, calls: [['onStreamMessages', MESSAGES]] },
  {
    fact: FAILURE,
    shows: { statusCode: STREAM_STATUS.OVERTIME },
    calls: [
      status(STREAM_STATUS.OVERTIME),
      ['stats.failure', { code: 'TIMEOUT', detail: 'no address' }],
      emit('failed', { code: 6, failure: 'TIMEOUT', ack: '', kind: '', network: 0, why: 'no address' }),
    ],
  },
  {
    fact: { ...FAILURE, failure: 'ACK_FAIL', ack: 'STREAM_PIXED_CHANGED', kind: 'h264', network: true },
    shows: { statusCode: STREAM_STATUS.STOP },
    calls: [
      status(STREAM_STATUS.STOP),
      ['stats.failure', { code: 'ACK_FAIL', detail: 'no address' }],
      emit('failed', { code: 5, failure: 'ACK_FAIL', ack: 'STREAM_PIXED_CHANGED', kind: 'h264', network: 1, why: 'no address' }),
    ],
  },
  { fact: { type: 'gave-up', failure: 'TIMEOUT' }, calls: [['onGiveUp']] },
  { fact: { type: 'stalled', kind: 'h264', lostMs: 700 }, calls: [emit('stall', { kind: 'h264', lostMs: 700 })] },
  { fact: { type: 'stall-counted' }, calls: [count('player.stall-downgrade')] },
  {
    fact: { type: 'ack', ack: 'STREAM_PIXED_CHANGED', from: SIZE, to: { width: 480, height: 852 } },
    calls: [emit('ack', { ack: 'STREAM_PIXED_CHANGED', why: '852x480 to 480x852' })],
  },
  { fact: { type: 'decode-level', level: 1 }, calls: [count('player.decodeLevel.1')] },
  {
    fact: { type: 'decode-level', level: 2 },
    shows: { notice: { type: 'reduced', level: 2 } },
    calls: [count('player.decodeLevel.2')],
  },
  {
    fact: { type: 'decode-level', level: 1 },
    before: { player: { notice: { type: 'reduced', level: 2 } } },
    shows: { notice: null },
    calls: [count('player.decodeLevel.1')],
  },
  {
    fact: { type: 'decode-level', level: 0 },
    before: { player: { notice: { type: 'switched', from: 'h265', to: 'h264', why: 'slow' } } },
    calls: [count('player.decodeLevel.0')],
  },
  { fact: { type: 'sound', volume: 0.3, muted: true }, before: { player: PLAYS }, shows: { volume: 0.3, muted: true, needsClick: false } },
  { fact: { type: 'saver', saver: 'sound-only' }, shows: { saver: 'sound-only' } },
  {
    fact: { type: 'remember', name: 'volume', value: 0.5, forS: 60 },
    calls: [['storage.write', STORED_KEYS.volume, 0.5, 60]],
  },
  { fact: { type: 'failure-over' } },
];

test.each(ROWS)(
  'P20 P41 the fact $fact.type of the player changes the view and causes the calls of its row: $fact',
  ({ fact, before = {}, shows, calls }) => {
    const room = roomPlayer(before);
    const earlier = room.view();
    const tips = room.tips();
    room.player.onFact(fact, 0);
    expect(room.view()).toEqual({ ...earlier, ...shows });
    expect(room.tips()).toBe(tips);
    expect(room.taken()).toEqual(calls ?? []);
  },
);

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

test('P21 addresses that the player requests are fetched for its round, and passed to the same attempt', async () => {
  for (const [addresses, sent] of [
    [ok(H264), H264],
    [err('HTTP_STATUS', '503'), null],
  ] as const) {
    const room = roomPlayer({ addresses });
    room.player.onFact({ type: 'addresses-wanted', epoch: 7, round: 2 }, 0);
    expect(room.view().statusCode).toBe(STREAM_STATUS.PRELOAD);
    expect(room.taken()).toEqual([status(STREAM_STATUS.PRELOAD), ['fetchAddresses', 2]]);
    await Promise.resolve();
    expect(room.taken()).toEqual([['send', { type: 'take-addresses', epoch: 7, addresses: sent }]]);
  }
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

test('P13 values of earlier visits are validated when the room starts', () => {
  expect(roomPlayer().first).toEqual(REMEMBERED.map((name) => ['storage.read', STORED_KEYS[name]]));
});

test('P24 orders of the room reach the player on the page', () => {
  const room = roomPlayer();
  room.player.configure(DEFAULT_PLAYER_CONFIG);
  room.player.start(H264);
  room.player.retry();
  room.player.stop();
  expect(room.taken()).toEqual([
    ['send', { type: 'configure', config: DEFAULT_PLAYER_CONFIG }],
    ['send', { type: 'play', addresses: H264 }],
    ['send', { type: 'retry' }],
    ['send', { type: 'stop', by: 'owner' }],
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

test('P24 an order to stop ends the wait for an answer', () => {
  const room = roomPlayer();
  room.player.start(null);
  room.player.stop();
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
