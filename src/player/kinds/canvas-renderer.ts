/**
 * Renderers of H265. Canvas: drawn by the render worker, or the page if a worker cannot draw (no OffscreenCanvas, no canvas
 * transfer, no graphics context in workers). Both run the same code (workers/render/start-renderer.ts); the page loads it only when needed.
 */
import { transfer } from 'comlink';
import { done, type Result } from '../base/result.ts';
import { portsOf } from '../shared-memory/metrics-link.ts';
import type { RenderOptions } from '../workers/render/api.ts';
import type { StartedRenderer } from '../workers/render/start-renderer.ts';
import { heartbeats } from '../page/heartbeat.ts';
import type { RenderWorker } from './h265-workers.ts';

/** Interface of both surfaces: canvas and track. */
export interface PictureRenderer {
  /** Settles when the first picture can be drawn; NO_SUPPORT if neither worker nor page can draw. */
  readonly started: Promise<Result>;
  /** Settles with the reason when the drawing worker has died; never settles if the page draws. */
  readonly died: Promise<string>;
  setSize(width: number, height: number): void;
  setHidden(hidden: boolean): void;
  terminate(): void;
}

export type RenderPorts = Omit<RenderOptions, 'onto'>;

/** Takes ownership of the ports. `render` is null if workers cannot draw. */
export function openCanvasRenderer(canvas: HTMLCanvasElement, ports: RenderPorts, render: RenderWorker | null): PictureRenderer {
  return render === null ? inPage(canvas, ports) : inWorker(canvas, ports, render);
}

function inWorker(canvas: HTMLCanvasElement, ports: RenderPorts, { worker, canDraw }: RenderWorker): PictureRenderer {
  heartbeats.watch(worker);
  let page: PictureRenderer | undefined;
  let size = { width: 0, height: 0 };
  let isHidden = false;
  let isOver = false;

  async function start(): Promise<Result> {
    const able = await canDraw();
    if (!able.ok || isOver) return able.ok ? done : able;
    if (!able.value) {
      page = inPage(canvas, ports);
      page.setSize(size.width, size.height);
      page.setHidden(isHidden);
      return page.started;
    }
    const offscreen = canvas.transferControlToOffscreen();
    const options = { ...ports, onto: offscreen };
    const started = await worker.call((api) =>
      api.start(transfer(options, [offscreen, ports.decode, ports.page, ...portsOf(ports.metrics)])),
    );
    if (!started.ok) return started;
    void worker.call((api) => api.setSize(size.width, size.height));
    void worker.call((api) => api.setHidden(isHidden));
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
      isHidden = hidden;
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
  let isHidden = false;
  let isOver = false;

  async function start(): Promise<Result> {
    const { startRenderer } = await import('../workers/render/start-renderer.ts');
    if (isOver) return done;
    const opened = startRenderer({ ...ports, canvas, makeCanvas: () => document.createElement('canvas') });
    if (!opened.ok) return opened;
    renderer = opened.value;
    renderer.setSize(size.width, size.height);
    renderer.setHidden(isHidden);
    return done;
  }

  return {
    started: start(),
    died: new Promise(() => undefined),
    setSize(width, height) {
      size = { width, height };
      renderer?.setSize(width, height);
    },
    setHidden(hidden) {
      isHidden = hidden;
      renderer?.setHidden(hidden);
    },
    terminate() {
      isOver = true;
      renderer?.stop();
    },
  };
}

/** The render worker writes frames into a track of the page (picture-track.ts). Takes the ports and the stream over. */
export function openTrackRenderer(frames: WritableStream<VideoFrame>, ports: RenderPorts, { worker }: RenderWorker): PictureRenderer {
  heartbeats.watch(worker);
  const transferred = [frames, ports.decode, ports.page, ...portsOf(ports.metrics)];
  return {
    started: worker.call((api) => api.start(transfer({ ...ports, onto: frames }, transferred))),
    died: worker.died,
    // The browser scales the track.
    setSize: () => undefined,
    setHidden: (hidden) => void worker.call((api) => api.setHidden(hidden)),
    terminate: () => worker.terminate(),
  };
}
