/**
 * Decodes damaged streams and, after each, a clean one with the same decoder. A case fails if a trap occurred (even if the decoder
 * recovered), if memory exceeded its limit, if decoding took longer than its deadline, or if the clean stream's pictures are not exact.
 */
import path from 'node:path';
import { splitAccessUnits } from '../glue/access-units.ts';
import { BUILDS } from '../glue/build.ts';
import { DEFAULT_LIMITS, type Decoder, type OpenOptions } from '../glue/decoder.ts';
import { WORKERS_MAX } from '../glue/threads.ts';
import {
  EXIT,
  flag,
  integer,
  isMain,
  oneOf,
  requireFolder,
  runTool,
  UsageError,
  startProgress,
  type Tool,
  type ValuesOf,
} from '../../../scripts/lib/command-line.ts';
import { md5sOf, openDecoder } from './opened.ts';
import { readManifest, readStream } from '../streams/folder.ts';
import { mutateStream, seededRng } from './mutate.ts';

/** Larger streams take too long per case and find nothing more. */
const STREAM_BYTES_MAX = 16_000;

/** The fixtures are pictures of 208x144; damaged sizes may be larger, up to this. */
export const FUZZ_LIMITS = { ...DEFAULT_LIMITS, maxWidth: 1_024, maxHeight: 1_024, maxMemoryBytes: 128 * 1024 ** 2 };

/** A case is one second of such video; a decoder that needs this long counts as hanging. */
const CASE_DEADLINE_MS = 20_000;

/** Default folders: natural streams, and those of the generator, which use tools that x265 does not have. */
export const FUZZ_DIRS: readonly string[] = ['src/wasm/fixtures/hevc', 'src/wasm/fixtures/hevc-syntax'];
/** Separate, because a decoder keeps the range modules once it has loaded them. */
export const RANGE_DIRS: readonly string[] = ['src/wasm/fixtures/hevc-range'];

export type FuzzStream = ReturnType<typeof readFuzzStreams>[number];

export function readFuzzStreams(dirs = FUZZ_DIRS) {
  return dirs.flatMap((dir) => {
    const rows = readManifest(dir);
    if (rows.length === 0) throw new UsageError(`${dir} has no manifest.json`);
    return rows
      .filter((row) => row.bytes <= STREAM_BYTES_MAX)
      .map(({ file, md5 }) => ({ file, md5, bytes: readStream(path.join(dir, file)) }));
  });
}

export interface FuzzFailure {
  readonly seed: number;
  readonly file: string;
  readonly damage: string;
  readonly what: string;
}

/**
 * Runs the cases [from, from + cases) and returns those that failed. `referenceOptions`: options of a second decoder that must return the
 * same damaged pictures.
 */
export async function fuzz(
  streams: readonly FuzzStream[],
  from: number,
  cases: number,
  options: OpenOptions,
  referenceOptions?: OpenOptions,
): Promise<FuzzFailure[]> {
  const failures: FuzzFailure[] = [];
  const open = (of: OpenOptions): Promise<Decoder> => openDecoder({ limits: FUZZ_LIMITS, ...of });
  const decode = async (decoder: Decoder, bytes: Uint8Array) => {
    const { md5, pictures, firstError } = await md5sOf(decoder, splitAccessUnits(bytes));
    return { md5, seen: `${pictures} pictures, ${JSON.stringify(firstError)}` };
  };
  let decoder: Decoder | undefined;
  let reference: Decoder | undefined;
  for (let seed = from; seed < from + cases; seed++) {
    decoder ??= await open(options);
    if (referenceOptions) reference ??= await open(referenceOptions);
    const rng = seededRng(~seed);
    const [victim, clean] = [rng.pick(streams), rng.pick(streams)];
    const damaged = mutateStream(victim.bytes, rng.pick(streams).bytes, seed);
    const startedMs = performance.now();
    const before = decoder.counters();
    const shown = await decode(decoder, damaged.bytes);
    const cleaned = await decode(decoder, clean.bytes);
    const elapsedMs = performance.now() - startedMs;
    const wanted = reference && (await decode(reference, damaged.bytes));
    if (reference) await decode(reference, clean.bytes); // Both decoders then have the same state.
    const after = decoder.counters();
    const faults = [
      (!before.ok || !after.ok || after.value.rebuilds > before.value.rebuilds) && 'trap',
      after.ok && after.value.memoryBytes > FUZZ_LIMITS.maxMemoryBytes && `memory ${after.value.memoryBytes}`,
      elapsedMs > CASE_DEADLINE_MS && 'too slow',
      cleaned.md5 !== clean.md5 && `${clean.file} not exact afterwards: ${cleaned.seen}`,
      wanted && wanted.md5 !== shown.md5 && `the reference shows something else: ${wanted.seen} for ${shown.seen}`,
    ].filter((fault) => typeof fault === 'string');
    if (faults.length === 0) continue;
    failures.push({ seed, file: victim.file, damage: damaged.names.join(', '), what: faults.join(', ') });
    decoder.close(); // The next case starts with a new decoder.
    reference?.close();
    decoder = reference = undefined;
  }
  decoder?.close();
  reference?.close();
  return failures;
}

const OPTIONS = {
  cases: integer('damaged streams', 500, 1, 100_000_000),
  seed: integer('number of the first case', 1, 0, 2 ** 31),
  build: oneOf('the module (simd)', BUILDS),
  threads: integer('threads of the build that has them', 1, 1, WORKERS_MAX + 1),
  reference: flag('a decoder of one thread gets the same, and must show the same pictures of the damage'),
} as const;

export const FUZZ: Tool<typeof OPTIONS> = {
  name: 'npm run wasm -- fuzz',
  takes: '[...folders]',
  about: `Damaged streams of the folders (${FUZZ_DIRS.join(', ')} when none is named), each followed by a clean one that must be exact.`,
  options: OPTIONS,
  wordsMax: Number.POSITIVE_INFINITY,
  examples: ['  npm run wasm -- fuzz --cases 20000 --build simd-mt --threads 2 --reference'],
  run: runFuzz,
};

/** Number of cases per line of the report. */
const CASES_A_STEP = 250;

async function runFuzz(values: ValuesOf<typeof OPTIONS>, words: readonly string[]): Promise<number> {
  const dirs = (words.length > 0 ? words : FUZZ_DIRS).map(requireFolder);
  const streams = readFuzzStreams(dirs);
  if (streams.length === 0) throw new UsageError(`no stream of at most ${STREAM_BYTES_MAX} bytes in ${dirs.join(', ')}`);
  const options: OpenOptions = { build: values.build ?? 'simd', threads: values.threads };
  const reference: OpenOptions | undefined = values.reference ? { build: 'simd', threads: 1 } : undefined;
  let failed = 0;
  const progress = startProgress(values.cases);
  const startedMs = performance.now();
  for (let done = 0; done < values.cases; done += CASES_A_STEP) {
    progress.at(done, `${failed} failed`);
    const count = Math.min(CASES_A_STEP, values.cases - done);
    const found = await fuzz(streams, values.seed + done, count, options, reference);
    for (const failure of found) console.log(JSON.stringify(failure));
    failed += found.length;
  }
  progress.end();
  console.log(`${values.cases} cases, ${failed} failed, ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(FUZZ, process.argv.slice(2));
