/**
 * `npm run new:feature -- NAME`: a folder in src/features with the parts for all threads, and a folder in tests/features with a test, the
 * rows for tests/wires, and their tables.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isMain } from './lib/command-line.ts';
import { filesOf } from './new-feature-files.ts';
import { runTool } from './suite/tool.ts';

const WIRES = ['tests/wires/messages.test.ts', 'tests/wires/actions.test.ts', 'tests/wires/room-events.test.ts'];
/** Without digits and at most 40 characters, because the path of its calls has it (`/live/feature/{feature}/{verb}` of the contract). */
const NAME = /^(?=.{1,40}$)[a-z]+(?:-[a-z]+)*$/;

/** Returns the problem with the name, or null. */
export function problemOf(name: string, exists: (path: string) => boolean): string | null {
  if (!NAME.test(name))
    return `"${name}" is no feature name: lower-case words without digits, with hyphens between, for example song-orders`;
  const folder = ['src/features', 'tests/features'].map((parent) => `${parent}/${name}`).find(exists);
  return folder === undefined ? null : `${folder} exists`;
}

function main(): void {
  const name = process.argv.slice(2).join(' ');
  if (['--help', '-h', ''].includes(name)) {
    console.log('npm run new:feature -- NAME\nMakes src/features/NAME (manifest, rules, room half, panel, words) and tests/features/NAME.');
    process.exitCode = name === '' ? 2 : 0;
    return;
  }
  const problem = problemOf(name, existsSync);
  if (problem !== null) {
    console.error(problem);
    process.exitCode = 2;
    return;
  }
  const files = filesOf(name);
  mkdirSync(`src/features/${name}`, { recursive: true });
  mkdirSync(`tests/features/${name}`, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
  const written = Object.keys(files);
  // The table of messages lists the features that handle each.
  if (!runTool('oxfmt', written) || !runTool('tsx scripts/readme.ts')) process.exitCode = 1;
  // Snapshots of the effects of its messages and actions. The developer should read them, because the tests compare with them from now on.
  const tables = ['messages', 'actions', 'room-events'].map((table) => `tests/features/${name}/${table}.txt`);
  for (const path of tables) writeFileSync(path, '');
  if (!runTool('vitest run --project unit', [...WIRES, '-t', `'${name}'`, '--update'])) process.exitCode = 1;
  for (const path of [...written, ...tables]) console.log(path);
}

if (isMain(import.meta.url)) main();
