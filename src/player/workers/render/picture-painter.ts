/** Painter of decoded pictures: by WebGL2, or by the browser's conversion of a VideoFrame if WebGL2 is emulated or missing. */

/** A picture in memory: addresses in `memory`, strides in bytes, sizes in luma samples, already cropped. */
export interface PaintedPicture {
  memory: ArrayBufferLike;
  planeY: number;
  planeCb: number;
  planeCr: number;
  strideY: number;
  strideC: number;
  width: number;
  height: number;
  bitDepth: number;
  hasChroma: boolean;
  /** Luma samples per chroma sample: [2, 2] for 4:2:0, [2, 1] for 4:2:2, [1, 1] for 4:4:4. */
  subsampling: readonly [across: 1 | 2, down: 1 | 2];
  matrix: number;
  fullRange: boolean;
  /** H.273 codes. PQ and HLG are mapped to standard dynamic range. */
  primaries: number;
  transfer: number;
  /** cd/m²; 0 if the stream does not contain it. */
  peakNits: number;
}

/** An 8-bit picture in 4:2:0 without padding; all samples are 0. */
export function emptyPicture(width: number, height: number): PaintedPicture {
  const [lumaBytes, chromaBytes] = [width * height, (width * height) / 4];
  return {
    memory: new ArrayBuffer(lumaBytes + 2 * chromaBytes),
    planeY: 0,
    planeCb: lumaBytes,
    planeCr: lumaBytes + chromaBytes,
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
}

/** Size of a chroma plane in samples. */
export const chromaSize = ({ width, height, subsampling: [across, down] }: PaintedPicture): readonly [width: number, height: number] => [
  Math.ceil(width / across),
  Math.ceil(height / down),
];

export interface PicturePainter {
  /** Size of the canvas on the screen in device pixels. Absent: the page scales the drawing. */
  setSize?(width: number, height: number): void;
  /** One copy and one pass; `sarWidth:sarHeight` 0:0 means square. Returns false while the context is lost: nothing was drawn. */
  paint(picture: PaintedPicture, sarWidth: number, sarHeight: number): boolean;
  /** Called after a lost context was restored, whose resources are gone. */
  restore?(): void;
  /** Resolves when the painted pixels are available: for measuring, and before `read`. */
  finish(): Promise<void>;
  /** RGBA, top row first. */
  read(): { readonly width: number; readonly height: number; readonly rgba: Uint8Array };
  close(): void;
}

/** An OffscreenCanvas, or the page's own canvas without OffscreenCanvas. */
export interface PaintCanvas {
  width: number;
  height: number;
  getContext(kind: 'webgl2' | '2d', attributes: WebGLContextAttributes): unknown;
}

/** The drawing has the picture's aspect ratio (sample aspect ratio applied) and never more pixels than the picture or the screen. */
export function fitCanvas(
  canvas: PaintCanvas,
  { width, height }: Pick<PaintedPicture, 'width' | 'height'>,
  [sarWidth, sarHeight]: readonly [number, number],
  screen: { readonly width: number; readonly height: number },
): void {
  const squareWidth = sarWidth > 0 && sarHeight > 0 ? Math.round((width * sarWidth) / sarHeight) : width;
  const shrink = screen.width > 0 ? Math.min(1, Math.max(screen.width / squareWidth, screen.height / height)) : 1;
  const canvasWidth = Math.max(1, Math.round(squareWidth * shrink));
  const canvasHeight = Math.max(1, Math.round(height * shrink));
  if (canvas.width === canvasWidth && canvas.height === canvasHeight) return;
  canvas.width = canvasWidth;
  canvas.height = canvasHeight;
}
