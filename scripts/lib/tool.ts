/** Runs the command-line tools of node_modules by their own scripts, without shell and shims, so that Windows needs nothing else; and npm. */
import { type ChildProcess, spawn, spawnSync, type SpawnOptions, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Packages whose name differs from their tool. */
const PACKAGES: Readonly<Record<string, string>> = { tsc: 'typescript', playwright: '@playwright/test', stryker: '@stryker-mutator/core' };

/** `command` is a tool with its arguments, separated by spaces; `node` is Node itself. */
export function nodeArguments(command: string): readonly string[] {
  const [tool = '', ...args] = command.split(' ');
  if (tool === 'node') return args;
  const folder = join(ROOT, 'node_modules', PACKAGES[tool] ?? tool);
  if (!existsSync(folder)) throw new Error(`${folder} is not installed: npm ci`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin?: string | Readonly<Record<string, string>> };
  const path = typeof bin === 'string' ? bin : bin?.[tool];
  if (path === undefined) throw new Error(`${folder} has no tool ${tool}`);
  return [resolve(folder, path), ...args];
}

/** True when the tool ended with status 0. */
export const runTool = (command: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): boolean =>
  spawnSync(process.execPath, [...nodeArguments(command), ...more], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    .status === 0;

/** Exit status after a signal: 128 plus its number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** Time in ms in which the test runners end their browsers and servers. */
const END_MS = 3_000;
const WATCH_MS = 500;
const groups = new Set<ChildProcess>();
let isWatching = false;
let isEnding = false;

/** Starts a program in a process group that ends with this process: the terminal sends an interrupt only to the command's own group. */
export function startGroup(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  watch();
  const child = spawn(program, args, { stdio: 'ignore', ...options, detached: process.platform !== 'win32' });
  groups.add(child);
  return child.once('close', () => groups.delete(child));
}

export function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
  else
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended.
    }
}

/** Does not resolve when this process is ending: nothing more is started. */
export const unlessEnding = (): Promise<void> => new Promise((resolve) => isEnding || resolve());

/** Calls `end` when this process ends, also by a signal. */
export function endWith(end: () => void): void {
  watch();
  process.on('exit', end);
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => groups.forEach((child) => endGroup(child, 'SIGKILL')));
  const endAll = async (status: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    for (const child of groups) endGroup(child, 'SIGINT');
    for (const untilMs = performance.now() + END_MS; groups.size > 0 && performance.now() < untilMs;) await after(WATCH_MS / 10);
    process.exit(status);
  };
  for (const [signal, status] of Object.entries(SIGNALS)) process.on(signal, () => void endAll(status));
  // A signal to npm ends the shell between, and not this process.
  const { ppid } = process;
  setInterval(() => process.ppid === ppid || void endAll(SIGNALS.SIGTERM), WATCH_MS).unref();
}

/** On Windows npm is a script: only a shell starts it, and needs quotes around a path with a space. */
export function npmCall(args: readonly string[], platform = process.platform) {
  const shell = platform === 'win32';
  return shell ? { command: `npm ${args.map((arg) => `"${arg}"`).join(' ')}`, args: [], shell } : { command: 'npm', args, shell };
}

/** Shows only errors, unless `stdio` says more. */
export function runNpm(args: readonly string[], options: Partial<SpawnSyncOptionsWithStringEncoding>) {
  const { command, args: given, shell } = npmCall(args);
  return spawnSync(command, given, { stdio: ['ignore', 'ignore', 'inherit'], encoding: 'utf8', ...options, shell });
}
