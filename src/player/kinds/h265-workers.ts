import type { Result } from '../base/errors.ts';
import type { DecodeApi } from '../workers/decode/api.ts';
import type { RenderApi } from '../workers/render/api.ts';
import type { StreamApi } from '../workers/stream/api.ts';
import { spawn, type Spawned } from '../page/spawn.ts';
import { hasOffscreenCanvas, pictureSurfaceHere } from './picture-track.ts';
import { takePreparedWorker } from './player-start.ts';

/** Workers created ahead and not used within this time are terminated. */
const AHEAD_MS = 10_000;

export interface RenderWorker {
  readonly worker: Spawned<RenderApi>;
  /** The result is cached. Called early if a canvas shows the pictures, because the check paints test pictures. */
  readonly canDraw: () => Promise<Result<boolean>>;
}

/** The workers of the H265 player. The audio thread is not among them; it starts with the sound. */
export interface H265Workers {
  readonly stream: Spawned<StreamApi>;
  readonly decode: Spawned<DecodeApi>;
  /** Null if a canvas cannot be transferred to a worker. */
  readonly render: RenderWorker | null;
}

let ahead: { readonly workers: H265Workers; readonly timer: ReturnType<typeof setTimeout> } | null = null;

/**
 * Starts the workers and compiles the decoder for `threads` threads before the player kind is known: together they take longer than the
 * requests.
 */
export function beginAhead(threads: number): void {
  if (ahead !== null) return;
  const workers = begin();
  void workers.decode.call((api) => api.prepare(globalThis.crossOriginIsolated, threads));
  const timer = setTimeout(() => {
    ahead = null;
    for (const worker of [workers.stream, workers.decode, workers.render?.worker]) worker?.terminate();
  }, AHEAD_MS);
  ahead = { workers, timer };
}

/** Returns the workers that were created ahead, once; otherwise new ones. */
export function takeWorkers(): H265Workers {
  if (ahead === null) return begin();
  const { workers, timer } = ahead;
  clearTimeout(timer);
  ahead = null;
  return workers;
}

const started = <Api extends object>(name: string, make: () => Worker): Spawned<Api> =>
  spawn<Api>(name, () => takePreparedWorker(name) ?? make());

// Bundlers find a worker only by its whole expression.
const begin = (): H265Workers => ({
  stream: started('stream', () => new Worker(new URL('../workers/stream/worker.ts', import.meta.url), { type: 'module', name: 'stream' })),
  decode: started('decode', () => new Worker(new URL('../workers/decode/worker.ts', import.meta.url), { type: 'module', name: 'decode' })),
  render: beginRender(),
});

function beginRender(): RenderWorker | null {
  if (!hasOffscreenCanvas()) return null;
  const worker = started<RenderApi>(
    'render',
    () => new Worker(new URL('../workers/render/worker.ts', import.meta.url), { type: 'module', name: 'render' }),
  );
  const drawable = (): Promise<Result<boolean>> => worker.call((api) => api.canDraw());
  const early = pictureSurfaceHere() === 'canvas' ? drawable() : undefined;
  return { worker, canDraw: () => early ?? drawable() };
}
