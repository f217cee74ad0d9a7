import { expect, test } from 'vitest';
import { MAX_QR_BYTES, qrCode } from '../../../src/ui/share/QrCode.tsx';

/** Data blocks of level M by the standard: number of error-correction bytes, and data bytes of each block. Repeated here on purpose. */
const LEVEL_M: Readonly<Record<number, readonly [number, readonly number[]]>> = {
  1: [10, [16]],
  3: [26, [44]],
  5: [24, [43, 43]],
  8: [22, [38, 38, 39, 39]],
  10: [26, [43, 43, 43, 43, 44]],
};
const ALIGNMENT: Readonly<Record<number, readonly number[]>> = { 1: [], 3: [6, 22], 5: [6, 30], 8: [6, 24, 42], 10: [6, 28, 50] };

type Rows = readonly (readonly boolean[])[];

/** Product in GF(256) by the definition, without tables. */
function times(a: number, b: number): number {
  let product = 0;
  for (let [x, y] = [a, b]; y > 0; y >>= 1, x = x & 128 ? (x << 1) ^ 0x11d : x << 1) if (y & 1) product ^= x;
  return product;
}

const power = (exponent: number): number => Array.from({ length: exponent }).reduce<number>((value) => times(value, 2), 1);

function isFunctionModule(x: number, y: number, size: number, version: number): boolean {
  if (x === 6 || y === 6) return true;
  if ((x < 9 && y < 9) || (x > size - 9 && y < 9) || (x < 9 && y > size - 9)) return true;
  if (version >= 7 && ((x > size - 12 && y < 6) || (y > size - 12 && x < 6))) return true;
  const centres = ALIGNMENT[version]!;
  return centres.some((cx) =>
    centres.some(
      (cy) =>
        !((cx < 9 && cy < 9) || (cx < 9 && cy > size - 10) || (cx > size - 10 && cy < 9)) && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2,
    ),
  );
}

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Reads a symbol as a scanner does: format, mask, zigzag, blocks with their checks, bytes. */
function read(rows: Rows): { readonly text: string; readonly version: number; readonly hasCleanChecks: boolean } {
  const size = rows.length;
  const version = (size - 17) / 4;
  const at = (x: number, y: number): number => Number(rows[y]![x]);
  const format = [0, 1, 2].map((bit) => at(2 + bit, 8)).join('');
  const mask = Number.parseInt(format, 2) ^ 0b101;
  const bits: number[] = [];
  for (let right = size - 1, isUp = true; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp)
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step;
        if (!isFunctionModule(x, y, size, version)) bits.push(at(x, y) ^ Number(MASKS[mask]!(x, y) === 0));
      }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => Number.parseInt(bits.slice(8 * i, 8 * i + 8).join(''), 2));
  const [checks, sizes] = LEVEL_M[version]!;
  const blocks: number[][] = sizes.map(() => []);
  let from = 0;
  for (let i = 0; i < Math.max(...sizes); i++) for (const [b, length] of sizes.entries()) if (i < length) blocks[b]!.push(words[from++]!);
  const data = blocks.flatMap((block) => [...block]);
  for (let i = 0; i < checks; i++) for (const block of blocks) block.push(words[from++]!);
  const hasCleanChecks = blocks.every((block) =>
    Array.from({ length: checks }, (_, root) => block.reduce((sum, word) => times(sum, power(root)) ^ word, 0)).every((rest) => rest === 0),
  );
  const parts = data.flatMap((byte) => [byte >> 4, byte & 15]).slice(1);
  const lengthHalves = version < 10 ? 2 : 4;
  const length = Number.parseInt(
    parts
      .slice(0, lengthHalves)
      .map((half) => half.toString(16))
      .join(''),
    16,
  );
  const bytes = Array.from({ length }, (_, i) => (parts[lengthHalves + 2 * i]! << 4) | parts[lengthHalves + 2 * i + 1]!);
  return { text: new TextDecoder().decode(new Uint8Array(bytes)), version, hasCleanChecks };
}

test.each([
  ['a', 1],
  ['https://example.com/live/1001?from=分享', 3],
  [`https://example.com/${'x'.repeat(64)}`, 5],
  ['y'.repeat(150), 8],
  ['z'.repeat(MAX_QR_BYTES), 10],
])('a scanner reads %s from a code of version %i', (text, version) => {
  expect(read(qrCode(text)!)).toEqual({ text, version, hasCleanChecks: true });
});
