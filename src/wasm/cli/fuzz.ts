/**
 *     npm run fuzz:decode -- [--cases 20000] [--seed 1] [--build simd-mt|simd|baseline] [--threads N] [--twin] [--dist DIR] [--native PROGRAM] [DIR…]
 *
 * Decodes damaged streams and, after each, a clean one with the same decoder. A case fails when a trap happened (the caller never sees one,
 * but none may happen), when memory passed its limit, when decoding took longer than its deadline, or when the clean stream's pictures are not exact.
 * --twin: a decoder of one thread gets the same, and must show the same pictures of the damaged streams too.
 * --native: gives the damaged streams to a program of native/build.mjs with sanitizers instead, which must end by itself and report nothing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { splitAccessUnits } from '../glue/access-units.ts';
import type { Build } from '../glue/build.ts';
import { Decoder, ROOM_LIMITS, type OpenOptions } from '../glue/decoder.ts';
import { decodeStream } from './decode-stream.ts';
import { mutateStream, seededDice } from './mutate.ts';

/** Streams larger than this take too long per case and find nothing more. */
const STREAM_BYTES_MAX = 16_000;

/** The fixtures are pictures of 208x144; damage may ask for more, up to this. */
export const FUZZ_LIMITS = { ...ROOM_LIMITS, maxWidth: 1_024, maxHeight: 1_024, maxMemoryBytes: 128 * 1024 ** 2 };

/** A case is a second of such video: a decoder that needs this long is as good as hung. */
const CASE_DEADLINE_MS = 20_000;

export interface FuzzStream {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly md5: string;
}

/** What is damaged when no folder is named: natural streams, and those of the generator, which have tools that x265 has not. */
export const FUZZ_DIRS: readonly string[] = ['fixtures/hevc', 'fixtures/hevc-syntax'];

export function readFuzzStreams(dirs = FUZZ_DIRS): FuzzStream[] {
  return dirs.flatMap((dir) => {
    const rows = JSON.parse(readFileSync(path.join(dir, 'manifest.json'), 'utf8')) as { file: string; bytes: number; md5: string }[];
    return rows
      .filter((row) => row.bytes <= STREAM_BYTES_MAX)
      .map(({ file, md5 }) => ({ file, md5, bytes: readFileSync(path.join(dir, file)) }));
  });
}

async function decodeToMd5(decoder: Decoder, bytes: Uint8Array): Promise<{ readonly md5: string; readonly said: string }> {
  const whole = createHash('md5');
  const outcome = await decodeStream(decoder, splitAccessUnits(bytes), (picture) => {
    const planes = decoder.copy(picture);
    if (planes) whole.update(planes);
  });
  return { md5: whole.digest('hex'), said: `${outcome.pictures} pictures, ${JSON.stringify(outcome.firstError)}` };
}

