import type { Clock } from './clock.ts';

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
