/** Runs the steps of `npm test`, `npm run check` and `npm run e2e`, and prints what happened. */
import { createWriteStream, mkdirSync, rmSync, existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';
import { EXIT } from '../lib/command-line.ts';
import { readPace } from './pace.ts';
import { endGroup, nodeArguments, ROOT, startGroup, unlessEnding } from './tool.ts';

// Results of the two test runners, read from the files of their own JSON reporters.

/** Annotation of a test whose figures failed on a machine that was too busy for them (tests/e2e/measured.ts). */
export const NOT_JUDGED = 'not judged';

interface Result {
  readonly title: string;
  /** Empty for an error outside of all files. */
  readonly file: string;
  readonly status: 'passed' | 'failed' | 'skipped' | typeof NOT_JUDGED;
  /** Error, or reason for a skip, or the reading of the machine. */
  readonly why: string;
}

/** Message, expected and received values. */
const MAX_ERROR_LINES = 8;
const wordsOf = (message = 'no error given'): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_ERROR_LINES)
    .join('\n');

function ofVitest({ testResults }: JsonTestResults): readonly Result[] {
  return testResults.flatMap(({ name, status, message, assertionResults }): Result[] => {
    const file = relative(ROOT, name);
    // A file that cannot be read has no tests.
    if (assertionResults.length === 0) return status === 'failed' ? [{ title: file, file, status, why: wordsOf(message) }] : [];
    return assertionResults.map(({ fullName, status: state, failureMessages }) => ({
      title: fullName,
      file,
      status: state === 'passed' || state === 'failed' ? state : 'skipped',
      why: state === 'failed' ? wordsOf(failureMessages?.[0]) : '',
    }));
  });
}

function ofSuite({ specs, suites = [], file }: JSONReportSuite): readonly Result[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, annotations, results }): Result => {
      const noted = (type: string): string | undefined => annotations.find((one) => one.type === type)?.description;
      if (status === 'skipped') return { title, file, status, why: noted('skip') ?? 'no reason given' };
      if (status !== 'unexpected') return { title, file, status: 'passed', why: '' };
      const [reading, error] = [noted(NOT_JUDGED), results.at(-1)?.error];
      return { title, file, status: reading === undefined ? 'failed' : NOT_JUDGED, why: reading ?? wordsOf(error?.message) };
    }),
  );
  return [...own, ...suites.flatMap(ofSuite)];
}

/** None if the runner did not write its file. An error that belongs to no file is a failure without a file. */
function readResults(path: string): readonly Result[] {
  if (!existsSync(path)) return [];
  const report = JSON.parse(readFileSync(path, 'utf8')) as JSONReport | JsonTestResults;
  if ('testResults' in report) return ofVitest(report);
  const errors = report.errors.map(({ message }): Result => ({
    title: 'the run itself',
    file: '',
    status: 'failed',
    why: wordsOf(message),
  }));
  return [...report.suites.flatMap(ofSuite), ...errors];
}

/** Prints lists of single tests, failures last, and the counts as the last line. Without tests it prints nothing. */
function reportResults(results: readonly (Result & { readonly isAgain: boolean })[]): void {
  const list = (title: string, status: Result['status'], chosen = (_: { readonly isAgain: boolean }): boolean => true): number => {
    const found = results.filter((result) => result.status === status);
    const lines = found.filter(chosen).map((result) => [result.title, ...(result.why === '' ? [] : [result.why])].join('\n'));
    if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line.replaceAll('\n', '\n      ')}`).join('\n')}`);
    return found.length;
  };
  if (results.length === 0) return;
  const skipped = list('skipped tests', 'skipped');
  const passed = list('tests that passed by their second try, alone', 'passed', ({ isAgain }) => isAgain);
  const notJudged = list('figures that are not judged, because the machine was too busy', NOT_JUDGED);
  console.log(`\n${passed} passed, ${list('failed tests', 'failed')} failed, ${skipped + notJudged} skipped`);
}

export interface Step {
  readonly name: string;
  /** A tool of node_modules with its arguments. */
  readonly run: string;
  /** More arguments, which may contain spaces. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The runner of its tests. Tests that fail are run once more, alone. */
  readonly tests?: 'vitest' | 'playwright';
  /** Reason for not running it, which is a failure. */
  readonly skip?: string | undefined;
}

interface Ended {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
  readonly results: readonly (Result & { readonly isAgain: boolean })[];
}

const RESULTS = join(ROOT, '.cache/results');
/** Steps of a phase that run at the same time. */
const AT_ONCE = 2;
/** Time in ms without output after which a tool hangs: the runner of browser tests waits for ever if its page is not drawn. */
const SILENT_MS = 480_000;
/** More failures have one cause, which a second try would only repeat. */
const MAX_AGAIN = 60;

