import { beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { COMMITTED, isFresh, openKernels, type Kernel } from './bench.ts';
import { listSources, moduleRecipe, SOURCE_DIR } from '../../build.mjs';
import { MUTANTS, NO_PICTURE } from '../../cli/mutants.ts';
import { BUILD_REASONS, BUILDS, type Capabilities, chooseBuild, probeCapabilities } from '../../glue/build.ts';
import { INITIAL_BYTES, openMemory } from '../../glue/module.ts';
import { isPacked } from '../../streams/folder.ts';
import { fixtureOf } from '../package/streams.ts';

const all: Capabilities = { place: 'worker', simd: true, sharedMemory: true };

test.each([
  [all, 2, 'simd-mt', 'threads'],
  [{ ...all, place: 'node' }, 4, 'simd-mt', 'threads'],
  [all, 1, 'simd', 'one thread asked for'],
  [{ ...all, place: 'window' }, 4, 'simd', 'a window may not wait'],
  [{ ...all, sharedMemory: false }, 4, 'simd', 'no shared memory'],
  [{ ...all, simd: false }, 4, 'baseline', 'no SIMD'],
] as const)('%o with %i threads runs %s: %s', (can, threads, build, why) => {
  expect(chooseBuild(can, threads)).toEqual({ build, why });
});

test('every reason is reachable, or given by the caller', () => {
  const seen = new Set<string>(['asked for']);
  for (const place of ['worker', 'window', 'node'] as const)
    for (const simd of [false, true])
      for (const sharedMemory of [false, true])
        for (const threads of [1, 2]) seen.add(chooseBuild({ place, simd, sharedMemory }, threads).why);
  expect([...seen].sort()).toEqual([...BUILD_REASONS].sort());
});

test('this Node has every capability', () => {
  expect(probeCapabilities()).toEqual({ place: 'node', simd: true, sharedMemory: true });
});

test('a refused memory is requested again at half the size', () => {
  const asked: number[] = [];
  const opened = openMemory(1024 ** 3, true, (descriptor) => {
    asked.push(descriptor.maximum! * 65_536);
    if (asked.length < 3) throw new RangeError('no address space');
    return new WebAssembly.Memory({ ...descriptor, shared: false });
  });
  expect(asked).toEqual([1024 ** 3, 512 * 1024 ** 2, 256 * 1024 ** 2]);
  expect(opened.ok && opened.value.maxBytes).toBe(256 * 1024 ** 2);
  expect(opened.ok && opened.value.memory.buffer.byteLength).toBe(INITIAL_BYTES);
});

test('a memory that is never granted is an error, not an exception', () => {
  const opened = openMemory(256 * 1024 ** 2, true, () => {
    throw new RangeError('no address space');
  });
  expect(opened).toEqual({ ok: false, error: { code: 'DECODER_MEMORY', detail: 'RangeError: no address space' } });
});

/** Maximum download before the first H265 picture. */
const GZIP_BYTES_MAX = 100_000;

type Rows = Record<string, { sha256: string; recipe: string }>;
const manifest = JSON.parse(readFileSync('src/wasm/dist/manifest.json', 'utf8')) as { builds: Rows; debug: Rows };

/** Each without and with the range extensions. */
const SHIPPED = [...BUILDS, ...BUILDS.map((build) => `range-${build}` as const)];

test.each([
  ...SHIPPED.map((build) => ['dist', build, manifest.builds[build]!, {}] as const),
  ['debug', 'simd', manifest.debug['simd']!, { variant: 'debug' }] as const,
])('the committed module %s/hevc-%s is built from these sources, and small', (folder, build, row, options) => {
  const bytes = readFileSync(`src/wasm/${folder}/hevc-${build}.wasm`);
  expect(moduleRecipe(build, undefined, options), 'stale: run `npm run wasm` and commit src/wasm/dist and debug').toBe(row.recipe);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256);
  expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(GZIP_BYTES_MAX);
});

test('only the debugging module exports blocks', () => {
  const namesOf = (file: string): string[] =>
    WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(file))).map(({ name }) => name);
  expect(namesOf('src/wasm/debug/hevc-simd.wasm')).toContain('hevc_blocks');
  for (const build of SHIPPED) expect(namesOf(`src/wasm/dist/hevc-${build}.wasm`).filter((name) => /blocks|stages/.test(name))).toEqual([]);
});

/** Chrome 80 supports no SIMD, no shared memory without isolation, no reference types, no multi-value. */
test.each(['baseline', 'range-baseline'])('the %s module uses nothing newer than Chrome 80', (build) => {
  const module = new WebAssembly.Module(readFileSync(`src/wasm/dist/hevc-${build}.wasm`));
  expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
  const text = readFileSync(`src/wasm/dist/hevc-${build}.wasm`).toString('latin1');
  for (const feature of ['simd128', 'atomics', 'reference-types', 'multivalue']) expect(text).not.toContain(`+${feature}`);
});

test('every C file has a mutation that a fixture must detect, or a reason why a picture cannot show one', () => {
  const named = [...MUTANTS.map(({ file }) => file), ...Object.keys(NO_PICTURE)];
  expect(listSources().filter((file) => file.endsWith('.c') && !named.includes(file))).toEqual([]);
});

test('each mutation fits one place of its file and names an existing fixture', () => {
  for (const { file, from, to, stream } of MUTANTS) {
    expect([file, readFileSync(`${SOURCE_DIR}/${file}`, 'utf8').split(from).length]).toEqual([file, 2]);
    expect(to).not.toBe(from);
    expect([stream, isPacked(fixtureOf(stream))]).toEqual([stream, true]);
  }
});

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
  expect(isFresh(build), 'stale: run `npm run wasm -- kernels` and commit src/wasm/tests/kernels/built').toBe(true);
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
