/**
 * `npm run bench`: measures the decoder, the player and the room compared with others, writes results as JSON (measure/schema.ts) and one
 * page with plots (report/index.html). benchmarks/README.md describes each benchmark.
 */
import path from 'node:path';
import { duration, EXIT, flag, requireFile, runTool, UsageError, anyText, type Tool, type ValuesOf } from '../scripts/lib/command-line.ts';
import { BENCHMARKS_BY_NAME } from './all.ts';
import type { BenchContext, Benchmark } from './measure/benchmark.ts';
import { CACHE, ROOT } from './measure/environment.ts';
import { openProbe } from './measure/probe.ts';
import { readResults, RESULTS, resultOf, writeResult } from './measure/results.ts';
import { BENCHMARKS, type BenchmarkName, type BenchmarkResult } from './measure/schema.ts';
import { openBase, thisRevision } from './measure/subjects.ts';
import { printResult } from './report/print.ts';
import { writeReport } from './report/write.ts';

const REPORT = path.join(ROOT, 'benchmarks/report/index.html');

const list = (given: string | undefined): readonly string[] => (given === undefined ? [] : given.split(','));

const OPTIONS = {
  quick: flag('a smaller measurement of everything, one to two minutes in all; its results go to .cache/bench/quick'),
  file: anyText('decode: these streams instead of the fixtures, with commas between (raw H265, FLV, MP4)'),
  clips: anyText('decode: natural video to encode the streams from, with commas between (needs ffmpeg and x265)'),
  'keep-base': flag('compare: leave the base’s worktree in .cache/bench for the next time'),
} as const;
type Values = ValuesOf<typeof OPTIONS>;

const BENCH: Tool<typeof OPTIONS> = {
  name: 'npm run bench --',
  takes: '[...names]',
  about: [
    `Measures all of them, or those that are named: ${BENCHMARKS.join(', ')}.`,
    'compare BASE [names]: builds another revision beside and races both.',
    'report: writes the page again from the results that are there.',
  ].join('\n'),
  options: OPTIONS,
  wordsMax: Number.POSITIVE_INFINITY,
  examples: ['  npm run bench -- --quick', '  npm run bench -- decode --file stream.265', '  npm run bench -- compare main decode wire'],
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
    console.log(writeReport(REPORT, readResults(RESULTS)));
    return EXIT.DONE;
  }
  const isComparison = words[0] === 'compare';
  if (isComparison && words[1] === undefined) throw new UsageError('compare with which revision?');
  const names = namesOf(isComparison ? words.slice(2) : words);
  const files = list(values.file).map((file) => path.resolve(requireFile(file)));
  const clips = list(values.clips).map((file) => path.resolve(requireFile(file)));
  const say = speaker();
  const base = isComparison ? openBase(words[1]!, say, values['keep-base']) : undefined;
  const probe = await openProbe();
  const context: BenchContext = {
    isQuick: values.quick,
    subjects: [thisRevision(say), ...(base ? [base.subject] : [])],
    isComparison,
    mayInstall: true,
    files,
    clips,
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
      const outcome = await benchmark.run(context);
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
