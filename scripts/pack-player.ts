/**
 *     npm run pack:player              the tarball of @footlight/player, into .cache/player-package
 *     npm run pack:player -- --test    and installs it into a project, checks its types and plays H264 and H265 in a page
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { flag, runTool, type Tool, type ValuesOf } from '../src/wasm/cli/command-line.ts';
import { emitPackage, OUT, PACKAGE } from './player-package/emit.ts';

/** The decoder's six modules are two thirds of it, of which a page loads one; mpegts.js is most of the rest. */
const TARBALL_BYTES_MAX = 720 * 1024;

function pack(): string {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', OUT];
  const { status } = spawnSync('npm', args, { cwd: PACKAGE, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
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

const OPTIONS = { test: flag('installs it into a project, checks its types and plays H264 and H265 in a page') } as const;

const PACK: Tool<typeof OPTIONS> = {
  name: 'npm run pack:player --',
  takes: '',
  about: 'The tarball of @footlight/player, into .cache/player-package, and what publint says of it.',
  options: OPTIONS,
  wordsMax: 0,
  run: packPlayer,
};

async function packPlayer(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  await emitPackage();
  const tarball = pack();
  const { size } = statSync(tarball);
  console.log(`${path.basename(tarball)}: ${(size / 1024).toFixed(1)} KiB`);
  const problems = await lint(tarball);
  if (size > TARBALL_BYTES_MAX) problems.push(`the tarball is over ${TARBALL_BYTES_MAX / 1024} KiB`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 1;
  console.log('publint: clean');
  if (!values.test) return 0;
  const { testInstalled } = await import('./player-package/installed.ts');
  return testInstalled(tarball);
}

process.exitCode = await runTool(PACK, process.argv.slice(2));
