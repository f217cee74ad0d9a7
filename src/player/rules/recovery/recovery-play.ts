/** Starting: the first attempt, the source of addresses, and the case without an address. */
import { decideCandidates, NO_ADDRESSES, type AddressSet, type Candidate, type Plan, type UnsupportedWhy } from './candidates.ts';
import type { SwitchReasonName } from '../names.ts';
import { NO_DECODE_SAMPLES } from '../decoding/decode-watch.ts';
import { NO_SAMPLES } from './receiver-watch.ts';
import type {
  Attempt,
  AttemptWhy,
  Failed,
  Playing,
  Recovery,
  RecoveryContext,
  RecoveryEffect,
  RecoveryStep,
  Run,
  Starting,
} from './recovery-state.ts';
import { watchFrom } from './stall-watch.ts';

/** The plan of a run: the candidates without the kinds that this run has dropped. */
export function planOf(run: Run, { browser, abilities, history, config }: RecoveryContext): Plan {
  const plan = decideCandidates({ addresses: run.addresses, source: run.source, browser, abilities, history, config });
  return { ...plan, candidates: plan.candidates.filter(({ kind }) => !run.dropped.includes(kind)) };
}

export const freshRun = (addresses: AddressSet): Run => ({
  addresses,
  source: 'normal',
  dropped: [],
  withoutP2p: false,
  hasSwitchedCodec: false,
  failures: 0,
  round: 0,
  reason: null,
  isRevival: false,
});

export const runOf = (state: Recovery): Run | null => ('run' in state ? state.run : null);

export const attemptOf = ({ kind, addresses }: Candidate, index: number): Attempt => ({
  kind,
  address: addresses[index] ?? addresses[0],
  index,
  of: addresses.length,
});

export function start(epoch: number, addresses: AddressSet | null, nowMs: number, context: RecoveryContext): RecoveryStep {
  if (addresses === null) return fetch(epoch, freshRun(NO_ADDRESSES), nowMs, context);
  return playFirst(epoch, freshRun(addresses), nowMs, context);
}

/**
 * A retry by the viewer: all budgets are reset and fresh addresses requested, because the old ones may be the cause. The tip is hidden
 * until a new failure.
 */
export function restart(epoch: number, nowMs: number, context: RecoveryContext): RecoveryStep {
  const [next, ...effects] = start(epoch, null, nowMs, context);
  return [next, { type: 'hide-failure' }, ...effects];
}

/** An automatic retry after giving up: the tip stays until there is a picture. */
export const revive = (state: Failed, nowMs: number, context: RecoveryContext): RecoveryStep =>
  fetch(state.epoch, { ...freshRun(NO_ADDRESSES), isRevival: true }, nowMs, context);

/** The first address of the plan's first kind. */
export function playFirst(epoch: number, run: Run, nowMs: number, context: RecoveryContext): RecoveryStep {
  const [candidate] = planOf(run, context).candidates;
  if (candidate === undefined) return noAddress(epoch, run, nowMs, context);
  return play(epoch, run, attemptOf(candidate, 0), { reason: run.reason, why: 'first address' }, nowMs, context);
}

export function fetch(epoch: number, run: Run, nowMs: number, context: RecoveryContext): RecoveryStep {
  const next = epoch + 1;
  return [
    { name: 'fetching', epoch: next, run, untilMs: nowMs + context.config.numbers.addressesWaitMs },
    { type: 'stop', epoch, keepsPicture: true },
    { type: 'fetch-addresses', epoch: next, round: run.round },
  ];
}

