import { transfer } from 'comlink';
import { err, ok, type Result } from '../core/result.ts';
import type { EffectEvent, EffectsApi } from '../workers/effects/api.ts';
import { spawn } from '../page/spawn.ts';

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
  const worker = spawn<EffectsApi>(
    'effects',
    () => new Worker(new URL('../workers/effects/worker.ts', import.meta.url), { type: 'module', name: 'effects' }),
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
