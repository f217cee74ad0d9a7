import { expect, test } from 'vitest';
import { Painter, type PaintedPicture } from '../../src/workers/render/painter.ts';

/** A picture of one colour per quarter, as code values; planes lie in shared memory with padding, as the decoder lays them. */
type Yuv = readonly [y: number, cb: number, cr: number];

function picture(
  width: number,
  height: number,
  bitDepth: number,
  quarters: readonly [Yuv, Yuv, Yuv, Yuv],
  matrix: number,
  fullRange: boolean,
): PaintedPicture {
  const bytesPerSample = bitDepth > 8 ? 2 : 1;
  const strideY = (width + 64) * bytesPerSample;
  const strideC = (width / 2 + 64) * bytesPerSample;
  const chromaHeight = height / 2;
  const memory = new SharedArrayBuffer(strideY * height + 2 * strideC * chromaHeight + 4_096);
  const bytes = new Uint8Array(memory).fill(0x5a);
  const view = new DataView(memory);
  const put = (offset: number, value: number): void =>
    bytesPerSample === 2 ? view.setUint16(offset, value, true) : view.setUint8(offset, value);
  const planeY = 1_024;
  const planeCb = planeY + strideY * height;
  const planeCr = planeCb + strideC * chromaHeight;
  const quarter = (x: number, y: number, w: number, h: number): Yuv => quarters[(x < w / 2 ? 0 : 1) + (y < h / 2 ? 0 : 2)]!;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) put(planeY + y * strideY + x * bytesPerSample, quarter(x, y, width, height)[0]);
  for (let y = 0; y < chromaHeight; y++) {
    for (let x = 0; x < width / 2; x++) {
      const [, cb, cr] = quarter(x, y, width / 2, chromaHeight);
      put(planeCb + y * strideC + x * bytesPerSample, cb);
      put(planeCr + y * strideC + x * bytesPerSample, cr);
    }
  }
  expect(bytes.length).toBeGreaterThan(0);
  return { memory, planeY, planeCb, planeCr, strideY, strideC, width, height, bitDepth, hasChroma: true, matrix, fullRange };
}

function drawn(
  source: PaintedPicture,
  sar: readonly [number, number] = [0, 0],
): { width: number; height: number; at: (u: number, v: number) => number[] } {
  const painter = Painter.open(new OffscreenCanvas(16, 16))!;
  painter.paint(source, sar[0], sar[1]);
  const { width, height, rgba } = painter.read();
  painter.close();
  return { width, height, at: (u, v) => [...rgba.subarray((Math.floor(v * height) * width + Math.floor(u * width)) * 4).subarray(0, 3)] };
}

const near = (got: readonly number[], want: readonly number[]): void => {
  for (let i = 0; i < 3; i++) expect(Math.abs(got[i]! - want[i]!), `${got.join()} is not ${want.join()}`).toBeLessThanOrEqual(3);
};

/** Red, green, blue, white by H.273: code values of each matrix and range. */
const BT709: readonly [Yuv, Yuv, Yuv, Yuv] = [
  [63, 102, 240],
  [173, 42, 26],
  [32, 240, 118],
  [235, 128, 128],
];
const BT601: readonly [Yuv, Yuv, Yuv, Yuv] = [
  [81, 90, 240],
  [145, 54, 34],
  [41, 240, 110],
  [235, 128, 128],
];
const FULL601: readonly [Yuv, Yuv, Yuv, Yuv] = [
  [76, 85, 255],
  [150, 44, 21],
  [29, 255, 107],
  [255, 128, 128],
];
const COLOURS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;
const CENTRES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;
const times4 = (quarters: typeof BT709): typeof BT709 => quarters.map((yuv) => yuv.map((code) => code * 4)) as unknown as typeof BT709;

test.each([
  ['BT.709, limited, 8 bit', 8, BT709, 1, false],
  ['BT.601, limited, 8 bit', 8, BT601, 6, false],
  ['BT.601, full range, 8 bit', 8, FULL601, 5, true],
  ['BT.709, limited, 10 bit', 10, times4(BT709), 1, false],
] as const)('P20 rendered colours: %s', (_name, bitDepth, quarters, matrix, fullRange) => {
  const shown = drawn(picture(64, 48, bitDepth, quarters, matrix, fullRange));
  expect([shown.width, shown.height]).toEqual([64, 48]);
  CENTRES.forEach(([u, v], i) => near(shown.at(u, v), COLOURS[i]!));
});

test('P20 padding beside the picture never shows, up to its last column and row', () => {
  const shown = drawn(picture(64, 48, 8, BT709, 1, false));
  near(shown.at(0.999, 0.999), [255, 255, 255]);
  near(shown.at(0.999, 0.001), [0, 255, 0]);
  near(shown.at(0.001, 0.999), [0, 0, 255]);
});

test('P20 sample aspect ratio widens the drawing', () => {
  const shown = drawn(picture(64, 48, 8, BT709, 1, false), [4, 3]);
  expect([shown.width, shown.height]).toEqual([85, 48]);
});

test('P20 the drawing is never larger than the screen needs', () => {
  const painter = Painter.open(new OffscreenCanvas(16, 16))!;
  painter.setSize(32, 24);
  painter.paint(picture(64, 48, 8, BT709, 1, false), 0, 0);
  expect([painter.canvas.width, painter.canvas.height]).toEqual([32, 24]);
  painter.close();
});

test('a lost context comes back with the same picture', async () => {
  const canvas = new OffscreenCanvas(16, 16);
  const painter = Painter.open(canvas)!;
  const source = picture(64, 48, 8, BT709, 1, false);
  painter.paint(source, 0, 0);
  const lose = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  const restored = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve, { once: true }));
  lose.loseContext();
  await new Promise((resolve) => setTimeout(resolve, 50));
  painter.paint(source, 0, 0);
  lose.restoreContext();
  await restored;
  painter.restore();
  painter.paint(source, 0, 0);
  const { width, rgba } = painter.read();
  near([...rgba.subarray((12 * width + 16) * 4).subarray(0, 3)], [255, 0, 0]);
  painter.close();
});
