/**
 * Renderers of H265. Canvas: drawn by the render worker, or the page if a worker cannot draw (no OffscreenCanvas, no canvas
 * transfer, no graphics context in workers). Both run the same code (workers/render/start-renderer.ts); the page loads it only when needed.
 */
import { transfer } from 'comlink';
import { done, ok, type Result } from '../base/errors.ts';
import { portsOf } from '../shared-memory/metrics-link.ts';
import type { RenderOptions } from '../workers/render/api.ts';
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

/** The worker or the code in the page that draws. */
interface Drawing {
  setSize(width: number, height: number): void;
  setHidden(hidden: boolean): void;
  stop?(): void;
}

/** Keeps size and visibility until something draws. */
export class CanvasRenderer implements PictureRenderer {
  readonly started: Promise<Result>;
  readonly died: Promise<string>;
  readonly #worker: RenderWorker['worker'] | undefined;
  #drawing: Drawing | undefined;
  #size = { width: 0, height: 0 };
  #isHidden = false;
  #isOver = false;

  /** Takes ownership of the ports. `render` is null if workers cannot draw. */
  constructor(canvas: HTMLCanvasElement, ports: RenderPorts, render: RenderWorker | null) {
    this.#worker = render?.worker;
    if (this.#worker) heartbeats.watch(this.#worker);
    this.died = this.#worker?.died ?? new Promise(() => undefined);
    this.started = this.#start(canvas, ports, render);
  }

  setSize(width: number, height: number): void {
    this.#size = { width, height };
    this.#drawing?.setSize(width, height);
  }

  setHidden(hidden: boolean): void {
    this.#isHidden = hidden;
    this.#drawing?.setHidden(hidden);
  }

  terminate(): void {
    this.#isOver = true;
    this.#drawing?.stop?.();
    this.#worker?.terminate();
  }

  async #start(canvas: HTMLCanvasElement, ports: RenderPorts, render: RenderWorker | null): Promise<Result> {
    const able = await render?.canDraw();
    if (able?.ok === false) return able;
    if (this.#isOver) return done;
    const opened = render !== null && able?.value === true ? await inWorker(canvas, ports, render) : await this.#inPage(canvas, ports);
    if (!opened.ok || opened.value === null) return opened.ok ? done : opened;
    this.#drawing = opened.value;
    this.#drawing.setSize(this.#size.width, this.#size.height);
    this.#drawing.setHidden(this.#isHidden);
    return done;
  }

  async #inPage(canvas: HTMLCanvasElement, ports: RenderPorts): Promise<Result<Drawing | null>> {
    const { startRenderer } = await import('../workers/render/start-renderer.ts');
    return this.#isOver ? ok(null) : startRenderer({ ...ports, canvas, makeCanvas: () => document.createElement('canvas') });
  }
}

async function inWorker(canvas: HTMLCanvasElement, ports: RenderPorts, { worker }: RenderWorker): Promise<Result<Drawing>> {
  const onto = canvas.transferControlToOffscreen();
  const transferred = [onto, ports.decode, ports.page, ...portsOf(ports.metrics)];
  const started = await worker.call((api) => api.start(transfer({ ...ports, onto }, transferred)));
  if (!started.ok) return started;
  return ok({
    setSize: (width, height) => void worker.call((api) => api.setSize(width, height)),
    setHidden: (hidden) => void worker.call((api) => api.setHidden(hidden)),
  });
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
