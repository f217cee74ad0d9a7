/**
 * The state machine of the player: maps events to steps by state, and watches the attempt that plays. How attempts begin is in candidates.ts,
 * what follows a failure in recovery-failure.ts, and other new attempts in restarts.ts.
 */
import { assertNever } from '../../base/errors.ts';
import { firstRule, reasonsOf, type Rule } from '../../base/machine.ts';
import type { PlayerNumbers } from '../constants.ts';
import type { PlayerProgress } from '../contract.ts';
import { addDecodeSample, averageDecodeMs, droppedPercent, NO_DECODE_SAMPLES, type DecodeWatch } from '../decoding/decode-level.ts';
import type { AckReason, PlayerKind, PullFailureName } from '../names.ts';
import { attemptOf, fetch, freshRun, NO_ADDRESSES, planOf, play, playFirst } from './candidates.ts';
import { addSample, decideReceiver, NO_SAMPLES } from './receiver-watch.ts';
import { failed, noAddress, withoutReroute } from './recovery-failure.ts';
import {
  IDLE,
  type Playing,
  type Recovery,
  type RecoveryContext,
  type RecoveryEffect,
  type RecoveryEvent,
  type RecoveryInput,
  type RecoveryMachine,
  type RecoveryStep,
  type Run,
  type Size,
  type Stall,
  type StallWatch,
  type Starting,
} from './recovery-state.ts';
import { canRevive, changeNetwork, choose, leavePictureInPicture, reachable, replayOnReturn, restart, revive } from './restarts.ts';

export const recoveryMachine: RecoveryMachine = { name: 'player', initial: IDLE, step, deadlineMs };

function step(state: Recovery, event: RecoveryInput, nowMs: number, context: RecoveryContext): RecoveryStep {
  if ('epoch' in event && event.epoch !== state.epoch) return [state];
  switch (event.type) {
    case 'start':
      // The owner may repeat the order: playback continues, a failed player retries automatically, and a player stopped by the viewer stays
      // stopped.
      if (state.name !== 'idle' && !(state.name === 'stopped' && state.by === 'owner')) return [state];
      if (event.addresses === null) return fetch(state.epoch, freshRun(NO_ADDRESSES), nowMs, context);
      return begin(state.epoch, freshRun(event.addresses), nowMs, context);
    case 'stop':
      if (state.name === 'idle' || (state.name === 'stopped' && (state.by === event.by || event.by === 'viewer'))) return [state];
      return [
        { name: 'stopped', epoch: state.epoch, by: event.by },
        { type: 'failure-over' },
        { type: 'stop', epoch: state.epoch, keepsPicture: event.by === 'viewer' },
      ];
    case 'retry':
      // P31: there is no stream to retry after the star has left.
      if (state.name === 'idle' || state.name === 'fetching' || !context.isLive) return [state];
      return restart(state.epoch, nowMs, context);
    case 'choose':
      return choose(state, event, nowMs, context);
    case 'picture-in-picture-closed':
      return leavePictureInPicture(state, nowMs, context);
    case 'addresses':
      return state.name === 'fetching'
        ? begin(state.epoch, { ...state.run, addresses: event.addresses, known: event.addresses }, nowMs, context)
        : [state];
    case 'addresses-failed':
      return state.name === 'fetching' ? noAnswer(state, nowMs, context, event.retryAfterMs) : [state];
    case 'visibility':
      return changeVisibility(state, nowMs, context);
    case 'network':
      return changeNetwork(state, nowMs, context);
    case 'reachable':
      return reachable(state, nowMs, context);
    case 'tick':
      return tick(state, nowMs, context);
    default:
      return ofPlayer(state, event, nowMs, context);
  }
}

type PlayerReport = Extract<RecoveryEvent, { type: 'first-frame' | 'resolution' | 'progress' | 'blocked' | 'failed' }>;

