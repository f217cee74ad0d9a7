/** The workers of a decoder with threads, for browsers and Node. */
import { spawnModule, type Spawned } from './spawn.ts';

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
  const started = await Promise.all(
    starts.map(async (start): Promise<Thread | undefined> => {
      let worker: Spawned;
      try {
        worker = spawn(script);
      } catch {
        return undefined; // Without nested workers, or without their file: fewer threads, the same pictures.
      }
      const ready = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), START_DEADLINE_MS);
        const settle = (value: boolean) => {
          clearTimeout(timer);
          resolve(value);
        };
        worker.onMessage((message) => settle((message as FromThread).kind === 'ready'));
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
