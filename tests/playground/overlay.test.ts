import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { areasOf, EDGES, factsOf, gridOf, linesOf, type BlockFacts } from '../../src/playground/session/overlay.ts';
import { readVideo } from '../../src/wasm/cli/containers.ts';
import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { Decoder, type OpenOptions } from '../../src/wasm/glue/decoder.ts';
import { BLOCK, readBlocks, type Blocks } from '../../src/wasm/glue/inspect.ts';

const DEBUGGING: OpenOptions = { build: 'simd', base: pathToFileURL(path.resolve('src/wasm/debug/hevc-simd.wasm')) };

/** Decodes a fixture; `look` receives the blocks of each picture while they are valid. */
async function decode(file: string, options: OpenOptions, look: (blocks: Blocks | undefined) => void): Promise<string> {
  const video = readVideo(new Uint8Array(readFileSync(`fixtures/hevc/${file}.265`)));
  const opened = await Decoder.open(options);
  if (!video.ok || !opened.ok) throw new Error(file);
  const md5 = createHash('md5');
  const { firstError } = await decodeStream(opened.value, video.value.units, (picture) => {
    md5.update(opened.value.copy(picture)!);
    look(readBlocks(opened.value.inspect()!, picture));
  });
  expect(firstError).toBeUndefined();
  opened.value.close();
  return md5.digest('hex');
}

const area = (blocks: Blocks, edges: (typeof EDGES)[keyof typeof EDGES]): number =>
  [...areasOf(blocks, edges)].reduce((sum, { width, height }) => sum + width * height, 0);

// Bidirectional with intra blocks, asymmetric parts in 10 bits, quantization in groups of 8, PCM-like lossless blocks, cropped.
test.each(['b-intra', 'main10-ctu16-amp', 'qg8-aq', 'cu-lossless', 'crop-vui'])(
  'the debugging build outputs the same pictures of %s, and blocks of each kind cover the whole picture',
  async (file) => {
    const facts: BlockFacts[] = [];
    const looked = await decode(file, DEBUGGING, (blocks) => {
      const whole = blocks!.columns * blocks!.rows * 16;
      expect([EDGES.coding, EDGES.prediction, EDGES.transform].map((edges) => area(blocks!, edges))).toEqual([whole, whole, whole]);
      facts.push(factsOf(blocks!));
    });
    expect(looked).toBe(await decode(file, { build: 'simd' }, (blocks) => expect(blocks).toBeUndefined()));
    expect(facts[0]!.intra).toBe(1);
    expect(facts.some(({ intra, motion }) => intra < 1 && motion > 0)).toBe(file !== 'crop-vui' || facts.length > 1);
    for (const { coding, prediction, transform, qpMin, qpMean, qpMax, skipped } of facts) {
      expect(prediction).toBeGreaterThanOrEqual(coding);
      expect(transform).toBeGreaterThanOrEqual(coding);
      expect(qpMin).toBeLessThanOrEqual(qpMean);
      expect(qpMean).toBeLessThanOrEqual(qpMax);
      expect(qpMax).toBeLessThanOrEqual(51);
      expect(skipped).toBeLessThanOrEqual(1);
    }
  },
);

/** Two adjacent coding blocks of 8x8, the right one split into four transform blocks and moving. */
const UNITS: readonly (readonly number[])[] = [
  [
    BLOCK.CODING_LEFT | BLOCK.CODING_TOP | BLOCK.TRANSFORM_LEFT | BLOCK.TRANSFORM_TOP | BLOCK.INTRA,
    BLOCK.CODING_TOP | BLOCK.TRANSFORM_TOP | BLOCK.INTRA,
    BLOCK.CODING_LEFT | BLOCK.CODING_TOP | BLOCK.TRANSFORM_LEFT | BLOCK.TRANSFORM_TOP,
    BLOCK.CODING_TOP | BLOCK.TRANSFORM_LEFT | BLOCK.TRANSFORM_TOP,
  ],
  [
    BLOCK.CODING_LEFT | BLOCK.TRANSFORM_LEFT | BLOCK.INTRA,
    BLOCK.INTRA,
    BLOCK.CODING_LEFT | BLOCK.TRANSFORM_LEFT | BLOCK.TRANSFORM_TOP,
    BLOCK.TRANSFORM_LEFT | BLOCK.TRANSFORM_TOP,
  ],
];
const BLOCKS: Blocks = {
  columns: 4,
  rows: 2,
  ctbSize: 16,
  left: 0,
  top: 0,
  flags: (x, y) => UNITS[y]?.[x],
  qp: (x) => (x < 2 ? 20 : 30),
  vectors: (x) => (x < 2 ? [] : [{ list: 0, x: 12, y: 16, poc: 0 }]),
};

test('borders become one line per run, and blocks are found with their size', () => {
  expect(linesOf(BLOCKS, EDGES.coding)).toEqual([
    { fromX: 0, toX: 0, fromY: 0, toY: 8 },
    { fromX: 8, toX: 8, fromY: 0, toY: 8 },
    { fromX: 0, toX: 16, fromY: 0, toY: 0 },
  ]);
  expect([...areasOf(BLOCKS, EDGES.coding)].map(({ x, width, height }) => [x, width, height])).toEqual([
    [0, 8, 8],
    [8, 8, 8],
  ]);
  expect([...areasOf(BLOCKS, EDGES.transform)].map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
    [0, 0, 8, 8],
    [8, 0, 4, 4],
    [12, 0, 4, 4],
    [8, 4, 4, 4],
    [12, 4, 4, 4],
  ]);
  expect(gridOf(BLOCKS)).toHaveLength(2);
});

test('facts of a picture are shares of its area, and vector lengths are in samples', () => {
  expect(factsOf(BLOCKS)).toEqual({
    coding: 2,
    prediction: 0,
    transform: 5,
    intra: 0.5,
    skipped: 0,
    qpMean: 25,
    qpMin: 20,
    qpMax: 30,
    motion: 5,
  });
  expect(factsOf({ ...BLOCKS, flags: () => undefined })).toMatchObject({ coding: 0, intra: 0, qpMean: 0 });
});
