/**
 * Connects a canvas, the frame queue and the clock on the thread that has the canvas: the render worker, or the page if a worker cannot
 * draw (player/kinds/canvas-renderer.ts). The only entry of this folder besides the worker.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { choosePainter } from './open-painter.ts';
import type { PaintCanvas } from './picture-painter.ts';
import { Presenter, type PresenterPorts } from './presenter.ts';

export interface RendererOptions extends PresenterPorts {
  readonly canvas: PaintCanvas & Pick<EventTarget, 'addEventListener'>;
  /** Creates off-screen canvases for testing painters. */
  readonly makeCanvas: () => PaintCanvas;
}

export interface StartedRenderer {
  /** Size of the canvas on the screen in device pixels. */
  setSize(width: number, height: number): void;
  setHidden(hidden: boolean): void;
  /** Closes the ports and releases the context. */
  stop(): void;
}

/** NO_SUPPORT if no painter works. `open`: the painter chosen earlier on this thread. */
export function startRenderer(options: RendererOptions, open = choosePainter(options.makeCanvas)): Result<StartedRenderer> {
  const { canvas } = options;
  const painter = open?.(canvas);
  if (!painter) return err('NO_SUPPORT', 'neither WebGL2 nor VideoFrame');
  const presenter = new Presenter(painter, options);
  // A context that is lost is restored only then.
  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => painter.restore?.());
  return ok({
    setSize: (width, height) => painter.setSize?.(width, height),
    setHidden: (hidden) => presenter.setHidden(hidden),
    stop: () => presenter.stop(),
  });
}
