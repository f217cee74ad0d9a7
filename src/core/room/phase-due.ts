/** Where a phase of a module stands: it ends by a message, and without one by itself. */
export type PhaseDue =
  | { readonly at: 'running'; readonly endsMs: number }
  /** Its time is over and the server has not sent the next state: it was requested. */
  | { readonly at: 'overdue'; readonly untilMs: number };

/** A message that ends a phase may be so late; in milliseconds. */
export const DUE_GRACE_MS = 2_000;
/** What came of asking must be there so long after. */
export const DUE_OVERDUE_MS = 10_000;
/** A phase that does not say how long it lasts, and the longest that a message may announce. */
const UNSAID_MS = 120_000;
const MAX_PHASE_MS = 1_800_000;

export const runPhase = (leftMs: number, nowMs: number): PhaseDue => ({
  at: 'running',
  endsMs: nowMs + (leftMs > 0 ? Math.min(leftMs, MAX_PHASE_MS) : UNSAID_MS),
});

export const phaseDueMs = (due: PhaseDue): number => (due.at === 'running' ? due.endsMs + DUE_GRACE_MS : due.untilMs);

export const phaseLeftMs = (due: PhaseDue, nowMs: number): number => (due.at === 'running' ? Math.max(0, due.endsMs - nowMs) : 0);

/** A due back: the server is to be asked. The last phase needs nothing to follow it. */
export function endPhase(due: PhaseDue, nowMs: number, isLast: boolean): 'not yet' | 'gone' | PhaseDue {
  if (nowMs < phaseDueMs(due)) return 'not yet';
  return due.at === 'overdue' || isLast ? 'gone' : { at: 'overdue', untilMs: nowMs + DUE_OVERDUE_MS };
}

/** The server says the same again: what is overdue and was asked about goes on. */
export const renewPhase = (due: PhaseDue, leftMs: number, nowMs: number): PhaseDue =>
  due.at === 'overdue' && leftMs > 0 ? runPhase(leftMs, nowMs) : due;
