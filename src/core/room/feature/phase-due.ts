/** Deadline of a feature's phase: a message ends it, or it ends by time. `isSaid`: a message contained its time. */
export type PhaseDue =
  | { readonly name: 'running'; readonly endsMs: number; readonly isSaid: boolean }
  /** Its time is over and the server has not sent the next state: it was requested. */
  | { readonly name: 'overdue'; readonly untilMs: number; readonly isSaid: boolean };

/** Grace time for the message that ends a phase; milliseconds. */
const DUE_GRACE_MS = 2_000;
/** Timeout of the request for the next state. */
const DUE_OVERDUE_MS = 10_000;
/** Silence after which the server is asked about a phase of unknown length, and the longest duration that a message may announce. */
const UNSAID_MS = 120_000;
const MAX_PHASE_MS = 1_800_000;

/** `before`: deadline of the same phase, whose announced end stays if the message contains no time; null for a new phase. */
export const runPhase = (leftMs: number, nowMs: number, before: PhaseDue | null = null): PhaseDue =>
  leftMs <= 0 && before?.name === 'running' && before.isSaid
    ? before
    : { name: 'running', endsMs: nowMs + (leftMs > 0 ? Math.min(leftMs, MAX_PHASE_MS) : UNSAID_MS), isSaid: leftMs > 0 };

export const phaseDueMs = (due: PhaseDue): number => (due.name === 'running' ? due.endsMs + DUE_GRACE_MS : due.untilMs);

/** 0, which is not shown, for a phase of unknown length. */
export const phaseLeftMs = (due: PhaseDue, nowMs: number): number =>
  due.name === 'running' && due.isSaid ? Math.max(0, due.endsMs - nowMs) : 0;

/** Returns the deadline `overdue` if the server has to be asked now. After the last phase it is not asked, because no phase follows. */
export function endPhase(due: PhaseDue, nowMs: number, isLast: boolean): 'not yet' | 'gone' | PhaseDue {
  if (nowMs < phaseDueMs(due)) return 'not yet';
  return due.name === 'overdue' || isLast ? 'gone' : { name: 'overdue', untilMs: nowMs + DUE_OVERDUE_MS, isSaid: due.isSaid };
}

/**
 * For a repeated state: a time left in the message applies to a phase that is overdue or whose end was not announced. An overdue phase of
 * unknown length runs again without one.
 */
export function renewPhase(due: PhaseDue, leftMs: number, nowMs: number): PhaseDue {
  const isOverdue = due.name === 'overdue';
  return (due.isSaid ? isOverdue && leftMs > 0 : isOverdue || leftMs > 0) ? runPhase(leftMs, nowMs) : due;
}
