/**
 * Decodes every stream of the folders with every build and number of threads, and prints the streams that are not exact. A folder has a
 * manifest.json as in src/wasm/fixtures/hevc, or an INDEX.tsv with the columns `file` and `md5` or `md5_yuv`. Files without an md5 must only be
 * decoded without a crash.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  anyText,
  EXIT,
  folder,
  integers,
  isMain,
  requireFolder,
  runTool,
  someOf,
  startProgress,
  type Tool,
  UsageError,
  type ValuesOf,
} from '../../../scripts/lib/command-line.ts';
import { type Build, BUILDS } from '../glue/build.ts';
import type { Decoder } from '../glue/decoder.ts';
import { WORKERS_MAX } from '../glue/threads.ts';
import { readManifest, readStream } from '../streams/folder.ts';
import { readVideo } from './decode-stream.ts';
import { md5sOf, openDecoder } from './opened.ts';
import { splitAccessUnits } from '../glue/access-units.ts';

interface ExpectedStream {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** md5 of the cropped planes in output order; a damaged stream has none and must only not crash. */
  readonly md5: string | undefined;
  readonly frames: number | undefined;
  /** True if the picture hash SEI of the stream are correct. */
  readonly hashSei: boolean;
}

type Verdict =
  | { readonly name: 'exact'; readonly hashed: number }
  | { readonly name: 'survived' | 'refused' | 'wrong'; readonly detail: string };

/** Decodes the stream with a decoder that may have decoded others before, and returns the result. */
export async function verifyStream(decoder: Decoder, stream: ExpectedStream): Promise<Verdict> {
  const before = decoder.counters();
  const checks: string[] = [];
  const { md5, each, pictures, errors, firstError } = await md5sOf(decoder, splitAccessUnits(stream.bytes), ({ hash, poc }) =>
    checks.push(`${hash} picture ${checks.length} (poc ${poc})`),
  );
  const hashed = checks.filter((check) => !check.startsWith('unchecked')).length;
  const differing = checks.filter((check) => check.startsWith('differs'));
  const lost = each.filter((one) => one === 'lost').length;
  const after = decoder.counters();
  const rebuilds = before.ok && after.ok ? after.value.rebuilds - before.value.rebuilds : 1;

  if (firstError?.code === 'DECODER_UNSUPPORTED' && md5 !== stream.md5) return { name: 'refused', detail: firstError.detail };
  const faults = [
    rebuilds > 0 && `${rebuilds} traps`,
    stream.md5 !== undefined && md5 !== stream.md5 && `md5 ${md5} for ${stream.md5}`,
    stream.frames !== undefined && pictures !== stream.frames && `${pictures} pictures for ${stream.frames}`,
    stream.md5 !== undefined &&
      stream.hashSei &&
      differing.length > 0 &&
      `${differing.length} of ${hashed} hashes differ, first ${differing[0]}`,
    lost > 0 && `${lost} pictures lost`,
    stream.md5 !== undefined && firstError && `${errors} errors, first ${firstError.code} ${firstError.detail}`,
  ].filter((fault) => typeof fault === 'string');
  if (faults.length > 0) return { name: 'wrong', detail: faults.join('; ') };
  if (stream.md5 !== undefined) return { name: 'exact', hashed };
  return { name: 'survived', detail: `${pictures} pictures, ${errors} errors` };
}

const FILES = /\.(265|h265|hevc|bin|mp4|flv)$/;

type StreamFile = Omit<ExpectedStream, 'name' | 'bytes'> & { readonly file: string };

/** Rows of tab-separated values by column name. */
function readTsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
}

function listStreams(dir: string): StreamFile[] {
  const rows = readManifest(dir);
  if (rows.length > 0) return rows.map((row) => ({ ...row, file: path.join(dir, row.file) }));
  const index = path.join(dir, 'INDEX.tsv');
  if (!existsSync(index)) throw new UsageError(`${dir} has neither a manifest.json nor an INDEX.tsv`);
  return readTsv(readFileSync(index, 'utf8'))
    .filter((row) => row['codec'] === undefined || row['codec'] === 'hevc')
    .map((row) => {
      const md5 = row['md5'] ?? row['md5_yuv'] ?? '';
      const isTrusted = row['reference'] === undefined || row['reference'] === 'yes';
      const notes = Object.values(row).join(' ');
      return {
        file: path.join(dir, row['file'] ?? ''),
        md5: isTrusted && /^[0-9a-f]{32}$/.test(md5) ? md5 : undefined,
        frames: Number(row['frames']) > 0 && isTrusted ? Number(row['frames']) : undefined,
        hashSei: !/ignore hash SEI/.test(notes),
      };
    })
    .filter(({ file }) => existsSync(file) && FILES.test(file));
}