/** Events of the current player. */
function ofPlayer(state: Recovery, event: PlayerReport, nowMs: number, context: RecoveryContext): RecoveryStep {
  const { numbers } = context.config;
  switch (event.type) {
    case 'first-frame':
      if (state.name !== 'starting') return [state];
      return [playingFrom(state, { width: event.width, height: event.height }, nowMs, context), { type: 'failure-over' }];
    case 'resolution':
      return state.name === 'playing' ? onResolution(state, event, nowMs, context) : [state];
    case 'progress':
      return state.name === 'playing' ? onProgress(state, event.progress, nowMs, context) : [state];
    case 'blocked':
      if (state.name === 'starting') return [{ ...state, isBlocked: event.isBlocked, untilMs: nowMs + numbers.firstFailWaitMs }];
      if (state.name === 'playing') return [{ ...state, isBlocked: event.isBlocked, watch: { ...state.watch, movedMs: nowMs } }];
      return [state];
    case 'failed':
      if (state.name !== 'starting' && state.name !== 'playing') return [state];
      // Another attempt would end the viewer's pause.
      if ('progress' in state && state.progress?.isPaused) return step(state, { type: 'stop', by: 'viewer' }, nowMs, context);
      return failed(state, { ...event, ack: null }, nowMs, context);
    default:
      return assertNever(event);
  }
}

function changeVisibility(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  if (state.name === 'starting') return [{ ...state, untilMs: nowMs + context.config.numbers.firstFailWaitMs }];
  if (state.name === 'playing') return onVisibility(state, nowMs, context);
  return context.isVisible && canRevive(state, context) ? revive(state, nowMs, context) : [state];
}

const begin = (epoch: number, run: Run, nowMs: number, context: RecoveryContext): RecoveryStep =>
  playFirst(epoch, run, nowMs, context) ?? noAddress(epoch, run, nowMs, context);

/** Addresses of an earlier round are not reused; without an answer there are none. */
const noAnswer = (
  { epoch, run }: Extract<Recovery, { name: 'fetching' }>,
  nowMs: number,
  context: RecoveryContext,
  retryAfterMs?: number,
): RecoveryStep => noAddress(epoch, { ...run, addresses: NO_ADDRESSES }, nowMs, context, true, retryAfterMs);

function tick(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  switch (state.name) {
    case 'fetching':
      return nowMs >= state.untilMs ? noAnswer(state, nowMs, context) : [state];
    case 'waiting': {
      if (nowMs < state.untilMs) return [state];
      const { epoch, run, next, why } = state;
      if (next.type === 'fetch') return fetch(epoch, run, nowMs, context);
      return play(epoch, run, next.attempt, { reason: run.reason, why }, nowMs, context);
    }
    case 'starting':
      if (nowMs < state.untilMs || state.isBlocked) return [state];
      if (!context.isVisible) return [{ ...state, untilMs: nowMs + context.config.numbers.firstFailWaitMs }];
      return failed(state, { failure: 'TIMEOUT', network: true, codecUnsupported: false, ack: 'TIMEOUT' }, nowMs, context);
    case 'playing':
      return !context.isVisible || state.isBlocked ? [state] : evaluate(state, nowMs, context);
    case 'failed': {
      const atMs = deadlineMs(state, context);
      return atMs !== null && nowMs >= atMs ? revive(state, nowMs, context) : [state];
    }
    case 'idle':
    case 'stopped':
      return [state];
    default:
      return assertNever(state);
  }
}

/** Time of the next tick; null if only an event can change the state. */
function deadlineMs(state: Recovery, context: RecoveryContext): number | null {
  switch (state.name) {
    case 'fetching':
    case 'waiting':
      return state.untilMs;
    case 'starting':
      return state.isBlocked ? null : state.untilMs;
    case 'playing':
      return context.isVisible && !state.isBlocked ? state.watch.movedMs + context.config.numbers.stallWaitMs : null;
    case 'failed':
      return context.isLive && context.isVisible && context.isOnline ? state.retryAtMs : null;
    case 'idle':
    case 'stopped':
      return null;
    default:
      return assertNever(state);
  }
}

