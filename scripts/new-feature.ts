/**
 * `npm run new:feature -- NAME`: a folder in src/features with every half, its line in manifests.ts, a test, and its rows in the tests of
 * the wires.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { camel, filesOf, pascal } from './new-feature-files.ts';
import { runTool } from './suite/tool.ts';

const MANIFESTS = 'src/features/manifests.ts';
const ACTIONS = 'tests/wires/actions.ts';
const WIRES = ['tests/wires/messages.test.ts', 'tests/wires/actions.test.ts', 'tests/wires/room-events.test.ts'];
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Returns the problem with the name, or null. */
export function problemOf(name: string, exists: (path: string) => boolean): string | null {
  if (!NAME.test(name)) return `"${name}" is no feature name: lower-case words with hyphens, for example song-orders`;
  if (exists(`src/features/${name}`)) return `src/features/${name} exists`;
  return null;
}

/** The list of manifests with one more line, in alphabetical order. */
export function withManifest(list: string, name: string): string {
  const lines = [...list.trimEnd().split('\n'), `export { ${camel(name)} } from './${name}/feature.ts';`];
  return `${lines.sort().join('\n')}\n`;
}

/** The table of actions with the import and the row of a new feature. */
export function withActions(table: string, name: string): string {
  const type = `${pascal(name)}Action`;
  const end = table.lastIndexOf('};');
  return `import type { ${type} } from '../../src/features/${name}/rules.ts';\n${table.slice(0, end)}  '${name}': rows<${type}>({ close: [{}] }, { messages: [['common-notice', { content: 'c' }]] }),\n${table.slice(end)}`;
}

function main(): void {
  const name = process.argv[2] ?? '';
  if (name === '--help' || name === '') {
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
  writeFileSync(MANIFESTS, withManifest(readFileSync(MANIFESTS, 'utf8'), name));
  writeFileSync(ACTIONS, withActions(readFileSync(ACTIONS, 'utf8'), name));
  const written = [MANIFESTS, ACTIONS, ...Object.keys(files)];
  // The table of messages lists the features that handle each.
  if (!runTool('prettier --write --log-level warn', written) || !runTool('tsx scripts/readme.ts')) process.exitCode = 1;
  // Snapshots of the effects of its messages and actions, to be read: the tests compare with them from now on.
  const tables = [`tests/wires/features/${name}.txt`, `tests/wires/actions/${name}.txt`, `tests/wires/room-events/${name}.txt`];
  for (const path of tables) writeFileSync(path, '');
  if (!runTool('vitest run --project unit', [...WIRES, '-t', `'${name}'`, '--update'])) process.exitCode = 1;
  for (const path of [...written, ...tables]) console.log(path);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
