import { assertNever } from '../assert-never.ts';
import { decideCandidates, NO_ADDRESSES, type AddressSet, type Candidate, type Plan } from './candidates.ts';
import { SWITCH_REASON, type PlayerKind, type PullFailureName, type SwitchReasonName } from './names.ts';
import { decideReceiver, lookedAt, NO_LOOKS } from './receiver-watch.ts';
import { decideFailure } from './recovery-rules.ts';
import type { Recovery, Run, Attempt, Surroundings, RecoveryEvent, RecoveryEffect, RecoveryStep } from './recovery-state.ts';
import { decideAck, decideDowngrade, stallEnded, watched, watchFrom, type AckReason } from './stall-watch.ts';
import { decideReturn } from './visibility.ts';

/** An ack of the stall watch is reported as this pull failure. */
const FAILURE_OF_ACK: Readonly<Record<AckReason, PullFailureName>> = {
  STALL_TIMEOUT: 'TIMEOUT',
  CURRENT_TIME_ERROR: 'PLAYER_ERROR',
  TIMEOUT: 'TIMEOUT',
  STREAM_PIXED_CHANGED: 'ACK_FAIL',
};

/** Kinds whose player does not live through a change of the picture's size: they start again (STREAM_PIXED_CHANGED). */
const RESTARTS_ON_NEW_SIZE: Readonly<Record<PlayerKind, boolean>> = { h264: false, h265: false, 'h265-native': true, webrtc: false };

