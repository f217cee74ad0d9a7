/** The state machine of the player: maps events to steps by state. The steps are in recovery-play, recovery-failure and recovery-watch. */
import { assertNever } from '../../../core/assert-never.ts';
import { NO_ADDRESSES } from './candidates.ts';
import type { PlayerKind } from '../names.ts';
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
} from './recovery-state.ts';
import { evaluate, onProgress, onResolution, onVisibility } from './recovery-watch.ts';

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
      return state.name === 'fetching' ? playFirst(state.epoch, { ...state.run, addresses: event.addresses }, nowMs, context) : [state];
    case 'addresses-failed':
      return state.name === 'fetching' ? noAnswer(state, nowMs, context) : [state];
    case 'visibility':
      return changeVisibility(state, nowMs, context);
    case 'network':
      return changeNetwork(state, nowMs, context);
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
  return canRevive(state, context) ? revive(state, nowMs, context) : [state];
}

/** Addresses of an earlier round are not reused; without an answer there are none. */
const noAnswer = ({ epoch, run }: Extract<Recovery, { name: 'fetching' }>, nowMs: number, context: RecoveryContext): RecoveryStep =>
  noAddress(epoch, { ...run, addresses: NO_ADDRESSES }, nowMs, context);

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