function playingFrom({ epoch, run, attempt, isBlocked }: Starting, size: Size, nowMs: number, context: RecoveryContext): Playing {
  const { numbers } = context.config;
  return {
    name: 'playing',
    epoch,
    run: { ...run, ...withoutReroute(run), revival: 0, failedMs: null },
    attempt,
    watch: watchFrom(nowMs, attempt.kind === 'h265' ? nowMs + numbers.firstFrameReadyDelayMs : nowMs),
    receiver: NO_SAMPLES,
    decode: NO_DECODE_SAMPLES,
    healthyMs: nowMs + numbers.healthyMs,
    isBlocked,
    progress: null,
    proof: null,
    returnedMs: null,
    ...size,
  };
}

/** Maximum number of stored stalls; those older than the stall time are removed first. */
const MAX_STALLS = 64;

interface Sample {
  readonly positionS: number;
  /** The page is visible, the player should play, and the browser allows it. */
  readonly expected: boolean;
}

/** Time lost before `readyMs` belongs to the start and is not a stall. */
export const watchFrom = (nowMs: number, readyMs = nowMs): StallWatch => ({
  sinceMs: readyMs,
  positionS: NaN,
  movedMs: nowMs,
  stalls: [],
});

/** The watch after one sample. It counts stalls between 200 ms (shorter is jitter) and 20 s (longer was a sleeping machine). */
export function updateWatch(watch: StallWatch, sample: Sample, nowMs: number, numbers: PlayerNumbers): StallWatch {
  const isFirst = Number.isNaN(watch.positionS);
  const isUnknown = Number.isNaN(sample.positionS);
  if (!sample.expected) return { ...watch, positionS: isUnknown ? watch.positionS : sample.positionS, movedMs: nowMs };
  if (isUnknown || sample.positionS === watch.positionS) return watch;
  const lostMs = isFirst ? 0 : nowMs - watch.movedMs - (sample.positionS - watch.positionS) * 1_000;
  const isStall = nowMs >= watch.sinceMs && lostMs >= numbers.stallMinMs && lostMs < numbers.stallIgnoreMs;
  const kept = watch.stalls.filter(({ atMs }) => nowMs - atMs <= numbers.stallTimeMs);
  const stalls = isStall ? [...kept, { atMs: nowMs, lostMs }].slice(-MAX_STALLS) : kept;
  return { sinceMs: watch.sinceMs, positionS: sample.positionS, movedMs: nowMs, stalls };
}

/** The stall that ended with this sample, if any. */
const stallEnded = (watch: StallWatch, nowMs: number): Stall | null => {
  const last = watch.stalls.at(-1);
  return last?.atMs === nowMs ? last : null;
};

/** P25: a reason to restart, or null. A pure query. */
export function decideAck(watch: StallWatch, nowMs: number, numbers: PlayerNumbers): AckReason | null {
  if (watch.positionS < 0) return 'CURRENT_TIME_ERROR';
  if (nowMs - watch.movedMs >= numbers.stallWaitMs) return 'STALL_TIMEOUT';
  return null;
}

export interface DowngradeCase {
  readonly kind: PlayerKind;
  readonly watch: StallWatch;
  readonly decode: DecodeWatch;
  readonly nowMs: number;
  readonly numbers: PlayerNumbers;
}

const isEvaluated = ({ watch, nowMs, numbers }: DowngradeCase): boolean => nowMs - watch.sinceMs >= numbers.h265ToH264WaitMs;
const isSlow = ({ decode, numbers }: DowngradeCase): boolean => averageDecodeMs(decode) > numbers.decodeThresholdMs;

/**
 * P25: when a playing H265 is replaced by H264. The specification gives the numbers but not their combination; the project's choice: after
 * the H265-to-H264 wait, the stalls within the stall time decide. Slow decoding is enough if it is visible, by one stall or by dropped
 * pictures. Keyframes-only decoding switches without the wait, because the viewer sees stills.
 */
