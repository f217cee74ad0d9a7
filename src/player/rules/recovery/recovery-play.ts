/** Starting: the first attempt and its command, the source of addresses, and the case without an address. */
import { type Wait, WAITS, waitMs } from '../../base/backoff.ts';
import {
  decideCandidates,
  NO_ADDRESSES,
  type AddressSet,
  type Candidate,
  type Plan,
  type UnsupportedWhy,
  type DataSaver,
  savingsOf,
} from './candidates.ts';
import type { PlayerNumbers } from '../constants.ts';
import type { PlayCommand } from '../contract.ts';
import type { SwitchReasonName } from '../names.ts';
import { NO_DECODE_SAMPLES } from '../decoding/decode-watch.ts';
import { NO_SAMPLES, watchFrom } from './stall-watch.ts';
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

/** The plan of a run: the candidates without the kinds that this run has dropped. */
export function planOf(run: Run, { browser, abilities, history, config }: RecoveryContext): Plan {
  const plan = decideCandidates({ addresses: run.addresses, source: run.source, browser, abilities, history, config });
  return { ...plan, candidates: plan.candidates.filter(({ kind }) => !run.dropped.includes(kind)) };
}

export const freshRun = (addresses: AddressSet): Run => ({
  addresses,
  known: addresses,
  source: 'normal',
  dropped: [],
  withoutP2p: false,
  hasSwitchedCodec: false,
  rerouted: null,
  failures: 0,
  round: 0,
  reason: null,
  revival: 0,
  failedMs: null,
});