/** Runs the phases one after the other, also after a failure, and the steps of a phase two at a time; returns the exit code. */
export async function runSteps(phases: readonly (readonly Step[])[]): Promise<number> {
  mkdirSync(RESULTS, { recursive: true });
  const startMs = performance.now();
  const all: Ended[] = [];
  for (const phase of phases) {
    const isAlone = phase.length === 1;
    const [waiting, ended] = [[...phase], new Map<Step, Ended>()];
    const work = async (): Promise<void> => {
      for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) ended.set(step, await runStep(step, !isAlone));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const step of phase) all.push(await again(ended.get(step)!));
  }
  console.log('');
  for (const { step, passed, seconds } of all) {
    const why = passed ? '' : `: ${step.skip ?? fileOf(step, 'log')}`;
    console.log(`${passed ? 'pass' : 'FAIL'}  ${seconds.toFixed(1).padStart(6)} s  ${step.name}${why}`);
  }
  const failed = all.filter(({ passed }) => !passed).length;
  console.log(`\nsteps: ${all.length - failed} passed, ${failed} failed in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
  reportResults(all.flatMap(({ results }) => results));
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

const fileOf = ({ name }: Step, ending: string): string => join(RESULTS, `${name.replaceAll(' ', '-')}.${ending}`);
const isFailure = ({ status }: Result): boolean => status === 'failed' || status === NOT_JUDGED;

async function runStep(step: Step, isQuiet: boolean): Promise<Ended> {
  if (step.skip !== undefined) return { step, passed: false, seconds: 0, results: [] };
  rmSync(fileOf(step, 'log'), { force: true });
  return runOnce(step, [], isQuiet);
}

/** The failed tests of a step once more, alone. A run that hung has no results: all of it is repeated. */
async function again(first: Ended): Promise<Ended> {
  const { step, results } = first;
  const failed = results.filter(isFailure);
  if (!step.tests || step.skip !== undefined || (first.passed && failed.length === 0) || failed.length > MAX_AGAIN) return first;
  console.log(`\n${step.name}: ${failed.length} tests once more, alone\n`);
  const files = [...new Set(failed.map(({ file }) => file))].filter(Boolean);
  const alone =
    step.tests === 'vitest'
      ? ['--maxWorkers=1', '--no-file-parallelism', ...files]
      : ['--workers=1', ...(failed.length > 0 ? ['--last-failed'] : [])];
  const second = await runOnce(step, alone, false);
  const idOf = ({ file, title }: Result): string => `${file} ${title}`;
  const tried = new Set(failed.map(idOf));
  const after = new Map(second.results.map((result) => [idOf(result), { ...result, isAgain: tried.has(idOf(result)) }]));
  // A file without tests at first has others now.
  const kept = results.filter((result) => !after.has(idOf(result)) && !(isFailure(result) && second.passed));
  return { ...second, seconds: first.seconds + second.seconds, results: [...kept, ...after.values()] };
}

async function runOnce(step: Step, more: readonly string[], isQuiet: boolean): Promise<Ended> {
  await unlessEnding();
  const json = fileOf(step, 'json');
  rmSync(json, { force: true });
  // Measured before each step: another program may have come or gone.
  const pace = step.tests && (await readPace());
  const log = createWriteStream(fileOf(step, 'log'), { flags: 'a' });
  const output: Buffer[] = [];
  const write = (bytes: Buffer): void => {
    log.write(bytes);
    if (isQuiet) output.push(bytes);
    else process.stdout.write(bytes);
  };
  if (isQuiet) console.log(`started: ${step.name}`);
  const startMs = performance.now();
  const reporters = step.tests === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${json}`] : [];
  const command = [...nodeArguments(step.run), ...(step.args ?? []), ...reporters, ...more];
  write(Buffer.from(`\n── ${step.name}: ${[step.run, ...more].join(' ')}${pace ? ` (${pace.why})` : ''}\n`));
  const tool = startGroup(process.execPath, command, {
    cwd: ROOT,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      ...pace?.env,
      ...step.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: json,
      ...(more.length > 0 && { FOOTLIGHT_TRACE: '1' }),
    },
  });
  const limitMs = SILENT_MS * Number(pace?.env['FOOTLIGHT_TIME_FACTOR'] ?? 1);
  const silence = setTimeout(() => {
    write(Buffer.from(`\n${step.name}: no output for ${limitMs / 1_000} s\n`));
    endGroup(tool, 'SIGKILL');
  }, limitMs);
  for (const stream of [tool.stdout, tool.stderr]) stream?.on('data', (bytes: Buffer) => (silence.refresh(), write(bytes)));
  const status = await new Promise<number | null>((resolve) => tool.on('close', resolve));
  clearTimeout(silence);
  await new Promise<void>((resolve) => log.end(resolve));
  process.stdout.write(Buffer.concat(output));
  const results = step.tests ? readResults(json).map((result) => ({ ...result, isAgain: false })) : [];
  // Failures of a busy machine are listed and do not fail the step.
  const isBusyOnly = results.some(isFailure) && results.every(({ status: of }) => of !== 'failed');
  return { step, passed: status === 0 || (status !== null && isBusyOnly), seconds: (performance.now() - startMs) / 1_000, results };
}