const DOWNGRADES = [
  { why: 'another kind plays', gives: false, when: (c) => c.kind !== 'h265' },
  {
    why: 'h265 decodes only key pictures',
    gives: true,
    when: ({ decode, nowMs, numbers }) => decode.keyPicturesSinceMs !== null && nowMs - decode.keyPicturesSinceMs >= numbers.keyPicturesMs,
  },
  { why: 'h265 stalls too often', gives: true, when: (c) => isEvaluated(c) && c.watch.stalls.length >= c.numbers.stallCount },
  { why: 'h265 decodes too slowly', gives: true, when: (c) => isEvaluated(c) && isSlow(c) && c.watch.stalls.length > 0 },
  {
    why: 'h265 decodes too slowly and loses pictures',
    gives: true,
    when: (c) => isEvaluated(c) && isSlow(c) && droppedPercent(c.decode) > c.numbers.droppedPercent,
  },
  { why: 'h265 keeps up', gives: false, when: () => true },
] as const satisfies readonly (Rule<DowngradeCase> & { gives: boolean })[];

type DowngradeRow = (typeof DOWNGRADES)[number];
export type DowngradeWhy = Extract<DowngradeRow, { gives: true }>['why'];
export const DOWNGRADE_REASONS: readonly DowngradeRow['why'][] = reasonsOf(DOWNGRADES);

/** Null: h265 continues. */
export function decideDowngrade(input: DowngradeCase): DowngradeWhy | null {
  const rule: DowngradeRow = firstRule<DowngradeCase, DowngradeRow>(DOWNGRADES, input);
  return rule.gives ? rule.why : null;
}

/** Pull failure that is reported for an ack of the stall watch. */
const FAILURE_OF_ACK: Readonly<Record<AckReason, PullFailureName>> = {
  STALL_TIMEOUT: 'TIMEOUT',
  CURRENT_TIME_ERROR: 'PLAYER_ERROR',
  TIMEOUT: 'TIMEOUT',
  STREAM_PIXED_CHANGED: 'ACK_FAIL',
};

/** Restarts when the size of the picture changes (STREAM_PIXED_CHANGED); the other kinds continue. */
const RESTARTS_ON_NEW_SIZE: PlayerKind = 'h265-native';

/** Measurements of a hidden tab are not used; the comparison after its return takes this long. */
const RETURN_CHECK_MS = 5_000;

function onProgress(state: Playing, progress: PlayerProgress, nowMs: number, context: RecoveryContext): RecoveryStep {
  const { numbers } = context.config;
  // Also not with the first sample after a pause, which contains a part of it.
  const isPaused = progress.isPaused === true || state.progress?.isPaused === true;
  const expected = context.isVisible && !state.isBlocked && !isPaused;
  const watch = updateWatch(state.watch, { positionS: progress.positionS, expected }, nowMs, numbers);
  const receiver = progress.received ? addSample(state.receiver, progress.received, expected, nowMs, numbers) : state.receiver;
  const decode = progress.own ? addDecodeSample(state.decode, progress, expected, nowMs, numbers) : state.decode;
  const isHealthy = nowMs >= state.healthyMs && watch.movedMs === nowMs && state.run.failures > 0;
  const run = isHealthy ? { ...state.run, failures: 0, round: 0 } : state.run;
  const stall = stallEnded(watch, nowMs);
  const returnedMs = state.returnedMs !== null && nowMs - state.returnedMs < RETURN_CHECK_MS ? state.returnedMs : null;
  const isProven = state.proof === null || progress.bytes > state.proof.bytes;
  if (expected && !isProven && nowMs >= (state.proof?.byMs ?? 0))
    return play(state.epoch, run, state.attempt, { reason: run.reason, why: 'reachable again' }, nowMs, context);
  const proof = isProven ? null : state.proof;
  const sampled: Playing = { ...state, run, watch, receiver, decode, progress, proof, returnedMs };
  const [next, ...effects] = replayOnReturn(sampled, nowMs, context) ?? evaluate(sampled, nowMs, context);
  if (stall === null) return [next, ...effects];
  return [next, { type: 'stalled', kind: state.attempt.kind, lostMs: Math.round(stall.lostMs) }, ...effects];
}

