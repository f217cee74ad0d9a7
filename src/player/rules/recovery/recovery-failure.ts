/** A failed attempt: the table that decides, its application to the state, and the end of all attempts. */
import { assertNever } from '../../base/errors.ts';
import { type Wait, WAITS, waitMs } from '../../base/waits.ts';
import { firstRule, reasonsOf, type Rule } from '../../base/machine.ts';
import type { Failing } from '../contract.ts';
import type { AckReason, PlayerKind, PullFailureName, SwitchReasonName } from '../names.ts';
import { attemptOf, NO_ADDRESSES, planOf, play, type UnsupportedWhy } from './candidates.ts';
import type { Attempt, Failed, Playing, RecoveryContext, RecoveryEffect, RecoveryStep, Run, Starting } from './recovery-state.ts';

interface AttemptFailure extends Failing {
  readonly ack: AckReason | null;
}

export function failed(state: Starting | Playing, cause: AttemptFailure, nowMs: number, context: RecoveryContext): RecoveryStep {
  const { attempt } = state;
  const run: Run = { ...state.run, failedMs: state.run.failedMs ?? nowMs };
  const { numbers } = context.config;
  const isCodecSwitch = attempt.kind === 'h264' && cause.codecUnsupported;
  const without: Run = { ...run, dropped: [...run.dropped, attempt.kind] };
  const other: Run = isCodecSwitch ? { ...without, source: 'codec-unsupported', hasSwitchedCodec: true } : without;
  const carried = cause.carries === undefined || run.rerouted !== null ? null : rerouted(other, attempt, cause.carries);
  const decided = decideFailure({
    ...cause,
    isStall: cause.ack === 'STALL_TIMEOUT',
    // An automatic retry after giving up uses one address.
    attempt: run.revival > 0 ? { ...attempt, index: 0, of: 1 } : attempt,
    run,
    others: planOf(other, context).candidates.map(({ kind }) => kind),
    carried: carried === null ? undefined : planOf(carried, context).candidates.find(({ kind }) => carriesCodec(kind, cause.carries))?.kind,
    maxRetries: run.revival > 0 ? 0 : numbers.maxRetries,
  });
  const { failure, ack, network } = cause;
  const report: RecoveryEffect = { type: 'failure', failure, ack, kind: attempt.kind, network, why: decided.why };
  const following = 'isCarried' in decided.action && carried !== null ? carried : other;
  const [next, ...effects] = carryOut({ ...state, run }, decided, { cause, other: following }, nowMs, context);
  return [next, report, ...effects];
}

const carriesCodec = (kind: PlayerKind, codec: 'h264' | 'h265' | undefined): boolean =>
  codec === 'h264' ? kind === 'h264' : kind === 'h265' || kind === 'h265-native';

/** The same address as one of the other codec. H265 is then allowed although its switch is off, as after any unsupported codec (P22). */
function rerouted(run: Run, { kind, address: { url } }: Attempt, codec: 'h264' | 'h265'): Run {
  const { addresses } = run;
  const list = codec === 'h264' ? 'httpflv' : 'h265flv';
  return {
    ...run,
    source: 'codec-unsupported',
    rerouted: kind,
    // Dropped kinds of this codec as well: they failed while the address carried another one.
    dropped: run.dropped.filter((dropped) => !carriesCodec(dropped, codec)),
    addresses: { ...addresses, [list]: [url, ...addresses[list].filter((other) => other !== url)] },
  };
}

