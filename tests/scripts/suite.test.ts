/** The runner of `npm test`: order of its steps, second tries, figures of a busy machine, the end of all processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../scripts/lib/command-line.ts';
import { figuresOf, folderOf, summaryOf, tooLow } from '../../scripts/mutate.ts';
import { browserLaunch } from '../../scripts/lib/browser.ts';
import { runSteps, type Step } from '../../scripts/suite/steps.ts';
import { npmCall, ROOT } from '../../scripts/lib/tool.ts';

let folder = '';
let printed: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-suite-'));
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Appends its name and `<` to the log at its start and `>` at its end; with `other` it ends when that step has started, or after a second. */
const STEP = `import { appendFileSync, readFileSync } from 'node:fs';
const [, , log, name, other] = process.argv;
appendFileSync(log, name + '<');
for (let looks = 0; looks < 100 && other !== undefined && !readFileSync(log, 'utf8').includes(other + '<'); looks++) await new Promise((resolve) => setTimeout(resolve, 10));
appendFileSync(log, name + '>');`;

test('steps of a phase run two at a time, and a phase waits for the one before; a step that cannot run fails with its reason', async () => {
  const [script, log] = [join(folder, 'step.mjs'), join(folder, 'log')];
  writeFileSync(script, STEP);
  writeFileSync(log, '');
  const step = (name: string, other = ''): Step => ({ name: `test ${name}`, run: `node ${script} ${log} ${name} ${other}`.trim() });
  // `b` gives `d` a second to start too early.
  const phases = [[step('a', 'b'), step('b', 'd')], [step('c')], [step('d', 'e'), step('e'), { ...step('f'), needsBrowser: true }]];
  expect(await runSteps(phases, false)).toBe(1);
  expect(readFileSync(log, 'utf8')).toMatch(/^(?:[ab][<>]){4}c<c>(?:[de][<>]){4}$/);
  expect(printed.join('\n')).toMatch(/pass .* test e\nFAIL .* test f: no browser: .*\n\nsteps: 5 passed, 1 failed/);
});

/** Writes results as Vitest does: the file `b` passes only if it is named, which is the second try. */
const RUNNER = `import { writeFileSync } from 'node:fs';
const again = process.argv.includes('b.test.ts');
const file = (name, status) => ({ name: process.cwd() + '/' + name, status });
const path = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).slice(18);
writeFileSync(path, JSON.stringify({ testResults: again ? [file('b.test.ts', 'passed')] : [file('a.test.ts', 'passed'), file('b.test.ts', 'failed')] }));
console.log(again ? '      Tests  1 passed (1)' : '      Tests  1 failed | 1 passed | 1 skipped (3)');
process.exit(again ? 0 : 1);`;

test('files that fail are run once more, alone, and the last lines have the counts of both tries', async () => {
  const script = join(folder, 'runner.mjs');
  writeFileSync(script, RUNNER);
  expect(await runSteps([[{ name: 'test runner', run: `node ${script}`, tests: 'vitest' }]])).toBe(0);
  const text = printed.join('\n');
  expect(text).toContain('test runner: once more, alone');
  expect(text).toMatch(/pass .* test runner: 1 failed \| 1 passed \| 1 skipped \(3\), 1 passed \(1\)\n\nsteps: 1 passed, 0 failed/);
});

test('a step whose second try fails is a failure with its log', async () => {
  const script = join(folder, 'runner.mjs');
  writeFileSync(script, RUNNER.replace('again ? 0 : 1', '1'));
  expect(await runSteps([[{ name: 'test runner', run: `node ${script}`, tests: 'vitest' }]])).toBe(1);
  expect(printed.join('\n')).toMatch(/FAIL .* test runner: .*test-runner\.log\n\nsteps: 0 passed, 1 failed/);
});

/** Figures that are wrong in both tries, on a machine with these free cores. */
const FIGURES = (
  name: string,
  cores: number,
): string => `import { test as base } from ${JSON.stringify(join(ROOT, 'tests/e2e/measured.ts'))};
const reading = { slower: 1, workMs: 12, cores: ${cores}, stolen: 0 };
const test = base.extend({ probe: [async ({}, use) => use({ read: async () => reading }), { scope: 'worker' }] });
test('${name}', { tag: '@measured' }, () => { throw new Error('too slow'); });`;