export function step(state: Recovery, event: RecoveryEvent, nowMs: number, around: Surroundings): RecoveryStep {
  if ('epoch' in event && event.epoch !== state.epoch) return [state];
  const { numbers } = around.config;

  switch (event.type) {
    case 'start':
      return start(state, freshRun(event.addresses ?? NO_ADDRESSES), event.addresses !== null, nowMs, around);

    case 'stop': {
      if (state.at === 'stopped' || state.at === 'idle') return [state];
      return [
        { at: 'stopped', epoch: state.epoch },
        { do: 'stop', epoch: state.epoch },
      ];
    }

    case 'retry': {
      // A forced retry waits 0, has every budget again, and asks for fresh addresses: the old ones may be why it is needed.
      if (state.at === 'idle' || state.at === 'fetching') return [state];
      return anew(state, nowMs, around);
    }

    case 'choose': {
      const run = runOf(state);
      // After the failure tip a choice is a forced retry: the history makes the fresh plan begin with it.
      if (run === null) return state.at === 'failed' ? anew(state, nowMs, around) : [state];
      const next: Run = { ...freshRun(run.addresses), dropped: DROPS[event.reason], reason: event.reason };
      const candidate = planOf(next, around).candidates.find(({ kind }) => kind === event.kind);
      if (!candidate) return [state, { do: 'log', line: `${event.kind} cannot be chosen here` }];
      return play(
        state.epoch,
        next,
        attemptOf(candidate, Math.min(event.line, candidate.addresses.length - 1)),
        event.reason,
        `chosen: ${event.kind}`,
        nowMs,
        around,
      );
    }

    case 'picture-in-picture-closed': {
      // Only who left h265 for the window goes back to what the table chooses.
      const run = runOf(state);
      if (run?.reason !== 'PIP' || !('attempt' in state)) return [state];
      const next: Run = { ...freshRun(run.addresses), dropped: run.dropped.filter((kind) => !DROPS.PIP.includes(kind)) };
      const [candidate] = planOf(next, around).candidates;
      if (!candidate || candidate.kind === state.attempt.kind) return [{ ...state, run: next }];
      return play(state.epoch, next, attemptOf(candidate, 0), null, 'picture-in-picture is over', nowMs, around);
    }

    case 'addresses': {
      if (state.at !== 'fetching') return [state];
      const run = { ...state.run, addresses: event.addresses };
      const [candidate] = planOf(run, around).candidates;
      return candidate
        ? play(state.epoch, run, attemptOf(candidate, 0), run.reason, 'first address', nowMs, around)
        : noAddress(state, run, nowMs, around);
    }

    case 'addresses-failed':
      return state.at === 'fetching' ? noAddress(state, state.run, nowMs, around) : [state];

    case 'first-frame': {
      if (state.at !== 'starting') return [state];
      const { epoch, run, attempt, isBlocked } = state;
      return [
        {
          at: 'playing',
          epoch,
          run,
          attempt,
          watch: watchFrom(nowMs, attempt.kind === 'h265' ? nowMs + numbers.firstFrameReadyDelayMs : nowMs),
          receiver: NO_LOOKS,
          healthyMs: nowMs + numbers.healthyMs,
          isBlocked,
          progress: null,
          width: event.width,
          height: event.height,
        },
        { do: 'hide-failure' },
      ];
    }

    case 'resolution': {
      if (state.at !== 'playing' || (state.width === event.width && state.height === event.height)) return [state];
      const run = { ...state.run, addresses: { ...state.run.addresses, width: event.width, height: event.height } };
      const next = { ...state, run, width: event.width, height: event.height };
      // A stream that grew over the limit leaves h265 by the same table that would not have chosen it.
      const removal = planOf(run, around).removed.find(({ kind, reason }) => kind === state.attempt.kind && reason === 'PIXEL_TOO_BIG');
      const [candidate] = planOf(run, around).candidates;
      if (removal && candidate) return play(state.epoch, run, attemptOf(candidate, 0), removal.reason, removal.why, nowMs, around);
      // Sound alone until now: its first picture is no change.
      if (state.width === 0) return [next];
      if (RESTARTS_ON_NEW_SIZE[state.attempt.kind]) return again(next, 'STREAM_PIXED_CHANGED', nowMs, around);
      return [next, { do: 'ack', ack: 'STREAM_PIXED_CHANGED', why: `${state.width}x${state.height} to ${event.width}x${event.height}` }];
    }

    case 'progress': {
      if (state.at !== 'playing') return [state];
      const { progress } = event;
      const expected = around.isVisible && !state.isBlocked;
      const watch = watched(state.watch, { positionS: progress.positionS, expected }, nowMs, numbers);
      const receiver = progress.received ? lookedAt(state.receiver, progress.received, expected, nowMs, numbers) : state.receiver;
      const isHealthy = nowMs >= state.healthyMs && watch.movedMs === nowMs && state.run.failures > 0;
      const run = isHealthy ? { ...state.run, failures: 0, round: 0 } : state.run;
      const stall = stallEnded(watch, nowMs);
      const [next, ...effects] = judged({ ...state, run, watch, receiver, progress }, nowMs, around);
      return stall === null
        ? [next, ...effects]
        : [next, { do: 'report-stall', kind: state.attempt.kind, lostMs: Math.round(stall.lostMs) }, ...effects];
    }

    case 'blocked': {
      if (state.at === 'starting') return [{ ...state, isBlocked: event.isBlocked, untilMs: nowMs + numbers.firstFailWaitMs }];
      if (state.at === 'playing') return [{ ...state, isBlocked: event.isBlocked, watch: { ...state.watch, movedMs: nowMs } }];
      return [state];
    }

    case 'failed':
      return state.at === 'starting' || state.at === 'playing' ? failed(state, { ...event, ack: null }, nowMs, around) : [state];

    case 'visibility': {
      // Time that passed while nobody could see a picture is not the player's fault: both waits start again.
      if (state.at === 'starting') return [{ ...state, untilMs: nowMs + numbers.firstFailWaitMs }];
      if (state.at !== 'playing') return [state];
      const next: Playing = { ...state, watch: { ...state.watch, movedMs: nowMs }, receiver: NO_LOOKS };
      if (!around.isVisible || state.progress === null) return [next];
      const back = decideReturn({ config: around.config, isLive: around.isLive, isStopped: false, progress: state.progress });
      if (!back.replay) return [next];
      return play(state.epoch, state.run, state.attempt, state.run.reason, `tab is back: ${back.why}`, nowMs, around);
    }

    case 'tick': {
      switch (state.at) {
        case 'fetching':
          return nowMs >= state.untilMs ? noAddress(state, state.run, nowMs, around) : [state];
        case 'waiting':
          if (nowMs < state.untilMs) return [state];
          if (state.next.do === 'fetch') return fetch(state.epoch, state.run, nowMs, around);
          return play(state.epoch, state.run, state.next.attempt, state.run.reason, state.why, nowMs, around);
        case 'starting':
          if (nowMs < state.untilMs || state.isBlocked) return [state];
          if (!around.isVisible) return [{ ...state, untilMs: nowMs + numbers.firstFailWaitMs }];
          return failed(state, { failure: 'TIMEOUT', network: true, codecUnsupported: false, ack: 'TIMEOUT' }, nowMs, around);
        case 'playing':
          if (!around.isVisible || state.isBlocked) return [state];
          return judged(state, nowMs, around);
        case 'idle':
        case 'failed':
        case 'stopped':
          return [state];
        default:
          return assertNever(state);
      }
    }
    default:
      return assertNever(event);
  }
}

