/** Names of H.273 codes in WebCodecs; a code without a name is null. */
import type { HevcColorSpaceInit } from './config.ts';

export interface ColourCodes {
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly fullRange: boolean;
}

const PRIMARIES: Readonly<Record<number, string>> = { 1: 'bt709', 5: 'bt470bg', 6: 'smpte170m', 9: 'bt2020', 12: 'smpte432' };
const TRANSFER: Readonly<Record<number, string>> = { 1: 'bt709', 6: 'smpte170m', 8: 'linear', 13: 'iec61966-2-1', 16: 'pq', 18: 'hlg' };
const MATRIX: Readonly<Record<number, string>> = { 0: 'rgb', 1: 'bt709', 5: 'bt470bg', 6: 'smpte170m', 9: 'bt2020-ncl' };
const UNSPECIFIED = 2;

export const colorSpaceOfCodes = ({ primaries, transfer, matrix, fullRange }: ColourCodes): Required<HevcColorSpaceInit> => ({
  primaries: PRIMARIES[primaries] ?? null,
  transfer: TRANSFER[transfer] ?? null,
  matrix: MATRIX[matrix] ?? null,
  // The flag is only present with the codes: false with everything unspecified means that the stream has no colour description.
  fullRange: fullRange || matrix !== UNSPECIFIED ? fullRange : null,
});
