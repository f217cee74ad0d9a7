import { spawnSync } from 'node:child_process';

export interface Step {
  readonly name: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs every step even after a failure, prints one line each and a closing line, and sets the exit status. */
export function runSteps(steps: readonly Step[]): void {
  const results = steps.map((step) => {
    const start = performance.now();
    console.log(`\n── ${step.name}: ${step.run}`);
    const { status } = spawnSync(step.run, { shell: true, stdio: 'inherit', env: { ...process.env, ...step.env } });
    return { name: step.name, passed: status === 0, seconds: (performance.now() - start) / 1_000 };
  });
  console.log('');
  for (const { name, passed, seconds } of results) console.log(`${passed ? 'pass' : 'FAIL'}  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  const failed = results.filter((result) => !result.passed).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
