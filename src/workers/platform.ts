import type { Clock } from '../player/base/clock.ts';

/** Everything outside of a worker that it uses: clock, timers, random, fetch; tests supply their own. */
export interface Platform extends Clock {
  /** 0 <= random < 1. */
  readonly random: () => number;
  /** 32 hexadecimal digits, new for each call. */
  readonly uuid: () => string;
  readonly fetch: typeof fetch;
}

export const browserPlatform: Platform = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  random: () => Math.random(),
  // randomUUID exists only in secure contexts; a room served over plain http has none.
  uuid: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  fetch: (input, init) => fetch(input, init),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
};
