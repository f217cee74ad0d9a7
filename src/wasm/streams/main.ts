/**
 * Makes src/wasm/fixtures/hevc: one small stream per feature of the matrix, encoded by x265 from a drawn scene, and a manifest with the MD5 of the
 * planes. Needs x265 and ffmpeg (Debian packages); the tests need neither. ffmpeg must agree with the encoder's own reconstruction and with
 * the picture hash SEI before an MD5 is written.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXIT, missingProgram } from '../../../scripts/lib/command-line.ts';
import { COMMON, DEFAULT_SCENE, STREAMS, type StreamRow, drawScene } from './matrix.ts';
import { digest, inTemporary, madeOf, runFixtures, type Made, type ManifestRow } from './folder.ts';

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
  return ['4X4', '8X8', '16X16', '32X32']
    .flatMap((size, s) => kinds.map((kind, k) => matrix(kind.replace('%', size), s === 0 ? 16 : 64, s * 6 + k, s > 1)))
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

  const depth = String(scene.bitDepth);
  const input265 = `--input ${source} --input-res ${scene.width}x${scene.height} --fps 25 --input-depth ${depth} -D ${depth}`;
  const lists = row.scalingLists ? `--scaling-list ${scaling}` : '';
  const written = `--recon ${reconstruction} --recon-depth ${depth} -o ${target}`;
  const options = `${COMMON} ${row.x265} ${lists} ${input265} ${written}`.split(' ').filter(Boolean);
  execFileSync('x265', options, { stdio: ['ignore', 'ignore', 'inherit'], timeout: ENCODE_DEADLINE_MS });
  const input = ['-v', 'error', '-threads', '1', '-flags', 'unaligned', '-err_detect', 'crccheck', '-i', target];
  const decoded = spawnSync('ffmpeg', [...input, '-f', 'rawvideo', '-fps_mode', 'passthrough', '-'], { maxBuffer: PLANES_BYTES_MAX });
  if (decoded.error !== undefined) throw decoded.error;
  const planes = row.ffmpegWrong === undefined ? decoded.stdout : readFileSync(reconstruction);
  const hashesDiffer = row.ffmpegWrong === undefined && decoded.stderr.includes('mismatch');
  const probe = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', target]);
  const [width = 0, height = 0] = String(probe).trim().split(',').map(Number);
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

await runFixtures({
  folder: 'hevc',
  about: ', all streams of the matrix or those named (needs x265 and ffmpeg)',
  names: STREAMS.map(({ name }) => name),
  make: (wanted, present) =>
    inTemporary((dir) =>
      STREAMS.flatMap((row): readonly (Made | readonly [ManifestRow])[] => {
        try {
          if (wanted.size === 0 || wanted.has(row.name)) return [make(row, dir)];
        } catch (error) {
          if (missingProgram(error) !== undefined) throw error;
          process.exitCode = EXIT.WRONG; // A row that cannot be made again is kept.
          console.error(`${row.name}: ${error instanceof Error ? error.message : String(error)}`);
        }
        const known = present.get(`${row.name}.265`);
        return known ? [[known]] : [];
      }),
    ),
});
