/**
 *     npm run pack:hevc              the tarball of @footlight/hevc, into .cache/hevc-package
 *     npm run pack:hevc -- --test    and installs it into projects for Vite, webpack, esbuild, no bundler, another origin and Node
 *     npm run pack:hevc -- --emit    only lib/ and types/ (npm's own prepack)
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { flag, runTool, type Tool, type ValuesOf } from '../src/wasm/cli/command-line.ts';
import { emitPackage, PACKAGE, ROOT } from './hevc-package/emit.ts';
import { readFileSync } from 'node:fs';

/** Two fifths are the three modules of Main and Main 10, two fifths those of the range extensions, which a page loads for such streams alone. */
const TARBALL_BYTES_MAX = 580 * 1024;
const OUT = path.join(ROOT, '.cache/hevc-package');

function pack(): string {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', OUT];
  const { status } = spawnSync('npm', args, { cwd: PACKAGE, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
  const name = readdirSync(OUT).find((file) => file.endsWith('.tgz'));
  if (status !== 0 || name === undefined) throw new Error('npm pack failed');
  return path.join(OUT, name);
}

/** What publint has to say of the tarball's fields, one line each. */
async function lint(tarball: string): Promise<string[]> {
  const bytes = readFileSync(tarball);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

const OPTIONS = {
  test: flag('installs it into projects for Vite, webpack, esbuild, no bundler, another origin and Node'),
  emit: flag('only lib/ and types/ (npm’s own prepack)'),
} as const;

const PACK: Tool<typeof OPTIONS> = {
  name: 'npm run pack:hevc --',
  takes: '',
  about: 'The tarball of @footlight/hevc, into .cache/hevc-package, and what publint says of it.',
  options: OPTIONS,
  wordsMax: 0,
  run: packHevc,
};

async function packHevc(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  await emitPackage();
  if (values.emit) return 0;
  const tarball = pack();
  const { size } = statSync(tarball);
  console.log(`${path.relative(ROOT, tarball)}: ${(size / 1024).toFixed(1)} KiB`);
  const problems = await lint(tarball);
  if (size > TARBALL_BYTES_MAX) problems.push(`the tarball is over ${TARBALL_BYTES_MAX / 1024} KiB`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 1;
  console.log('publint: clean');
  if (!values.test) return 0;
  const { testConsumers } = await import('./hevc-package/consumers.ts');
  return testConsumers(tarball);
}

process.exitCode = await runTool(PACK, process.argv.slice(2));
