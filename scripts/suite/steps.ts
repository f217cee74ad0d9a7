/** Runs a list of steps for `npm test`, `npm run check` and `npm run e2e`. Results are printed by the test runners' own reporters. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { EXIT } from '../lib/command-line.ts';
import { endGroup, nodeArguments, ROOT, startGroup, unlessEnding } from './tool.ts';

export interface Step {
  readonly name: string;
  /** A tool of node_modules with its arguments. */
  readonly run: string;
  /** More arguments, which may contain spaces. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The runner of its tests. Tests that fail are run once more, alone. */
  readonly tests?: 'vitest' | 'playwright' | undefined;
  /** Reason for not running it, which is a failure. */
  readonly skip?: string | undefined;
}

const RESULTS = join(ROOT, '.cache/results');
/** Playwright's own record for `--last-failed`. */
const LAST_RUN = join(ROOT, '.cache/e2e/.last-run.json');
/** Time in ms without output after which a tool hangs: the runner of browser tests waits for ever if its page is not drawn. */
const SILENT_MS = 480_000;
/** More failures have one cause, which a second try would only repeat. */
const MAX_AGAIN = 60;

/** Runs the phases one after the other, also after a failure, and the steps of a phase two at a time; returns the exit code. */
export async function runSteps(phases: readonly (readonly Step[])[]): Promise<number> {
  mkdirSync(RESULTS, { recursive: true });
  const startMs = performance.now();
  const runs = phases.map((phase) => phase.map((step) => new Run(step)));
  for (const phase of runs) {
    const waiting = [...phase];
    const work = async (): Promise<void> => {
      for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) await run.start([], phase.length > 1);
    };
    await Promise.all([work(), work()]);
    for (const run of phase) await run.repeat();
  }
  const all = runs.flat();
  console.log(`\n${all.map((run) => run.line).join('\n')}`);
  const failed = all.filter((run) => !run.passed).length;
  console.log(`\nsteps: ${all.length - failed} passed, ${failed} failed in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

/** One step: its first try, and the second one of its failed tests. */
class Run {
  passed = false;
  readonly #step: Step;
  readonly #log: string;
  /** What the test runner writes about its failures. */
  readonly #record: string;
  #seconds = 0;

  constructor(step: Step) {
    const path = join(RESULTS, step.name.replaceAll(' ', '-'));
    [this.#step, this.#log, this.#record] = [step, `${path}.log`, step.tests === 'playwright' ? LAST_RUN : `${path}.json`];
    rmSync(this.#log, { force: true });
  }

  /** For the end: with the counts of each try that its runner printed, or with the reason or the log of a failure. */
  get line(): string {
    const log = existsSync(this.#log) ? stripVTControlCharacters(readFileSync(this.#log, 'utf8')) : '';
    const notes = [...log.matchAll(/^ *(?:Tests +)?(\d+ (?:passed|failed|skipped|flaky)\b.*|not judged: .*)/gm)].map(([, found]) => found);
    const why = this.passed ? notes.join(', ') : (this.#step.skip ?? this.#log);
    return `${this.passed ? 'pass' : 'FAIL'}  ${this.#seconds.toFixed(1).padStart(6)} s  ${this.#step.name}${why && `: ${why}`}`;
  }

  /** `more`: arguments of a second try. A quiet step is printed at its end. */
  async start(more: readonly string[], isQuiet: boolean): Promise<void> {
    const { name, run, args = [], env, tests, skip } = this.#step;
    if (skip !== undefined) return;
    await unlessEnding();
    const write = (text: Buffer | string): void => {
      appendFileSync(this.#log, text);
      if (!isQuiet) process.stdout.write(text);
    };
    if (isQuiet) console.log(`started: ${name}`);
    write(`\n── ${name}: ${[run, ...more].join(' ')}\n`);
    const startMs = performance.now();
    // The second try of Playwright reads its record.
    if (more.length === 0) rmSync(this.#record, { force: true });
    const reporters = tests === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${this.#record}`] : [];
    const tool = startGroup(process.execPath, [...nodeArguments(run), ...args, ...reporters, ...more], {
      cwd: ROOT,
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
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
    const { name, tests, skip } = this.#step;
    if (this.passed || tests === undefined || skip !== undefined) return;
    const failed = failedIn(this.#record);
    if (failed.length > MAX_AGAIN) return;
    console.log(`\n${name}: once more, alone\n`);
    const lastFailed = failed.length > 0 ? ['--last-failed'] : [];
    const alone = {
      vitest: ['--maxWorkers=1', '--no-file-parallelism', ...failed],
      playwright: ['--workers=1', '--trace=retain-on-failure', ...lastFailed],
    };
    await this.start(alone[tests], false);
  }
}

/** Failed tests of Playwright's record, failed files of Vitest's. */
function failedIn(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const { failedTests, testResults = [] } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly failedTests?: readonly string[];
    readonly testResults?: readonly { readonly name: string; readonly status: string }[];
  };
  return failedTests ?? testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(ROOT, name));
}
