/**
 *     npm run conformance -- [DIR…] [--builds simd-mt,simd,baseline] [--threads 1,2,4] [--only TEXT] [--dist DIR]
 *
 * Decodes every stream of the folders (fixtures/hevc when none is named) on every build and number of threads, and prints what is not exact.
 * A folder has a manifest.json as fixtures/hevc has, or an INDEX.tsv with the columns `file` and `md5` or `md5_yuv`; files of containers are
 * unwrapped by ffmpeg when it is installed. Files without an md5 only have to be survived. Exit code 1 when anything is wrong.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { BUILDS, type Build } from '../glue/build.ts';
import { Decoder, LEVEL_6_2_LIMITS } from '../glue/decoder.ts';
import { verifyStream, type ExpectedStream } from './verify.ts';

const CACHE = path.resolve('.cache/conformance');
const RAW = /\.(265|h265|hevc|bin)$/;
const CONTAINER = /\.(mp4|mkv|flv|ts)$/;

interface StreamFile {
  readonly file: string;
  readonly md5: string | undefined;
  readonly frames: number | undefined;
  readonly hashSei: boolean;
}

/** Rows of tab-separated values by column name. */
function readTsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
}

function listStreams(dir: string): StreamFile[] {
  const manifest = path.join(dir, 'manifest.json');
  if (existsSync(manifest)) {
    const rows = JSON.parse(readFileSync(manifest, 'utf8')) as { file: string; md5: string; frames: number; hashSei: boolean }[];
    return rows.map((row) => ({ ...row, file: path.join(dir, row.file) }));
  }
  return readTsv(readFileSync(path.join(dir, 'INDEX.tsv'), 'utf8'))
    .filter((row) => row['codec'] === undefined || row['codec'] === 'hevc')
    .map((row) => {
      const md5 = row['md5'] ?? row['md5_yuv'] ?? '';
      const trusted = row['reference'] === undefined || row['reference'] === 'yes';
      const notes = Object.values(row).join(' ');
      return {
        file: path.join(dir, row['file'] ?? ''),
        md5: trusted && /^[0-9a-f]{32}$/.test(md5) ? md5 : undefined,
        frames: Number(row['frames']) > 0 && trusted ? Number(row['frames']) : undefined,
        hashSei: !/ignore hash SEI/.test(notes),
      };
    })
    .filter(({ file }) => existsSync(file) && (RAW.test(file) || CONTAINER.test(file)));
}

/** The raw stream; of a container, by ffmpeg, once. */
function readStream(file: string): Uint8Array | undefined {
  if (RAW.test(file)) return readFileSync(file);
  mkdirSync(CACHE, { recursive: true });
  const raw = path.join(CACHE, `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.265`);
  if (!existsSync(raw)) {
    const input = file.endsWith('.mp4') ? ['-ignore_editlist', '1', '-i', file] : ['-i', file];
    try {
      const copy = ['-map', '0:v:0', '-c', 'copy', '-bsf:v', 'hevc_mp4toannexb', '-f', 'hevc', '-y', `${raw}.part`];
      execFileSync('ffmpeg', ['-v', 'error', ...input, ...copy], { stdio: ['ignore', 'ignore', 'pipe'] });
      renameSync(`${raw}.part`, raw);
    } catch {
      return undefined; // no ffmpeg, or one that cannot read it
    }
  }
  return readFileSync(raw);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    builds: { type: 'string', default: BUILDS.join(',') },
    threads: { type: 'string', default: '1,2,4' },
    only: { type: 'string' },
    dist: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});
const builds = values.builds.split(',') as Build[];
const threadCounts = values.threads.split(',').map(Number);
const base = values.dist === undefined ? {} : { base: pathToFileURL(path.resolve(values.dist) + path.sep) };
const dirs = positionals.length > 0 ? positionals : ['fixtures/hevc'];

const streams: ExpectedStream[] = dirs.flatMap((dir) =>
  listStreams(dir)
    .filter(({ file }) => values.only === undefined || file.includes(values.only))
    .flatMap(({ file, md5, frames, hashSei }): ExpectedStream[] => {
      const bytes = readStream(file);
      if (!bytes) return [];
      return [
        {
          name: path.join(path.basename(path.dirname(file)), path.basename(file)),
          bytes,
          hashSei,
          ...(md5 === undefined ? {} : { md5 }),
          ...(frames === undefined ? {} : { frames }),
        },
      ];
    }),
);

let wrong = 0;
for (const build of builds) {
  for (const threads of build === 'simd-mt' ? threadCounts : [1]) {
    const startedMs = performance.now();
    const counts = { exact: 0, survived: 0, refused: 0, wrong: 0 };
    let decoder: Decoder | undefined;
    for (const stream of streams) {
      if (!decoder || values.fresh) {
        decoder?.close();
        const opened = await Decoder.open({ build, threads, limits: LEVEL_6_2_LIMITS, checkHash: true, ...base });
        if (!opened.ok) throw new Error(`${build}: ${opened.error.code} ${opened.error.detail}`);
        decoder = opened.value;
      }
      process.stderr.write(stream.name + "\n");
      const verdict = await verifyStream(decoder, stream);
      counts[verdict.at]++;
      if (verdict.at === 'wrong' || verdict.at === 'refused')
        console.log(`${build} x${threads}  ${stream.name}  ${verdict.at}: ${verdict.detail}`);
      if (verdict.at === 'wrong') {
        decoder.close(); // the next stream starts clean
        decoder = undefined;
      }
    }
    decoder?.close();
    wrong += counts.wrong;
    console.log(`${build} x${threads}: ${JSON.stringify(counts)} in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