/** When the state wants its next tick, or null when only an event can move it. */
export function deadlineMs(state: Recovery, around: Surroundings): number | null {
  switch (state.at) {
    case 'fetching':
    case 'waiting':
      return state.untilMs;
    case 'starting':
      return state.isBlocked ? null : state.untilMs;
    case 'playing':
      return around.isVisible && !state.isBlocked ? state.watch.movedMs + around.config.numbers.stallWaitMs : null;
    case 'idle':
    case 'failed':
    case 'stopped':
      return null;
    default:
      return assertNever(state);
  }
}

/** The plan of a run: the table of candidates without the kinds that this run has given up. */
export function planOf(run: Run, { browser, abilities, history, config }: Surroundings): Plan {
  const plan = decideCandidates({ addresses: run.addresses, source: run.source, browser, abilities, history, config });
  return { ...plan, candidates: plan.candidates.filter(({ kind }) => !run.dropped.includes(kind)) };
}

type Starting = Extract<Recovery, { at: 'starting' }>;
type Playing = Extract<Recovery, { at: 'playing' }>;
interface Trouble {
  readonly failure: PullFailureName;
  readonly network: boolean;
  readonly codecUnsupported: boolean;
  readonly ack: AckReason | null;
}

/** A canvas has no picture-in-picture: the wasm decoder gives way for this run, and no stall is counted. */
const DROPS: Readonly<Record<'USER_OPERATION' | 'PIP', readonly PlayerKind[]>> = { USER_OPERATION: [], PIP: ['h265'] };

const freshRun = (addresses: AddressSet): Run => ({
  addresses,
  source: 'normal',
  dropped: [],
  withoutP2p: false,
  hasSwitchedCodec: false,
  failures: 0,
  round: 0,
  reason: null,
});

const runOf = (state: Recovery): Run | null => ('run' in state ? state.run : null);

const attemptOf = ({ kind, addresses }: Candidate, index: number): Attempt => ({
  kind,
  address: addresses[index] ?? addresses[0],
  index,
  of: addresses.length,
});

/** At the viewer's wish: the tip goes until it is known to be true again. */
function anew(state: Recovery, nowMs: number, around: Surroundings): RecoveryStep {
  const [next, ...effects] = start(state, freshRun(NO_ADDRESSES), false, nowMs, around);
  return [next, { do: 'hide-failure' }, ...effects];
}

function start(state: Recovery, run: Run, hasAddresses: boolean, nowMs: number, around: Surroundings): RecoveryStep {
  if (!hasAddresses) return fetch(state.epoch, run, nowMs, around);
  const [candidate] = planOf(run, around).candidates;
  if (candidate) return play(state.epoch, run, attemptOf(candidate, 0), null, 'first address', nowMs, around);
  return noAddress(state, run, nowMs, around);
}

