import type { Clock } from '../../src/core/clock.ts';

/** A clock that advances only on request, so that a minute of a session runs immediately. */
export function createVirtualClock(): Clock & { advance(ms: number): void } {
  let nowMs = 0;
  let timers: readonly { readonly atMs: number; readonly act: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    epochMs: () => 1_790_000_000_000 + nowMs,
    after(delayMs, act) {
      const timer = { atMs: nowMs + delayMs, act };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = timers.filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        timers = timers.filter((other) => other !== next);
        nowMs = next.atMs;
        next.act();
      }
      nowMs = endMs;
    },
  };
}
