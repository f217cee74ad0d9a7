/** The runner of `npm test`: order of its steps, second tries, results of both test runners, the end of all processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../scripts/lib/command-line.ts';
import { figuresOf, folderOf, summaryOf, tooLow } from '../../scripts/mutate.ts';
import { browserLaunch } from '../../scripts/suite/browser.ts';
import { NOT_JUDGED, runSteps, type Step } from '../../scripts/suite/steps.ts';
import { npmCall, ROOT } from '../../scripts/suite/tool.ts';

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
  const step = (name: string, other = '', skip?: string): Step => ({
    name: `test ${name}`,
    run: `node ${script} ${log} ${name} ${other}`.trim(),
    skip,
  });
  // `b` gives `d` a second to start too early.
  const phases = [[step('a', 'b'), step('b', 'd')], [step('c')], [step('d', 'e'), step('e'), step('f', '', 'no browser')]];
  expect(await runSteps(phases)).toBe(1);
  expect(readFileSync(log, 'utf8')).toMatch(/^(?:[ab][<>]){4}c<c>(?:[de][<>]){4}$/);
  expect(printed.join('\n')).toMatch(/pass .* test e\nFAIL .* test f: no browser\n\nsteps: 5 passed, 1 failed/);
});

/** Writes results as Vitest does: the test `b` passes only if its file is named, which is the second try. */
const RUNNER = `import { writeFileSync } from 'node:fs';
const again = process.argv.includes('b.test.ts');
const file = (name, ...assertionResults) => ({ name: process.cwd() + '/' + name, status: 'passed', message: '', assertionResults });
const b = file('b.test.ts', { fullName: 'b', status: again ? 'passed' : 'failed', failureMessages: ['expected 1'] });
const others = [file('a.test.ts', { fullName: 'a', status: 'passed' }), file('c.test.ts', { fullName: 'c', status: 'pending' })];
const path = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).slice(18);
writeFileSync(path, JSON.stringify({ testResults: again ? [b] : [b, ...others] }));
process.exit(again ? 0 : 1);`;

test('tests that fail are run once more, alone, and the last line has the counts', async () => {
  const script = join(folder, 'runner.mjs');
  writeFileSync(script, RUNNER);
  expect(await runSteps([[{ name: 'test runner', run: `node ${script}`, tests: 'vitest' }]])).toBe(0);
  const text = printed.join('\n');
  expect(text).toContain('test runner: 1 tests once more, alone');
  expect(text).toContain('skipped tests:\n  c');
  expect(text).toContain('tests that passed by their second try, alone:\n  b');
  expect(text.split('\n').at(-1)).toBe('2 passed, 0 failed, 1 skipped');
});

/** A report of Playwright with the tests of one file. */
const playwright = (...specs: readonly (readonly [title: string, status: string, annotations?: readonly object[]])[]) =>
  JSON.stringify({
    errors: [],
    suites: [
      {
        file: 'a.spec.ts',
        specs: [],
        suites: [
          {
            file: 'a.spec.ts',
            specs: specs.map(([title, status, annotations = []]) => ({
              title,
              tests: [{ status, annotations, results: [{ error: { message: '\u001b[31mtimed out\u001b[0m\n\nafter 30 s' } }] }],
            })),
          },
        ],
      },
    ],
  });

test('a figure that a busy machine missed is listed with its reading and does not fail the step; a failure does', async () => {
  const [script, report] = [join(folder, 'figures.mjs'), join(folder, 'report.json')];
  writeFileSync(
    script,
    `import { copyFileSync } from 'node:fs'; copyFileSync(${JSON.stringify(report)}, process.env.PLAYWRIGHT_JSON_OUTPUT_FILE); process.exit(1);`,
  );
  const step: Step = { name: 'test figures', run: `node ${script}`, tests: 'playwright' };
  const busy = ['b', 'unexpected', [{ type: NOT_JUDGED, description: '1.0 cores' }]] as const;
  writeFileSync(report, playwright(['a', 'expected'], busy));
  expect(await runSteps([[step]])).toBe(0);
  expect(printed.join('\n')).toContain('figures that are not judged, because the machine was too busy:\n  b\n      1.0 cores');
  writeFileSync(report, playwright(['a', 'unexpected'], busy));
  expect(await runSteps([[step]])).toBe(1);
  expect(printed.join('\n')).toContain('failed tests:\n  a\n      timed out\n      after 30 s');
});

/** Ignores the interrupt, as the processes of Playwright's tests do, and starts a child; each prints its number. */
const CHILD = `import { spawn } from 'node:child_process';
process.on('SIGINT', () => undefined);
spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000); console.log(process.pid)'], { stdio: 'inherit' });
setInterval(() => undefined, 1_000);
console.log(process.pid);`;

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the first process ends its step and the processes of the step, also those that ignore it',
  async (signal) => {
    const [child, command] = [join(folder, 'child.mjs'), join(folder, 'command.mts')];
    writeFileSync(child, CHILD);
    const steps = pathToFileURL(join(ROOT, 'scripts/suite/steps.ts')).href;
    writeFileSync(
      command,
      `import { runSteps } from ${JSON.stringify(steps)}; await runSteps([[{ name: 'test signal', run: 'node ${child}' }]]);`,
    );
    const first = spawn(process.execPath, ['--import', 'tsx', command], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    first.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    const pids = () => output.match(/^\d+$/gm)?.map(Number) ?? [];
    await expect.poll(() => pids().length).toBe(2);
    first.kill(signal);
    expect((await once(first, 'exit'))[0]).toBe(signal === 'SIGINT' ? 130 : 143);
    const isAlive = (pid: number): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(() => pids().filter(isAlive)).toEqual([]);
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
