/** Time and its timers, as an argument: rules and runners never ask the machine for them. */
export interface Clock {
  /** Monotonic milliseconds of this thread (`performance.now`). */
  readonly nowMs: () => number;
  /** Milliseconds since 1970 by the machine's clock; it may jump. */
  readonly epochMs: () => number;
  /** Runs `act` once after `delayMs`; the returned function cancels it. */
  readonly after: (delayMs: number, act: () => void) => () => void;
}
