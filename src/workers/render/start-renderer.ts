/**
 * A canvas, the frame queue and the clock, put together on whichever thread has the canvas: the render worker, or the page where a worker
 * cannot draw (player/kinds/canvas-renderer.ts). The only entry to this folder besides the worker.
 */
import { err, ok, type Result } from '../../core/result.ts';
import type { RenderEvent } from './api.ts';
import { choosePainter } from './open-painter.ts';
import type { PaintCanvas } from './picture-painter.ts';
import { Presenter, type PresenterPorts } from './presenter.ts';

export interface RendererOptions extends PresenterPorts {
  readonly canvas: PaintCanvas & Pick<EventTarget, 'addEventListener'>;
  /** Canvases away from the screen, to try on. */
  readonly makeCanvas: () => PaintCanvas;
}

export interface StartedRenderer {
  /** Device pixels that the canvas covers on the screen. */
  setSize(width: number, height: number): void;
  setHidden(hidden: boolean): void;
  snapshot(): { readonly width: number; readonly height: number; readonly rgba: Uint8Array };
  /** Closes the ports and gives the context back. */
  stop(): void;
}

/** NO_SUPPORT where nothing can draw. `open`: what was chosen before on this thread. */
export function startRenderer(options: RendererOptions, open = choosePainter(options.makeCanvas)): Result<StartedRenderer> {
  const { canvas, page } = options;
  const painter = open?.(canvas);
  if (!painter) return err('NO_SUPPORT', 'neither WebGL2 nor VideoFrame');
  const presenter = new Presenter(painter, options);
  const emit = (event: RenderEvent): void => page.postMessage(event);
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();
    emit({ type: 'context', lost: true });
  });
  canvas.addEventListener('webglcontextrestored', () => {
    painter.restore();
    emit({ type: 'context', lost: false });
  });
  return ok({
    setSize: (width, height) => painter.setSize(width, height),
    setHidden(hidden) {
      presenter.hidden = hidden;
    },
    snapshot: () => painter.read(),
    stop: () => presenter.stop(),
  });
}
