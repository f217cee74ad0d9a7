import { afterAll, expect, test } from 'vitest';
import { verifyStream } from '../cli/conformance.ts';
import type { Build } from '../glue/build.ts';
import { Decoder, LEVEL_6_2_LIMITS } from '../glue/decoder.ts';
import { readManifest, readStream } from '../streams/folder.ts';

/** Streams of x265, and of the generator of random syntax, which have no hash SEI. */
const streams = ['src/wasm/fixtures/hevc', 'src/wasm/fixtures/hevc-syntax'].flatMap((dir) =>
  readManifest(dir).map((row) => ({
    ...row,
    name: `${dir}/${row.file}`,
    bytes: readStream(`${dir}/${row.file}`),
    hashed: dir === 'src/wasm/fixtures/hevc',
  })),
);
/** Format range extensions, decoded by another module. */
const rangeStreams = readManifest('src/wasm/fixtures/hevc-range').map((row) => ({
  ...row,
  name: row.file,
  bytes: readStream(`src/wasm/fixtures/hevc-range/${row.file}`),
}));
const open: Decoder[] = [];
afterAll(() => open.forEach((decoder) => decoder.close()));

test('the matrix has more than 170 streams', () => {
  expect(streams.length).toBeGreaterThan(170);
});

const CONFIGURATIONS: [Build, number][] = [
  ['simd', 1],
  ['baseline', 1],
  ['simd-mt', 1],
  ['simd-mt', 2],
  ['simd-mt', 4],
];

test.each(CONFIGURATIONS)(
  'every stream of the matrix is bit-exact on %s with %i threads, with one decoder for all',
  async (build, threads) => {
    const opened = await Decoder.open({ build, threads, limits: LEVEL_6_2_LIMITS, checkHash: true });
    if (!opened.ok) throw new Error(opened.error.detail);
    const decoder = opened.value;
    open.push(decoder);
    expect(decoder.threads).toBe(threads);

    const failures: string[] = [];
    let hashed = 0;
    for (const stream of streams) {
      const verdict = await verifyStream(decoder, stream);
      if (verdict.name === 'exact') hashed += verdict.hashed;
      else failures.push(`${stream.name}: ${verdict.name} ${verdict.detail}`);
    }
    expect(failures).toEqual([]);
    expect(decoder.profiles).toBe('main'); // Up to the end: Main Intra does not need another module.
    const withSei = streams.filter((stream) => stream.hashed);
    expect(hashed).toBe(withSei.reduce((sum, { frames }) => sum + frames, 0)); // Every picture was also compared with its SEI.
  },
);

test.each(CONFIGURATIONS)('every stream of format range extensions is bit-exact on %s with %i threads', async (build, threads) => {
  const opened = await Decoder.open({ build, threads, limits: LEVEL_6_2_LIMITS, checkHash: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  open.push(opened.value);
  const failures: string[] = [];
  for (const stream of rangeStreams) {
    const verdict = await verifyStream(opened.value, stream);
    if (verdict.name !== 'exact') failures.push(`${stream.name}: ${verdict.name} ${verdict.detail}`);
  }
  expect(failures).toEqual([]);
  expect(rangeStreams.length).toBeGreaterThan(30);
  expect(opened.value.profiles).toBe('range');
});

test.each(CONFIGURATIONS)('damaged streams give the expected concealed pictures on %s with %i threads', async (build, threads) => {
  const opened = await Decoder.open({ build, threads, limits: LEVEL_6_2_LIMITS });
  if (!opened.ok) throw new Error(opened.error.detail);
  open.push(opened.value);
  const rows = readManifest('src/wasm/fixtures/hevc-damaged');
  const failures: string[] = [];
  for (const row of rows) {
    const verdict = await verifyStream(opened.value, {
      ...row,
      name: row.file,
      bytes: readStream(`src/wasm/fixtures/hevc-damaged/${row.file}`),
    });
    if (verdict.name !== 'exact') failures.push(`${row.file}: ${verdict.name} ${verdict.detail}`);
  }
  expect(failures).toEqual([]);
  expect(rows.length).toBeGreaterThan(3);
});
