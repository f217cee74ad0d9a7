/** Clock and timers as an argument, so that rules and runners do not depend on the platform. */
export interface Clock {
  /** Monotonic milliseconds of this thread (`performance.now`). */
  readonly nowMs: () => number;
  /** Milliseconds since 1970 by the system clock, which may jump. */
  readonly epochMs: () => number;
  /** Runs `act` once after `delayMs`; the returned function cancels it. */
  readonly after: (delayMs: number, act: () => void) => () => void;
}

/** Result of `promise`, or of `late` if `promise` takes longer than `limitMs`. The timer ends with the promise. */
export async function within<T, Late>(
  clock: Pick<Clock, 'after'>,
  limitMs: number,
  promise: Promise<T>,
  late: () => Late | Promise<Late>,
): Promise<T | Late> {
  let cancel = (): void => undefined;
  const timeout = new Promise<Late>((resolve) => {
    cancel = clock.after(limitMs, () => resolve(late()));
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    cancel();
  }
}
