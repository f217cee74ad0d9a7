import { DEFAULT_PLAYER_CONFIG } from '../../core/player/constants.ts';
import { decodingHere } from '../../core/player/stored-visits.ts';
import type { Result } from '../../core/result.ts';
import { storedReader } from '../../core/room/stored.ts';
import type { DecodeApi } from '../../workers/decode/api.ts';
import type { RenderApi } from '../../workers/render/api.ts';
import type { StreamApi } from '../../workers/stream/api.ts';
import { readStorage } from '../page-input.ts';
import { spawn, type Spawned } from '../spawn.ts';
import { takeFirstWorker } from './take-first-worker.ts';

/** Begun ahead and not taken within this time: the room plays something else, or nothing. */
const AHEAD_MS = 10_000;

export interface RenderWorker {
  readonly worker: Spawned<RenderApi>;
  readonly canDraw: Promise<Result<boolean>>;
}

/** The threads of the H265 player but for the audio thread, which begins with the sound. */
export interface H265Workers {
  readonly stream: Spawned<StreamApi>;
  readonly decode: Spawned<DecodeApi>;
  /** Null where no canvas can be handed to a worker. */
  readonly render: RenderWorker | null;
}

let ahead: { readonly workers: H265Workers; readonly timer: ReturnType<typeof setTimeout> } | null = null;

/** Loads the workers and compiles the decoder while the room asks what it plays: together they take longer than its answers. */
export function beginAhead(): void {
  if (ahead !== null) return;
  const workers = begin();
  const read = storedReader(readStorage('localStorage'), Date.now());
  const sharesMemory = globalThis.crossOriginIsolated;
  // As the room worker will say it (core/player/play-command.ts); another number opens another decoder.
  const { threads } = decodingHere(
    read,
    { cores: navigator.hardwareConcurrency, sharesMemory, oneThreadMs: null },
    DEFAULT_PLAYER_CONFIG.numbers,
  );
  void workers.decode.call((api) => api.prepare(sharesMemory, threads?.threads ?? 1));
  const timer = setTimeout(() => {
    ahead = null;
    for (const worker of [workers.stream, workers.decode, workers.render?.worker]) worker?.terminate();
  }, AHEAD_MS);
  ahead = { workers, timer };
}

/** Those that were begun ahead, once; others otherwise. */
export function takeWorkers(): H265Workers {
  if (ahead === null) return begin();
  const { workers, timer } = ahead;
  clearTimeout(timer);
  ahead = null;
  return workers;
}

function begin(): H265Workers {
  return {
    stream: spawn<StreamApi>(
      'stream',
      () =>
        takeFirstWorker('stream') ??
        new Worker(new URL('../../workers/stream/worker.ts', import.meta.url), { type: 'module', name: 'stream' }),
    ),
    decode: spawn<DecodeApi>(
      'decode',
      () =>
        takeFirstWorker('decode') ??
        new Worker(new URL('../../workers/decode/worker.ts', import.meta.url), { type: 'module', name: 'decode' }),
    ),
    render: beginRender(),
  };
}

function beginRender(): RenderWorker | null {
  if (typeof OffscreenCanvas !== 'function' || !('transferControlToOffscreen' in HTMLCanvasElement.prototype)) return null;
  const worker = spawn<RenderApi>(
    'render',
    () =>
      takeFirstWorker('render') ??
      new Worker(new URL('../../workers/render/worker.ts', import.meta.url), { type: 'module', name: 'render' }),
  );
  return { worker, canDraw: worker.call((api) => api.canDraw()) };
}
