/**
 * `npm run bench`: measures the decoder, the player and the room compared with others, writes results as JSON (measure/schema.ts) and one
 * page with plots (report/index.html). benchmarks/README.md describes each benchmark.
 */
import path from 'node:path';
import {
  duration,
  EXIT,
  flag,
  integer,
  requireFile,
  runTool,
  UsageError,
  anyText,
  type Tool,
  type ValuesOf,
} from '../scripts/lib/command-line.ts';
import type { BenchContext, Benchmark, BenchOutcome } from './measure/benchmark.ts';
import { CACHE, ROOT } from './measure/environment.ts';
import { openProbe } from './measure/probe.ts';
import { readResultFile, readResults, RESULTS, resultOf, writeResult } from './measure/results.ts';
import { BENCHMARKS, type BenchmarkName, type BenchmarkResult } from './measure/schema.ts';
import { openBase, thisRevision } from './measure/subjects.ts';
import { printResult, writeReport } from './report/write.ts';
import { BACKEND } from './backend/backend.ts';
import { CROWD } from './crowd/crowd.ts';
import { COST } from './cost/cost.ts';
import { DECODE } from '../src/wasm/bench/decode.ts';
import { MAIN_THREAD } from './main-thread/main-thread.ts';
import { MEMORY } from './memory/memory.ts';
import { SLOW } from './slow/slow.ts';
import { STALL } from './stall/stall.ts';
import { START_UP } from './start-up/start-up.ts';
import { WIRE } from './wire/wire.ts';

// All benchmarks by name: adding one is a row here and one in measure/schema.ts.

const BENCHMARKS_BY_NAME: Readonly<Record<BenchmarkName, Benchmark>> = {
  decode: DECODE,
  wire: WIRE,
  'start-up': START_UP,
  'main-thread': MAIN_THREAD,
  stall: STALL,
  cost: COST,
  memory: MEMORY,
  backend: BACKEND,
  crowd: CROWD,
  slow: SLOW,
};

const REPORT = path.join(ROOT, 'benchmarks/report/index.html');

/** The report of given files, for example results of the page /bench. */
const GIVEN_REPORT = path.join(CACHE, 'given/index.html');

const list = (given: string | undefined): readonly string[] => (given === undefined ? [] : given.split(','));

const OPTIONS = {
  quick: flag('a smaller measurement of everything, one to two minutes in all; its results go to .cache/bench/quick'),
  file: anyText('decode: these streams instead of the fixtures, with commas between (raw H265, FLV, MP4)'),
  only: anyText('crowd and slow: the groups whose names begin so, with commas between; the others stay as they were measured last'),
  viewers: integer('crowd: so many viewers; the capacity of the services follows', 100_000, 400, 1_000_000),
} as const;
type Values = ValuesOf<typeof OPTIONS>;

const BENCH: Tool<typeof OPTIONS> = {
  name: 'npm run bench --',
  takes: '[...names]',
  about: [
    `Measures all of them, or those that are named: ${BENCHMARKS.join(', ')}.`,
    'compare BASE [names]: builds another revision beside and races both.',
    'report [FILES]: writes the page again from the committed results, or one of the given results, for example of the page /bench.',
  ].join('\n'),
  options: OPTIONS,
  wordsMax: Number.POSITIVE_INFINITY,
  examples: [
    '  npm run bench -- --quick',
    '  npm run bench -- decode --file stream.265',
    '  npm run bench -- compare main decode wire',
    '  npm run bench -- report phone.json laptop.json',
  ],
  run: bench,
};

const isName = (word: string): word is BenchmarkName => (BENCHMARKS as readonly string[]).includes(word);

function namesOf(words: readonly string[]): readonly BenchmarkName[] {
  const unknown = words.find((word) => !isName(word));
  if (unknown !== undefined) throw new UsageError(`${unknown} is no benchmark: ${BENCHMARKS.join(', ')}`);
  return words.length === 0 ? BENCHMARKS : words.filter(isName);
}

async function bench(values: Values, words: readonly string[]): Promise<number> {
  if (words[0] === 'report') {
    const given = words.slice(1).map((file) => readResultFile(requireFile(file)));
    console.log(given.length > 0 ? writeReport(GIVEN_REPORT, given) : writeReport(REPORT, readResults(RESULTS)));
    return EXIT.DONE;
  }
  const isComparison = words[0] === 'compare';
  if (isComparison && words[1] === undefined) throw new UsageError('compare with which revision?');
  const names = namesOf(isComparison ? words.slice(2) : words);
  const only = list(values.only);
  if (only.length > 0 && names.some((name) => name !== 'crowd' && name !== 'slow')) throw new UsageError('--only is for crowd and slow');
  const files = list(values.file).map((file) => path.resolve(requireFile(file)));
  const say = speaker();
  const base = isComparison ? openBase(words[1]!, say) : undefined;
  const probe = await openProbe();
  const context: BenchContext = {
    isQuick: values.quick,
    subjects: [thisRevision(say), ...(base ? [base.subject] : [])],
    isComparison,
    files,
    takes: (group) => only.length === 0 || only.some((begin) => group.startsWith(begin)),
    viewers: values.viewers,
    probe,
    say,
  };
  const folder = isComparison ? path.join(CACHE, 'compare') : values.quick ? path.join(CACHE, 'quick') : RESULTS;
  try {
    const failed = await runAll(
      names.map((name) => BENCHMARKS_BY_NAME[name]),
      context,
      folder,
      base && { given: words[1]!, hash: base.hash },
    );
    const report = folder === RESULTS ? REPORT : path.join(folder, 'index.html');
    console.log(`\n${path.relative(process.cwd(), writeReport(report, readResults(folder)))}`);
    return failed === 0 ? EXIT.DONE : EXIT.WRONG;
  } finally {
    probe.close();
  }
}

/** A run of some groups keeps the others of the last result. */
function withOthers({ name }: Benchmark, outcome: BenchOutcome, { takes }: BenchContext, folder: string): BenchOutcome {
  const last = readResults(folder).find(({ benchmark }) => benchmark === name)?.groups ?? [];
  return { ...outcome, groups: [...last.filter((group) => !takes(group.name)), ...outcome.groups] };
}

/** A failed benchmark is reported and does not affect the others; returns the number of failures. */
async function runAll(
  benchmarks: readonly Benchmark[],
  context: BenchContext,
  folder: string,
  base: BenchmarkResult['base'],
): Promise<number> {
  let failed = 0;
  for (const benchmark of benchmarks) {
    const startedAt = new Date();
    context.say(benchmark.name);
    try {
      const outcome = withOthers(benchmark, await benchmark.run(context), context, folder);
      const result = resultOf(benchmark, outcome, { startedAt, isQuick: context.isQuick, ...(base === undefined ? {} : { base }) });
      writeResult(folder, result);
      printResult(result);
    } catch (error) {
      failed++;
      const text = error instanceof UsageError ? error.message : error instanceof Error ? error.stack : undefined;
      console.error(`${benchmark.name}: ${text ?? String(error)}`);
    }
  }
  return failed;
}

/** Prints progress to standard error: on one line in a terminal, else as lines with the time. */
function speaker(): (what: string) => void {
  const startedMs = performance.now();
  let last = '';
  return (what) => {
    const line = `${duration(performance.now() - startedMs)}  ${what}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
    else if (what !== last) process.stderr.write(`${line}\n`);
    last = what;
  };
}

process.exitCode = await runTool(BENCH, process.argv.slice(2));
