import type * as NodeThreads from 'node:worker_threads';

/** The workers of a decoder with threads, the same for browsers and Node. */

/** As HEVC_MAX_WORKERS of ../hevc/thread_stack.c. */
export const WORKERS_MAX = 8;

/** A worker that has not answered by then is given up, and the decoder runs on the ones that have. */
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

interface Spawned extends Thread {
  post(start: ThreadStart): void;
  onMessage(use: (message: FromThread) => void): void;
  onError(use: () => void): void;
}

async function spawn(): Promise<Spawned> {
  if (typeof Worker === 'function') {
    const worker = new Worker(new URL('./thread-worker.mjs', import.meta.url), { type: 'module', name: 'hevc' });
    return {
      post: (start) => worker.postMessage(start),
      onMessage: (use) => worker.addEventListener('message', (event: MessageEvent<FromThread>) => use(event.data)),
      onError: (use) => worker.addEventListener('error', use),
      terminate: () => worker.terminate(),
    };
  }
  const name = 'node:worker_threads'; // a variable, so that no bundler takes it along
  const { Worker: NodeWorker } = (await import(/* @vite-ignore */ name)) as typeof NodeThreads;
  const worker = new NodeWorker(new URL('./thread-worker.mjs', import.meta.url), { execArgv: [] });
  worker.unref(); // a decoder left open does not keep the process alive
  return {
    post: (start) => worker.postMessage(start),
    onMessage: (use) => void worker.on('message', use),
    onError: (use) => void worker.on('error', use),
    terminate: () => void worker.terminate(),
  };
}

/** Resolves once every worker has either entered the decoder or failed to; the value has only those that run. */
export async function startThreads(starts: readonly ThreadStart[]): Promise<Thread[]> {
  const started = await Promise.all(
    starts.map(async (start): Promise<Thread | undefined> => {
      let worker: Spawned;
      try {
        worker = await spawn();
      } catch {
        return undefined; // no nested workers here, or no file for them: fewer threads, the same pictures
      }
      const ready = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), START_DEADLINE_MS);
        const settle = (value: boolean) => {
          clearTimeout(timer);
          resolve(value);
        };
        worker.onMessage((message) => settle(message.kind === 'ready'));
        worker.onError(() => settle(false));
        worker.post(start);
      });
      if (ready) return worker;
      worker.terminate();
      return undefined;
    }),
  );
  return started.filter((thread) => thread !== undefined);
}