// On one processor no figure is judged.
test.runIf(availableParallelism() > 1)(
  'wrong figures of a busy machine are not judged, with the reading; those of a free one fail',
  async () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'playwright.config.ts'), "export default { retries: 1, workers: 1, reporter: 'list' };");
    writeFileSync(join(folder, 'busy.spec.ts'), FIGURES('busy', 1));
    writeFileSync(join(folder, 'free.spec.ts'), FIGURES('free', availableParallelism()));
    expect(await runSteps([[{ name: 'test figures', run: `playwright test --config ${folder}` }]])).toBe(1);
    const log = readFileSync(join(ROOT, '.cache/results/test-figures.log'), 'utf8');
    expect(log).toMatch(/not judged: busy: .*before: 1\.0 cores/);
    expect(log).not.toContain('not judged: free');
    // Playwright's status is that of the failed ones; flaky ones do not fail.
    expect(log).toMatch(/1 failed\n.*free[^]*1 flaky\n.*busy/);
  },
);

/** Ignores the interrupt, as the processes of Playwright's tests do, and starts a child; each prints its number. */
const CHILD = `import { spawn } from 'node:child_process';
process.on('SIGINT', () => undefined);
spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000); console.log(process.pid)'], { stdio: 'inherit' });
setInterval(() => undefined, 1_000);
console.log(process.pid);`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.platform === 'win32')(
  'SIGINT and SIGTERM to the first process end its step and the processes of the step, also those that ignore it',
  async () => {
    const [child, command] = [join(folder, 'child.mjs'), join(folder, 'command.mts')];
    writeFileSync(child, CHILD);
    const steps = pathToFileURL(join(ROOT, 'scripts/suite/steps.ts')).href;
    writeFileSync(
      command,
      `import { runSteps } from ${JSON.stringify(steps)}; await runSteps([[{ name: 'test ' + process.argv[2], run: 'node ${child}' }]]);`,
    );
    const endBy = async (signal: 'SIGINT' | 'SIGTERM'): Promise<unknown> => {
      const first = spawn(process.execPath, ['--import', 'tsx', command, signal], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      first.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
      const pids = () => output.match(/^\d+$/gm)?.map(Number) ?? [];
      await expect.poll(() => pids().length).toBe(2);
      first.kill(signal);
      const [status] = (await once(first, 'exit')) as [unknown];
      await expect.poll(() => pids().filter(isAlive)).toEqual([]);
      return status;
    };
    expect(await Promise.all([endBy('SIGINT'), endBy('SIGTERM')])).toEqual([130, 143]);
  },
);

// The shell of Windows takes the same quotes.
test.skipIf(process.platform === 'win32').each(['win32', 'linux'] as const)(
  'npm on %s gets an argument with a space as one',
  async (platform) => {
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const given = ['install', '/my folder/hevc-1.0.0.tgz', '--offline'];
    const { command, args, shell } = npmCall(given, platform);
    const child = spawn(command, args, { shell, env: { PATH: `${folder}:${process.env['PATH']}` } });
    const [bytes] = (await once(child.stdout, 'data')) as [Buffer];
    expect([shell, bytes.toString()]).toEqual([platform === 'win32', `${given.join('\n')}\n`]);
  },
);

afterEach(() => vi.unstubAllEnvs());

test('a named browser is used, and a missing one is refused by its name', () => {
  vi.stubEnv('FOOTLIGHT_BROWSER', process.execPath);
  expect(browserLaunch().executablePath).toBe(process.execPath);
  vi.stubEnv('FOOTLIGHT_BROWSER', '/nowhere/chrome');
  expect(browserLaunch).toThrow(new UsageError('FOOTLIGHT_BROWSER or CHROME_PATH names /nowhere/chrome, which is not there'));
  expect(browserLaunch).toThrow(UsageError);
});

const mutants = (...statuses: readonly string[]) => ({ mutants: statuses.map((status) => ({ status })) });

test('a mutant ended by a test or the time limit is killed, an uncovered one survives, an ignored one does not count', () => {
  const files = { 'a/b.ts': mutants('Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError') };
  expect(figuresOf({ files })).toEqual({ 'a/b.ts': { killed: 2, alive: 2 } });
});

test('a folder below its minimum score is named: 85 % for the rules of the room, 80 % elsewhere', () => {
  const scored = (path: string, killed: number) => tooLow(summaryOf({}, { [path]: { killed, alive: 100 - killed } }, () => true));
  for (const [path, least] of [
    ['src/features/mic/room.ts', 85],
    ['src/core/counts.ts', 85],
    ['src/player/player.ts', 80],
  ] as const) {
    expect(scored(path, least)).toEqual([]);
    expect(scored(path, least - 1)).toEqual([`${folderOf(path)}: ${least - 1} %, at least ${least} % are needed`]);
  }
});
