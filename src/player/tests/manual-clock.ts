import type { Clock } from '../base/clock.ts';

export interface ManualClock extends Clock {
  /** Advances the time; timers run at their times, in order. */
  advance(ms: number): void;
  /** Number of waiting timers. */
  timers(): number;
}

/** A clock that advances only by `advance`. */
export function manualClock(startEpochMs = 1_700_000_000_000): ManualClock {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly act: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    epochMs: () => startEpochMs + nowMs,
    after(delayMs, act) {
      const timer = { atMs: nowMs + delayMs, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = timers.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        timers = timers.filter((other) => other !== next);
        nowMs = next.atMs;
        next.act();
      }
      nowMs = endMs;
    },
    timers: () => timers.length,
  };
}
