import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { EXIT, runTool } from '../../scripts/lib/command-line.ts';
import { fuzz, FUZZ, RANGE_DIRS, readFuzzStreams } from '../../src/wasm/cli/fuzz.ts';
import { MUTATIONS, mutateStream } from '../../src/wasm/cli/mutate.ts';

const streams = readFuzzStreams();
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

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
  expect(await fuzz(readFuzzStreams(['fixtures/hevc-syntax']), 705_630, 240, { build: 'simd-mt', threads: 4 }, reference)).toEqual([]);
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

test.skipIf(process.platform === 'win32')(
  'a native program that cannot be started is refused in one line, counts as no decode, and leaves no folder',
  async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'footlight-native-'));
    const program = path.join(dir, 'decode');
    writeFileSync(program, 'not executable');
    vi.stubEnv('TMPDIR', dir);
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await runTool(FUZZ, ['--native', program, '--cases', '2'])).toBe(EXIT.NOTHING_DONE);
    expect(error.mock.lastCall?.[0]).toContain(`${program} cannot be started`);
    expect(readdirSync(dir)).toEqual(['decode']);
    rmSync(dir, { recursive: true });
  },
);
