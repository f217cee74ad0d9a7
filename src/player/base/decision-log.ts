/** One step of a machine that changed its state's name or had an effect, as data; formatted as text only for display. */
export interface Decision {
  /** Monotonic milliseconds of the thread that decided. */
  readonly atMs: number;
  readonly machine: string;
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly effects: readonly string[];
  /** Reasons that the effects carry (`why`), in their order. */
  readonly why: readonly string[];
}

/** The oldest entries are dropped first. */
const MAX_DECISIONS = 400;

export interface DecisionLog {
  add(decision: Decision): void;
  /** Oldest first. */
  entries(): readonly Decision[];
  /** Number of entries dropped by the limit. */
  dropped(): number;
}

export function createDecisionLog(): DecisionLog {
  const entries: Decision[] = [];
  let dropped = 0;
  return {
    add(decision) {
      if (entries.length === MAX_DECISIONS) {
        entries.shift();
        dropped++;
      }
      entries.push(decision);
    },
    entries: () => entries,
    dropped: () => dropped,
  };
}
