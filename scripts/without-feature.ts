/**
 * `npm run check -- --deep`: a copy of the project without the folders of three features. Its kernel, its
 * mock and its other features pass their tests, its room is built with the mock, and its projects compile.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { repositoryFiles } from './lib/repository-files.ts';
import { endWith, nodeArguments } from './lib/tool.ts';

/** Features with messages, panels, slots, a dock entry, an own window and scripted sessions. */
const TAKEN_OUT = ['tank', 'gifts', 'battle'];
const PROJECTS = ['src/core', 'src/workers', 'src/features', 'src/ui', 'mocks', 'mocks/sw', 'mocks/origin', 'scripts'];
const COPIED = /^(?:(?:src|tests|mocks|scripts|benchmarks|docs\/api)\/|docs\/events\.md$|LICENSE$|\.gitignore$|[^/]+\.(?:json|ts|html)$)/;

const copy = mkdtempSync(join(tmpdir(), 'footlight-without-'));
endWith(() => rmSync(copy, { recursive: true, force: true }));
for (const file of repositoryFiles().filter((path) => COPIED.test(path))) cpSync(file, join(copy, file));
// Generated and not in the repository.
cpSync('src/wire/generated', join(copy, 'src/wire/generated'), { recursive: true });
for (const folder of ['node_modules', 'fixtures']) symlinkSync(resolve(folder), join(copy, folder), 'junction');
for (const feature of TAKEN_OUT)
  for (const folder of ['src/features', 'tests/features']) rmSync(join(copy, folder, feature), { recursive: true, force: true });

const TESTS = 'tests/features tests/wires tests/mocks tests/workers/room/features tests/core';
const commands = [
  ...PROJECTS.map((project) => `tsc -p ${project} --singleThreaded`),
  `vitest run --project unit ${TESTS}`,
  'vite build --mode offline --logLevel warn',
];
const env = { ...process.env, NODE_ENV: undefined };
const failed = commands.filter((command) => {
  console.log(`\nwithout ${TAKEN_OUT.join(', ')}: ${command}`);
  return spawnSync(process.execPath, nodeArguments(command), { cwd: copy, env, stdio: 'inherit' }).status !== 0;
});
for (const command of failed) console.error(`without ${TAKEN_OUT.join(', ')}: ${command} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
