/**
 * Makes src/wasm/fixtures/hevc: one small stream per feature of the matrix, encoded by x265 from a drawn scene, and a manifest with the MD5 of the
 * planes. Needs x265 and ffmpeg (Debian packages); the tests need neither. ffmpeg must agree with the encoder's own reconstruction and with
 * the picture hash SEI before an MD5 is written.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EXIT, missingProgram, runTool, UsageError, type NoOptions, type Tool } from '../../../scripts/lib/command-line.ts';
import { COMMON, DEFAULT_SCENE, STREAMS, type StreamRow, drawScene } from './matrix.ts';
import { digest, madeOf, readManifest, writeFolder, type Made } from './folder.ts';

const OUT = path.resolve('src/wasm/fixtures/hevc');

/** Fits all planes of the longest 1080p row in 10 bits. */
const PLANES_BYTES_MAX = 512 * 1024 ** 2;

/** x265 3.5 hangs on some options with tiny pictures. */
const ENCODE_DEADLINE_MS = 20_000;

/** HM's text format: a matrix per size and kind, drawn so that adjacent entries differ. */
function scalingListText(): string {
  const matrix = (name: string, entries: number, phase: number, hasDc: boolean) => {
    const values = Array.from({ length: entries }, (_, i) => 8 + ((i * 5 + phase * 7) % 61));
    return `${name} =\n${values.join(',')}\n${hasDc ? `${name}_DC =\n${16 + phase}\n` : ''}`;
  };
  const kinds = ['INTRA', 'INTER'].flatMap((mode) => ['LUMA', 'CHROMAU', 'CHROMAV'].map((plane) => `${mode}%_${plane}`));
  const sizes = [
    { name: '4X4', entries: 16, dc: false },
    { name: '8X8', entries: 64, dc: false },
    { name: '16X16', entries: 64, dc: true },
    { name: '32X32', entries: 64, dc: true },
  ];
  return sizes
    .flatMap(({ name, entries, dc }, s) => kinds.map((kind, k) => matrix(kind.replace('%', name), entries, s * 6 + k, dc)))
    .join('\n');
}

function make(row: StreamRow, dir: string): Made {
  const scene = { ...DEFAULT_SCENE, ...row.scene };
  const source = path.join(dir, 'source.yuv');
  const reconstruction = path.join(dir, 'reconstruction.yuv');
  const scaling = path.join(dir, 'scaling.txt');
  const file = `${row.name}.265`;
  const target = path.join(dir, file);
  writeFileSync(source, Buffer.concat([...drawScene(scene)]));
  if (row.scalingLists) writeFileSync(scaling, scalingListText());

  const options = [
    ...`${COMMON} ${row.x265}`.split(' ').filter(Boolean),
    ...(row.scalingLists ? ['--scaling-list', scaling] : []),
    '--input',
    source,
    '--input-res',
    `${scene.width}x${scene.height}`,
    '--fps',
    '25',
    '--input-depth',
    String(scene.bitDepth),
    '-D',
    String(scene.bitDepth),
    '--recon',
    reconstruction,
    '--recon-depth',
    String(scene.bitDepth),
    '-o',
    target,
  ];
  execFileSync('x265', options, { stdio: ['ignore', 'ignore', 'inherit'], timeout: ENCODE_DEADLINE_MS });
  const input = ['-v', 'error', '-threads', '1', '-flags', 'unaligned', '-err_detect', 'crccheck', '-i', target];
  const decoded = spawnSync('ffmpeg', [...input, '-f', 'rawvideo', '-fps_mode', 'passthrough', '-'], { maxBuffer: PLANES_BYTES_MAX });
  if (decoded.error !== undefined) throw decoded.error;
  const planes = row.ffmpegWrong === undefined ? decoded.stdout : readFileSync(reconstruction);
  const hashesDiffer = row.ffmpegWrong === undefined && decoded.stderr.includes('mismatch');
  const probe = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', target], {
    encoding: 'utf8',
  });
  const [width = 0, height = 0] = probe.trim().split(',').map(Number);
  const frameBytes = (width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2)) * (scene.bitDepth === 10 ? 2 : 1);

  // The reconstruction is not cropped, and x265 writes it with 8 bits at any depth: in other cases only the hash SEI is the reference.
  const comparable = width === scene.width && height === scene.height && scene.bitDepth === 8;
  const agrees = !hashesDiffer && (!comparable || readFileSync(reconstruction).equals(planes));
  if (!agrees && row.hashSeiWrong === undefined) throw new Error(`${row.name}: ffmpeg and x265 do not agree`);
  const shape = { width, height, bitDepth: scene.bitDepth, frames: planes.length / frameBytes };
  const known = { ...shape, md5: digest('md5', planes), hashSei: row.hashSeiWrong === undefined };
  const [made, bytes] = madeOf(file, readFileSync(target), known);
  return [{ ...made, x265: row.x265 }, bytes];
}

function makeAll(names: readonly string[]): number {
  const unknown = names.find((name) => !STREAMS.some((row) => row.name === name));
  if (unknown !== undefined) throw new UsageError(`${unknown} is no row of the matrix`);
  const wanted = new Set(names);
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footlight-hevc-'));
  // A row that cannot be made again is kept.
  const rows = new Map(readManifest(OUT).map((row) => [row.file, row]));
  const streams = new Map<string, Uint8Array>();
  let failed = 0;
  try {
    for (const row of STREAMS) {
      if (wanted.size > 0 && !wanted.has(row.name)) continue;
      try {
        const [made, bytes] = make(row, dir);
        rows.set(made.file, made);
        streams.set(made.file, bytes);
      } catch (error) {
        if (missingProgram(error) !== undefined) throw error;
        failed++;
        console.error(`${row.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
  writeFolder(
    OUT,
    STREAMS.flatMap(({ name }) => rows.get(`${name}.265`) ?? []),
    streams,
  );
  return failed === 0 ? EXIT.DONE : EXIT.WRONG;
}

const TOOL: Tool<NoOptions> = {
  name: 'npm run wasm -- fixtures-hevc',
  takes: '[...names]',
  about: 'Makes src/wasm/fixtures/hevc again, all streams of the matrix or those named (needs x265 and ffmpeg).',
  options: {},
  wordsMax: Number.POSITIVE_INFINITY,
  run: (_values, names) => makeAll(names),
};

process.exitCode = await runTool(TOOL, process.argv.slice(2));
