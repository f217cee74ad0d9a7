/** One measurement of the page: short, with a duration that is known beforehand. Its figures are kept when it ends. */
import type { Collected } from './collected.ts';
import type { Answer, Task } from './worker.ts';

export const PARTS = ['decode', 'paint', 'play', 'room', 'network'] as const;
export type Part = (typeof PARTS)[number];

export interface StepContext {
  readonly collected: Collected;
  readonly signal: AbortSignal;
  /** Element in which pictures are shown. */
  readonly stage: HTMLElement;
}

export interface Step {
  readonly part: Part;
  /** Name of the clip, surface, stream or trace; not translated. */
  readonly name: string;
  readonly seconds: number;
  run(context: StepContext): Promise<void>;
}

/** Runs a measurement; if it fails, the result names the reason. */
export async function attempt(
  group: string,
  about: string,
  contestant: string,
  context: StepContext,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (cause) {
    if (context.signal.aborted) throw cause;
    context.collected.miss(group, about, contestant, cause instanceof Error ? cause.message : String(cause));
  } finally {
    context.stage.replaceChildren();
  }
}

/** A fresh worker for one measurement, ended with it. */
export async function inWorker<Type extends Answer['type']>(
  task: Task,
  transfer: Transferable[],
  type: Type,
  { signal }: StepContext,
): Promise<Extract<Answer, { type: Type }>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'the worker could not be loaded')));
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if (data.type === type) resolve(data as Extract<Answer, { type: Type }>);
        else reject(new Error(data.type === 'failed' ? data.why : data.type));
      });
      worker.postMessage(task, transfer);
    });
  } finally {
    worker.terminate();
  }
}

export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
