/**
 *     npm run wasm -- sanitize [--cases 60] [--seed 1] [--only thread]
 *
 * Builds the decoder as a native program with clang's sanitizers (addresses and undefined behaviour, of the C kernels and of the SIMD
 * kernels; races between threads, with a jitter that makes orders happen which are rare otherwise), and decodes the fixtures, which must be
 * exact, and damaged ones, which must end by themselves. Exit code 1 after any report. Exit code 2 if clang or the runtime library of a
 * sanitizer is not installed: nothing is decoded then.
 */
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildNative, CACHE_DIR, findClang, sanitizerLack } from '../native/build.mjs';
import { EXIT, integer, isMain, oneOf, runTool, UsageError, type Tool, type ValuesOf } from '../../../scripts/lib/command-line.ts';
import { FUZZ_DIRS, RANGE_DIRS, readFuzzStreams, type FuzzStream } from './fuzz.ts';
import { digest, inTemporary, readManifest, readStream } from '../streams/folder.ts';
import { mutateStream, seededRng } from './mutate.ts';

const build = (name: string, sanitize: 'address,undefined' | 'thread', simd: boolean, workers: readonly number[]) => ({
  name,
  sanitize,
  simd,
  jitter: sanitize === 'thread',
  /** With the range extensions, on their streams. */
  range: name.startsWith('range-'),
  /** Numbers of threads beside the calling one. */
  workers,
});
type SanitizedBuild = ReturnType<typeof build>;

const BUILDS: readonly SanitizedBuild[] = ['', 'range-'].flatMap((range) => [
  build(`${range}address-c`, 'address,undefined', false, [0]),
  build(`${range}address-simd`, 'address,undefined', true, [0, 3]),
  build(`${range}thread`, 'thread', true, [1, 3, 7]),
]);

type Material = ReturnType<typeof readMaterial>;

function readMaterial(dirs: readonly string[]) {
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

const OPTIONS = {
  cases: integer('damaged streams for each build', 60, 0, 1_000_000),
  seed: integer('number of the first damaged stream', 1, 0, 2 ** 31),
  only: oneOf(
    'one of the builds',
    BUILDS.map(({ name }) => name),
  ),
} as const;
type Values = ValuesOf<typeof OPTIONS>;

const SANITIZE: Tool<typeof OPTIONS> = {
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

/** The decodes of one build: every fixture, and damaged streams. */
class Trial {
  faults = 0;
  #decodes = 0;
  readonly #build: SanitizedBuild;
  readonly #program: string;
  readonly #dir: string;

  constructor(build: SanitizedBuild, program: string, dir: string) {
    this.#build = build;
    this.#program = program;
    this.#dir = dir;
  }

  async run({ fixtures, streams }: Material, { seed, cases }: Values): Promise<void> {
    const startedMs = performance.now();
    const { name, workers } = this.#build;
    await forEach(
      workers.flatMap((count) => fixtures.map((fixture) => ({ ...fixture, count }))),
      ({ file, bytes, md5, count }) => this.#decode(`${count}-${file}`, bytes, count, `${file} x${count}`, md5),
    );
    const seeds = Array.from({ length: cases }, (_, i) => seed + i);
    await forEach(seeds, (each) => this.#decodeDamaged(streams, each));
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(`${name}: ${this.#decodes} decodes, ${this.faults} faults, ${seconds} s`);
  }

  #decodeDamaged(streams: readonly FuzzStream[], seed: number): Promise<void> {
    const rng = seededRng(~seed);
    const victim = rng.pick(streams);
    const { bytes, names } = mutateStream(victim.bytes, rng.pick(streams).bytes, seed);
    const { workers } = this.#build;
    return this.#decode(`${seed}.265`, bytes, workers[seed % workers.length]!, `seed ${seed}, ${victim.file}, ${names.join(', ')}`);
  }

  /** `md5`: of the planes, if the stream is not damaged. */
  async #decode(file: string, bytes: Uint8Array, workers: number, what: string, md5?: string): Promise<void> {
    const { planes, fault } = await runNative(this.#program, path.join(this.#dir, file), bytes, workers);
    this.#decodes++;
    const found = fault ?? (md5 === undefined || digest('md5', planes) === md5 ? undefined : 'not exact');
    if (found === undefined) return;
    this.faults++;
    console.log(`${this.#build.name}  ${what}: ${found}`);
  }
}

async function sanitize(values: Values): Promise<number> {
  const builds = BUILDS.filter(({ name }) => values.only === undefined || name === values.only);
  const cc = requireSanitizers(new Set(builds.map((build) => build.sanitize)));
  const material = { main: readMaterial(FUZZ_DIRS), range: readMaterial(RANGE_DIRS) };
  let faults = 0;
  await inTemporary(async (dir) => {
    for (const build of builds) {
      const trial = new Trial(build, await buildNative({ cc, threads: true, ...build, out: path.join(CACHE_DIR, build.name) }), dir);
      await trial.run(material[build.range ? 'range' : 'main'], values);
      faults += trial.faults;
    }
  });
  return faults === 0 ? EXIT.DONE : EXIT.WRONG;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(SANITIZE, process.argv.slice(2));
