/** Runs a list of steps for `npm test`, `npm run check` and `npm run e2e`. Results are printed by the test runners' own reporters. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { NO_BROWSER } from '../lib/browser.ts';
import { EXIT } from '../lib/command-line.ts';
import { endGroup, nodeArguments, ROOT, startGroup, unlessEnding } from '../lib/tool.ts';

export interface Step {
  readonly name: string;
  /** A tool of node_modules with its arguments. */
  readonly run: string;
  /** More arguments, which may contain spaces. */
  readonly args?: readonly string[];
  /** The runner of its tests. Tests that fail are run once more, alone. */
  readonly tests?: 'vitest' | 'playwright' | undefined;
  /** Without a browser it is not run, which is a failure. */
  readonly needsBrowser?: boolean;
}

const RESULTS = join(ROOT, '.cache/results');
/** Playwright's own record for `--last-failed`. */
const LAST_RUN = join(ROOT, '.cache/e2e/.last-run.json');
/** Time in ms without output after which a tool hangs: the runner of browser tests waits for ever if its page is not drawn. */
const SILENT_MS = 480_000;
/** More failures have one cause, which a second try would only repeat. */
const MAX_AGAIN = 60;

/** Runs the phases one after the other, also after a failure, and the steps of a phase two at a time; returns the exit code. */
export async function runSteps(phases: readonly (readonly Step[])[], hasBrowser = true): Promise<number> {
  mkdirSync(RESULTS, { recursive: true });
  const startMs = performance.now();
  const all: Run[] = [];
  for (const phase of phases) {
    const runs = phase.map((step) => new Run(step, hasBrowser || step.needsBrowser !== true));
    all.push(...runs);
    const waiting = [...runs];
    const work = async (): Promise<void> => {
      for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) await run.start(runs.length > 1);
    };
    await Promise.all([work(), work()]);
    for (const run of runs) await run.repeat();
  }
  console.log(`\n${all.map((run) => run.line).join('\n')}`);
  const failed = all.filter((run) => !run.passed).length;
  console.log(`\nsteps: ${all.length - failed} passed, ${failed} failed in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

/** One step: its first try, and the second one of its failed tests. */
class Run {
  passed = false;
  readonly #step: Step;
  readonly #canRun: boolean;
  readonly #log: string;
  /** What the test runner writes about its failures. */
  readonly #record: string;
  #seconds = 0;

  constructor(step: Step, canRun: boolean) {
    const path = join(RESULTS, step.name.replaceAll(' ', '-'));
    [this.#step, this.#canRun, this.#log] = [step, canRun, `${path}.log`];
    this.#record = step.tests === 'playwright' ? LAST_RUN : `${path}.json`;
    for (const old of [this.#log, this.#record]) rmSync(old, { force: true });
  }

  /** For the end: with the counts of each try that its runner printed, or with the reason or the log of a failure. */
  get line(): string {
    const log = existsSync(this.#log) ? stripVTControlCharacters(readFileSync(this.#log, 'utf8')) : '';
    const notes = [...log.matchAll(/^ *(?:Tests +)?(\d+ (?:passed|failed|skipped|flaky)\b.*|not judged: .*)/gm)].map(([, found]) => found);
    const why = this.passed ? notes.join(', ') : this.#canRun ? this.#log : NO_BROWSER;
    return `${this.passed ? 'pass' : 'FAIL'}  ${this.#seconds.toFixed(1).padStart(6)} s  ${this.#step.name}${why && `: ${why}`}`;
  }

  /** A quiet step is printed at its end. `more`: arguments of a second try. */
  async start(isQuiet: boolean, ...more: readonly string[]): Promise<void> {
    const { name, run, args = [], tests } = this.#step;
    if (!this.#canRun) return;
    await unlessEnding();
    const write = (text: Buffer | string): void => {
      appendFileSync(this.#log, text);
      if (!isQuiet) process.stdout.write(text);
    };
    if (isQuiet) console.log(`started: ${name}`);
    write(`\n── ${name}: ${[run, ...args, ...more].join(' ')}\n`);
    const startMs = performance.now();
    const reporters = tests === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${this.#record}`] : [];
    const tool = startGroup(process.execPath, [...nodeArguments(run), ...args, ...reporters, ...more], {
      cwd: ROOT,
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    });
    const silence = setTimeout(() => {
      write(`\n${name}: no output for ${SILENT_MS / 1_000} s\n`);
      endGroup(tool, 'SIGKILL');
    }, SILENT_MS);
    for (const stream of [tool.stdout, tool.stderr]) stream?.on('data', (bytes: Buffer) => (silence.refresh(), write(bytes)));
    this.passed = (await new Promise((resolve) => tool.on('close', resolve))) === 0;
    clearTimeout(silence);
    this.#seconds += (performance.now() - startMs) / 1_000;
    if (isQuiet) process.stdout.write(readFileSync(this.#log));
  }

  /** What failed once more, alone; all of it if the runner has no record, because it hung. */
  async repeat(): Promise<void> {
    const { name, tests } = this.#step;
    if (this.passed || tests === undefined || !this.#canRun) return;
    const failed = existsSync(this.#record) ? failedIn(readFileSync(this.#record, 'utf8')) : [];
    if (failed.length > MAX_AGAIN) return;
    console.log(`\n${name}: once more, alone\n`);
    if (tests === 'vitest') await this.start(false, '--maxWorkers=1', '--no-file-parallelism', ...failed);
    else await this.start(false, '--workers=1', '--trace=retain-on-failure', ...(failed.length > 0 ? ['--last-failed'] : []));
  }
}

/** Failed tests of Playwright's record, failed files of Vitest's. */
function failedIn(record: string): readonly string[] {
  type Results = {
    readonly failedTests?: readonly string[];
    readonly testResults?: readonly { readonly name: string; readonly status: string }[];
  };
  const { failedTests, testResults = [] } = JSON.parse(record) as Results;
  return failedTests ?? testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(ROOT, name));
}
