/** The session of the playground: comparison with the browser, one picture after the other, drawing, addresses, blocks. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { md5sOf } from '../../cli/opened.ts';
import type { OpenOptions } from '../../glue/decoder.ts';
import { type Blocks, readBlocks } from '../../glue/inspect.ts';
import { type Chroma, CHROMA_SUBSAMPLING, type Picture } from '../../glue/picture.ts';
import { areasOf, type BlockFacts, EDGES, factsOf, Painter } from '../../playground/session/painter.ts';
import { openDecoder, unitsOf } from '../package/streams.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const WIDTH = 8;
const HEIGHT = 4;

/** Planes G, B and R, so that each sample is a channel of the image. Every chroma sample has another value. */
function pictureOf(chroma: Chroma): { memory: ArrayBuffer; picture: Picture } {
  const [across, down] = CHROMA_SUBSAMPLING[chroma];
  const [width, height] = [WIDTH / across, HEIGHT / down];
  const bytes = new Uint8Array(WIDTH * HEIGHT + 2 * width * height).map((_, i) => (i < WIDTH * HEIGHT ? 7 : i));
  const planes = [
    { offset: 0, strideBytes: WIDTH, width: WIDTH, height: HEIGHT },
    { offset: WIDTH * HEIGHT, strideBytes: width, width, height },
    { offset: WIDTH * HEIGHT + width * height, strideBytes: width, width, height },
  ];
  const format = { width: WIDTH, height: HEIGHT, chroma, bitDepth: 8, bitDepthChroma: 8, bytesPerSample: 1, planes, sar: [1, 1] };
  const picture = { ...format, colour: { primaries: 1, transfer: 1, matrix: 0, fullRange: true } };
  return { memory: bytes.buffer, picture: picture as unknown as Picture };
}

test.each(['4:2:0', '4:2:2', '4:4:4'] as const)('each pixel of a %s picture has the chroma sample at its position', (chroma) => {
  vi.stubGlobal('VideoFrame', undefined);
  class Image {
    readonly data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  }
  vi.stubGlobal('ImageData', Image);
  const images: ImageData[] = [];
  const context = { putImageData: (image: ImageData) => images.push(image) };
  const { memory, picture } = pictureOf(chroma);
  new Painter({ width: 0, height: 0, getContext: () => context } as unknown as OffscreenCanvas).paint(memory, picture);
  const bytes = new Uint8Array(memory);
  const [across, down] = CHROMA_SUBSAMPLING[chroma];
  const expected = Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const [blue, red] = [1, 2].map((index) => {
      const { offset, strideBytes } = picture.planes[index]!;
      return bytes[offset + Math.floor(y / down) * strideBytes + Math.floor(x / across)]!;
    });
    return [red, 7, blue, 255];
  });
  expect([...images[0]!.data]).toEqual(expected.flat());
});

const DEBUGGING: OpenOptions = { build: 'simd', base: pathToFileURL(path.resolve('src/wasm/debug/hevc-simd.wasm')) };

/** Decodes a fixture; `look` receives the blocks of each picture while they are valid. */
async function decode(file: string, options: OpenOptions, look: (blocks: Blocks | undefined) => void): Promise<string> {
  const decoder = await openDecoder(options);
  const { md5, firstError } = await md5sOf(decoder, unitsOf(`hevc/${file}`), (picture) => look(readBlocks(decoder.inspect()!, picture)));
  expect(firstError).toBeUndefined();
  return md5;
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
