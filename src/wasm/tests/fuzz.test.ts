import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { EXIT } from '../../../scripts/lib/command-line.ts';
import { fuzz, RANGE_DIRS, readFuzzStreams } from '../cli/fuzz.ts';
import { mutateStream, MUTATIONS } from '../cli/mutate.ts';

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

/** Windows does not run the programs of these tests. */
const NO_SHELL = process.platform === 'win32';

const dirs: string[] = [];
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true })));

/** The result of `npm run wasm -- sanitize` on a machine with only the given programs, which are shell scripts; `left`: its temporary folders. */
function sanitizeWith(programs: Record<string, string>): {
  status: number | null;
  stdout: string;
  stderr: string;
  left: readonly string[];
} {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footlight-no-runtime-'));
  dirs.push(dir);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(dir, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(dir, name), 0o755);
  }
  const args = ['--import', 'tsx', 'src/wasm/cli/sanitize.ts', '--only', 'thread', '--cases', '0'];
  const temporary = mkdtempSync(path.join(dir, 'tmp-'));
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, PATH: dir, TMPDIR: temporary } });
  return { ...run, left: readdirSync(temporary).filter((name) => name.startsWith('footlight-')) };
}

test.skipIf(NO_SHELL)('sanitize ends with an error that names the missing runtime library, and decodes nothing', () => {
  const message = '/usr/bin/ld: cannot find /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.tsan-x86_64.a';
  const run = sanitizeWith({ 'clang-14': `[ "$1" = --version ] && exit 0; echo "${message}" >&2; exit 1` });
  expect(run.stderr).toContain('libclang_rt.tsan-x86_64.a');
  expect(run.stderr).toContain('libclang-rt-14-dev');
  expect(run).toMatchObject({ status: EXIT.NOTHING_DONE, stdout: '' });
});

test('sanitize ends with an error when clang is not installed', () => {
  const run = sanitizeWith({});
  expect(run.stderr).toContain('clang is not installed');
  expect(run).toMatchObject({ status: EXIT.NOTHING_DONE, stdout: '' });
});

test.skipIf(NO_SHELL)('sanitize leaves no temporary folder when a build fails', () => {
  // Builds the empty program that tries a sanitizer, and no other.
  const clang =
    'for last; do :; done; case $last in */empty) echo "#!/bin/sh" > "$last"; /bin/chmod +x "$last" ;; --version) ;; *) exit 1 ;; esac';
  const run = sanitizeWith({ 'clang-14': clang });
  expect(run.stderr).toContain('Command failed');
  expect(run).toMatchObject({ status: 1, stdout: '', left: [] });
});
