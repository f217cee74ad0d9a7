import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../lib/command-line.ts';
import { NO_RESULTS, type TestResults } from './test-results.ts';
import { startTool } from './tool.ts';

export interface Step {
  readonly name: string;
  /** A tool of node_modules with its arguments. */
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Reason for not running it. Counts as a failure if `isNeeded`. */
  readonly skip?: string;
  /** Runs after all earlier steps have ended and before any later one starts. */
  readonly isAlone?: boolean;
  /** Names of earlier steps that have to end before it starts. */
  readonly after?: readonly string[];
  readonly isNeeded?: boolean;
  /** Time in ms without output after which it hangs: it is ended and made once more. */
  readonly silentMs?: number;
  /** Tests that the step skipped, repeated or failed; read when it has ended. */
  readonly tests?: () => TestResults;
}

interface Result {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
  /** The first run hung. */
  readonly isRepeated?: boolean;
  /** File with its whole output; undefined without a folder for logs. */
  readonly log: string | undefined;
}

/** Time in ms for a step that hangs to end its own processes. */
const END_MS = 10_000;

/** File that receives the output of a step, besides the terminal. */
const logOf = ({ name }: Step, folder: string | undefined): string | undefined =>
  folder === undefined ? undefined : join(folder, `${name.replaceAll(' ', '-')}.log`);

/**
 * Runs every step even after a failure, up to `atOnce` in parallel; then prints the duration of each and the skipped, repeated and failed
 * tests. Returns the exit code. The output of parallel steps is printed in one piece when each ends.
 * `logs`: folder for one file with the output of each step.
 */
export async function runSteps(steps: readonly Step[], atOnce = 1, logs?: string): Promise<number> {
  if (logs !== undefined) mkdirSync(logs, { recursive: true });
  const results: Result[] = [];
  const running = new Map<string, Promise<void>>();
  const start = (step: Step): void => {
    const run = runStep(step, atOnce > 1 && step.isAlone !== true, logOf(step, logs)).then((result) => {
      results.push(result);
      running.delete(step.name);
    });
    running.set(step.name, run);
  };
  const startMs = performance.now();
  for (const step of steps) {
    const before = step.isAlone === true ? [...running.keys()] : (step.after ?? []);
    for (const name of before) await running.get(name);
    start(step);
    while (running.size >= (step.isAlone ? 1 : atOnce)) await Promise.race(running.values());
  }
  await Promise.all(running.values());
  return report(
    steps.map((step) => results.find((result) => result.step === step)!),
    (performance.now() - startMs) / 1_000,
  );
}

async function runStep(step: Step, isBuffered: boolean, log: string | undefined): Promise<Result> {
  const title = `\n── ${step.name}: ${step.skip ?? step.run}\n`;
  if (step.skip !== undefined) {
    process.stdout.write(title);
    return { step, passed: step.isNeeded !== true, seconds: 0, log: undefined };
  }
  const startMs = performance.now();
  // The output of a parallel step has its title; until it ends, one line says that it runs.
  process.stdout.write(isBuffered ? `started: ${step.name}\n` : title);
  // A tool that writes into a pipe uses no colours by default.
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const env = { ...process.env, ...colours, ...step.env };
  const file = log === undefined ? undefined : createWriteStream(log);
  const output: Buffer[] = [];
  const write = (bytes: Buffer): void => {
    file?.write(bytes);
    if (isBuffered) output.push(bytes);
    else process.stdout.write(bytes);
  };
  const first = await runOnce(step, env, write);
  if (first === HUNG) write(Buffer.from(`\n${step.name}: no output for ${Math.round(step.silentMs! / 1_000)} s, once more\n`));
  const status = first === HUNG ? await runOnce(step, env, write) : first;
  if (isBuffered) process.stdout.write(`${title}${Buffer.concat(output).toString('utf8')}`);
  if (file !== undefined) await new Promise<void>((resolve) => file.end(resolve));
  return { step, passed: status === 0, seconds: (performance.now() - startMs) / 1_000, log, isRepeated: first === HUNG };
}

const HUNG = 'hung';

/** Exit status of the step; null: ended by a signal. */
function runOnce(step: Step, env: NodeJS.ProcessEnv, write: (bytes: Buffer) => void): Promise<number | null | typeof HUNG> {
  const tool = startTool(step.run, { stdio: ['inherit', 'pipe', 'pipe'], env });
  let isHung = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    if (step.silentMs === undefined || isHung) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isHung = true;
      tool.kill();
      timer = setTimeout(() => tool.kill('SIGKILL'), END_MS);
    }, step.silentMs);
  };
  watch();
  for (const stream of [tool.stdout, tool.stderr])
    stream?.on('data', (bytes: Buffer) => {
      watch();
      write(bytes);
    });
  return new Promise((resolve) => {
    const end = (status: number | null): void => {
      clearTimeout(timer);
      resolve(isHung ? HUNG : status);
    };
    tool.on('close', end);
    // A process that it started may still have its output open.
    tool.on('exit', (status) => isHung && end(status));
  });
}

function report(results: readonly Result[], seconds: number): number {
  console.log('');
  for (const { step, passed, seconds: took, log, isRepeated } of results) {
    const word = step.skip === undefined ? (passed ? 'pass' : 'FAIL') : passed ? 'skip' : 'FAIL';
    const note = step.skip ?? (passed ? (isRepeated ? 'by its second try, the first hung' : undefined) : log);
    console.log(`${word}  ${took.toFixed(1).padStart(6)} s  ${step.name}${note === undefined ? '' : `: ${note}`}`);
  }
  reportTests(results.map(({ step }) => step.tests?.() ?? NO_RESULTS));
  const failed = results.filter(({ passed }) => !passed).length;
  const left = results.filter(({ step, passed }) => step.skip !== undefined && passed).length;
  console.log(`\nsteps: ${results.length - failed - left} passed, ${failed} failed, ${left} skipped in ${seconds.toFixed(0)} s`);
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

/** Prints lists of single tests, failures last, then the counts. Prints nothing without tests. */
export function reportTests(tests: readonly TestResults[]): void {
  const all = {
    notes: tests.flatMap(({ notes }) => notes),
    skipped: tests.flatMap(({ skipped }) => skipped),
    repeated: tests.flatMap(({ repeated }) => repeated),
    notJudged: tests.flatMap(({ notJudged }) => notJudged),
    failed: tests.flatMap(({ failed }) => failed),
  };
  const passed = tests.reduce((sum, one) => sum + one.passed, 0);
  if (passed + all.skipped.length + all.notJudged.length + all.failed.length === 0) return;
  list('tests at a time', all.notes);
  list('skipped tests', all.skipped);
  list('tests that passed by their second try', all.repeated);
  list('figures that are not judged, because the machine was too busy', all.notJudged);
  list('failed tests', all.failed);
  console.log(
    `\ntests: ${passed} passed (${all.repeated.length} by their second try), ${all.failed.length} failed, ${all.notJudged.length} not judged, ${all.skipped.length} skipped`,
  );
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
