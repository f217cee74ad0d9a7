/** Packages of others for comparison. They are not dependencies of the project: the first run installs them separately. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from '../../scripts/suite/tool.ts';
import type { BenchContext } from './benchmark.ts';
import { CACHE, ROOT } from './environment.ts';

const FOLDER = path.join(ROOT, 'benchmarks/contestants');
export const OTHERS_ROOT = path.join(FOLDER, 'node_modules');
const INSTALL_LIMIT_MS = 300_000;

let installed: boolean | undefined;

/** Installs them if missing; returns false if that is impossible. */
export function ensureOthers({ mayInstall, say }: Pick<BenchContext, 'mayInstall' | 'say'>): boolean {
  if (!mayInstall) return isComplete();
  installed ??= isComplete() || install(say);
  return installed;
}

/** npm lists the installed packages in this file. */
const isComplete = (): boolean => existsSync(path.join(OTHERS_ROOT, '.package-lock.json'));

function install(say: (what: string) => void): boolean {
  say('installing the contestants of others (benchmarks/contestants, about 100 MB, once)');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return runNpm(args, { cwd: FOLDER, timeout: INSTALL_LIMIT_MS }).status === 0;
}

export const othersFile = (...parts: readonly string[]): string => path.join(OTHERS_ROOT, ...parts);

/** Copies an ES module whose package declares CommonJS, because Node accepts it only under another name. */
export function asModule(file: string): string {
  const folder = path.join(CACHE, 'modules');
  mkdirSync(folder, { recursive: true });
  const copy = path.join(folder, `${path.basename(file, '.js')}.mjs`);
  copyFileSync(file, copy);
  return copy;
}
