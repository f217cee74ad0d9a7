import { FramePainter } from './frame-painter.ts';
import { emptyPicture, type PaintCanvas, type PaintedPicture, type PicturePainter } from './picture-painter.ts';
import { WebGlPainter } from './webgl-painter.ts';
import { err, ok, type Result } from '../../base/errors.ts';
import { Presenter, type PresenterPorts } from './presenter.ts';

/** Chooses the painter for this machine. */

/** Software renderers, as named by browsers. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Maximum number of test paints, until one is fast: the first also compiles and allocates, and any of them may be interrupted. */
const PROBE = { width: 320, height: 180, maxPaints: 6 } as const;
/**
 * If a painter needs less than this for PROBE, a seventh of a 480p picture, WebGL is not compared, because it is fast enough. Shaders and
 * the first two pictures of an emulated WebGL occupy all processors for 100 to 200 ms, which delays the first picture of the stream.
 */
const AT_ONCE_MS = 6;
/** An emulated WebGL uses all cores while only the time is measured, so it has to be faster by this factor. */
const EMULATED_SHARE = 0.5;

type MakeCanvas = () => PaintCanvas;
type OpenPainter = (canvas: PaintCanvas) => PicturePainter | undefined;

const byWebGl: OpenPainter = (canvas) => WebGlPainter.open(canvas);
const byFrames: OpenPainter = (canvas) => FramePainter.open(canvas) ?? WebGlPainter.open(canvas);

/**
 * The painter for this thread: WebGL2, the faster of both painters if WebGL is emulated, or VideoFrame without WebGL2. Tested on off-screen
 * canvases, because a canvas keeps its first context. Null: no painter works. An emulated context takes long to create, so the result is
 * kept per thread.
 */
export function choosePainter(makeCanvas: MakeCanvas): OpenPainter | null {
  const canvas = makeCanvas();
  const renderer = WebGlPainter.rendererOf(canvas);
  if (renderer !== null && !SOFTWARE.test(renderer)) return byWebGl;
  const frames = FramePainter.open(makeCanvas());
  if (renderer === null) return frames === undefined ? null : byFrames;
  if (frames === undefined) return byWebGl;
  const framesMs = paintMs((picture) => frames.paintAtOnce(picture));
  frames.close();
  return framesMs < AT_ONCE_MS || framesMs * EMULATED_SHARE < webGlMs(canvas) ? byFrames : byWebGl;
}

/** Time in ms that WebGL needs until the pixels of one picture are available; infinite without WebGL2. */
function webGlMs(canvas: PaintCanvas): number {
  const webGl = WebGlPainter.open(canvas);
  if (webGl === undefined) return Number.POSITIVE_INFINITY;
  const ms = paintMs((picture) => {
    webGl.paint(picture, 0, 0);
    // Blocks: the promise is already settled when it is returned.
    void webGl.finish();
  });
  webGl.close();
  return ms;
}

function paintMs(paint: (picture: PaintedPicture) => void): number {
  const { width, height, maxPaints } = PROBE;
  const picture = emptyPicture(width, height);
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < maxPaints && fastestMs >= AT_ONCE_MS; i++) {
    const startMs = performance.now();
    paint(picture);
    fastestMs = Math.min(fastestMs, performance.now() - startMs);
  }
  return fastestMs;
}

/**
 * Connects a canvas, the frame queue and the clock on the thread that has the canvas: the render worker, or the page if a worker cannot
 * draw (player/kinds/canvas-renderer.ts). The only entry of this folder besides the worker.
 */

interface RendererOptions extends PresenterPorts {
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
