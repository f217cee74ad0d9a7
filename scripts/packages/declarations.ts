/** Declaration files of a package: those that its entries import, with the specifiers of the emitted scripts. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../suite/tool.ts';

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