function carryOut(
  { attempt, epoch, run: before }: Starting | Playing,
  { action, why }: ReturnType<typeof decideFailure>,
  { cause, other }: { readonly cause: AttemptFailure; readonly other: Run },
  nowMs: number,
  context: RecoveryContext,
): RecoveryStep {
  const run: Run = { ...before, failures: before.failures + 1 };
  const stop: RecoveryEffect = { type: 'stop', epoch, keepsPicture: true };
  // Another address may be another server.
  const askedMs = action.type === 'next-address' ? undefined : cause.retryAfterMs;
  const afterMs = 'waitless' in action && action.waitless ? 0 : retryMs(context, cause.network && before.failures > 0, askedMs);

  switch (action.type) {
    case 'without-p2p':
      return play(epoch, { ...run, withoutP2p: true }, attempt, { reason: before.reason, why }, nowMs, context);

    case 'switch': {
      const switched: Run = { ...other, failures: run.failures };
      const candidate = planOf(switched, context).candidates.find(({ kind }) => kind === action.to);
      if (!candidate) throw new Error(`unreachable: ${action.to} was offered`);
      const [next, ...effects] = play(epoch, switched, attemptOf(candidate, 0), { reason: action.reason, why }, nowMs, context);
      return action.countsStall ? [next, { type: 'stall-counted' }, ...effects] : [next, ...effects];
    }

    case 'next-address': {
      const candidate = planOf(before, context).candidates.find(({ kind }) => kind === attempt.kind);
      const following = candidate ? attemptOf(candidate, attempt.index + 1) : attempt;
      if (action.waitless) return play(epoch, run, following, { reason: before.reason, why }, nowMs, context);
      return [{ name: 'waiting', epoch, run, next: { type: 'play', attempt: following }, untilMs: nowMs + afterMs, why }, stop];
    }

    case 'fresh-addresses':
      return [
        {
          name: 'waiting',
          epoch,
          // By then the address may carry its own codec again.
          run: { ...run, ...withoutReroute(run), round: before.round + 1 },
          next: { type: 'fetch' },
          untilMs: nowMs + afterMs,
          why,
        },
        stop,
      ];

    case 'give-up':
      return giveUp(
        epoch,
        before,
        { failure: cause.failure, why, unsupported: cause.lacks ?? null, network: cause.network, retryAfterMs: askedMs },
        nowMs,
        context,
      );

    default:
      return assertNever(action);
  }
}

/** A failed attempt and the remaining options. */
export interface FailureCase {
  readonly failure: PullFailureName;
  readonly network: boolean;
  readonly codecUnsupported: boolean;
  readonly isStall: boolean;
  readonly attempt: { readonly kind: PlayerKind; readonly index: number; readonly of: number };
  readonly run: { readonly withoutP2p: boolean; readonly hasSwitchedCodec: boolean; readonly failures: number; readonly round: number };
  /** Kinds that could play instead, best first. */
  readonly others: readonly PlayerKind[];
  /** The kind that plays what this address turned out to carry, if it was not tried. */
  readonly carried: PlayerKind | undefined;
  readonly maxRetries: number;
}

export type FailureAction =
  | { readonly type: 'without-p2p' }
  | {
      readonly type: 'switch';
      readonly to: PlayerKind;
      readonly reason: SwitchReasonName;
      readonly countsStall: boolean;
      readonly isCarried?: true;
    }
  /** `waitless`: a codec-unsupported failure waits 0 (P24). */
  | { readonly type: 'next-address'; readonly waitless: boolean }
  | { readonly type: 'fresh-addresses'; readonly waitless: boolean }
  | { readonly type: 'give-up' };

const isH265 = (kind: PlayerKind): boolean => kind === 'h265' || kind === 'h265-native';
const firstH265 = (c: FailureCase): PlayerKind | undefined => c.others.find(isH265);
const flv = (c: FailureCase): PlayerKind | undefined => c.others.find((kind) => kind !== 'webrtc');
const h264 = (c: FailureCase): PlayerKind | undefined => c.others.find((kind) => kind === 'h264');
const isDecodeError = (c: FailureCase): boolean =>
  c.codecUnsupported || (!c.network && (c.failure === 'PLAYER_ERROR' || c.failure === 'NO_SUPPORT'));
const reasonOf = (c: FailureCase): SwitchReasonName => (c.codecUnsupported || c.failure === 'NO_SUPPORT' ? 'NO_SUPPORT' : 'UNKNOW');
const switchTo = (to: PlayerKind | undefined, reason: SwitchReasonName, countsStall = false): FailureAction =>
  to === undefined ? { type: 'give-up' } : { type: 'switch', to, reason, countsStall };

/** A stream that changes its codec more often, without healthy playback between, waits like other failures. */
const MAX_REROUTES = 3;

