import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A feature with messages, a panel and its own slot. */
const FEATURE = 'mounts';
const PROJECTS = ['src/core', 'src/workers', 'src/features', 'src/ui'];
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'footlight-without-'));
  const files = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      'src',
      'tests',
      'mocks',
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
      'scripts',
    ],
    {
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => file !== '');
  for (const file of files) cpSync(file, join(copy, file));
  // Generated and not in the repository; the compilers start before a test of the copy could generate it.
  cpSync('src/wire/generated', join(copy, 'src/wire/generated'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'dir');
  rmSync(join(copy, 'src/features', FEATURE), { recursive: true });
  rmSync(join(copy, 'tests/features', FEATURE), { recursive: true });
  const manifests = join(copy, 'src/features/manifests.ts');
  const lines = readFileSync(manifests, 'utf8').split('\n');
  const left = lines.filter((line) => !line.includes(`'./${FEATURE}/`));
  expect(lines.length - left.length).toBe(1);
  writeFileSync(manifests, left.join('\n'));
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface Ended {
  readonly status: unknown;
  readonly output: string;
}
/** Asynchronous, so that tests run in parallel: each tool uses mostly one thread. */
const run = (args: readonly string[]): Promise<Ended> =>
  new Promise((done) => {
    execFile(process.execPath, args, { cwd: copy, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 16 * 1024 * 1024 }, (error, stdout) =>
      done({ status: error === null ? 0 : error.code, output: stdout }),
    );
  });

test.concurrent('without it the tests of the kernel and of other features pass, except those that name it', async () => {
  const { status, output } = await run([
    resolve('node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'unit',
    'tests/features',
    'tests/workers/room/features/feature-host.test.ts',
    'tests/core/room',
  ]);
  expect(status, output.slice(-2_000)).toBe(0);
});

test.concurrent.each(PROJECTS)('without a feature’s folder and line, %s compiles', async (project) => {
  // The state of `npm run types` has paths relative to its folder: in the copy, tsc skips files that did not change.
  const state = `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`;
  if (existsSync(state)) cpSync(state, join(copy, state));
  const args = [resolve('node_modules/typescript/bin/tsc'), '-p', project, '--incremental', '--tsBuildInfoFile', state];
  expect(await run(args)).toEqual({ status: 0, output: '' });
});
