/** Chooses how pictures are drawn on this machine. */
import { FramePainter } from './frame-painter.ts';
import type { PaintCanvas, PaintedPicture, PicturePainter } from './picture-painter.ts';
import { WebGlPainter } from './webgl-painter.ts';

/** Renderers that are no graphics hardware, as browsers name them. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

const PROBE = { width: 640, height: 360, paints: 2 } as const;
/** A painter this fast with PROBE is not compared: the shaders of an emulated WebGL take longer to compile than a faster one could save. */
const AT_ONCE_MS = 4;

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
  return framesMs < AT_ONCE_MS || framesMs < webGlMs(canvas) ? byFrames : byWebGl;
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
  const { width, height, paints } = PROBE;
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
    matrix: 1,
    fullRange: false,
  };
  let startMs = 0;
  // The first paint also compiles and allocates.
  for (let i = 0; i < paints; i++) {
    startMs = performance.now();
    paint(picture);
  }
  return performance.now() - startMs;
}
