import { beforeAll, describe, expect, test } from 'vitest';
import { COMMITTED, isFresh, openKernels, type Kernel } from './bench.ts';

/** Cases per kernel and seed; sizes, fractions, flags and samples are random. */
const CASES = 80;
const SEEDS = [1, 20_240, 777_777_777];

/** Every kernel named in the headers of dsp/: a family without a benchmark fails here. */
const FAMILIES = {
  mc: ['luma_uni', 'luma_mid', 'luma_bi', 'chroma_uni', 'chroma_mid', 'chroma_bi', 'average', 'weight_uni', 'weight_bi'],
  itx: ['dct_add', 'dst4_add', 'dc_add', 'skip_add', 'bypass_add'],
  intra: ['smooth', 'planar', 'dc', 'angular'],
  deblock: ['luma_v', 'luma_h', 'chroma_v', 'chroma_h'],
  sao: ['band', 'edge'],
};
const KERNELS = Object.entries(FAMILIES)
  .flatMap(([family, names]) => names.map((name) => `${family}_${name}`))
  .flatMap((name) => [`${name}_8`, `${name}_16`]);

test.each(COMMITTED)('the committed benchmark of the %s kernels is built from these sources', (build) => {
  expect(isFresh(build), 'stale: run `npm run wasm:kernels` and commit tests/wasm/kernels/built').toBe(true);
});

describe.each(COMMITTED)('the benchmark contains every kernel, and nothing else', (build) => {
  let kernels: Map<string, Kernel>;

  beforeAll(async () => {
    kernels = new Map((await openKernels(build)).map((kernel) => [kernel.name, kernel]));
  }, 240_000);

  test('%s: SIMD and scalar leave the same memory, including guards', () => {
    expect([...kernels.keys()].sort()).toEqual([...KERNELS].sort());
  });

  test.each(KERNELS)('%s: SIMD and scalar leave the same memory, guards included', (name) => {
    for (const seed of SEEDS) expect(kernels.get(name)?.compare(seed, CASES), `seed ${seed}, first different case`).toBe(0);
  });
});
