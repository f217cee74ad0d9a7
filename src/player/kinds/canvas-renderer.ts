/**
 * Where the H265 canvas is drawn: by the render worker, or by the page itself where a worker cannot (no OffscreenCanvas, no way to hand a
 * canvas over, nothing to draw with in a worker). The same code draws in both (workers/render/start-renderer.ts); the page loads it only then.
 */
import { transfer } from 'comlink';
import { done, type Result } from '../../core/result.ts';
import { portsOf } from '../../shared-memory/metrics-link.ts';
import type { RenderOptions } from '../../workers/render/api.ts';
import type { StartedRenderer } from '../../workers/render/start-renderer.ts';
import { heartbeats } from '../../page/heartbeat.ts';
import type { RenderWorker } from './h265-workers.ts';

/** Of either surface. */
export interface PictureRenderer {
  /** Settles when the first picture can come; NO_SUPPORT where nobody can draw. */
  readonly started: Promise<Result>;
  /** Settles with the reason when the thread that draws is gone; never where that is the page. */
  readonly died: Promise<string>;
  setSize(width: number, height: number): void;
  setHidden(hidden: boolean): void;
  terminate(): void;
}

export type RenderPorts = Omit<RenderOptions, 'onto'>;

/** Takes the ports over; `render` is null where no worker can draw. */
export function openCanvasRenderer(canvas: HTMLCanvasElement, ports: RenderPorts, render: RenderWorker | null): PictureRenderer {
  return render === null ? inPage(canvas, ports) : inWorker(canvas, ports, render);
}

function inWorker(canvas: HTMLCanvasElement, ports: RenderPorts, { worker, canDraw }: RenderWorker): PictureRenderer {
  heartbeats.watch(worker);
  let page: PictureRenderer | undefined;
  let size = { width: 0, height: 0 };
  let isOver = false;

  async function start(): Promise<Result> {
    const able = await canDraw();
    if (!able.ok || isOver) return able.ok ? done : able;
    if (!able.value) {
      page = inPage(canvas, ports);
      page.setSize(size.width, size.height);
      return page.started;
    }
    const offscreen = canvas.transferControlToOffscreen();
    const options = { ...ports, onto: offscreen };
    const started = await worker.call((api) =>
      api.start(transfer(options, [offscreen, ports.decode, ports.page, ...portsOf(ports.metrics)])),
    );
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

function inPage(canvas: HTMLCanvasElement, ports: RenderPorts): PictureRenderer {
  let renderer: StartedRenderer | undefined;
  let size = { width: 0, height: 0 };
  let isOver = false;

  async function start(): Promise<Result> {
    const { startRenderer } = await import('../../workers/render/start-renderer.ts');
    if (isOver) return done;
    const opened = startRenderer({ ...ports, canvas, makeCanvas: () => document.createElement('canvas') });
    if (!opened.ok) return opened;
    renderer = opened.value;
    renderer.setSize(size.width, size.height);
    return done;
  }

  return {
    started: start(),
    died: new Promise(() => undefined),
    setSize(width, height) {
      size = { width, height };
      renderer?.setSize(width, height);
    },
    setHidden: (hidden) => renderer?.setHidden(hidden),
    terminate() {
      isOver = true;
      renderer?.stop();
    },
  };
}
