import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { verifyStream } from '../../src/wasm/cli/verify.ts';
import type { Build } from '../../src/wasm/glue/build.ts';
import { Decoder, LEVEL_6_2_LIMITS } from '../../src/wasm/glue/decoder.ts';

interface Row {
  readonly file: string;
  readonly md5: string;
  readonly frames: number;
  readonly hashSei: boolean;
}

const rows = JSON.parse(readFileSync('fixtures/hevc/manifest.json', 'utf8')) as Row[];
const streams = rows.map((row) => ({ ...row, name: row.file, bytes: readFileSync(`fixtures/hevc/${row.file}`) }));
const open: Decoder[] = [];
afterAll(() => open.forEach((decoder) => decoder.close()));

test('the matrix is there', () => {
  expect(streams.length).toBeGreaterThan(80);
});

test.each([
  ['simd', 1],
  ['baseline', 1],
  ['simd-mt', 1],
  ['simd-mt', 2],
  ['simd-mt', 4],
] as [Build, number][])('every stream of the matrix is bit-exact on %s with %i threads, one decoder for all', async (build, threads) => {
  const opened = await Decoder.open({ build, threads, limits: LEVEL_6_2_LIMITS, checkHash: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  const decoder = opened.value;
  open.push(decoder);
  expect(decoder.threads).toBe(threads);

  const failures: string[] = [];
  let hashed = 0;
  for (const stream of streams) {
    const verdict = await verifyStream(decoder, stream);
    if (verdict.at === 'exact') hashed += verdict.hashed;
    else failures.push(`${stream.name}: ${verdict.at} ${verdict.detail}`);
  }
  expect(failures).toEqual([]);
  expect(hashed).toBe(rows.reduce((sum, row) => sum + row.frames, 0)); // every picture was compared with its SEI, too
});
