/** Packages of others for comparison. They are not dependencies of the project: the first run installs them separately. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
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
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_LIMIT_MS,
  });
  return status === 0;
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
