import { releaseProxy, wrap, type Remote } from 'comlink';
import { err, type Result } from '../core/result.ts';
import { within } from '../core/within.ts';
import { pageClock } from './clock.ts';

/** Timeout of a control call, which then fails as WORKER_TIMEOUT; workers answer in milliseconds unless they hang. */
const CALL_DEADLINE_MS = 10_000;

export interface Spawned<Api> {
  readonly worker: Worker;
  /** Resolves once, when the worker failed to load, crashed, or was terminated; the detail contains the reason. */
  readonly died: Promise<string>;
  call<T>(use: (api: Remote<Api>) => Promise<Result<T>>): Promise<Result<T>>;
  /** For a worker that hangs (heartbeat.ts): resolves `died`, whose handlers replace the worker. */
  declareDead(detail: string): void;
  terminate(): void;
}

/**
 * Main-thread side of a worker. Comlink neither watches the worker nor settles a call to a dead one, so each call races the worker's death
 * and a timeout. Failures are returned as values: a call never rejects.
 */
export function spawn<Api extends object>(name: string, create: () => Worker, deadlineMs: number = CALL_DEADLINE_MS): Spawned<Api> {
  const worker = create();
  const api = wrap<Api>(worker);
  let declareDead!: (detail: string) => void;
  const died = new Promise<string>((resolve) => {
    declareDead = (detail) => resolve(`${name}: ${detail}`);
  });
  worker.addEventListener('error', (event) => declareDead(event.message || 'could not be loaded'));
  worker.addEventListener('messageerror', () => declareDead('a message could not be read'));

  return {
    worker,
    died,
    declareDead,
    async call(use) {
      const dead = died.then((detail) => err('WORKER_CRASHED', detail));
      // A call to a terminated worker may throw synchronously; this is converted to a failure too.
      const answer = (async () => use(api))().catch((cause: unknown) => err('WORKER_CRASHED', `${name}: ${String(cause)}`));
      return within(pageClock, deadlineMs, Promise.race([answer, dead]), () => err('WORKER_TIMEOUT', name));
    },
    terminate() {
      declareDead('terminated');
      api[releaseProxy]();
      worker.terminate();
    },
  };
}
