import { expect, test } from 'vitest';
import { fuzz, RANGE_DIRS, readFuzzStreams } from '../cli/fuzz.ts';
import { mutateStream, MUTATIONS } from '../cli/mutate.ts';

const streams = readFuzzStreams();

test('the same seed causes the same damage, and every kind of damage occurs', () => {
  const [first, second] = streams;
  const cases = Array.from({ length: 200 }, (_, seed) => mutateStream(first!.bytes, second!.bytes, seed));
  expect(cases.map(({ bytes }) => bytes)).toEqual(cases.map((_, seed) => mutateStream(first!.bytes, second!.bytes, seed).bytes));
  expect(new Set(cases.flatMap(({ names }) => names))).toEqual(new Set([...Object.keys(MUTATIONS), 'bytes anywhere']));
});

test.each([
  ['simd', 1, 1, 400],
  ['simd-mt', 2, 100_001, 60],
  ['baseline', 1, 200_001, 40],
] as const)(
  'damage causes no trap, hang or growth, does not affect the next stream and gives the pictures of one thread: %s with %i threads, seed %i, %i cases',
  async (build, threads, seed, cases) => {
    const reference = build === 'simd' ? undefined : ({ build: 'simd', threads: 1 } as const);
    expect(await fuzz(streams, seed, cases, { build, threads }, reference)).toEqual([]);
  },
  240_000,
);

test('damaged tiles, wavefronts and dependent segments give the same pictures on four threads as on one', async () => {
  const reference = { build: 'simd', threads: 1 } as const;
  expect(await fuzz(readFuzzStreams(['src/wasm/fixtures/hevc-syntax']), 705_630, 240, { build: 'simd-mt', threads: 4 }, reference)).toEqual(
    [],
  );
}, 120_000);

test.each([
  ['simd', 1, 301, 120],
  ['baseline', 1, 100_301, 20],
] as const)(
  'damaged streams of range extensions cause no trap or hang, and the next stream is exact: %s with %i thread, seed %i, %i cases',
  async (build, threads, seed, cases) => {
    expect(await fuzz(readFuzzStreams(RANGE_DIRS), seed, cases, { build, threads })).toEqual([]);
  },
  240_000,
);
