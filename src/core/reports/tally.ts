import type { ErrorCode } from '../errors.ts';

/** Limits of the counters, which start at 0 in each stats worker. Names beyond the limit share one counter. */
export const TALLY = {
  maxNames: 400,
  maxNameChars: 64,
  lastFailures: 30,
  maxDetailChars: 300,
} as const;
const OTHER = 'other';

export interface SeenFailure {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly atMs: number;
}

export function createTally() {
  const counts = new Map<string, number>();
  const failures = new Map<ErrorCode, number>();
  const last: SeenFailure[] = [];
  return {
    counts,
    failures,
    last,
    count(name: string, by: number) {
      const short = name.slice(0, TALLY.maxNameChars);
      const key = counts.has(short) || counts.size < TALLY.maxNames ? short : OTHER;
      counts.set(key, (counts.get(key) ?? 0) + by);
    },
    fail(code: ErrorCode, detail: string, by: number, atMs: number) {
      failures.set(code, (failures.get(code) ?? 0) + by);
      last.push({ code, detail: detail.slice(0, TALLY.maxDetailChars), atMs });
      if (last.length > TALLY.lastFailures) last.shift();
    },
  };
}
