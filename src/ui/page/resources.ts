import { transfer } from 'comlink';
import { type ErrorCode, type Failure, type Result, err, ok } from '../../core/errors.ts';
import type { CacheApi, DownloadProgress } from '../../workers/cache/api.ts';
import { heartbeats } from '../../player/page/heartbeat.ts';
import { spawn, type Spawned } from '../../player/page/spawn.ts';
import type { EffectEvent, EffectsApi } from '../../workers/effects/api.ts';

export interface Want {
  readonly hash?: string;
  readonly maxBytes: number;
  readonly onProgress?: (progress: DownloadProgress) => void;
}

/** A download takes up to 30 s (core/cache/resources.ts), and a second one follows if the hash does not match. */
const CALL_DEADLINE_MS = 70_000;

/**
 * P12: resources of gifts, mounts and emoji, through the cache worker. Loaded by the features that need it: the worker starts with the
 * first resource. After a crash it is started again for the next resource. `onFailure` also receives failures of the store, which do not
 * fail a request.
 */
export function createResources(onFailure: (failure: Failure) => void) {
  let worker: Spawned<CacheApi, ErrorCode> | null = null;

  function running(): Spawned<CacheApi, ErrorCode> {
    if (worker !== null) return worker;
    const spawned = spawn<CacheApi, ErrorCode>(
      'cache',
      () => new Worker(new URL('../../workers/cache/worker.ts', import.meta.url), { type: 'module', name: 'cache' }),
      CALL_DEADLINE_MS,
    );
    worker = spawned;
    heartbeats.watch(spawned);
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', (event: MessageEvent<Failure>) => onFailure(event.data));
    port1.start();
    void spawned.call((api) => api.start(transfer(port2, [port2])));
    void spawned.died.then(() => {
      if (worker === spawned) worker = null;
      port1.close();
      spawned.terminate();
    });
    return spawned;
  }

  return {
    async getResource(url: string, wanted: Want) {
      const { hash, maxBytes } = wanted;
      const want = { maxBytes, ...(hash !== undefined && { hash }) };
      if (wanted.onProgress === undefined) return running().call((api) => api.getResource(url, want));
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', (event: MessageEvent<DownloadProgress>) => wanted.onProgress?.(event.data));
      port1.start();
      const answer = await running().call((api) => api.getResource(url, transfer({ ...want, progress: port2 }, [port2])));
      port1.close();
      return answer;
    },
    figures: () => running().call((api) => api.figures()),
  };
}

export type { EffectEvent };

/** A canvas with the worker that draws gift effects on it. Loaded by the feature that needs it, for its first effect. */
export interface EffectsRenderer {
  /** Replaces the current effect. An error means that nothing was drawn. */
  play(id: number, video: Blob): Promise<Result>;
  /** CSS pixels; the device pixel ratio is limited to MAX_SCALE. */
  setSize(width: number, height: number): void;
  stop(): void;
  /** Resolves when the worker has died; the canvas is then unusable. */
  readonly died: Promise<string>;
  terminate(): void;
}

/** Effects are soft and short, so that a higher resolution is not worth its cost. */
const MAX_SCALE = 1.5;

/** NO_SUPPORT if a worker cannot decode and draw. The canvas must be new and without a context. */
export async function createEffects(canvas: HTMLCanvasElement, onEvent: (event: EffectEvent) => void): Promise<Result<EffectsRenderer>> {
  if (!('transferControlToOffscreen' in canvas)) return err('NO_SUPPORT', 'no OffscreenCanvas');
  const worker = spawn<EffectsApi, ErrorCode>(
    'effects',
    () => new Worker(new URL('../../workers/effects/worker.ts', import.meta.url), { type: 'module', name: 'effects' }),
  );
  const able = await worker.call((api) => api.canDraw());
  if (!able.ok || !able.value) {
    worker.terminate();
    return able.ok ? err('NO_SUPPORT', 'no WebGL2 or no VideoDecoder in a worker') : able;
  }
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', (event: MessageEvent<EffectEvent>) => onEvent(event.data));
  port1.start();
  const offscreen = canvas.transferControlToOffscreen();
  const started = await worker.call((api) => api.start(transfer(offscreen, [offscreen]), transfer(port2, [port2])));
  if (!started.ok) {
    worker.terminate();
    return started;
  }
  return ok({
    play: (id, video) => worker.call((api) => api.play(id, video)),
    setSize(width, height) {
      const scale = Math.min(devicePixelRatio, MAX_SCALE);
      void worker.call((api) => api.setSize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))));
    },
    stop: () => void worker.call((api) => api.stop()),
    died: worker.died,
    terminate() {
      port1.close();
      worker.terminate();
    },
  });
}