/** The kind that was left for the codec of an address is possible again. */
export const withoutReroute = ({ dropped, rerouted }: Run): Pick<Run, 'dropped' | 'rerouted'> => ({
  dropped: dropped.filter((kind) => kind !== rerouted),
  rerouted: null,
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
export function revive({ epoch, outage }: Failed, nowMs: number, context: RecoveryContext): RecoveryStep {
  const revival = outage.revival + 1;
  const run: Run = { ...freshRun(outage.known), revival, failedMs: outage.failedMs };
  // Known addresses save a request in most retries; fresh ones are needed when the old ones have expired.
  const isFresh = revival % FRESH_EVERY === 0 || planOf(run, context).candidates.length === 0;
  return isFresh ? fetch(epoch, run, nowMs, context) : playFirst(epoch, run, nowMs, context);
}

/** Every this many automatic retries request fresh addresses. */
const FRESH_EVERY = 3;

/** The first address of the plan's first kind; automatic retries use its addresses in turn. */
export function playFirst(epoch: number, run: Run, nowMs: number, context: RecoveryContext): RecoveryStep {
  const [candidate] = planOf(run, context).candidates;
  if (candidate === undefined) return noAddress(epoch, run, nowMs, context);
  const attempt = attemptOf(candidate, run.revival % candidate.addresses.length);
  return play(epoch, run, attempt, { reason: run.reason, why: 'first address' }, nowMs, context);
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

/**
 * P21: the failure tip is shown at once and the error reported; a fresh list is requested while retries are left. `network`: the address
 * service did not answer.
 */
export function noAddress(
  epoch: number,
  before: Run,
  nowMs: number,
  context: RecoveryContext,
  network = false,
  retryAfterMs?: number,
): RecoveryStep {
  const { numbers } = context.config;
  const run: Run = { ...before, failedMs: before.failedMs ?? nowMs };
  const { addresses } = run;
  const isEmpty = addresses.httpflv.length + addresses.h265flv.length + addresses.nativeh265.length + addresses.webrtc.length === 0;
  // Another list of the same kinds would not be playable in this browser, so no fresh list is requested.
  const failure = isEmpty ? 'STREAM_ADDR_ERROR' : 'NO_SUPPORT';
  const unsupported = isEmpty ? null : (planOf(run, context).removed.at(-1)?.why ?? null);
  const why = unsupported ?? 'no address';
  const report: RecoveryEffect = { type: 'report', failure, ack: null, kind: null, network, why };
  const maxRounds = run.revival > 0 ? 0 : numbers.maxRetries;
  if (isEmpty && run.round < maxRounds) {
    const next: Run = { ...run, round: run.round + 1, failures: run.failures + 1 };
    return [
      { name: 'waiting', epoch, run: next, next: { type: 'fetch' }, untilMs: nowMs + retryMs(context, network, retryAfterMs), why },
      { type: 'stop', epoch, keepsPicture: true },
      report,
      ...tip(failure, unsupported, context),
    ];
  }
  const [next, ...effects] = giveUp(epoch, run, { failure, why, unsupported, network, retryAfterMs }, nowMs, context);
  return [next, report, ...effects];
}

/** P24: the fail callback, and the failure tip if live. The player retries automatically if time or another network may help. */
export function giveUp(
  epoch: number,
  { known, revival, failedMs }: Run,
  {
    failure,
    why,
    unsupported,
    network,
    retryAfterMs,
  }: Pick<Failed, 'failure' | 'why' | 'unsupported'> & { readonly network: boolean; readonly retryAfterMs?: number | undefined },
  nowMs: number,
  context: RecoveryContext,
): RecoveryStep {
  const next: Failed = {
    name: 'failed',
    epoch,
    failure,
    why,
    unsupported,
    retryAtMs:
      failure === 'NO_SUPPORT'
        ? null
        : nowMs + waitMs(reviveWait(network, nowMs - (failedMs ?? nowMs), context), 0, context.random, retryAfterMs ?? null),
    ...(retryAfterMs !== undefined && { isAsked: true }),
    outage: { known: network ? known : NO_ADDRESSES, revival, failedMs: failedMs ?? nowMs },
  };
  const stop: RecoveryEffect = { type: 'stop', epoch, keepsPicture: true };
  return revival > 0 ? [next, stop] : [next, stop, { type: 'fail-callback', failure }, ...tip(failure, unsupported, context)];
}

/**
 * P24: the retry interval is the upper bound, because all viewers of a stream lose it at the same time. `isAgain`: the network failed before,
 * so that they return at different times already.
 */
export function retryMs({ config, random }: RecoveryContext, isAgain = false, retryAfterMs?: number): number {
  const { retryIntervalMs: capMs } = config.numbers;
  return waitMs({ floorMs: isAgain ? capMs * 0.95 : WAITS.streamRetry.floorMs, capMs }, 0, random, retryAfterMs ?? null);
}

const LONG_OUTAGE_MS = 60_000;
/** An unreachable server is tried often. A stream that has ended or cannot be decoded is not, because live info reports its return. */
function reviveWait(network: boolean, outageMs: number, { config }: RecoveryContext): Wait {
  if (network) return outageMs < LONG_OUTAGE_MS ? WAITS.streamOutage : WAITS.streamLongOutage;
  return { floorMs: config.numbers.reviveMs * 0.75, capMs: config.numbers.reviveMs * 1.25 };
}

const tip = (failure: Failed['failure'], unsupported: UnsupportedWhy | null, { isLive }: RecoveryContext): readonly RecoveryEffect[] =>
  isLive ? [{ type: 'show-failure', failure, unsupported }] : [];

export interface PlayFacts {
  readonly saver: DataSaver;
  /** For a player with its own decoder. */
  readonly decoding: Pick<PlayCommand, 'threads' | 'withoutSharedMemory'>;
  readonly numbers: PlayerNumbers;
  readonly sound: { readonly volume: number; readonly muted: boolean };
}

/** The command of the effect `play`. */
export function playCommand({ attempt, epoch, p2p }: Extract<RecoveryEffect, { type: 'play' }>, facts: PlayFacts): PlayCommand {
  const { saver, decoding, numbers, sound } = facts;
  const { kind, address } = attempt;
  return {
    type: 'play',
    epoch,
    kind,
    url: address.url,
    providerId: address.providerId,
    codec: address.codec,
    p2p,
    ...(kind === 'h265' && { connectMs: numbers.flvConnectMs, ...decoding }),
    savings: savingsOf(saver, kind),
    volume: sound.volume,
    muted: sound.muted,
  };
}
