import { expect, test } from 'vitest';
import { yuvToRgb } from '../../../../src/player/rules/decoding/colour.ts';

function rgb(
  matrixCoefficients: number,
  fullRange: boolean,
  bitDepth: number,
  yuv: readonly [number, number, number],
  height = 1_080,
): number[] {
  const { matrix: m, offset } = yuvToRgb(matrixCoefficients, fullRange, bitDepth, height);
  const max = 2 ** bitDepth - 1;
  const [y, cb, cr] = yuv.map((code, i) => code / max - offset[i]!) as [number, number, number];
  return [0, 1, 2].map((row) => Math.round((m[row]! * y + m[row + 3]! * cb + m[row + 6]! * cr) * 255));
}

// Codes computed by the H.273 equations: white, black and the primaries in each matrix and range.
test.each([
  ['BT.709 limited white', 1, false, 8, [235, 128, 128], [255, 255, 255]],
  ['BT.709 limited black', 1, false, 8, [16, 128, 128], [0, 0, 0]],
  ['BT.709 limited red', 1, false, 8, [63, 102, 240], [255, 0, 0]],
  ['BT.709 limited green', 1, false, 8, [173, 42, 26], [0, 255, 0]],
  ['BT.601 limited red', 6, false, 8, [81, 90, 240], [255, 0, 0]],
  ['BT.601 limited blue', 6, false, 8, [41, 240, 110], [0, 0, 255]],
  ['BT.601 full red', 5, true, 8, [76, 85, 255], [255, 0, 0]],
  ['BT.709 limited white, 10 bit', 1, false, 10, [940, 512, 512], [255, 255, 255]],
  ['GBR full green', 0, true, 8, [255, 0, 0], [0, 255, 0]],
  ['GBR limited red', 0, false, 8, [16, 16, 235], [255, 0, 0]],
  ['GBR limited blue, 10 bit', 0, false, 10, [64, 940, 64], [0, 0, 255]],
  ['BT.2020 limited white, 10 bit', 9, false, 10, [940, 512, 512], [255, 255, 255]],
] as const)('%s', (_name, matrix, fullRange, bitDepth, yuv, expected) => {
  const got = rgb(matrix, fullRange, bitDepth, yuv);
  for (let i = 0; i < 3; i++) expect(Math.abs(got[i]! - expected[i]!)).toBeLessThanOrEqual(2);
});

test('an unspecified matrix is BT.709 from 720 rows up and BT.601 below', () => {
  expect(yuvToRgb(2, false, 8, 720)).toEqual(yuvToRgb(1, false, 8, 720));
  expect(yuvToRgb(2, false, 8, 480)).toEqual(yuvToRgb(6, false, 8, 480));
});
