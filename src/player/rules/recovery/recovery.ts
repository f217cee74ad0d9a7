/** The state machine of the player: maps events to steps by state. The steps of attempts are in recovery-play and recovery-failure. */
import { assertNever } from '../../base/assert-never.ts';
import { WAITS, waitMs } from '../../base/backoff.ts';
import { NO_ADDRESSES } from './candidates.ts';
import type { PlayerKind, PullFailureName } from '../names.ts';
import { failed } from './recovery-failure.ts';
import {
  attemptOf,
  fetch,
  freshRun,
  noAddress,
  planOf,
  play,
  playFirst,
  playingFrom,
  restart,
  revive,
  runOf,
  start,
} from './recovery-play.ts';
import {
  IDLE,
  type Failed,
  type Recovery,
  type RecoveryContext,
  type RecoveryEvent,
  type RecoveryInput,
  type RecoveryMachine,
  type RecoveryStep,
  type Run,
  type Playing,
  type RecoveryEffect,
  type Size,
} from './recovery-state.ts';
import { addDecodeSample, NO_DECODE_SAMPLES } from '../decoding/decode-watch.ts';
import type { PlayerProgress } from '../contract.ts';
import {
  addSample,
  decideReceiver,
  NO_SAMPLES,
  decideAck,
  decideDowngrade,
  stallEnded,
  updateWatch,
  type AckReason,
  decideReturn,
} from './stall-watch.ts';

export const recoveryMachine: RecoveryMachine = { name: 'player', initial: IDLE, step, deadlineMs };

