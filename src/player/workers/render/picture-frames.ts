/** Turns a decoded picture into a VideoFrame of 8 bit; the browser copies the planes. */
import { matrixName } from '../../../wasm/glue/colour.ts';
import type { PaintedPicture } from './picture-painter.ts';

/** Code value of neutral chroma, 8 bit. */
export const GREY = 128;
/** H.273, equations 20 to 32: converts limited-range code values to full range, 8 bit. */
const FULL_LUMA = Uint8ClampedArray.from({ length: 256 }, (_, code) => ((code - 16) * 255) / 219);
const FULL_CHROMA = Uint8ClampedArray.from({ length: 256 }, (_, code) => ((code - GREY) * 255) / 224 + GREY);
/** BT.2020 in limited range needs a factor of 2.14, but browsers limit the conversion to 2: blue would be 16 too dark. */
const BEYOND_LIMITED_CONVERSION: ReadonlySet<number> = new Set([9, 10]);

interface Planes {
  readonly data: Uint8Array;
  readonly layout: readonly [PlaneLayout, PlaneLayout, PlaneLayout];
  readonly fullRange: boolean;
}

export interface FrameShape {
  /** Microseconds. */
  readonly timestamp: number;
  /** Size on a display with square pixels; undefined: that of the samples. */
  readonly display?: { readonly displayWidth: number; readonly displayHeight: number };
}

export class PictureFrames {
  readonly #takesStrides: boolean;
  /** For pictures whose layout VideoFrame does not accept. */
  #copy = new Uint8Array(0);

  /** `takesStrides`: VideoFrame reads planes whose rows have padding. */
  constructor(takesStrides: boolean) {
    this.#takesStrides = takesStrides;
  }

  /** A 4:2:0 VideoFrame has whole chroma samples only: an odd last column or row is cropped. */
  frameOf(picture: PaintedPicture, { timestamp, display }: FrameShape): VideoFrame {
    const width = Math.max(2, picture.width & ~1);
    const height = Math.max(2, picture.height & ~1);
    const isPlain =
      this.#takesStrides &&
      picture.bitDepth === 8 &&
      picture.hasChroma &&
      (picture.fullRange || !BEYOND_LIMITED_CONVERSION.has(picture.matrix));
    const { data, layout, fullRange } = (isPlain ? inPlace(picture, height) : undefined) ?? this.#copied(picture, width, height);
    return new VideoFrame(data, {
      format: formatOf(picture),
      codedWidth: width,
      codedHeight: height,
      timestamp,
      ...display,
      layout: [...layout],
      colorSpace: {
        matrix: matrixName(picture.matrix, picture.height) as VideoMatrixCoefficients,
        fullRange,
        // Same primaries and transfer as the canvas: only the matrix is applied, as by WebGL.
        primaries: 'bt709',
        transfer: 'iec61966-2-1',
      },
    });
  }

  #copied(picture: PaintedPicture, width: number, height: number): Planes {
    const [across, down] = picture.subsampling;
    const [chromaWidth, chromaHeight] = [width / across, height / down];
    const [lumaBytes, chromaBytes] = [width * height, chromaWidth * chromaHeight];
    if (this.#copy.length !== lumaBytes + 2 * chromaBytes) this.#copy = new Uint8Array(lumaBytes + 2 * chromaBytes);
    const data = this.#copy;
    copyPlane(picture, [picture.planeY, picture.strideY], [width, height], FULL_LUMA, data.subarray(0, lumaBytes));
    const chroma = [data.subarray(lumaBytes, lumaBytes + chromaBytes), data.subarray(lumaBytes + chromaBytes)] as const;
    if (picture.hasChroma) {
      copyPlane(picture, [picture.planeCb, picture.strideC], [chromaWidth, chromaHeight], FULL_CHROMA, chroma[0]);
      copyPlane(picture, [picture.planeCr, picture.strideC], [chromaWidth, chromaHeight], FULL_CHROMA, chroma[1]);
    } else for (const plane of chroma) plane.fill(GREY);
    return {
      data,
      layout: [
        { offset: 0, stride: width },
        { offset: lumaBytes, stride: chromaWidth },
        { offset: lumaBytes + chromaBytes, stride: chromaWidth },
      ],
      fullRange: true,
    };
  }
}

const formatOf = ({ subsampling: [across, down] }: PaintedPicture): VideoPixelFormat =>
  across === 1 ? 'I444' : down === 1 ? 'I422' : 'I420';

/** The planes in place; undefined if the memory ends before the last row's stride, which VideoFrame rejects. */
function inPlace(picture: PaintedPicture, height: number): Planes | undefined {
  const { memory, planeY, planeCb, planeCr, strideY, strideC, fullRange, subsampling } = picture;
  const start = Math.min(planeY, planeCb, planeCr);
  const end = Math.max(planeY + strideY * height, Math.max(planeCb, planeCr) + (strideC * height) / subsampling[1]);
  if (end > memory.byteLength) return undefined;
  return {
    data: new Uint8Array(memory, start, end - start),
    layout: [
      { offset: planeY - start, stride: strideY },
      { offset: planeCb - start, stride: strideC },
      { offset: planeCr - start, stride: strideC },
    ],
    fullRange,
  };
}

/** Copies to 8 bit full range, rows without padding. `toFullRange` is the table for limited range. */
function copyPlane(
  { memory, bitDepth, fullRange }: PaintedPicture,
  [offset, strideBytes]: readonly [number, number],
  [width, height]: readonly [number, number],
  toFullRange: Uint8ClampedArray,
  into: Uint8Array,
): void {
  const isWide = bitDepth > 8;
  const shift = bitDepth - 8;
  const half = isWide ? 1 << (shift - 1) : 0;
  for (let y = 0; y < height; y++) {
    const row = offset + y * strideBytes;
    const samples = isWide ? new Uint16Array(memory, row, width) : new Uint8Array(memory, row, width);
    for (let x = 0; x < width; x++) {
      const code = Math.min(255, (samples[x]! + half) >> shift);
      into[y * width + x] = fullRange ? code : toFullRange[code]!;
    }
  }
}
