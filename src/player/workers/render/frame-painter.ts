/**
 * Draws a picture's planes by the browser's own colour conversion of a VideoFrame: much faster than WebGL in software. The pixels are
 * copied out and put on the canvas, because a VideoFrame drawn on a canvas in software stays in the browser's cache of decoded images, and
 * 30 a second fill its 400 MB (Chromium 156, 13 s of 480p).
 */
import { mapperOf, type PixelToneMapper, type ToneMap, toneMapOf } from '../../rules/decoding/tone-mapping.ts';
import { GREY, PictureFrames } from './picture-frames.ts';
import { fitCanvas, type PaintCanvas, type PaintedPicture, type PicturePainter } from './picture-painter.ts';

/** The drawing has the size of the picture; the page scales it. */
const ANY_SCREEN = { width: 0, height: 0 };

/** A picture in conversion or waiting for it. The frame contains a copy of the planes. */
interface Job {
  readonly frame: VideoFrame;
  readonly sar: readonly [number, number];
  /** Only for an HDR picture. */
  readonly toneMap: ToneMap | undefined;
}

type Context2d = OffscreenCanvasRenderingContext2D;

export class FramePainter implements PicturePainter {
  readonly #canvas: PaintCanvas;
  readonly #context: Context2d;
  readonly #frames: PictureFrames;
  readonly #pixels = new FramePixels();
  #converting: Promise<void> | undefined;
  /** The newest picture that arrived during a conversion. */
  #waiting: Job | undefined;
  #isClosed = false;

  private constructor(canvas: PaintCanvas, context: Context2d) {
    this.#canvas = canvas;
    this.#context = context;
    this.#frames = new PictureFrames(takesStrides(context));
  }

  /** Undefined if VideoFrame is missing or cannot convert. */
  static open(canvas: PaintCanvas): FramePainter | undefined {
    if (!convertsFrames()) return undefined;
    const context = canvas.getContext('2d', { alpha: false, desynchronized: true });
    return context ? new FramePainter(canvas, context as Context2d) : undefined;
  }

  paint(picture: PaintedPicture, sarWidth: number, sarHeight: number): boolean {
    const job: Job = { frame: this.#frames.frameOf(picture, { timestamp: 0 }), sar: [sarWidth, sarHeight], toneMap: toneMapOf(picture) };
    if (this.#converting === undefined) this.#converting = this.#convert(job);
    else {
      this.#waiting?.frame.close();
      this.#waiting = job;
    }
    return true;
  }

  /** The same conversion, synchronous: for comparing painters by time. It uses the image cache that `paint` avoids. */
  paintAtOnce(picture: PaintedPicture): void {
    const frame = this.#frames.frameOf(picture, { timestamp: 0 });
    this.#context.drawImage(frame, 0, 0);
    frame.close();
    this.#context.getImageData(0, 0, 1, 1);
  }

  async finish(): Promise<void> {
    await this.#converting;
  }

  read(): { readonly width: number; readonly height: number; readonly rgba: Uint8Array } {
    const { width, height } = this.#canvas;
    return { width, height, rgba: new Uint8Array(this.#context.getImageData(0, 0, width, height).data.buffer) };
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting?.frame.close();
    this.#waiting = undefined;
    this.#canvas.width = this.#canvas.height = 0;
  }

  /** Runs until nothing waits. A conversion fails only if the frame was closed; there is then nothing to show. */
  async #convert(first: Job): Promise<void> {
    for (let job: Job | undefined = first; job !== undefined; [job, this.#waiting] = [this.#waiting, undefined]) {
      const { frame, sar, toneMap } = job;
      const pixels = await this.#pixels.of(frame, toneMap).catch(() => null);
      if (pixels !== null && !this.#isClosed) this.#put(pixels, sar);
    }
    this.#converting = undefined;
  }

  #put(pixels: ImageData, sar: readonly [number, number]): void {
    const { width, height } = pixels;
    fitCanvas(this.#canvas, pixels, sar, ANY_SCREEN);
    if (this.#canvas.width === width && this.#canvas.height === height) {
      this.#context.putImageData(pixels, 0, 0);
      return;
    }
    const square = new OffscreenCanvas(width, height);
    square.getContext('2d', { alpha: false })!.putImageData(pixels, 0, 0);
    this.#context.drawImage(square, 0, 0, this.#canvas.width, this.#canvas.height);
  }
}

/** `format` is in the WebCodecs specification since 2024 but not yet in TypeScript's types. */
const RGBA: VideoFrameCopyToOptions & { readonly format: 'RGBA' } = { format: 'RGBA' };

/** The pixels of a frame, HDR mapped to the standard range; valid until the next call. */
export class FramePixels {
  #pixels = new ImageData(1, 1);
  #mapper: PixelToneMapper | undefined;

  /** Closes the frame. */
  async of(frame: VideoFrame, map: ToneMap | undefined): Promise<ImageData> {
    const { codedWidth: width, codedHeight: height } = frame;
    if (this.#pixels.width !== width || this.#pixels.height !== height) this.#pixels = new ImageData(width, height);
    try {
      await frame.copyTo(this.#pixels.data, RGBA);
    } finally {
      frame.close();
    }
    if (map) (this.#mapper = mapperOf(map, this.#mapper)).apply(this.#pixels.data);
    return this.#pixels;
  }
}

/** WebKit (2.50) ignores `format` and would show the planes as pixels. allocationSize reveals this synchronously. */
function convertsFrames(): boolean {
  if (typeof VideoFrame !== 'function') return false;
  const side = 2;
  const frame = new VideoFrame(new Uint8Array(side * side * 1.5), { format: 'I420', codedWidth: side, codedHeight: side, timestamp: 0 });
  try {
    return frame.allocationSize(RGBA) === side * side * 4;
  } catch {
    return false;
  } finally {
    frame.close();
  }
}

/** Firefox (153) ignores row padding when it reads planes: there they are copied. The test frame has a white row between dark padding. */
function takesStrides(context: Context2d): boolean {
  const [side, stride] = [16, 32];
  const data = new Uint8Array(stride * side * 2).fill(GREY);
  for (let y = 0; y < side; y++) data.fill(255, y * stride, y * stride + side).fill(0, y * stride + side, (y + 1) * stride);
  const frame = new VideoFrame(data, {
    format: 'I420',
    codedWidth: side,
    codedHeight: side,
    timestamp: 0,
    layout: [
      { offset: 0, stride },
      { offset: stride * side, stride },
      { offset: stride * side * 1.5, stride },
    ],
  });
  // Draws the second row, so that a canvas of any size works.
  context.drawImage(frame, 0, -1);
  frame.close();
  const { data: seen } = context.getImageData(0, 0, 1, 1);
  context.clearRect(0, 0, side, side);
  // Green, because chroma read from a wrong position makes red and blue bright, and green dark.
  return seen[1]! > GREY;
}
