/** Runs the command-line tools of node_modules by their own scripts, without shell and shims, so that Windows needs nothing else; and npm. */
import {
  type ChildProcess,
  spawn,
  spawnSync,
  type SpawnOptions,
  type SpawnSyncOptionsWithStringEncoding,
  execFileSync,
} from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Paths of the repository's files from its root, with slashes: those that git tracks or would add. In a copy without git (a ZIP download)
 * all existing files.
 */
export function repositoryFiles(root: string = ROOT): readonly string[] {
  if (existsSync(join(root, '.git'))) {
    try {
      const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return listed
        .split('\0')
        .filter((file) => file !== '' && existsSync(join(root, file)))
        .toSorted();
    } catch {
      // A clone on a machine without git.
    }
  }
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').concat('.git');
  return walk(root, '', ignored).toSorted();
}

/** `ignored`: lines of .gitignore, which are a path from the root, the end of a name, or a name. */
function walk(root: string, folder: string, ignored: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const path = folder === '' ? name : `${folder}/${name}`;
    const fits = (line: string): boolean =>
      line.startsWith('*') ? name.endsWith(line.slice(1)) : [`/${path}/`, name, `${name}/`].includes(line);
    if (ignored.some((line) => line !== '' && fits(line))) return [];
    return entry.isDirectory() ? walk(root, path, ignored) : entry.isFile() ? [path] : [];
  });
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Packages whose name differs from their tool. */
const PACKAGES: Readonly<Record<string, string>> = {
  tsc: 'typescript',
  playwright: '@playwright/test',
  stryker: '@stryker-mutator/core',
};

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

export const startTool = (command: string, more: readonly string[] = [], options: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, [...nodeArguments(command), ...more], { cwd: ROOT, stdio: 'inherit', ...options });

/** True when the tool ended with status 0. */
export const runTool = (command: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): boolean =>
  spawnSync(process.execPath, [...nodeArguments(command), ...more], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    .status === 0;

const isWindows = process.platform === 'win32';
/** Exit status after a signal: 128 plus its number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** Time in ms in which the test runners end their browsers and servers. */
const END_MS = 3_000;
const WATCH_MS = 500;
const groups = new Set<ChildProcess>();
const ends = new Set<() => void>();
let isWatching = false;
let isEnding = false;

/** Starts a program in a process group that ends with this process: the terminal sends an interrupt only to the command's own group. */
export function startGroup(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  watch();
  const child = spawn(program, args, { stdio: 'ignore', ...options, detached: !isWindows });
  groups.add(child);
  return child.once('close', () => groups.delete(child));
}

export function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (pid === undefined) return;
  if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
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
  ends.add(end);
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const child of groups) endGroup(child, 'SIGKILL');
    for (const end of ends) end();
  });
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

/** A free port of the loopback interface, for servers that receive it on their command line. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => resolve(port));
      });
  });
