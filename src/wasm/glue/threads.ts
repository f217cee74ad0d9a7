/** The workers of a decoder with threads, for browsers and Node. */

// Module workers with one interface for browsers and Node, also for scripts of another origin.

/**
 * A module of Node itself. Not loaded by import(): bundlers for browsers follow it and fail on `node:` addresses even if they are never
 * reached.
 */
export function nodeModule(name: string): unknown {
  const { process } = globalThis as unknown as { process: { getBuiltinModule(name: string): unknown } };
  return process.getBuiltinModule(name);
}

/** The used part of Node's Worker; its types are not available in every project that compiles this file. */
interface NodeWorker {
  postMessage(message: unknown, transfer: readonly unknown[]): void;
  on(type: 'message' | 'error', use: (value: unknown) => void): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<number>;
}
interface NodeThreads {
  readonly Worker: new (script: URL, options: { readonly execArgv: readonly string[] }) => NodeWorker;
}

export interface Spawned {
  post(message: unknown, transfer?: readonly Transferable[]): void;
  onMessage(use: (message: unknown) => void): void;
  /** The script could not be loaded, or threw outside every handler. */
  onError(use: (detail: string) => void): void;
  /** Node: true if the worker keeps the process alive. */
  hold(isHeld: boolean): void;
  terminate(): void;
}

/** Browsers do not start a worker from another origin; a blob of this origin may import its script, if the server allows it by CORS. */
function ofAnotherOrigin(script: URL): Worker {
  const shim = URL.createObjectURL(new Blob([`import ${JSON.stringify(script.href)};`], { type: 'text/javascript' }));
  const worker = new Worker(shim, { type: 'module', name: 'hevc' });
  // Every script of this package posts a message when it runs; until then the import needs the address.
  worker.addEventListener('message', () => URL.revokeObjectURL(shim), { once: true });
  return worker;
}

/** An http address of another origin; a bundler may have replaced import.meta.url. */
const isForeign = (script: URL): boolean => /^https?:$/.test(script.protocol) && script.origin !== globalThis.origin;

/**
 * `start` contains the literal `new Worker(new URL(…, import.meta.url))` that bundlers follow; `script` is the same address for a blob, in
 * a form that they do not follow.
 */
export function spawnModule(script: URL, start: (() => Worker) | undefined): Spawned {
  if (typeof Worker === 'function') {
    const worker = start === undefined || isForeign(script) ? startByAddress(script) : startOwn(start, script);
    return {
      post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
      onMessage: (use) => worker.addEventListener('message', ({ data }: MessageEvent) => use(data)),
      onError: (use) => worker.addEventListener('error', ({ message }) => use(message ?? 'the worker did not start')),
      hold: () => undefined,
      terminate: () => worker.terminate(),
    };
  }
  const threads = nodeModule('node:worker_threads') as NodeThreads;
  const worker = new threads.Worker(script, { execArgv: [] });
  worker.unref(); // A decoder left open does not keep the process alive.
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    onMessage: (use) => worker.on('message', use),
    onError: (use) => worker.on('error', (error) => use(String(error))),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    terminate: () => void worker.terminate(),
  };
}

const startByAddress = (script: URL): Worker =>
  isForeign(script) ? ofAnotherOrigin(script) : new Worker(script, { type: 'module', name: 'hevc' });

/** The address that the bundler wrote may also have another origin; this is detected only when the browser refuses the worker. */
function startOwn(start: () => Worker, script: URL): Worker {
  try {
    return start();
  } catch (error) {
    if (isForeign(script)) return ofAnotherOrigin(script);
    throw error;
  }
}

/**
 * Starts a worker, posts its first message, and waits for its `ready`. Undefined if it cannot be started, fails or is late: without nested
 * workers, without their file, or by a policy.
 */
export async function startWorker(
  spawn: () => Spawned,
  first: unknown,
  isReady: (message: unknown) => boolean,
  deadlineMs: number,
): Promise<Spawned | undefined> {
  let worker: Spawned;
  try {
    worker = spawn();
  } catch {
    return undefined;
  }
  const ready = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), deadlineMs);
    const settle = (value: boolean): void => {
      clearTimeout(timer);
      resolve(value);
    };
    worker.onMessage((message) => settle(isReady(message)));
    worker.onError(() => settle(false));
    worker.post(first);
  });
  if (ready) return worker;
  worker.terminate();
  return undefined;
}

/** Equals HEVC_MAX_WORKERS of ../hevc/thread_stack.c. */
export const WORKERS_MAX = 8;

/** A worker that has not answered within this time is not used; the decoder runs with the others. */
const START_DEADLINE_MS = 4_000;

export interface ThreadStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Address of the decoder, and of this worker's stack. */
  readonly decoder: number;
  readonly index: number;
  readonly stack: number;
  readonly stackBytes: number;
}

type FromThread = { kind: 'ready' } | { kind: 'trapped'; detail: string };

/** A started worker; `terminate` is safe at any time. */
export interface Thread {
  terminate(): void;
}

function spawn(script: URL | undefined): Spawned {
  if (script) return spawnModule(script, undefined);
  const here = import.meta.url; // A variable, so that no bundler includes the file twice.
  return spawnModule(
    new URL('./thread-worker.mjs', here),
    () => new Worker(new URL('./thread-worker.mjs', import.meta.url), { type: 'module', name: 'hevc' }),
  );
}

/**
 * Resolves when every worker has entered the decoder or failed; the value contains only those that run. `script`: another address than the
 * file next to this one.
 */
export async function startThreads(starts: readonly ThreadStart[], script?: URL): Promise<Thread[]> {
  const isReady = (message: unknown): boolean => (message as FromThread).kind === 'ready';
  const started = await Promise.all(starts.map((start) => startWorker(() => spawn(script), start, isReady, START_DEADLINE_MS)));
  return started.filter((thread) => thread !== undefined);
}
