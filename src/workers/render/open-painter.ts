/** Chooses how pictures are drawn on this machine. */
import { FramePainter } from './frame-painter.ts';
import type { PaintCanvas, PaintedPicture, PicturePainter } from './picture-painter.ts';
import { WebGlPainter } from './webgl-painter.ts';

/** Renderers that are no graphics hardware, as browsers name them. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** As many paints at most, until one is fast: the first also compiles and allocates, and any other may lose its processor meanwhile. */
const PROBE = { width: 320, height: 180, maxPaints: 6 } as const;
/**
 * A painter this fast with PROBE, a seventh of a picture of 480p, is not compared: it has the time that pictures leave. The shaders of an
 * emulated WebGL and its first two pictures take all processors for 100 to 200 ms, and the stream's first picture waits for them.
 */
const AT_ONCE_MS = 6;
/** An emulated WebGL works on every core, and only the time is seen here: it has to be so much faster. */
const EMULATED_SHARE = 0.5;

type MakeCanvas = () => PaintCanvas;
type OpenPainter = (canvas: PaintCanvas) => PicturePainter | undefined;

const byWebGl: OpenPainter = (canvas) => WebGlPainter.open(canvas);
const byFrames: OpenPainter = (canvas) => FramePainter.open(canvas) ?? WebGlPainter.open(canvas);

/**
 * What draws here, tried on canvases away from the screen: the one that will be drawn on keeps the context that it gets first. Null: nothing
 * can draw. A context that is emulated takes long to make, so a thread asks once.
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

export const openPainter = (canvas: PaintCanvas, makeCanvas: MakeCanvas): PicturePainter | undefined => choosePainter(makeCanvas)?.(canvas);

/** Where WebGL is emulated the faster of both is taken, by the time that one picture takes until its pixels are there. */
function webGlMs(canvas: PaintCanvas): number {
  const webGl = WebGlPainter.open(canvas);
  if (webGl === undefined) return Number.POSITIVE_INFINITY;
  const ms = paintMs((picture) => {
    webGl.paint(picture, 0, 0);
    // Waits by itself: the promise is settled when it is returned.
    void webGl.finish();
  });
  webGl.close();
  return ms;
}

function paintMs(paint: (picture: PaintedPicture) => void): number {
  const { width, height, maxPaints } = PROBE;
  const chromaBytes = (width * height) / 4;
  const picture: PaintedPicture = {
    memory: new ArrayBuffer(width * height + 2 * chromaBytes),
    planeY: 0,
    planeCb: width * height,
    planeCr: width * height + chromaBytes,
    strideY: width,
    strideC: width / 2,
    width,
    height,
    bitDepth: 8,
    hasChroma: true,
    subsampling: [2, 2],
    matrix: 1,
    fullRange: false,
    primaries: 1,
    transfer: 1,
    peakNits: 0,
  };
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < maxPaints && fastestMs >= AT_ONCE_MS; i++) {
    const startMs = performance.now();
    paint(picture);
    fastestMs = Math.min(fastestMs, performance.now() - startMs);
  }
  return fastestMs;
}
