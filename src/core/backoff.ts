/** A growing, capped wait. `random` in [0, 1) spreads it, so that the viewers of a room do not reconnect at the same moment. */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
  /** Share of the wait that is random, 0 to 1. */
  readonly spread: number;
}

/** base*(2^n - 1), capped (S2: 1500*(2^n-1) ms, at most 10000 ms); n counts failures from 0. */
export function backoffMs(policy: Backoff, failures: number, random: number): number {
  const full = Math.min(policy.capMs, policy.baseMs * (2 ** Math.max(0, failures) - 1));
  return Math.round(full * (1 - policy.spread * random));
}
