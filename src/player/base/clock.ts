/** Clock and timers as an argument, so that rules and runners do not depend on the platform. */
export interface Clock {
  /** Monotonic milliseconds of this thread (`performance.now`). */
  readonly nowMs: () => number;
  /** Milliseconds since 1970 by the system clock, which may jump. */
  readonly epochMs: () => number;
  /** Runs `act` once after `delayMs`; the returned function cancels it. */
  readonly after: (delayMs: number, act: () => void) => () => void;
}