function step(state: Recovery, event: RecoveryInput, nowMs: number, context: RecoveryContext): RecoveryStep {
  if ('epoch' in event && event.epoch !== state.epoch) return [state];
  switch (event.type) {
    case 'start':
      // The owner may repeat the order: playback continues, a failed player retries automatically, and a player stopped by the viewer stays
      // stopped.
      if (state.name !== 'idle' && !(state.name === 'stopped' && state.by === 'owner')) return [state];
      return start(state.epoch, event.addresses, nowMs, context);
    case 'stop':
      if (state.name === 'idle' || (state.name === 'stopped' && (state.by === event.by || event.by === 'viewer'))) return [state];
      return [
        { name: 'stopped', epoch: state.epoch, by: event.by },
        { type: 'hide-failure' },
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
        ? playFirst(state.epoch, { ...state.run, addresses: event.addresses, known: event.addresses }, nowMs, context)
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
      return [playingFrom(state, { width: event.width, height: event.height }, nowMs, context), { type: 'hide-failure' }];
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

/** A canvas has no picture-in-picture: the wasm decoder is dropped for this run, and no stall is counted. */
const DROPS: Readonly<Record<'USER_OPERATION' | 'PIP', readonly PlayerKind[]>> = { USER_OPERATION: [], PIP: ['h265'] };

function choose(
  state: Recovery,
  { kind, line, reason }: Extract<RecoveryEvent, { type: 'choose' }>,
  nowMs: number,
  context: RecoveryContext,
): RecoveryStep {
  if (!context.isLive) return [state];
  const run = runOf(state);
  // After the failure tip a choice is a forced retry; the history makes the chosen kind the first one of the new plan.
  if (run === null) return state.name === 'failed' ? restart(state.epoch, nowMs, context) : [state];
  const present = state.name === 'starting' || state.name === 'playing' ? state.attempt : null;
  if (present?.kind === kind && (line ?? present.index) === present.index) return [state];
  const next: Run = { ...freshRun(run.addresses), dropped: DROPS[reason], reason };
  const candidate = planOf(next, context).candidates.find((other) => other.kind === kind);
  if (!candidate) return [state, { type: 'refuse-choice', kind }];
  const attempt = attemptOf(candidate, Math.min(line ?? 0, candidate.addresses.length - 1));
  return play(state.epoch, next, attempt, { reason, why: 'chosen' }, nowMs, context);
}

/** Only a run that left h265 for picture-in-picture returns to the preferred kind. */
function leavePictureInPicture(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  const run = runOf(state);
  if (run?.reason !== 'PIP' || !('attempt' in state)) return [state];
  const next: Run = { ...freshRun(run.addresses), dropped: run.dropped.filter((kind) => !DROPS.PIP.includes(kind)) };
  const [candidate] = planOf(next, context).candidates;
  if (!candidate || candidate.kind === state.attempt.kind) return [{ ...state, run: next }];
  return play(state.epoch, next, attemptOf(candidate, 0), { reason: null, why: 'picture-in-picture is over' }, nowMs, context);
}

function changeVisibility(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  if (state.name === 'starting') return [{ ...state, untilMs: nowMs + context.config.numbers.firstFailWaitMs }];
  if (state.name === 'playing') return onVisibility(state, nowMs, context);
  return context.isVisible && canRevive(state, context) ? revive(state, nowMs, context) : [state];
}

function changeNetwork(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  if (!context.isOnline) return [state];
  if (state.name === 'waiting') return [{ ...state, untilMs: nowMs }];
  if (state.name === 'playing') return [{ ...state, proof: { bytes: state.progress?.bytes ?? 0, byMs: nowMs + PROOF_MS } }];
  return canRevive(state, context) ? revive(state, nowMs, context) : [state];
}

/** Connections do not survive a change of the network, and no end of them arrives. */
const PROOF_MS = 2_500;
/** A request or a stall that is older than this began before the network returned, and is repeated. */
const OLD_MS = 3_000;

function reachable(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  const { numbers } = context.config;
  const soonMs = nowMs + waitMs(WAITS.soon, 0, context.random);
  const why = 'reachable again';
  switch (state.name) {
    case 'waiting':
      return [{ ...state, untilMs: Math.min(state.untilMs, soonMs) }];
    case 'failed':
      return [state.retryAtMs === null || state.isAsked === true ? state : { ...state, retryAtMs: Math.min(state.retryAtMs, soonMs) }];
    case 'fetching':
      return nowMs - (state.untilMs - numbers.addressesWaitMs) < OLD_MS ? [state] : fetch(state.epoch, state.run, nowMs, context);
    case 'starting': {
      const { epoch, run, attempt, isBlocked, untilMs } = state;
      if (isBlocked || nowMs - (untilMs - numbers.firstFailWaitMs) < OLD_MS) return [state];
      return play(epoch, run, attempt, { reason: run.reason, why }, nowMs, context);
    }
    case 'playing': {
      const { epoch, run, attempt, watch, progress, isBlocked } = state;
      if (!context.isVisible || isBlocked || progress?.isPaused === true || nowMs - watch.movedMs < OLD_MS) return [state];
      return play(epoch, run, attempt, { reason: run.reason, why }, nowMs, context);
    }
    case 'idle':
    case 'stopped':
      return [state];
    default:
      return assertNever(state);
  }
}

/** Addresses of an earlier round are not reused; without an answer there are none. */
const noAnswer = (
  { epoch, run }: Extract<Recovery, { name: 'fetching' }>,
  nowMs: number,
  context: RecoveryContext,
  retryAfterMs?: number,
): RecoveryStep => noAddress(epoch, { ...run, addresses: NO_ADDRESSES }, nowMs, context, true, retryAfterMs);

const canRevive = (state: Recovery, { isLive }: RecoveryContext): state is Failed =>
  isLive && state.name === 'failed' && state.retryAtMs !== null;

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
  return [next, { type: 'report-stall', kind: state.attempt.kind, lostMs: Math.round(stall.lostMs) }, ...effects];
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

/** P27; null if no restart is needed. */
function replayOnReturn(state: Playing, nowMs: number, context: RecoveryContext): RecoveryStep | null {
  const { returnedMs, progress } = state;
  if (returnedMs === null || progress === null || progress.isPaused) return null;
  const { config, isLive } = context;
  const { replay, why } = decideReturn({ config, isLive, isStopped: false, progress });
  if (!replay) return null;
  return play(state.epoch, state.run, state.attempt, { reason: state.run.reason, why }, nowMs, context);
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
  const report: RecoveryEffect = { type: 'report', failure: FAILURE_OF_ACK[ack], ack, kind: state.attempt.kind, network: false, why };
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
  return downgrade.isStall && candidate.kind === 'h264' ? [next, { type: 'count-stall' }, ...effects] : [next, ...effects];
}
