import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';

/** Features with messages, panels, slots, a dock entry, an own window and scripted sessions. */
const TAKEN_OUT = ['tank', 'gifts', 'battle'];
const PROJECTS = ['src/core', 'src/workers', 'src/features', 'src/ui', 'mocks', 'mocks/sw', 'mocks/origin', 'scripts'];
/** The only list of features. */
const LIST = 'mocks/feature-mocks.ts';
const COPIED =
  /^(?:(?:src|tests|mocks|scripts|benchmarks\/measure|docs\/api)\/|docs\/events\.md$|LICENSE$|\.gitignore$|[^/]+\.(?:json|ts|html)$)/;
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'footlight-without-'));
  for (const file of repositoryFiles().filter((path) => COPIED.test(path))) cpSync(file, join(copy, file));
  // Generated and not in the repository; the compilers start before a test of the copy could generate it.
  cpSync('src/wire/generated', join(copy, 'src/wire/generated'), { recursive: true });
  for (const folder of ['node_modules', 'fixtures']) symlinkSync(resolve(folder), join(copy, folder), 'junction');
  for (const feature of TAKEN_OUT)
    for (const folder of ['src/features', 'tests/features']) rmSync(join(copy, folder, feature), { recursive: true, force: true });
  const lines = readFileSync(LIST, 'utf8').split('\n');
  const left = lines.filter((line) => !TAKEN_OUT.some((feature) => line.includes(`/${feature}/`)));
  expect(lines.length - left.length).toBe(TAKEN_OUT.length);
  writeFileSync(join(copy, LIST), left.join('\n'));
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }), 60_000);

interface Ended {
  readonly status: unknown;
  readonly output: string;
}
/** Asynchronous, so that tests run in parallel: each tool uses mostly one thread. */
const run = (args: readonly string[]): Promise<Ended> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      args,
      { cwd: copy, env: { ...process.env, NO_COLOR: '1', NODE_ENV: undefined }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => done({ status: error === null ? 0 : error.code, output: stdout + (error === null ? '' : stderr) }),
    );
  });

test.concurrent('S37 without three features’ folders and lines, the tests of the kernel, of the mock and of other features pass', async () => {
  const { status, output } = await run([
    resolve('node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'unit',
    'tests/features',
    'tests/wires',
    'tests/mocks',
    'tests/workers/room/features',
    'tests/core',
  ]);
  expect(status, output.slice(-2_000)).toBe(0);
});

test.concurrent('S37 without three features’ folders and lines, the room is built with its mock backend', async () => {
  const { status, output } = await run([resolve('node_modules/vite/bin/vite.js'), 'build', '--mode', 'offline', '--logLevel', 'warn']);
  expect(status, output.slice(-2_000)).toBe(0);
  expect(existsSync(join(copy, 'dist-offline/index.html'))).toBe(true);
});

test.concurrent.each(PROJECTS)('S37 without three features’ folders and lines, %s compiles', async (project) => {
  // The state of `npm run types` has paths relative to its folder: in the copy, tsc skips files that did not change.
  const state = `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`;
  if (existsSync(state)) cpSync(state, join(copy, state));
  const args = [resolve('node_modules/typescript/bin/tsc'), '-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', state];
  expect(await run(args)).toEqual({ status: 0, output: '' });
});
