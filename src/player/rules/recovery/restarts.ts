/** Attempts that follow no failure: a retry, a choice of the viewer, and the return of the network or of the tab. */
import { assertNever } from '../../base/errors.ts';
import { WAITS, waitMs } from '../../base/waits.ts';
import { firstRule, type Rule } from '../../base/machine.ts';
import type { PlayerConfig } from '../constants.ts';
import type { PlayerProgress } from '../contract.ts';
import type { PlayerKind } from '../names.ts';
import { attemptOf, fetch, freshRun, NO_ADDRESSES, planOf, play, playFirst } from './candidates.ts';
import type { Failed, Playing, Recovery, RecoveryContext, RecoveryEvent, RecoveryStep, Run } from './recovery-state.ts';

/**
 * A retry by the viewer: all budgets are reset and fresh addresses requested, because the old ones may be the cause. The tip is hidden
 * until a new failure.
 */
export function restart(epoch: number, nowMs: number, context: RecoveryContext): RecoveryStep {
  const [next, ...effects] = fetch(epoch, freshRun(NO_ADDRESSES), nowMs, context);
  return [next, { type: 'failure-over' }, ...effects];
}

/** An automatic retry after giving up: the tip stays until there is a picture. */
export function revive({ epoch, outage }: Failed, nowMs: number, context: RecoveryContext): RecoveryStep {
  const revival = outage.revival + 1;
  const run: Run = { ...freshRun(outage.known), revival, failedMs: outage.failedMs };
  // Known addresses save a request in most retries; fresh ones are needed when the old ones have expired.
  const played = revival % FRESH_EVERY === 0 ? null : playFirst(epoch, run, nowMs, context);
  return played ?? fetch(epoch, run, nowMs, context);
}

/** Every this many automatic retries request fresh addresses. */
const FRESH_EVERY = 3;

/** A canvas has no picture-in-picture: the wasm decoder is dropped for this run, and no stall is counted. */
const DROPS: Readonly<Record<'USER_OPERATION' | 'PIP', readonly PlayerKind[]>> = { USER_OPERATION: [], PIP: ['h265'] };

export function choose(
  state: Recovery,
  { kind, line, reason }: Extract<RecoveryEvent, { type: 'choose' }>,
  nowMs: number,
  context: RecoveryContext,
): RecoveryStep {
  if (!context.isLive) return [state];
  const run = 'run' in state ? state.run : null;
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
export function leavePictureInPicture(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  const run = 'run' in state ? state.run : null;
  if (run?.reason !== 'PIP' || !('attempt' in state)) return [state];
  const next: Run = { ...freshRun(run.addresses), dropped: run.dropped.filter((kind) => !DROPS.PIP.includes(kind)) };
  const [candidate] = planOf(next, context).candidates;
  if (!candidate || candidate.kind === state.attempt.kind) return [{ ...state, run: next }];
  return play(state.epoch, next, attemptOf(candidate, 0), { reason: null, why: 'picture-in-picture is over' }, nowMs, context);
}

export function changeNetwork(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  if (!context.isOnline) return [state];
  if (state.name === 'waiting') return [{ ...state, untilMs: nowMs }];
  if (state.name === 'playing') return [{ ...state, proof: { bytes: state.progress?.bytes ?? 0, byMs: nowMs + PROOF_MS } }];
  return canRevive(state, context) ? revive(state, nowMs, context) : [state];
}

/** Connections do not survive a change of the network, and no end of them arrives. */
const PROOF_MS = 2_500;
/** A request or a stall that is older than this began before the network returned, and is repeated. */
const OLD_MS = 3_000;

export function reachable(state: Recovery, nowMs: number, context: RecoveryContext): RecoveryStep {
  const { numbers } = context.config;
  const soonMs = nowMs + waitMs(WAITS.soon, 0, context.random);
  const why = 'reachable again';
  switch (state.name) {
    case 'waiting':
      return [{ ...state, untilMs: Math.min(state.untilMs, soonMs) }];
    case 'failed':
      return [state.retryAtMs === null || state.isFromServer === true ? state : { ...state, retryAtMs: Math.min(state.retryAtMs, soonMs) }];
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

export const canRevive = (state: Recovery, { isLive }: RecoveryContext): state is Failed =>
  isLive && state.name === 'failed' && state.retryAtMs !== null;

/** Known values when the tab becomes visible. */
export interface ReturnCase {
  readonly config: PlayerConfig;
  readonly isLive: boolean;
  readonly isStopped: boolean;
  readonly progress: PlayerProgress;
}

/** P27: the first row that holds decides; `replay`: the player restarts. */
const RETURNS = [
  { why: 'replay is switched off', replay: false, when: (c) => !c.config.switches.replayOnVisible },
  { why: 'the room is not live', replay: false, when: (c) => !c.isLive },
  { why: 'the player is stopped', replay: false, when: (c) => c.isStopped },
  { why: 'audio length is negative', replay: true, when: (c) => c.progress.audioS < 0 },
  {
    why: 'audio and video are apart',
    replay: true,
    when: (c) => Math.abs(c.progress.audioS - c.progress.videoS) * 1_000 > c.config.numbers.audioVideoDiffMs,
  },
  { why: 'too much is buffered', replay: true, when: (c) => c.progress.bufferedS * 1_000 > c.config.numbers.replayBufferMs },
  { why: 'in step', replay: false, when: () => true },
] as const satisfies readonly (Rule<ReturnCase> & { replay: boolean })[];

export type ReturnWhy = (typeof RETURNS)[number]['why'];

/** Unknown numbers are NaN and never cause a restart, so a player that does not measure a value is not restarted because of it. */
export function decideReturn(input: ReturnCase): { readonly replay: boolean; readonly why: ReturnWhy } {
  const rule = firstRule<ReturnCase, (typeof RETURNS)[number]>(RETURNS, input);
  return { replay: rule.replay, why: rule.why };
}

/** P27; null if no restart is needed. */
export function replayOnReturn(state: Playing, nowMs: number, context: RecoveryContext): RecoveryStep | null {
  const { returnedMs, progress } = state;
  if (returnedMs === null || progress === null || progress.isPaused) return null;
  const { config, isLive } = context;
  const { replay, why } = decideReturn({ config, isLive, isStopped: false, progress });
  if (!replay) return null;
  return play(state.epoch, state.run, state.attempt, { reason: state.run.reason, why }, nowMs, context);
}
