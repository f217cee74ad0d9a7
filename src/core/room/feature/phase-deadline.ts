/** Deadline of a feature's phase: a message ends it, or it ends by time. `isAnnounced`: a message contained its time. */
export type PhaseDeadline =
  | { readonly name: 'running'; readonly endsMs: number; readonly isAnnounced: boolean }
  /** Its time is over and the server has not sent the next state: it was requested. */
  | { readonly name: 'overdue'; readonly untilMs: number; readonly isAnnounced: boolean };

/** Grace time for the message that ends a phase; milliseconds. */
const GRACE_MS = 2_000;
/** Timeout of the request for the next state. */
const OVERDUE_MS = 10_000;
/** `unannouncedMs`: silence after which the server is asked about a phase of unknown length; `maxMs`: longest duration that a message may announce. */
const PHASE_LIMITS = { unannouncedMs: 120_000, maxMs: 1_800_000 } as const;
export type PhaseLimits = Readonly<Record<keyof typeof PHASE_LIMITS, number>>;

/** `before`: deadline of the same phase, whose announced end stays if the message contains no time; null for a new phase. */
export const runPhase = (
  leftMs: number,
  nowMs: number,
  before: PhaseDeadline | null = null,
  { unannouncedMs, maxMs }: PhaseLimits = PHASE_LIMITS,
): PhaseDeadline =>
  leftMs <= 0 && before?.name === 'running' && before.isAnnounced
    ? before
    : { name: 'running', endsMs: nowMs + (leftMs > 0 ? Math.min(leftMs, maxMs) : unannouncedMs), isAnnounced: leftMs > 0 };

export const phaseDeadlineMs = (deadline: PhaseDeadline): number =>
  deadline.name === 'running' ? deadline.endsMs + GRACE_MS : deadline.untilMs;

/** 0, which is not shown, for a phase of unknown length. */
export const phaseLeftMs = (deadline: PhaseDeadline, nowMs: number): number =>
  deadline.name === 'running' && deadline.isAnnounced ? Math.max(0, deadline.endsMs - nowMs) : 0;

/** Returns the deadline `overdue` if the server has to be asked now. After the last phase it is not asked, because no phase follows. */
export function endPhase(deadline: PhaseDeadline, nowMs: number, isLast: boolean): 'not yet' | 'gone' | PhaseDeadline {
  if (nowMs < phaseDeadlineMs(deadline)) return 'not yet';
  return deadline.name === 'overdue' || isLast
    ? 'gone'
    : { name: 'overdue', untilMs: nowMs + OVERDUE_MS, isAnnounced: deadline.isAnnounced };
}

/**
 * For a repeated state: a time left in the message applies to a phase that is overdue or whose end was not announced. An overdue phase of
 * unknown length runs again without one.
 */
export function renewPhase(deadline: PhaseDeadline, leftMs: number, nowMs: number): PhaseDeadline {
  const isOverdue = deadline.name === 'overdue';
  return (deadline.isAnnounced ? isOverdue && leftMs > 0 : isOverdue || leftMs > 0) ? runPhase(leftMs, nowMs) : deadline;
}

/** The earliest of several times; null: none. */
export function earliestMs(times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((time) => typeof time === 'number');
  return known.length === 0 ? null : Math.min(...known);
}