/** P23, P24. The first row whose `when` holds decides; `why` is written to log, overlay and reports. The last row always holds. */
const RULES = [
  {
    why: 'sharing failed, once more without it',
    when: (c) => c.failure === 'P2P_ERROR' && !c.run.withoutP2p,
    act: () => ({ type: 'without-p2p' }),
  },
  {
    why: 'h264 is not supported, h265 once',
    when: (c) =>
      c.codecUnsupported && c.attempt.kind === 'h264' && c.run.failures === 0 && !c.run.hasSwitchedCodec && firstH265(c) !== undefined,
    act: (c) => switchTo(firstH265(c), 'NO_SUPPORT'),
  },
  {
    why: 'webrtc failed, flv',
    when: (c) => c.attempt.kind === 'webrtc' && flv(c) !== undefined,
    // A downgrade to h264 after a stall counts one stall, of every kind (P23).
    act: (c) => (c.isStall ? switchTo(flv(c), 'STALL_CHECKER', flv(c) === 'h264') : switchTo(flv(c), reasonOf(c))),
  },
  {
    why: 'h265 stalled, h264',
    when: (c) => c.attempt.kind === 'h265' && c.isStall && h264(c) !== undefined,
    act: (c) => switchTo(h264(c), 'STALL_CHECKER', true),
  },
  {
    why: 'h265 cannot be decoded, h264',
    when: (c) => isH265(c.attempt.kind) && isDecodeError(c) && h264(c) !== undefined,
    act: (c) => switchTo(h264(c), reasonOf(c)),
  },
  {
    why: 'the address carries another codec, its kind once',
    when: (c) => c.carried !== undefined && c.run.failures < MAX_REROUTES,
    act: (c) => ({ type: 'switch', to: c.carried!, reason: 'NO_SUPPORT', countsStall: false, isCarried: true }),
  },
  {
    why: 'the player script did not load, another kind',
    when: (c) => c.failure === 'JS_LOAD_ERROR' && c.others.length > 0,
    act: (c) => switchTo(c.others[0], 'UNKNOW'),
  },
  {
    why: 'another address',
    when: (c) => c.attempt.index + 1 < c.attempt.of,
    act: (c) => ({ type: 'next-address', waitless: c.codecUnsupported }),
  },
  {
    why: 'all addresses failed, a fresh list',
    when: (c) => c.run.round < c.maxRetries,
    act: (c) => ({ type: 'fresh-addresses', waitless: c.codecUnsupported }),
  },
  { why: 'every retry is used', when: () => true, act: () => ({ type: 'give-up' }) },
] as const satisfies readonly (Rule<FailureCase> & { act(failure: FailureCase): FailureAction })[];

export type FailureWhy = (typeof RULES)[number]['why'];
export const FAILURE_REASONS: readonly FailureWhy[] = reasonsOf(RULES);

export function decideFailure(failure: FailureCase): { readonly action: FailureAction; readonly why: FailureWhy } {
  const rule = firstRule<FailureCase, (typeof RULES)[number]>(RULES, failure);
  return { action: rule.act(failure), why: rule.why };
}

/** The kind that was left for the codec of an address is possible again. */
export const withoutReroute = ({ dropped, rerouted }: Run): Pick<Run, 'dropped' | 'rerouted'> => ({
  dropped: dropped.filter((kind) => kind !== rerouted),
  rerouted: null,
});

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
  const report: RecoveryEffect = { type: 'failure', failure, ack: null, kind: null, network, why };
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
function giveUp(
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
    ...(retryAfterMs !== undefined && { isFromServer: true }),
    outage: { known: network ? known : NO_ADDRESSES, revival, failedMs: failedMs ?? nowMs },
  };
  const stop: RecoveryEffect = { type: 'stop', epoch, keepsPicture: true };
  return revival > 0 ? [next, stop] : [next, stop, { type: 'gave-up', failure }, ...tip(failure, unsupported, context)];
}

/**
 * P24: the retry interval is the upper bound, because all viewers of a stream lose it at the same time. `isAgain`: the network failed before,
 * so that they return at different times already.
 */
function retryMs({ config, random }: RecoveryContext, isAgain = false, retryAfterMs?: number): number {
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
  isLive ? [{ type: 'failure-shown', failure, unsupported }] : [];
