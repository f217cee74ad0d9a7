/** A failed attempt: applies the decision of the table in recovery-rules.ts to the state. */
import { assertNever } from '../../../core/assert-never.ts';
import type { UnsupportedWhy } from './candidates.ts';
import type { PullFailureName } from '../names.ts';
import { attemptOf, giveUp, planOf, play } from './recovery-play.ts';
import { decideFailure } from './recovery-rules.ts';
import type { Playing, RecoveryContext, RecoveryEffect, RecoveryStep, Run, Starting } from './recovery-state.ts';
import type { AckReason } from './stall-watch.ts';

export interface AttemptFailure {
  readonly failure: PullFailureName;
  readonly network: boolean;
  readonly codecUnsupported: boolean;
  readonly ack: AckReason | null;
  readonly lacks?: UnsupportedWhy;
}

export function failed(state: Starting | Playing, cause: AttemptFailure, nowMs: number, context: RecoveryContext): RecoveryStep {
  const { attempt, run } = state;
  const { numbers } = context.config;
  const isCodecSwitch = attempt.kind === 'h264' && cause.codecUnsupported;
  const without: Run = { ...run, dropped: [...run.dropped, attempt.kind] };
  const other: Run = isCodecSwitch ? { ...without, source: 'codec-unsupported', hasSwitchedCodec: true } : without;
  const decided = decideFailure({
    ...cause,
    isStall: cause.ack === 'STALL_TIMEOUT',
    attempt,
    run,
    others: planOf(other, context).candidates.map(({ kind }) => kind),
    maxRetries: run.isRevival ? 0 : numbers.maxRetries,
  });
  const { failure, ack, network } = cause;
  const report: RecoveryEffect = { type: 'report', failure, ack, kind: attempt.kind, network, why: decided.why };
  const [next, ...effects] = carryOut(state, decided, { cause, other }, nowMs, context);
  return [next, report, ...effects];
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
  const waitMs = 'waitless' in action && action.waitless ? 0 : context.config.numbers.retryIntervalMs;

  switch (action.type) {
    case 'without-p2p':
      return play(epoch, { ...run, withoutP2p: true }, attempt, { reason: before.reason, why }, nowMs, context);

    case 'switch': {
      const switched: Run = { ...other, failures: run.failures };
      const candidate = planOf(switched, context).candidates.find(({ kind }) => kind === action.to);
      if (!candidate) throw new Error(`unreachable: ${action.to} was offered`);
      const [next, ...effects] = play(epoch, switched, attemptOf(candidate, 0), { reason: action.reason, why }, nowMs, context);
      return action.countsStall ? [next, { type: 'count-stall' }, ...effects] : [next, ...effects];
    }

    case 'next-address': {
      const candidate = planOf(before, context).candidates.find(({ kind }) => kind === attempt.kind);
      const following = candidate ? attemptOf(candidate, attempt.index + 1) : attempt;
      if (action.waitless) return play(epoch, run, following, { reason: before.reason, why }, nowMs, context);
      return [{ name: 'waiting', epoch, run, next: { type: 'play', attempt: following }, untilMs: nowMs + waitMs, why }, stop];
    }

    case 'fresh-addresses':
      return [
        { name: 'waiting', epoch, run: { ...run, round: before.round + 1 }, next: { type: 'fetch' }, untilMs: nowMs + waitMs, why },
        stop,
      ];

    case 'give-up':
      return giveUp(epoch, before, { failure: cause.failure, why, unsupported: cause.lacks ?? null }, nowMs, context);

    default:
      return assertNever(action);
  }
}