export function play(
  epoch: number,
  run: Run,
  attempt: Attempt,
  { reason, why }: { readonly reason: SwitchReasonName | null; readonly why: AttemptWhy },
  nowMs: number,
  context: RecoveryContext,
): RecoveryStep {
  const next = epoch + 1;
  const plan = planOf(run, context);
  const state: Starting = {
    name: 'starting',
    epoch: next,
    run: { ...run, reason },
    attempt,
    untilMs: nowMs + context.config.numbers.firstFailWaitMs,
    isBlocked: false,
  };
  return [
    state,
    {
      type: 'play',
      epoch: next,
      attempt,
      p2p: run.withoutP2p ? '' : attempt.address.p2p,
      reason: reason ?? plan.reason,
      why,
      because: reason === null ? plan.why : null,
    },
  ];
}

export function playingFrom(
  { epoch, run, attempt, isBlocked }: Starting,
  size: { width: number; height: number },
  nowMs: number,
  context: RecoveryContext,
): Playing {
  const { numbers } = context.config;
  return {
    name: 'playing',
    epoch,
    run: { ...run, isRevival: false },
    attempt,
    watch: watchFrom(nowMs, attempt.kind === 'h265' ? nowMs + numbers.firstFrameReadyDelayMs : nowMs),
    receiver: NO_SAMPLES,
    decode: NO_DECODE_SAMPLES,
    healthyMs: nowMs + numbers.healthyMs,
    isBlocked,
    progress: null,
    returnedMs: null,
    ...size,
  };
}

/** P21: the failure tip is shown at once and the error reported; a fresh list is requested while retries are left. */
export function noAddress(epoch: number, run: Run, nowMs: number, context: RecoveryContext): RecoveryStep {
  const { numbers } = context.config;
  const { addresses } = run;
  const isEmpty = addresses.httpflv.length + addresses.h265flv.length + addresses.nativeh265.length + addresses.webrtc.length === 0;
  const why = 'no address';
  // Another list of the same kinds would not be playable in this browser, so no fresh list is requested.
  const failure = isEmpty ? 'STREAM_ADDR_ERROR' : 'NO_SUPPORT';
  const unsupported = isEmpty ? null : (planOf(run, context).removed.at(-1)?.why ?? null);
  const report: RecoveryEffect = { type: 'report', failure, ack: null, kind: null, network: false, why };
  const maxRounds = run.isRevival ? 0 : numbers.maxRetries;
  if (isEmpty && run.round < maxRounds) {
    const next: Run = { ...run, round: run.round + 1, failures: run.failures + 1 };
    return [
      { name: 'waiting', epoch, run: next, next: { type: 'fetch' }, untilMs: nowMs + numbers.retryIntervalMs, why },
      { type: 'stop', epoch, keepsPicture: true },
      report,
      ...tip(failure, unsupported, context),
    ];
  }
  const [next, ...effects] = giveUp(epoch, run, { failure, why, unsupported }, nowMs, context);
  return [next, report, ...effects];
}

/** P24: the fail callback, and the failure tip if live. The player retries automatically if time or another network may help. */
export function giveUp(
  epoch: number,
  { isRevival }: Run,
  { failure, why, unsupported }: Pick<Failed, 'failure' | 'why' | 'unsupported'>,
  nowMs: number,
  context: RecoveryContext,
): RecoveryStep {
  const next: Failed = {
    name: 'failed',
    epoch,
    failure,
    why,
    unsupported,
    retryAtMs: failure === 'NO_SUPPORT' ? null : nowMs + reviveMs(context),
  };
  const stop: RecoveryEffect = { type: 'stop', epoch, keepsPicture: true };
  return isRevival ? [next, stop] : [next, stop, { type: 'fail-callback', failure }, ...tip(failure, unsupported, context)];
}

/** Randomised by a quarter in both directions, so that the viewers of a recovered server do not all reconnect at the same time. */
const reviveMs = ({ config, random }: RecoveryContext): number => config.numbers.reviveMs * (0.75 + random / 2);

const tip = (failure: Failed['failure'], unsupported: UnsupportedWhy | null, { isLive }: RecoveryContext): readonly RecoveryEffect[] =>
  isLive ? [{ type: 'show-failure', failure, unsupported }] : [];