/** A hidden picture is not the player's fault, so the waits start again. */
function onVisibility(state: Playing, nowMs: number, context: RecoveryContext): RecoveryStep {
  const next: Playing = {
    ...state,
    watch: { ...state.watch, movedMs: nowMs },
    receiver: NO_SAMPLES,
    decode: NO_DECODE_SAMPLES,
    returnedMs: context.isVisible ? nowMs : null,
  };
  return replayOnReturn(next, nowMs, context) ?? [next];
}

function onResolution(state: Playing, { width, height }: Size, nowMs: number, context: RecoveryContext): RecoveryStep {
  if (state.width === width && state.height === height) return [state];
  const run = { ...state.run, addresses: { ...state.run.addresses, width, height } };
  const next = { ...state, run, width, height };
  // If the stream exceeds the size limit, h265 is removed by the same table as at the start.
  const { removed, candidates } = planOf(run, context);
  const removal = removed.find(({ kind, reason }) => kind === state.attempt.kind && reason === 'PIXEL_TOO_BIG');
  if (removal && candidates[0]) return play(state.epoch, run, attemptOf(candidates[0], 0), removal, nowMs, context);
  // The first picture of a stream that had only sound is not a size change.
  if (state.width === 0) return [next];
  if (state.attempt.kind === RESTARTS_ON_NEW_SIZE) return playAgain(next, 'STREAM_PIXED_CHANGED', nowMs, context);
  return [next, { type: 'ack', ack: 'STREAM_PIXED_CHANGED', from: { width: state.width, height: state.height }, to: { width, height } }];
}

/** Retries the same address at once; counts as any other failure. */
function playAgain(state: Playing, ack: AckReason, nowMs: number, context: RecoveryContext): RecoveryStep {
  const why = 'the same address again';
  const run: Run = { ...state.run, failures: state.run.failures + 1 };
  const [next, ...effects] = play(state.epoch, run, state.attempt, { reason: run.reason, why }, nowMs, context);
  const report: RecoveryEffect = { type: 'failure', failure: FAILURE_OF_ACK[ack], ack, kind: state.attempt.kind, network: false, why };
  return [next, report, ...effects];
}

/** The stall watch and the downgrades, evaluated with each sample and at the end of the stall wait. */
function evaluate(state: Playing, nowMs: number, context: RecoveryContext): RecoveryStep {
  const { numbers } = context.config;
  const { attempt, watch, decode, receiver } = state;
  // The wait ended long ago: the machine slept, and the waits start again as when the tab becomes visible.
  if (nowMs - watch.movedMs >= numbers.stallWaitMs + numbers.stallIgnoreMs) return onVisibility(state, nowMs, context);
  const ack = decideAck(watch, nowMs, numbers);
  if (ack !== null) return failed(state, { failure: FAILURE_OF_ACK[ack], network: false, codecUnsupported: false, ack }, nowMs, context);
  const why = decideDowngrade({ kind: attempt.kind, watch, decode, nowMs, numbers });
  const downgrade = why === null ? decideReceiver(receiver, nowMs, numbers) : { why, isStall: true };
  if (downgrade === null) return [state];
  const run: Run = { ...state.run, dropped: [...state.run.dropped, attempt.kind] };
  const [candidate] = planOf(run, context).candidates;
  if (!candidate) return [state];
  const because = { reason: 'STALL_CHECKER', why: downgrade.why } as const;
  const [next, ...effects] = play(state.epoch, run, attemptOf(candidate, 0), because, nowMs, context);
  // Counted if it is a stall and h264 takes over (P23).
  return downgrade.isStall && candidate.kind === 'h264' ? [next, { type: 'stall-counted' }, ...effects] : [next, ...effects];
}
