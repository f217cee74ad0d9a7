/**
 *     npm run wasm -- sanitize [--cases 60] [--seed 1] [--only thread]
 *
 * Builds the decoder as a native program with clang's sanitizers (addresses and undefined behaviour, of the C kernels and of the SIMD
 * kernels; races between threads, with a jitter that makes orders happen which are rare otherwise), and decodes the fixtures, which must be
 * exact, and damaged ones, which must end by themselves. Exit code 1 after any report. Exit code 2 if clang or the runtime library of a
 * sanitizer is not installed: nothing is decoded then.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildNative, CACHE_DIR, findClang, sanitizerLack } from '../native/build.mjs';
import { EXIT, integer, isMain, oneOf, runTool, UsageError, type Tool, type ValuesOf } from '../../../scripts/lib/command-line.ts';
import { FUZZ_DIRS, RANGE_DIRS, readFuzzStreams, type FuzzStream } from './fuzz.ts';
import { readManifest, readStream } from '../streams/folder.ts';
import { mutateStream, seededRng } from './mutate.ts';

interface SanitizedBuild {
  readonly name: string;
  readonly sanitize: string;
  readonly simd: boolean;
  readonly jitter: boolean;
  /** With the range extensions, on their streams. */
  readonly range: boolean;
  /** Numbers of threads beside the calling one. */
  readonly workers: readonly number[];
}

const BUILDS: readonly SanitizedBuild[] = [
  { name: 'address-c', sanitize: 'address,undefined', simd: false, jitter: false, range: false, workers: [0] },
  { name: 'address-simd', sanitize: 'address,undefined', simd: true, jitter: false, range: false, workers: [0, 3] },
  { name: 'thread', sanitize: 'thread', simd: true, jitter: true, range: false, workers: [1, 3, 7] },
  { name: 'range-address-c', sanitize: 'address,undefined', simd: false, jitter: false, range: true, workers: [0] },
  { name: 'range-address-simd', sanitize: 'address,undefined', simd: true, jitter: false, range: true, workers: [0, 3] },
  { name: 'range-thread', sanitize: 'thread', simd: true, jitter: true, range: true, workers: [1, 3, 7] },
];

interface Material {
  readonly fixtures: readonly { readonly file: string; readonly bytes: Uint8Array; readonly md5: string }[];
  readonly streams: readonly FuzzStream[];
}

function readMaterial(dirs: readonly string[]): Material {
  const fixtures = dirs.flatMap((dir) =>
    readManifest(dir).map(({ file, md5 }) => ({ file, md5, bytes: readStream(path.join(dir, file)) })),
  );
  return { fixtures, streams: readFuzzStreams(dirs) };
}

/** On an idle machine a fixture takes at most a second; sanitizers and jitter cost a factor of twenty. */
const DECODE_DEADLINE_MS = 120_000;

/** Upper bound: planes of the largest fixture. */
const PLANES_BYTES_MAX = 256 * 1024 ** 2;

interface NativeRun {
  readonly planes: Uint8Array;
  /** Report of a sanitizer, or the signal that ended the program. */
  readonly fault: string | undefined;
}

/** Decodes bytes, written to `file` meanwhile, with a native build; `workers` only if it was built with threads. */
function runNative(program: string, file: string, bytes: Uint8Array, workers: number): Promise<NativeRun> {
  writeFileSync(file, bytes);
  const args = [file, '--out', '-', ...(workers > 0 ? ['--workers', String(workers)] : [])];
  return new Promise((resolve) => {
    execFile(program, args, { encoding: 'buffer', timeout: DECODE_DEADLINE_MS, maxBuffer: PLANES_BYTES_MAX }, (error, stdout, stderr) => {
      const report = /(?:runtime error|Sanitizer)[^\n]*/.exec(stderr.toString())?.[0];
      const killed = error?.signal ? `killed by ${error.signal}` : error && typeof error.code !== 'number' ? error.message : undefined;
      rmSync(file);
      resolve({ planes: stdout, fault: report ?? killed });
    });
  });
}

/** Runs every job of a list, as many at a time as there are cores. */
async function forEach<T>(list: readonly T[], job: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await job(one);
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

const OPTIONS = {
  cases: integer('damaged streams for each build', 60, 0, 1_000_000),
  seed: integer('number of the first damaged stream', 1, 0, 2 ** 31),
  only: oneOf(
    'one of the builds',
    BUILDS.map(({ name }) => name),
  ),
} as const;

export const SANITIZE: Tool<typeof OPTIONS> = {
  name: 'npm run wasm -- sanitize',
  takes: '',
  about: 'The decoder as a native program under clang’s sanitizers: fixtures must be exact, damaged ones must end by themselves.',
  options: OPTIONS,
  wordsMax: 0,
  examples: ['  npm run wasm -- sanitize --only thread --cases 20'],
  run: sanitize,
};

/** Returns the command of clang. Throws if clang is missing or one of the sanitizers does not work. */
function requireSanitizers(sanitizers: Iterable<string>): string {
  const cc = findClang();
  if (cc === undefined) throw new UsageError('clang is not installed');
  for (const sanitize of sanitizers) {
    const lack = sanitizerLack(cc, sanitize);
    if (lack !== undefined)
      throw new UsageError(`${cc} -fsanitize=${sanitize} does not work: ${lack} (Debian: apt install libclang-rt-14-dev)`);
  }
  return cc;
}

// Long: one pass over the builds, whose fixtures and damaged streams share the build, the folder and the count of faults.
async function sanitize(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  const builds = BUILDS.filter(({ name }) => values.only === undefined || name === values.only);
  const cc = requireSanitizers(new Set(builds.map((build) => build.sanitize)));
  const material = { main: readMaterial(FUZZ_DIRS), range: readMaterial(RANGE_DIRS) };
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footlight-sanitize-'));
  let faults = 0;
  try {
    for (const build of builds) {
      const startedMs = performance.now();
      const { fixtures, streams } = material[build.range ? 'range' : 'main'];
      const program = await buildNative({ cc, threads: true, ...build, out: path.join(CACHE_DIR, build.name) });
      const fault = (what: string) => {
        faults++;
        console.log(`${build.name}  ${what}`);
      };
      let decodes = 0;
      await forEach(
        build.workers.flatMap((workers) => fixtures.map((fixture) => ({ ...fixture, workers }))),
        async ({ file, bytes, md5: wanted, workers }) => {
          const run = await runNative(program, path.join(dir, `${workers}-${file}`), bytes, workers);
          decodes++;
          if (run.fault !== undefined) fault(`${file} x${workers}: ${run.fault}`);
          else if (md5(run.planes) !== wanted) fault(`${file} x${workers}: not exact`);
        },
      );
      await forEach(
        Array.from({ length: values.cases }, (_, i) => values.seed + i),
        async (seed) => {
          const rng = seededRng(~seed);
          const victim = rng.pick(streams);
          const damaged = mutateStream(victim.bytes, rng.pick(streams).bytes, seed);
          const run = await runNative(program, path.join(dir, `${seed}.265`), damaged.bytes, build.workers[seed % build.workers.length]!);
          decodes++;
          if (run.fault !== undefined) fault(`seed ${seed}, ${victim.file}, ${damaged.names.join(', ')}: ${run.fault}`);
        },
      );
      console.log(`${build.name}: ${decodes} decodes, ${faults} faults, ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
  return faults === 0 ? EXIT.DONE : EXIT.WRONG;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(SANITIZE, process.argv.slice(2));
