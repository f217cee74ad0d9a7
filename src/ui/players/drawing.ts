/**
 * Who draws the H265 canvas: the render worker, or the page itself where a worker cannot (no OffscreenCanvas, no way to hand a canvas over,
 * no WebGL2 in a worker). The same code draws in both (workers/render/attach.ts); the page loads it only then.
 */
import { transfer } from 'comlink';
import { done, type Result } from '../../workers/core/result.ts';
import type { RenderApi, RenderOptions } from '../../workers/render/api.ts';
import type { Attached } from '../../workers/render/attach.ts';
import { spawn } from '../../workers/spawn.ts';

export interface Drawing {
  /** Settles when the first picture can come; NO_SUPPORT where nobody can draw. */
  readonly started: Promise<Result>;
  /** Settles with the reason when the thread that draws is gone; never where that is the page. */
  readonly died: Promise<string>;
  setSize(width: number, height: number): void;
  setHidden(hidden: boolean): void;
  terminate(): void;
}

type Ports = Omit<RenderOptions, 'canvas'>;

/** Takes the ports over. */
export function openDrawing(canvas: HTMLCanvasElement, ports: Ports): Drawing {
  return typeof OffscreenCanvas === 'function' && 'transferControlToOffscreen' in canvas ? inWorker(canvas, ports) : inPage(canvas, ports);
}

function inWorker(canvas: HTMLCanvasElement, ports: Ports): Drawing {
  const worker = spawn<RenderApi>(
    'render',
    () => new Worker(new URL('../../workers/render/worker.ts', import.meta.url), { type: 'module', name: 'render' }),
  );
  let page: Drawing | undefined;
  let size = { width: 0, height: 0 };
  let isOver = false;

  async function start(): Promise<Result> {
    const able = await worker.call((api) => api.canDraw());
    if (!able.ok || isOver) return able.ok ? done : able;
    if (!able.value) {
      page = inPage(canvas, ports);
      page.setSize(size.width, size.height);
      return page.started;
    }
    const offscreen = canvas.transferControlToOffscreen();
    const options = { ...ports, canvas: offscreen };
    const started = await worker.call((api) => api.start(transfer(options, [offscreen, ports.decode, ports.page])));
    if (started.ok) void worker.call((api) => api.setSize(size.width, size.height));
    return started;
  }

  return {
    started: start(),
    died: worker.died,
    setSize(width, height) {
      size = { width, height };
      if (page) page.setSize(width, height);
      else void worker.call((api) => api.setSize(width, height));
    },
    setHidden(hidden) {
      if (page) page.setHidden(hidden);
      else void worker.call((api) => api.setHidden(hidden));
    },
    terminate() {
      isOver = true;
      page?.terminate();
      worker.terminate();
    },
  };
}

function inPage(canvas: HTMLCanvasElement, ports: Ports): Drawing {
  let attached: Attached | undefined;
  let size = { width: 0, height: 0 };
  let isOver = false;

  async function start(): Promise<Result> {
    const { attach } = await import('../../workers/render/attach.ts');
    if (isOver) return done;
    const opened = attach({ ...ports, canvas });
    if (!opened.ok) return opened;
    attached = opened.value;
    attached.setSize(size.width, size.height);
    return done;
  }

  return {
    started: start(),
    died: new Promise(() => undefined),
    setSize(width, height) {
      size = { width, height };
      attached?.setSize(width, height);
    },
    setHidden: (hidden) => attached?.setHidden(hidden),
    terminate() {
      isOver = true;
      attached?.stop();
    },
  };
}
