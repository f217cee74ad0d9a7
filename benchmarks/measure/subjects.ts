/** The current revision, and for `compare` another one in its own worktree, with its own dependencies and build. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../scripts/lib/command-line.ts';
import { endWith, runNpm } from '../../scripts/lib/tool.ts';
import type { Subject } from './benchmark.ts';
import { CACHE, git, ROOT } from './environment.ts';

/** A step of the preparation has ended; its output is shown only after a failure. */
function ended(what: string, { status, stdout, stderr }: SpawnSyncReturns<string>): void {
  if (status !== 0) throw new Error(`${what} failed:\n${stdout}${stderr}`);
}

const runNode = (args: readonly string[], cwd: string) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });

const VITE = ['node_modules/vite/bin/vite.js', 'build', '--emptyOutDir', '--outDir'];

const READABLE = ['--import', 'tsx', path.join(ROOT, 'benchmarks/measure/build-readable.ts')];

function subject(name: string, root: string, say: (what: string) => void): Subject {
  const built = new Map<string, Promise<string>>();
  const build = async (folder: string, argsFor: (dist: string) => readonly string[]): Promise<string> => {
    const dist = path.join(root, '.cache/bench', folder);
    say(`${name}: production build in ${folder}`);
    ended(`the build of ${name}`, runNode(argsFor(dist), root));
    return dist;
  };
  const once = (folder: string, argsFor: (dist: string) => readonly string[]): Promise<string> => {
    const known = built.get(folder) ?? build(folder, argsFor);
    built.set(folder, known);
    return known;
  };
  return {
    name,
    root,
    dist: () => once('dist', (dist) => [...VITE, dist]),
    readableDist: () => once('dist-readable', (dist) => [...READABLE, root, dist]),
  };
}

export const thisRevision = (say: (what: string) => void): Subject => subject('this', ROOT, say);

interface BaseRevision {
  readonly subject: Subject;
  readonly hash: string;
}

/** Checks out the revision until this process ends; its dependencies are linked if the lock file is the same, and installed otherwise. */
export function openBase(given: string, say: (what: string) => void): BaseRevision {
  let hash: string;
  try {
    hash = git('rev-parse', '--verify', '--quiet', `${given}^{commit}`);
  } catch {
    throw new UsageError(`${given} is no revision of this repository`);
  }
  const root = path.join(CACHE, `base-${hash.slice(0, 12)}`);
  // An earlier run that was killed has left its changes in it. Without this file, git would reset the repository around the folder.
  if (existsSync(path.join(root, '.git'))) git('-C', root, 'reset', '--hard', '--quiet', hash);
  else {
    say(`base ${given}: checking it out`);
    rmSync(root, { recursive: true, force: true });
    git('worktree', 'add', '--detach', '--force', root, hash);
  }
  endWith(() => {
    if (existsSync(root)) git('worktree', 'remove', '--force', root);
  });
  const lockOf = (folder: string): string => readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  // Written by npm at the end of an installation.
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) {
    rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
    if (lockOf(root) === lockOf(ROOT)) symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'), 'junction');
    else {
      say(`base ${given}: installing its dependencies`);
      ended('npm ci of the base', runNpm(['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'pipe' }));
    }
  }
  return { subject: subject('base', root, say), hash };
}
