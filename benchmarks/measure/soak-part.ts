import type { BenchContext, Benchmark, BenchOutcome } from './benchmark.ts';

/** Something that is watched for long: its outcome, and what grew or broke although it may not. */
export interface SoakPart {
  readonly benchmark: Benchmark;
  readonly run: (context: BenchContext, minutes: number) => Promise<{ readonly outcome: BenchOutcome; readonly faults: readonly string[] }>;
}
