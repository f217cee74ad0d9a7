import { EXIT } from '../src/wasm/cli/command-line.ts';
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
  readonly isNeeded?: boolean;
  /** Tests that the step skipped, repeated or failed; read when it has ended. */
  readonly tests?: () => TestResults;
}

interface Result {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
}

/**
 * Runs every step even after a failure, up to `atOnce` in parallel; then prints the duration of each and the skipped, repeated and failed
 * tests. Returns the exit code. The output of parallel steps is printed in one piece when each ends.
 */
export async function runSteps(steps: readonly Step[], atOnce = 1): Promise<number> {
  const results: Result[] = [];
  const running = new Set<Promise<void>>();
  const start = (step: Step): void => {
    const run = runStep(step, atOnce > 1 && step.isAlone !== true).then((result) => {
      results.push(result);
      running.delete(run);
    });
    running.add(run);
  };
  const startMs = performance.now();
  for (const step of steps) {
    if (step.isAlone) await Promise.all(running);
    start(step);
    while (running.size >= (step.isAlone ? 1 : atOnce)) await Promise.race(running);
  }
  await Promise.all(running);
  return report(
    steps.map((step) => results.find((result) => result.step === step)!),
    (performance.now() - startMs) / 1_000,
  );
}

async function runStep(step: Step, isBuffered: boolean): Promise<Result> {
  const title = `\n── ${step.name}: ${step.skip ?? step.run}\n`;
  if (step.skip !== undefined) {
    process.stdout.write(title);
    return { step, passed: step.isNeeded !== true, seconds: 0 };
  }
  const startMs = performance.now();
  if (!isBuffered) process.stdout.write(title);
  const tool = startTool(step.run, { stdio: isBuffered ? 'pipe' : 'inherit', env: { ...process.env, ...step.env } });
  const output: Buffer[] = [];
  for (const stream of [tool.stdout, tool.stderr]) stream?.on('data', (bytes: Buffer) => output.push(bytes));
  const status = await new Promise<number | null>((resolve) => tool.on('close', resolve));
  if (isBuffered) process.stdout.write(`${title}${Buffer.concat(output).toString('utf8')}`);
  return { step, passed: status === 0, seconds: (performance.now() - startMs) / 1_000 };
}

function report(results: readonly Result[], seconds: number): number {
  console.log('');
  for (const { step, passed, seconds: took } of results) {
    const word = step.skip === undefined ? (passed ? 'pass' : 'FAIL') : passed ? 'skip' : 'FAIL';
    console.log(`${word}  ${took.toFixed(1).padStart(6)} s  ${step.name}${step.skip === undefined ? '' : `: ${step.skip}`}`);
  }
  const tests = results.map(({ step }) => step.tests?.() ?? NO_RESULTS);
  list(
    'skipped tests',
    tests.flatMap(({ skipped }) => skipped),
  );
  list(
    'tests that passed by their second try',
    tests.flatMap(({ repeated }) => repeated),
  );
  list(
    'figures that are not judged, because the machine was too busy',
    tests.flatMap(({ notJudged }) => notJudged),
  );
  // Last, so that it is at the end of a log.
  list(
    'failed tests',
    tests.flatMap(({ failed }) => failed),
  );
  const failed = results.filter(({ passed }) => !passed).length;
  const left = results.filter(({ step, passed }) => step.skip !== undefined && passed).length;
  console.log(`\n${results.length - failed - left} passed, ${failed} failed, ${left} skipped in ${seconds.toFixed(0)} s`);
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
