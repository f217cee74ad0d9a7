/** Runs the command-line tools of node_modules by their own scripts, without shell and shims, so that Windows needs nothing else; and npm. */
import {
  type ChildProcess,
  spawn,
  spawnSync,
  type SpawnOptions,
  type SpawnSyncOptionsWithStringEncoding,
  type SpawnSyncReturns,
} from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Packages whose name differs from their tool. */
const PACKAGES: Readonly<Record<string, string>> = {
  tsc: 'typescript',
  playwright: '@playwright/test',
  stryker: '@stryker-mutator/core',
};

/** The script of a tool. */
function scriptOf(tool: string): string {
  const folder = join(ROOT, 'node_modules', PACKAGES[tool] ?? tool);
  if (!existsSync(folder)) throw new Error(`${folder} is not installed: npm ci`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin?: string | Readonly<Record<string, string>> };
  const path = typeof bin === 'string' ? bin : bin?.[tool];
  if (path === undefined) throw new Error(`${folder} has no tool ${tool}`);
  return resolve(folder, path);
}

/** `command` is a tool with its arguments, separated by spaces; `node` is Node itself. */
export function nodeArguments(command: string): readonly string[] {
  const [tool = '', ...args] = command.split(' ');
  return tool === 'node' ? args : [scriptOf(tool), ...args];
}

export const startTool = (command: string, options: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, nodeArguments(command), { cwd: ROOT, stdio: 'inherit', ...options });

/** Exit status after an interrupt: 128 plus the signal's number. */
const INTERRUPTED = 130;
const onInterrupt = (): never => process.exit(INTERRUPTED);

/** Calls `end` when this process ends, also by an interrupt; returns a function that forgets it. */
export function endWith(end: () => void): () => void {
  process.once('SIGINT', onInterrupt).once('exit', end);
  return () => void process.off('SIGINT', onInterrupt).off('exit', end);
}

/** Starts a program in a process group, which ends with this process: the terminal sends an interrupt only to the command's own group. */
export function startGroup(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore', ...options, detached: true });
  return child.once(
    'exit',
    endWith(() => endGroup(child, 'SIGKILL')),
  );
}

/** Ends a process that `startGroup` started, with all its descendants. */
export function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}

/** True when the tool ended with status 0. */
export const runTool = (command: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): boolean =>
  spawnSync(process.execPath, [...nodeArguments(command), ...more], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    .status === 0;

/** On Windows npm is a script: only a shell starts it, and needs quotes around a path with a space. */
export function npmCall(args: readonly string[], platform = process.platform) {
  const shell = platform === 'win32';
  return shell ? { command: `npm ${args.map((arg) => `"${arg}"`).join(' ')}`, args: [], shell } : { command: 'npm', args, shell };
}

/** Shows only errors, unless `stdio` says more. */
export function runNpm(args: readonly string[], options: Partial<SpawnSyncOptionsWithStringEncoding>): SpawnSyncReturns<string> {
  const { command, args: given, shell } = npmCall(args);
  return spawnSync(command, given, { stdio: ['ignore', 'ignore', 'inherit'], encoding: 'utf8', ...options, shell });
}
