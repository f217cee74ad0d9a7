import { releaseProxy, wrap, type Remote } from 'comlink';
import { type ErrorCode, err, type Result } from '../base/errors.ts';
import { within } from '../base/clock.ts';
import { pageClock } from './clock.ts';

/** Timeout of a control call, which then fails as WORKER_TIMEOUT; workers answer in milliseconds unless they hang. */
const CALL_DEADLINE_MS = 10_000;

/** `Code`: of the failures with which the worker answers. */
export interface Spawned<Api, Code extends string = ErrorCode> {
  readonly worker: Worker;
  /** Resolves once, when the worker failed to load, crashed, or was terminated; the detail contains the reason. */
  readonly died: Promise<string>;
  /** True if the worker died by an error of its code; false if its script could not be loaded, or it did not answer. */
  threw(): boolean;
  call<T>(use: (api: Remote<Api>) => Promise<Result<T, Code>>): Promise<Result<T, Code | ErrorCode>>;
  /** Like `call`, but ends only with the answer or the worker: its script may load slowly, and heartbeats detect a worker that hangs. */
  start<T>(use: (api: Remote<Api>) => Promise<Result<T, Code>>): Promise<Result<T, Code | ErrorCode>>;
  /** For a worker that hangs (heartbeat.ts): resolves `died`, whose handlers replace the worker. */
  declareDead(detail: string): void;
  terminate(): void;
}

/**
 * Main-thread side of a worker. Comlink neither watches the worker nor settles a call to a dead one, so each call races the worker's death
 * and a timeout. Failures are returned as values: a call never rejects.
 */
export function spawn<Api extends object, Code extends string = ErrorCode>(
  name: string,
  create: () => Worker,
  deadlineMs: number = CALL_DEADLINE_MS,
): Spawned<Api, Code> {
  const worker = create();
  const api = wrap<Api>(worker);
  let declareDead!: (detail: string) => void;
  const died = new Promise<string>((resolve) => {
    declareDead = (detail) => resolve(`${name}: ${detail}`);
  });
  let hasThrown = false;
  worker.addEventListener('error', (event) => {
    // A script that could not be loaded is an event without a message.
    hasThrown ||= Boolean(event.message);
    declareDead(event.message || 'could not be loaded');
  });
  worker.addEventListener('messageerror', () => {
    hasThrown = true;
    declareDead('a message could not be read');
  });

  function start<T>(use: (api: Remote<Api>) => Promise<Result<T, Code>>): Promise<Result<T, Code | ErrorCode>> {
    const dead = died.then((detail) => err('WORKER_CRASHED', detail));
    // A call to a terminated worker may throw synchronously; this is converted to a failure too.
    const answer = (async () => use(api))().catch((cause: unknown) => err('WORKER_CRASHED', `${name}: ${String(cause)}`));
    return Promise.race([answer, dead]);
  }

  return {
    worker,
    died,
    declareDead,
    threw: () => hasThrown,
    call: async (use) => within(pageClock, deadlineMs, start(use), () => err('WORKER_TIMEOUT', name)),
    start,
    terminate() {
      declareDead('terminated');
      api[releaseProxy]();
      worker.terminate();
    },
  };
}
