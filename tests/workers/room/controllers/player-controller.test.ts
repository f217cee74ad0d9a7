import { expect, test } from 'vitest';
import { ROOM_LIMITS } from '../../../../src/core/room/limits.ts';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import { STORED_KEYS } from '../../../../src/core/room/start/stored.ts';
import type { PlayerView, RoomView, Tips } from '../../../../src/core/room/view.ts';
import { ok, type Result } from '../../../../src/core/errors.ts';
import { STREAM_STATUS } from '../../../../src/player/rules/names.ts';
import type { AddressSet } from '../../../../src/player/rules/recovery/candidates.ts';
import type { PlayerFact } from '../../../../src/player/rules/recovery/orders.ts';
import { manualClock } from '../../../../src/player/tests/manual-clock.ts';
import { recorder, type Call } from '../../../../src/player/tests/recorder.ts';
import { H264, PROGRESS } from '../../../../src/player/tests/rules/harness.ts';
import { PlayerController } from '../../../../src/workers/room/controllers/player-controller.ts';
import type { PlayerReport } from '../../../../src/workers/room/api.ts';
import type { Screen } from '../../../../src/workers/room/room-base.ts';

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
  const page = new EventTarget();
  const deliver = (event: PlayerReport): void => void page.dispatchEvent(new MessageEvent('message', { data: event }));
  const player = new PlayerController({
    page,
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
  return {
    player,
    clock,
    first: taken(),
    taken,
    view: () => shown.player,
    tips: () => shown.tips,
    fact: (fact: PlayerFact, atMs = 0) => deliver({ type: 'player', fact, atMs }),
    state: (facts: readonly PlayerFact[]) => deliver({ type: 'player-state', facts }),
  };
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

const FIGURES = { positionS: 1, bufferedS: 1, paintedFrames: 1, droppedFrames: 0, bytes: 1, latencyS: 1 };
const MESSAGES = [{ code: 2, json: '{}', ptsMs: 0 }];

test.each<readonly [fact: PlayerFact, shown: Partial<PlayerView>, calls: readonly Call[]]>([
  [
    ATTEMPT,
    {
      kind: 'h265',
      reason: 'NATIVE_H265',
      status: 'created',
      line: 1,
      lineCount: 3,
      kinds: ['h265', 'h264'],
      savers: ['off', 'sound-only'],
    },
    [status(STREAM_STATUS.BEGIN), emit('start', { kind: 'h265', reason: 10, why: 'chosen', line: 1, epoch: 4 })],
  ],
  [
    PICTURE,
    { canPictureInPicture: true },
    [status(STREAM_STATUS.READY), ['onSize', 852, 480], emit('first-frame', { ...SIZE, sinceStartMs: 340 }), ['onPicture', true]],
  ],
  [{ type: 'resolution', size: SIZE }, {}, [['onSize', 852, 480]]],
  [{ type: 'status', name: 'buffering' }, { status: 'buffering' }, [status(STREAM_STATUS.BUFFERING)]],
  [{ type: 'activity', activity: ACTIVITY }, { activity: ACTIVITY }, []],
  // The refusal of the browser is not the choice of the viewer.
  [{ type: 'autoplay', blocked: true, muted: true }, { needsClick: true, muted: false }, []],
  [{ type: 'sound', volume: 0.5, muted: true }, { volume: 0.5, muted: true, needsClick: false }, []],
  [{ type: 'saver', saver: 'sound-only' }, { saver: 'sound-only' }, []],
  // NaN is no figure of a report.
  [{ type: 'progress', progress: PROGRESS }, {}, [emit('progress', FIGURES), ['onPicture', true]]],
  [{ type: 'stalled', kind: 'h264', lostMs: 700 }, {}, [emit('stall', { kind: 'h264', lostMs: 700 })]],
  [{ type: 'stall-counted' }, {}, [['stats.emit', { type: 'count', name: 'player.stall-downgrade', by: 1 }]]],
  [
    { type: 'ack', ack: 'STREAM_PIXED_CHANGED', from: SIZE, to: { width: 480, height: 852 } },
    {},
    [emit('ack', { ack: 'STREAM_PIXED_CHANGED', why: '852x480 to 480x852' })],
  ],
  [
    { ...FAILURE, ack: 'STALL_TIMEOUT', kind: 'h264', network: true },
    {},
    [
      status(STREAM_STATUS.OVERTIME),
      ['stats.failure', { code: 'TIMEOUT', detail: 'no address' }],
      emit('failed', { code: 6, failure: 'TIMEOUT', ack: 'STALL_TIMEOUT', kind: 'h264', network: 1, why: 'no address' }),
      ['onPicture', false],
    ],
  ],
  // The network did not fail the picture.
  [
    FAILURE,
    {},
    [
      status(STREAM_STATUS.OVERTIME),
      ['stats.failure', { code: 'TIMEOUT', detail: 'no address' }],
      emit('failed', { code: 6, failure: 'TIMEOUT', ack: '', kind: '', network: 0, why: 'no address' }),
    ],
  ],
  [{ type: 'gave-up', failure: 'TIMEOUT' }, {}, [['onGiveUp']]],
  [{ type: 'closed' }, { status: 'stopped', needsClick: false }, []],
  [{ type: 'stopped', by: 'viewer' }, {}, [status(STREAM_STATUS.PUBLISH_STOP), emit('stopped', { by: 'viewer' })]],
  [
    { type: 'track-dropped', track: 'audio', name: 'Speex' },
    { notice: { type: 'track-dropped', track: 'audio', name: 'Speex' } },
    [emit('track-dropped', { track: 'audio', name: 'Speex' })],
  ],
  [
    { type: 'decode-level', level: 2 },
    { notice: { type: 'reduced', level: 2 } },
    [['stats.emit', { type: 'count', name: 'player.decodeLevel.2', by: 1 }]],
  ],
  [{ type: 'stream-messages', messages: MESSAGES }, {}, [['onStreamMessages', MESSAGES]]],
  [{ type: 'remember', name: 'muted', value: true, forS: 60 }, {}, [['storage.write', STORED_KEYS.muted, true, 60]]],
])('P3 P13 P20 P29 P30 P41 a fact is shown, reported and passed on: %j', (fact, shown, calls) => {
  const room = roomPlayer({ player: { needsClick: fact.type !== 'autoplay' } });
  room.fact(fact);
  expect(room.view()).toMatchObject(shown);
  expect(room.taken()).toEqual(calls);
});

test('P24 the addresses that the player requests are fetched, and its epoch is named in the answer', async () => {
  const room = roomPlayer();
  room.fact({ type: 'addresses-wanted', epoch: 4, round: 1 });
  await Promise.resolve();
  expect(room.taken()).toEqual([
    status(STREAM_STATUS.PRELOAD),
    ['fetchAddresses', 1],
    ['send', { type: 'take-addresses', epoch: 4, addresses: H264 }],
  ]);
});

test('P24 figures prove that the picture is reachable only while bytes arrive, because a player may show its buffer', () => {
  const room = roomPlayer();
  const pictures = (bytes: number): number => {
    room.fact({ type: 'progress', progress: { ...PROGRESS, bytes } });
    return room.taken().filter(([name]) => name === 'onPicture').length;
  };
  expect([pictures(5), pictures(5), pictures(6)]).toEqual([1, 0, 1]);
});

test('P3 the player log keeps its newest lines', () => {
  const room = roomPlayer();
  for (let i = 0; i <= ROOM_LIMITS.logLines.value; i++) room.player.log(`line ${i}`);
  expect(room.view().log).toHaveLength(ROOM_LIMITS.logLines.value);
  expect(room.view().log.at(-1)).toMatchObject({ type: 'note', text: `line ${ROOM_LIMITS.logLines.value}` });
});

test('P28 a failure replaces the no-live tip by its own and its message, until it is over', () => {
  const room = roomPlayer({ tips: { noLive: true } });
  room.fact({ type: 'failure-shown', failure: 'NO_SUPPORT', unsupported: null });
  expect(room.tips()).toEqual({ noLive: false, liveFail: true, playerMessage: '你的浏览器版本较低，请升级你的浏览器' });
  room.fact({ type: 'failure-shown', failure: 'NO_SUPPORT', unsupported: 'no shared memory' });
  expect(room.tips().playerMessage).toBe('播放时出现异常，请稍候再试');
  room.fact({ type: 'failure-over' });
  expect(room.tips()).toEqual({ noLive: false, liveFail: false, playerMessage: '' });
  expect(room.taken()).toEqual([]);
});

const SLOW = { ...ATTEMPT, kind: 'h264', why: 'h265 decodes too slowly' } as const;
const WATCHED: Before = { player: { kind: 'h265' } };

test('P23 a kind that takes over is announced for 8 s from the last one, and not beyond the next attempt', () => {
  const room = roomPlayer(WATCHED);
  room.fact(SLOW);
  expect(room.view().notice).toEqual({ type: 'switched', from: 'h265', to: 'h264', why: 'slow' });
  room.clock.advance(5_000);
  room.fact({ ...ATTEMPT, kind: 'webrtc', why: 'webrtc failed, flv' });
  const second = { type: 'switched', from: 'h264', to: 'webrtc', why: 'failed' };
  room.clock.advance(7_999);
  expect(room.view().notice).toEqual(second);
  room.clock.advance(1);
  expect([room.view().notice, room.clock.timers()]).toEqual([null, 0]);
  room.fact({ ...SLOW, kind: 'h265' });
  expect(room.view().notice).not.toBeNull();
  room.fact({ ...ATTEMPT, why: 'the same address again' });
  expect([room.view().notice, room.clock.timers()]).toEqual([null, 0]);
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
  room.fact({ type: 'activity', activity: { name: 'playing' } });
  expect(room.player.isSettled()).toBe(true);
});

test('P41 a restarted stats worker receives the pull that runs, as started or resumed, and none after its end', () => {
  const room = roomPlayer();
  const afterRestart = (...facts: readonly PlayerFact[]): readonly Call[] => {
    for (const fact of facts) room.fact(fact);
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
  room.state([ATTEMPT, PICTURE]);
  expect(afterRestart()).toEqual([resumed]);
});

test('P41 if the player started before this room worker, start and first picture are one report of a resumed pull', () => {
  const room = roomPlayer();
  room.state([ATTEMPT, { type: 'activity', activity: { name: 'playing' } }, PICTURE]);
  expect(room.view()).toMatchObject({ kind: 'h265', activity: { name: 'playing' }, canPictureInPicture: true });
  expect(room.taken()).toEqual([
    status(STREAM_STATUS.BEGIN),
    status(STREAM_STATUS.READY),
    ['onSize', 852, 480],
    emit('resumed', { kind: 'h265', reason: 10, sinceStartMs: 340 }),
  ]);
});