async function openForFuzz(options: OpenOptions): Promise<Decoder> {
  const opened = await Decoder.open({ limits: FUZZ_LIMITS, ...options });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail}`);
  return opened.value;
}

export interface FuzzFailure {
  readonly seed: number;
  readonly file: string;
  readonly damage: string;
  readonly what: string;
}

/** Runs the cases [from, from + cases) and returns those that failed. `twinOptions`: of the decoder that must show the same of damage. */
export async function fuzz(
  streams: readonly FuzzStream[],
  from: number,
  cases: number,
  options: OpenOptions,
  twinOptions?: OpenOptions,
): Promise<FuzzFailure[]> {
  const failures: FuzzFailure[] = [];
  let decoder: Decoder | undefined;
  let twin: Decoder | undefined;
  for (let seed = from; seed < from + cases; seed++) {
    decoder ??= await openForFuzz(options);
    if (twinOptions) twin ??= await openForFuzz(twinOptions);
    const dice = seededDice(~seed);
    const victim = dice.pick(streams);
    const clean = dice.pick(streams);
    const damaged = mutateStream(victim.bytes, dice.pick(streams).bytes, seed);
    const startedMs = performance.now();
    const before = decoder.counters();
    const seen = await decodeToMd5(decoder, damaged.bytes);
    const cleaned = await decodeToMd5(decoder, clean.bytes);
    const elapsedMs = performance.now() - startedMs;
    const twinSeen = twin && (await decodeToMd5(twin, damaged.bytes));
    if (twin) await decodeToMd5(twin, clean.bytes); // what it remembers is then the same
    const after = decoder.counters();
    const faults = [
      (!before.ok || !after.ok || after.value.rebuilds > before.value.rebuilds) && 'trap',
      after.ok && after.value.memoryBytes > FUZZ_LIMITS.maxMemoryBytes && `memory ${after.value.memoryBytes}`,
      elapsedMs > CASE_DEADLINE_MS && 'too slow',
      cleaned.md5 !== clean.md5 && `${clean.file} not exact afterwards: ${cleaned.said}`,
      twinSeen && twinSeen.md5 !== seen.md5 && `its twin shows something else: ${twinSeen.said} for ${seen.said}`,
    ].filter((fault) => typeof fault === 'string');
    if (faults.length > 0) {
      failures.push({ seed, file: victim.file, damage: damaged.names.join(', '), what: faults.join(', ') });
      decoder.close(); // the next case starts clean
      twin?.close();
      decoder = twin = undefined;
    }
  }
  decoder?.close();
  twin?.close();
  return failures;
}

/** The same cases through a native build: what the sanitizers say of each. */
function fuzzNative(program: string, streams: readonly FuzzStream[], from: number, cases: number): FuzzFailure[] {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footlight-fuzz-'));
  const file = path.join(dir, 'case.265');
  const failures: FuzzFailure[] = [];
  for (let seed = from; seed < from + cases; seed++) {
    const dice = seededDice(~seed);
    const victim = dice.pick(streams);
    const damaged = mutateStream(victim.bytes, dice.pick(streams).bytes, seed);
    writeFileSync(file, damaged.bytes);
    const run = spawnSync(program, [file], { encoding: 'utf8', timeout: CASE_DEADLINE_MS });
    const report = /(?:runtime error|Sanitizer)[^\n]*/.exec(run.stderr)?.[0];
    const what = report ?? (run.signal === null ? undefined : `killed by ${run.signal}`);
    if (what !== undefined) failures.push({ seed, file: victim.file, damage: damaged.names.join(', '), what });
  }
  rmSync(dir, { recursive: true });
  return failures;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cases: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      build: { type: 'string', default: 'simd' },
      threads: { type: 'string', default: '1' },
      twin: { type: 'boolean', default: false },
      dist: { type: 'string' },
      native: { type: 'string' },
    },
  });
  const streams = readFuzzStreams(positionals.length > 0 ? positionals : FUZZ_DIRS);
  const cases = Number(values.cases);
  const first = Number(values.seed);
  const base = values.dist === undefined ? {} : { base: pathToFileURL(path.resolve(values.dist) + path.sep) };
  const options: OpenOptions = { build: values.build as Build, threads: Number(values.threads), ...base };
  const twin: OpenOptions | undefined = values.twin ? { build: 'simd', threads: 1, ...base } : undefined;
  const failures: FuzzFailure[] = [];
  const startedMs = performance.now();
  const step = 250;
  for (let done = 0; done < cases; done += step) {
    const count = Math.min(step, cases - done);
    const found =
      values.native === undefined
        ? await fuzz(streams, first + done, count, options, twin)
        : fuzzNative(values.native, streams, first + done, count);
    for (const failure of found) console.log(JSON.stringify(failure));
    failures.push(...found);
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(`${Math.min(done + step, cases)} of ${cases} cases, ${failures.length} failed, ${seconds} s`);
  }
  process.exitCode = failures.length === 0 ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