/** A container is unwrapped; a damaged raw stream is passed to the decoder unchanged. */
function expectedOf({ file, ...expected }: StreamFile): ExpectedStream {
  const bytes = readStream(file);
  const video = /\.(mp4|flv)$/.test(file) ? readVideo(bytes) : undefined;
  if (video && !video.ok) throw new UsageError(`${file}: ${video.error.detail}`);
  const name = path.join(path.basename(path.dirname(file)), path.basename(file));
  return { ...expected, name, bytes: video ? new Uint8Array(Buffer.concat([...video.value.units])) : bytes };
}

const OPTIONS = {
  builds: someOf('the modules', BUILDS),
  threads: integers('numbers of threads of the build that has them', [1, 2, 4], 1, WORKERS_MAX + 1),
  only: anyText('only files whose name has this in it'),
  dist: folder('modules of another folder'),
} as const;
type Values = ValuesOf<typeof OPTIONS>;

export const CONFORMANCE: Tool<typeof OPTIONS> = {
  name: 'npm run wasm -- conformance',
  takes: '[...folders]',
  about:
    'Decodes every stream of the folders (src/wasm/fixtures/hevc when none is named) on every build, and compares with the md5s of their manifests.',
  options: OPTIONS,
  wordsMax: Number.POSITIVE_INFINITY,
  examples: ['  npm run wasm -- conformance src/wasm/fixtures/hevc src/wasm/fixtures/hevc-syntax --only main10'],
  run: conform,
};

async function conform(values: Values, words: readonly string[]): Promise<number> {
  const dirs = (words.length > 0 ? words : ['src/wasm/fixtures/hevc']).map(requireFolder);
  const only = values.only ?? '';
  const files = dirs.flatMap(listStreams).filter(({ file }) => path.basename(file).includes(only));
  if (files.length === 0) throw new UsageError(`no stream in ${dirs.join(', ')}${only === '' ? '' : ` has ${only} in its name`}`);
  const streams = files.map(expectedOf);
  const runs = values.builds.flatMap((build) => (build === 'simd-mt' ? values.threads : [1]).map((threads) => ({ build, threads })));
  const progress = startProgress(runs.length * streams.length);
  let wrong = 0;
  for (const [number, run] of runs.entries()) {
    wrong += await conformOn(run, streams, values, (index, name) =>
      progress.at(number * streams.length + index, `${run.build} x${run.threads} ${name}`),
    );
  }
  progress.end();
  return wrong === 0 ? EXIT.DONE : EXIT.WRONG;
}

/** Number of wrong streams with this build and this many threads. */
async function conformOn(
  { build, threads }: { readonly build: Build; readonly threads: number },
  streams: readonly ExpectedStream[],
  values: Values,
  onStream: (index: number, name: string) => void,
): Promise<number> {
  const startedMs = performance.now();
  const counts = { exact: 0, survived: 0, refused: 0, wrong: 0 };
  let decoder: Decoder | undefined;
  for (const [index, stream] of streams.entries()) {
    onStream(index, stream.name);
    decoder ??= await openDecoder({ build, threads, checkHash: true }, values.dist);
    const verdict = await verifyStream(decoder, stream);
    counts[verdict.name]++;
    if (verdict.name === 'wrong' || verdict.name === 'refused')
      console.log(`${build} x${threads}  ${stream.name}  ${verdict.name}: ${verdict.detail}`);
    if (verdict.name === 'wrong') {
      decoder.close(); // The next stream starts with a new decoder.
      decoder = undefined;
    }
  }
  decoder?.close();
  console.log(`${build} x${threads}: ${JSON.stringify(counts)} in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
  return counts.wrong;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(CONFORMANCE, process.argv.slice(2));
