/** Pictures that the playground draws without VideoFrame. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Painter } from '../../src/playground/session/painter.ts';
import { CHROMA_SUBSAMPLING, type Chroma, type Picture } from '../../src/wasm/glue/picture.ts';

const WIDTH = 8;
const HEIGHT = 4;

beforeEach(() => {
  vi.stubGlobal('VideoFrame', undefined);
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray;
      constructor(width: number, height: number) {
        this.data = new Uint8ClampedArray(width * height * 4);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

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
  const picture = {
    width: WIDTH,
    height: HEIGHT,
    chroma,
    bitDepth: 8,
    bitDepthChroma: 8,
    bytesPerSample: 1,
    planes,
    sar: [1, 1],
    colour: { primaries: 1, transfer: 1, matrix: 0, fullRange: true },
  } as unknown as Picture;
  return { memory: bytes.buffer, picture };
}

test.each(['4:2:0', '4:2:2', '4:4:4'] as const)('each pixel of a %s picture has the chroma sample at its position', (chroma) => {
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
