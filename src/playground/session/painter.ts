/** Draws pictures on the page's canvas from the worker. */
import { yuvToRgb } from '../../player/rules/decoding/colour.ts';
import type { Blocks } from '../../wasm/glue/inspect.ts';
import type { Picture } from '../../wasm/glue/picture.ts';
import { frameInfo, isDirect, packFrame, planesInPlace, subsamplingOf } from '../../wasm/glue/webcodecs/frame.ts';
import type { OverlayLayer } from '../protocol.ts';
import { drawOverlay } from './draw-overlay.ts';

export class Painter {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  #tenBits = typeof VideoFrame === 'function';

  constructor(canvas: OffscreenCanvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
  }

  paint(memory: ArrayBufferLike, picture: Picture): void {
    if (!this.#context) return;
    if (this.#canvas.width !== picture.width) this.#canvas.width = picture.width;
    if (this.#canvas.height !== picture.height) this.#canvas.height = picture.height;
    if (typeof VideoFrame === 'function' && this.#paintFrame(memory, picture)) return;
    this.#context.putImageData(toImage(memory, picture), 0, 0);
  }

  /** Over the last painted picture. */
  overlay(blocks: Blocks, layers: readonly OverlayLayer[]): void {
    if (this.#context) drawOverlay(this.#context, blocks, layers);
  }

  /** False if the browser does not accept such a frame. */
  #paintFrame(memory: ArrayBufferLike, picture: Picture): boolean {
    for (const tenBits of this.#tenBits ? [true, false] : [false]) {
      const info = frameInfo(picture, 0, null, { tenBits });
      const source = isDirect(picture, info) ? planesInPlace(memory, picture) : packFrame(memory, picture, info);
      const { duration: _duration, colorSpace, format, ...rest } = info;
      try {
        const init = { ...rest, format: format as VideoPixelFormat, colorSpace: colorSpace as VideoColorSpaceInit };
        const frame = new VideoFrame(source.data, { ...init, layout: [...source.layout] });
        this.#context?.drawImage(frame, 0, 0);
        frame.close();
        return true;
      } catch {
        this.#tenBits = false; // From here on 10 bits are rounded to 8.
      }
    }
    return false;
  }
}

/** Converts planes to RGB sample by sample, if VideoFrame is missing or refuses the frame. Slow. */
function toImage(memory: ArrayBufferLike, picture: Picture): ImageData {
  const info = frameInfo(picture, 0, null, { tenBits: false });
  const { data, layout } = packFrame(memory, picture, info);
  const { matrix, offset } = yuvToRgb(picture.colour.matrix, picture.colour.fullRange, 8, picture.height);
  const image = new ImageData(picture.width, picture.height);
  const [luma, cb, cr] = layout;
  const [across, down] = subsamplingOf(info.format);
  for (let y = 0, at = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++, at += 4) {
      const chroma = Math.floor(y / down) * cb!.stride + Math.floor(x / across);
      const yy = data[luma!.offset + y * luma!.stride + x]! / 255 - offset[0];
      const u = data[cb!.offset + chroma]! / 255 - offset[1];
      const v = data[cr!.offset + chroma]! / 255 - offset[2];
      for (let channel = 0; channel < 3; channel++) {
        image.data[at + channel] = 255 * (matrix[channel]! * yy + matrix[3 + channel]! * u + matrix[6 + channel]! * v);
      }
      image.data[at + 3] = 255;
    }
  }
  return image;
}
