/** All benchmarks by name: adding one is a row here and one in measure/schema.ts. */
import { COST } from './cost/cost.ts';
import { DECODE } from './decode/decode.ts';
import { MAIN_THREAD } from './main-thread/main-thread.ts';
import type { Benchmark } from './measure/benchmark.ts';
import type { BenchmarkName } from './measure/schema.ts';
import { MECHANISMS_ALONE } from './mechanisms/mechanisms.ts';
import { MEMORY } from './memory/memory.ts';
import { STALL } from './stall/stall.ts';
import { START_UP } from './start-up/start-up.ts';
import { WIRE } from './wire/wire.ts';

export const BENCHMARKS_BY_NAME: Readonly<Record<BenchmarkName, Benchmark>> = {
  decode: DECODE,
  wire: WIRE,
  'start-up': START_UP,
  'main-thread': MAIN_THREAD,
  stall: STALL,
  cost: COST,
  memory: MEMORY,
  mechanisms: MECHANISMS_ALONE,
};