function fetch(epoch: number, run: Run, nowMs: number, around: Surroundings): RecoveryStep {
  const next = epoch + 1;
  return [
    { at: 'fetching', epoch: next, run, untilMs: nowMs + around.config.numbers.addressesWaitMs },
    { do: 'stop', epoch },
    { do: 'fetch-addresses', epoch: next, round: run.round },
  ];
}

function play(
  epoch: number,
  run: Run,
  attempt: Attempt,
  reason: SwitchReasonName | null,
  why: string,
  nowMs: number,
  around: Surroundings,
): RecoveryStep {
  const next = epoch + 1;
  const plan = planOf(run, around);
  const by = reason ?? plan.reason;
  const because = reason === null && plan.why !== '' ? `: ${plan.why}` : '';
  return [
    {
      at: 'starting',
      epoch: next,
      run: { ...run, reason },
      attempt,
      untilMs: nowMs + around.config.numbers.firstFailWaitMs,
      isBlocked: false,
    },
    { do: 'play', epoch: next, attempt, p2p: run.withoutP2p ? '' : attempt.address.p2p, reason: by, why },
    { do: 'log', line: `${attempt.kind} address ${attempt.index + 1} of ${attempt.of}: ${why} (${SWITCH_REASON[by]} ${by}${because})` },
  ];
}

/** P21: the failure tip shows at once and the error is reported; a fresh list is still asked for while there are retries left. */
function noAddress(state: Recovery, run: Run, nowMs: number, around: Surroundings): RecoveryStep {
  // Addresses that are there but cannot be played by this browser will not become playable by asking again.
  const { addresses } = run;
  const isEmpty = addresses.httpflv.length + addresses.h265flv.length + addresses.nativeh265.length + addresses.webrtc.length === 0;
  const failure: PullFailureName = isEmpty ? 'STREAM_ADDR_ERROR' : 'NO_SUPPORT';
  const report: RecoveryEffect = { do: 'report', failure, ack: null, kind: null, network: false, why: 'no address' };
  const stop: RecoveryEffect = { do: 'stop', epoch: state.epoch };
  const tip: readonly RecoveryEffect[] = around.isLive ? [{ do: 'show-failure', failure }] : [];
  if (isEmpty && run.round < around.config.numbers.maxRetries) {
    const next: Run = { ...run, round: run.round + 1, failures: run.failures + 1 };
    return [
      {
        at: 'waiting',
        epoch: state.epoch,
        run: next,
        next: { do: 'fetch' },
        untilMs: nowMs + around.config.numbers.retryIntervalMs,
        why: 'no address',
      },
      stop,
      report,
      ...tip,
    ];
  }
  return [{ at: 'failed', epoch: state.epoch, failure, why: 'no address' }, stop, report, { do: 'fail-callback', failure }, ...tip];
}

/** A playing state looked at by the stall watch. */
function judged(state: Playing, nowMs: number, around: Surroundings): RecoveryStep {
  const { numbers } = around.config;
  const ack = decideAck(state.watch, nowMs, numbers);
  if (ack !== null) return failed(state, { failure: FAILURE_OF_ACK[ack], network: false, codecUnsupported: false, ack }, nowMs, around);
  const why = decideDowngrade({
    kind: state.attempt.kind,
    watch: state.watch,
    decodeMs: state.progress?.decodeMs ?? NaN,
    degree: state.progress?.own?.degree ?? 0,
    nowMs,
    numbers,
  });
  const downgrade = why === null ? decideReceiver(state.receiver, nowMs, numbers) : { why, isStall: true };
  if (downgrade === null) return [state];
  const run: Run = { ...state.run, dropped: [...state.run.dropped, state.attempt.kind] };
  const [candidate] = planOf(run, around).candidates;
  if (!candidate) return [state];
  const [next, ...effects] = play(state.epoch, run, attemptOf(candidate, 0), 'STALL_CHECKER', downgrade.why, nowMs, around);
  // Counted where it is a stall and h264 takes over (document 1, section 4).
  return [next, ...(downgrade.isStall && candidate.kind === 'h264' ? [{ do: 'count-stall' } as const] : []), ...effects];
}

