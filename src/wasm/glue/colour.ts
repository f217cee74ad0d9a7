/** Conversion of samples to RGB: the matrices of H.273 table 4, for every range and bit depth; and the names of WebCodecs for its numbers. */
import type { HevcColorSpaceInit } from './webcodecs/config.ts';

/** Supported H.273 MatrixCoefficients; others are treated as unspecified. */
const KR_KB: Readonly<Record<number, readonly [kr: number, kb: number]>> = {
  1: [0.2126, 0.0722],
  4: [0.3, 0.11],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  7: [0.212, 0.087],
  9: [0.2627, 0.0593],
};
/** Names that browsers use; other matrices are close to one of these. */
const NAME: Readonly<Record<number, VideoMatrixName>> = {
  1: 'bt709',
  4: 'smpte170m',
  5: 'bt470bg',
  6: 'smpte170m',
  7: 'bt709',
  9: 'bt2020-ncl',
};
export type VideoMatrixName = 'bt709' | 'bt470bg' | 'smpte170m' | 'bt2020-ncl';
/** RGB samples in 4:4:4. */
const IDENTITY = 0;
const BT709 = 1;
const BT601 = 6;
/** For an unspecified matrix, as in other players: high definition is BT.709. */
const HIGH_DEFINITION_HEIGHT = 720;

const unspecified = (height: number): number => (height >= HIGH_DEFINITION_HEIGHT ? BT709 : BT601);

export const matrixName = (matrixCoefficients: number, height: number): VideoMatrixName =>
  NAME[matrixCoefficients] ?? NAME[unspecified(height)]!;

export interface YuvToRgb {
  /** Column-major 3x3 matrix, applied to (y, cb, cr) minus `offset`; samples are normalised to 0..1 of the full code range. */
  readonly matrix: readonly [number, number, number, number, number, number, number, number, number];
  readonly offset: readonly [y: number, cb: number, cr: number];
}

/** The planes are G, B and R. */
function gbrToRgb(fullRange: boolean, bitDepth: number): YuvToRgb {
  const scale = 2 ** (bitDepth - 8) / (2 ** bitDepth - 1);
  const gain = fullRange ? 1 : 1 / (219 * scale);
  const black = fullRange ? 0 : 16 * scale;
  return { matrix: [0, gain, 0, 0, 0, gain, gain, 0, 0], offset: [black, black, black] };
}

export function yuvToRgb(matrixCoefficients: number, fullRange: boolean, bitDepth: number, height: number): YuvToRgb {
  if (matrixCoefficients === IDENTITY) return gbrToRgb(fullRange, bitDepth);
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

// Names of H.273 codes in WebCodecs; a code without a name is null. The names are all values of WebCodecs' enumerations.

interface ColourCodes {
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly fullRange: boolean;
}

export const PRIMARIES: Readonly<Record<number, string>> = { 1: 'bt709', 5: 'bt470bg', 6: 'smpte170m', 9: 'bt2020', 12: 'smpte432' };
export const TRANSFER: Readonly<Record<number, string>> = {
  1: 'bt709',
  6: 'smpte170m',
  8: 'linear',
  13: 'iec61966-2-1',
  16: 'pq',
  18: 'hlg',
};
export const MATRIX: Readonly<Record<number, string>> = { 0: 'rgb', 1: 'bt709', 5: 'bt470bg', 6: 'smpte170m', 9: 'bt2020-ncl' };
const UNSPECIFIED = 2;

export const colorSpaceOfCodes = ({ primaries, transfer, matrix, fullRange }: ColourCodes): Required<HevcColorSpaceInit> => ({
  primaries: PRIMARIES[primaries] ?? null,
  transfer: TRANSFER[transfer] ?? null,
  matrix: MATRIX[matrix] ?? null,
  // The flag is only present with the codes: false with everything unspecified means that the stream has no colour description.
  fullRange: fullRange || matrix !== UNSPECIFIED ? fullRange : null,
});
