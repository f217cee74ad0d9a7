import type { BenchContext, Benchmark, BenchOutcome } from './benchmark.ts';

/** A long-running watch: its outcome, and the limits that were exceeded. */
export interface SoakPart {
  readonly benchmark: Benchmark;
  readonly run: (context: BenchContext, minutes: number) => Promise<{ readonly outcome: BenchOutcome; readonly faults: readonly string[] }>;
}