const SAME_AGAIN = 'the same address again';

/** At once, counted like any other failure. */
function again(state: Playing, ack: AckReason, nowMs: number, around: Surroundings): RecoveryStep {
  const [next, ...effects] = play(
    state.epoch,
    { ...state.run, failures: state.run.failures + 1 },
    state.attempt,
    state.run.reason,
    SAME_AGAIN,
    nowMs,
    around,
  );
  return [next, { do: 'report', failure: FAILURE_OF_ACK[ack], ack, kind: state.attempt.kind, network: false, why: SAME_AGAIN }, ...effects];
}

function failed(state: Starting | Playing, trouble: Trouble, nowMs: number, around: Surroundings): RecoveryStep {
  const { numbers } = around.config;
  const { attempt, epoch } = state;
  const before = state.run;
  const without: Run = { ...before, dropped: [...before.dropped, attempt.kind] };
  const isCodecSwitch = attempt.kind === 'h264' && trouble.codecUnsupported;
  const other: Run = isCodecSwitch ? { ...without, source: 'codec-unsupported', hasSwitchedCodec: true } : without;
  const { action, why } = decideFailure({
    ...trouble,
    isStall: trouble.ack === 'STALL_TIMEOUT',
    attempt,
    run: before,
    others: planOf(other, around).candidates.map(({ kind }) => kind),
    maxRetries: numbers.maxRetries,
  });
  const count = { failures: before.failures + 1 };
  const report: RecoveryEffect = {
    do: 'report',
    failure: trouble.failure,
    ack: trouble.ack,
    kind: attempt.kind,
    network: trouble.network,
    why,
  };
  const reported = (...[next, ...effects]: RecoveryStep): RecoveryStep => [next, report, ...effects];

  switch (action.do) {
    case 'without-p2p':
      return reported(...play(epoch, { ...before, ...count, withoutP2p: true }, attempt, before.reason, why, nowMs, around));

    case 'switch': {
      const run: Run = { ...other, ...count };
      const candidate = planOf(run, around).candidates.find(({ kind }) => kind === action.to);
      if (!candidate) throw new Error(`unreachable: ${action.to} was offered`);
      const [next, ...effects] = play(epoch, run, attemptOf(candidate, 0), action.reason, why, nowMs, around);
      return reported(next, ...(action.countsStall ? [{ do: 'count-stall' } as const] : []), ...effects);
    }

    case 'next-address': {
      const candidate = planOf(before, around).candidates.find(({ kind }) => kind === attempt.kind);
      const following = candidate ? attemptOf(candidate, attempt.index + 1) : attempt;
      const run: Run = { ...before, ...count };
      if (action.waitless) return reported(...play(epoch, run, following, before.reason, why, nowMs, around));
      return reported(
        { at: 'waiting', epoch, run, next: { do: 'play', attempt: following }, untilMs: nowMs + numbers.retryIntervalMs, why },
        { do: 'stop', epoch },
      );
    }

    case 'fresh-addresses': {
      const run: Run = { ...before, ...count, round: before.round + 1 };
      return reported(
        { at: 'waiting', epoch, run, next: { do: 'fetch' }, untilMs: nowMs + (action.waitless ? 0 : numbers.retryIntervalMs), why },
        { do: 'stop', epoch },
      );
    }

    case 'give-up': {
      const { failure } = trouble;
      const tip: readonly RecoveryEffect[] = around.isLive ? [{ do: 'show-failure', failure }] : [];
      return reported({ at: 'failed', epoch, failure, why }, { do: 'stop', epoch }, { do: 'fail-callback', failure }, ...tip);
    }

    default:
      return assertNever(action);
  }
}
