/**
 * A canvas, the frame queue and the clock, put together on whichever thread has the canvas: the render worker, or the page where a worker
 * cannot draw (ui/players/drawing.ts). The one door to this folder besides the worker.
 */
import { DEFAULT_PLAYER_CONFIG } from '../core/player/constants.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { RenderEvent } from './api.ts';
import { Painter, type PaintCanvas } from './painter.ts';
import { Presenter, type PresenterPorts } from './presenter.ts';

/** Where a thread has no animation frames: as often as a display of document 1, section 9. */
const FALLBACK_TICK_MS = 1_000 / DEFAULT_PLAYER_CONFIG.numbers.fps;

export interface AttachOptions extends PresenterPorts {
  readonly canvas: PaintCanvas & Pick<EventTarget, 'addEventListener'>;
}

export interface Attached {
  /** Device pixels that the canvas covers on the screen. */
  setSize(width: number, height: number): void;
  setHidden(hidden: boolean): void;
  snapshot(): { readonly width: number; readonly height: number; readonly rgba: Uint8Array };
  /** Closes the ports and gives the context back. */
  stop(): void;
}

/** NO_SUPPORT without WebGL2. */
export function attach(options: AttachOptions): Result<Attached> {
  const { canvas, page } = options;
  const painter = Painter.open(canvas);
  if (!painter) return err('NO_SUPPORT', 'no WebGL2');
  const presenter = new Presenter(painter, options);
  const stopTicking = startTicking((nowMs) => presenter.tick(nowMs));
  const tell = (event: RenderEvent): void => page.postMessage(event);
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();
    tell({ type: 'context', lost: true });
  });
  canvas.addEventListener('webglcontextrestored', () => {
    painter.restore();
    tell({ type: 'context', lost: false });
  });
  return ok({
    setSize: (width, height) => painter.setSize(width, height),
    setHidden(hidden) {
      presenter.hidden = hidden;
    },
    snapshot: () => painter.read(),
    stop() {
      stopTicking();
      presenter.stop();
    },
  });
}

function startTicking(tick: (nowMs: number) => void): () => void {
  if (typeof requestAnimationFrame !== 'function') {
    const timer = setInterval(() => tick(performance.now()), FALLBACK_TICK_MS);
    return () => clearInterval(timer);
  }
  let frame = 0;
  const onFrame = (): void => {
    frame = requestAnimationFrame(onFrame);
    tick(performance.now());
  };
  frame = requestAnimationFrame(onFrame);
  return () => cancelAnimationFrame(frame);
}
