/** What both packages need to be made: declarations, the published package.json, and the tarball with what publint says of it. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { ROOT, runNpm } from '../lib/tool.ts';

/** Specifiers of a declaration file; the sources end them with `.ts`. */
const SPECIFIER = /(from |import\()['"](\.[^'"]+)\.ts['"]/g;

export interface Declarations {
  /** Folder or tsconfig.json of the TypeScript project. */
  readonly project: string;
  readonly options?: readonly string[];
  /** Folder for all declarations of the project. */
  readonly cache: string;
  /** Modules without their extension, relative to the root of the project. */
  readonly entries: readonly string[];
  readonly target: string;
}

export function emitDeclarations({ project, options = [], cache, entries, target }: Declarations): void {
  rmSync(cache, { recursive: true, force: true });
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--removeComments', 'false', '--outDir', cache];
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync('node', [tsc, '-p', project, '--pretty', 'false', ...emit, ...options], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the types were not emitted');
  const queue = [...entries];
  const written = new Set<string>();
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (written.has(name)) continue;
    written.add(name);
    const text = readFileSync(path.join(cache, `${name}.d.ts`), 'utf8');
    for (const [, , specifier = ''] of text.matchAll(SPECIFIER)) queue.push(path.posix.join(path.posix.dirname(name), specifier));
    const file = path.join(target, `${name}.d.ts`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text.replace(SPECIFIER, "$1'$2.js'"));
  }
}

export interface Tarball {
  readonly file: string;
  /** One line each: messages of publint, and a size above the limit. */
  readonly problems: readonly string[];
}

/** The folder above `folder` holds one tarball: older ones are removed. Prints name and size. */
export async function packFolder(folder: string, kibMax: number): Promise<Tarball> {
  const out = path.dirname(folder);
  const tarballs = (): readonly string[] => readdirSync(out).filter((file) => file.endsWith('.tgz'));
  for (const old of tarballs()) rmSync(path.join(out, old));
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', out];
  const { status } = runNpm(args, { cwd: folder });
  const [name] = tarballs();
  if (status !== 0 || name === undefined) throw new Error('npm pack failed');
  const file = path.join(out, name);
  const { size } = statSync(file);
  console.log(`${name}: ${(size / 1024).toFixed(1)} KiB`);
  const problems = await lint(file);
  if (size > kibMax * 1024) problems.push(`the tarball is larger than ${kibMax} KiB`);
  if (problems.length === 0) console.log('publint: clean');
  for (const problem of problems) console.error(problem);
  return { file, problems };
}

/**
 * Writes the package.json that is published, and copies texts and licence. Scripts and devDependencies, which only the repository needs, are
 * left out; the repository from which it is packed is added (`origin` of the clone). `sideEffects` describes the packed files; beside the sources it
 * would remove the first import of every worker from the builds of the room.
 */
export function emitManifest(folder: string, target: string, sideEffects: false | readonly string[], texts: readonly string[]): void {
  const {
    scripts: _,
    devDependencies: __,
    ...published
  } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { stdout } = spawnSync('git', ['config', '--get', 'remote.origin.url'], { cwd: ROOT, encoding: 'utf8' });
  const url = stdout?.trim() ?? '';
  const page = url.replace(/^git@([^:]+):/, 'https://$1/').replace(/\.git$/, '');
  const origin = /^(https:|git@|ssh:)/.test(url) && { homepage: `${page}#readme`, repository: { type: 'git', url, directory: folder } };
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify({ ...published, sideEffects, ...origin }, null, 2)}\n`);
  for (const file of texts) copyFileSync(path.join(ROOT, folder, file), path.join(target, file));
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
}

async function lint(file: string): Promise<string[]> {
  const bytes = readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}
