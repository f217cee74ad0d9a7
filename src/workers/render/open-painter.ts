/** Chooses how pictures are drawn on this machine. */
import { FramePainter } from './frame-painter.ts';
import type { PaintCanvas, PaintedPicture, PicturePainter } from './picture-painter.ts';
import { WebGlPainter } from './webgl-painter.ts';

/** Renderers that are no graphics hardware, as browsers name them. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

const PROBE = { width: 640, height: 360, paints: 2 } as const;

type MakeCanvas = () => PaintCanvas;

/** `makeCanvas` gives canvases to try on: the one that will be drawn on keeps the context that it gets first. Undefined: nothing can draw. */
export function openPainter(canvas: PaintCanvas, makeCanvas: MakeCanvas): PicturePainter | undefined {
  return prefersFrames(makeCanvas) ? (FramePainter.open(canvas) ?? WebGlPainter.open(canvas)) : WebGlPainter.open(canvas);
}

/** Whether anything can draw here, asked before a canvas is handed over. */
export function canPaint(makeCanvas: MakeCanvas): boolean {
  const painter = WebGlPainter.open(makeCanvas()) ?? FramePainter.open(makeCanvas());
  painter?.close();
  return painter !== undefined;
}

/** Where WebGL is emulated the faster of both is taken, by the time that one picture takes until its pixels are there. */
function prefersFrames(makeCanvas: MakeCanvas): boolean {
  const webGl = WebGlPainter.open(makeCanvas());
  if (webGl === undefined) return true;
  const isSoftware = SOFTWARE.test(webGl.renderer());
  const frames = isSoftware ? FramePainter.open(makeCanvas()) : undefined;
  const paintByWebGl = (picture: PaintedPicture): void => {
    webGl.paint(picture, 0, 0);
    // Waits by itself: the promise is settled when it is returned.
    void webGl.finish();
  };
  const isFaster = frames !== undefined && paintMs((picture) => frames.paintAtOnce(picture)) < paintMs(paintByWebGl);
  webGl.close();
  frames?.close();
  return isFaster;
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
