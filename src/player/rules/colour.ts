/** From the samples of a picture to RGB: the matrix of H.273 table 4, for any range and bit depth. */

/** H.273 MatrixCoefficients that rooms carry; every other one is treated as unspecified. */
const KR_KB: Readonly<Record<number, readonly [kr: number, kb: number]>> = {
  1: [0.2126, 0.0722],
  4: [0.3, 0.11],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  7: [0.212, 0.087],
  9: [0.2627, 0.0593],
};
/** The names that browsers have for them; the others are near enough to one of these. */
const NAME: Readonly<Record<number, VideoMatrixName>> = {
  1: 'bt709',
  4: 'smpte170m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'bt709',
  9: 'bt2020-ncl',
};
export type VideoMatrixName = 'bt709' | 'bt470bg' | 'smpte170m' | 'bt2020-ncl';
const BT709 = 1;
const BT601 = 6;
/** Unspecified: what players of the field assume, high definition is BT.709. */
const HIGH_DEFINITION_HEIGHT = 720;

const unspecified = (height: number): number => (height >= HIGH_DEFINITION_HEIGHT ? BT709 : BT601);

export const matrixName = (matrixCoefficients: number, height: number): VideoMatrixName =>
  NAME[matrixCoefficients] ?? NAME[unspecified(height)]!;

export interface YuvToRgb {
  /** Column-major 3x3, applied to (y, cb, cr) after `offset` was taken off; samples normalised to 0..1 of the full code range. */
  readonly matrix: readonly [number, number, number, number, number, number, number, number, number];
  readonly offset: readonly [y: number, cb: number, cr: number];
}

export function yuvToRgb(matrixCoefficients: number, fullRange: boolean, bitDepth: number, height: number): YuvToRgb {
  const [kr, kb] = KR_KB[matrixCoefficients] ?? KR_KB[unspecified(height)]!;
  const kg = 1 - kr - kb;
  const max = 2 ** bitDepth - 1;
  const scale = 2 ** (bitDepth - 8);
  const ySpan = fullRange ? 1 : (219 * scale) / max;
  const cSpan = fullRange ? 1 : (224 * scale) / max;
  const rCr = (2 * (1 - kr)) / cSpan;
  const bCb = (2 * (1 - kb)) / cSpan;
  const gCb = (-2 * (1 - kb) * kb) / kg / cSpan;
  const gCr = (-2 * (1 - kr) * kr) / kg / cSpan;
  const y = 1 / ySpan;
  const middle = (128 * scale) / max;
  return { matrix: [y, y, y, 0, gCb, bCb, rCr, gCr, 0], offset: [fullRange ? 0 : (16 * scale) / max, middle, middle] };
}
