/** Observation of a playing attempt: stalls, slow decoding, receiver statistics, and the comparison when the tab becomes visible. */
import { addDecodeSample, NO_DECODE_SAMPLES } from '../decoding/decode-watch.ts';
import type { PlayerProgress } from '../contract.ts';
import type { PlayerKind, PullFailureName } from '../names.ts';
import { addSample, decideReceiver, NO_SAMPLES } from './receiver-watch.ts';
import { failed } from './recovery-failure.ts';
import { attemptOf, planOf, play } from './recovery-play.ts';
import type { Playing, RecoveryContext, RecoveryEffect, RecoveryStep, Run, Size } from './recovery-state.ts';
import { decideAck, decideDowngrade, stallEnded, updateWatch, type AckReason } from './stall-watch.ts';
import { decideReturn } from '../clock/visibility.ts';

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

export function onProgress(state: Playing, progress: PlayerProgress, nowMs: number, context: RecoveryContext): RecoveryStep {
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
  const sampled: Playing = { ...state, run, watch, receiver, decode, progress, returnedMs };
  const [next, ...effects] = replayOnReturn(sampled, nowMs, context) ?? evaluate(sampled, nowMs, context);
  if (stall === null) return [next, ...effects];
  return [next, { type: 'report-stall', kind: state.attempt.kind, lostMs: Math.round(stall.lostMs) }, ...effects];
}

/** A hidden picture is not the player's fault, so the waits start again. */
export function onVisibility(state: Playing, nowMs: number, context: RecoveryContext): RecoveryStep {
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

export function onResolution(state: Playing, { width, height }: Size, nowMs: number, context: RecoveryContext): RecoveryStep {
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
export function evaluate(state: Playing, nowMs: number, context: RecoveryContext): RecoveryStep {
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
