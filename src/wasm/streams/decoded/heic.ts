/**
 * Makes src/wasm/fixtures/heic: still pictures by libheif's heif-enc (x265), and grids and rotated ones from its pictures by the tests' writer. The
 * manifest contains the MD5 of the planes that decodeHeic returns. Before it is written, two programs have to agree: native ffmpeg on each
 * coded picture, byte by byte, and libheif's heif-convert on the whole file, which converts through RGB and is compared by PSNR (heif-enc
 * 1.15, ffmpeg 5.1 were used).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { joinAnnexB } from '../../glue/access-units.ts';
import { decodeHeic, parseHvcc, readHeic, splitLengthPrefixed, type HevcFrame, type HevcStill } from '../../glue/index.ts';
import { digest, inTemporary, runFixtures } from '../folder.ts';
import { writeHeic, type HeicOptions } from '../../tests/package/writers.ts';

const [WIDTH, HEIGHT] = [128, 96];
/** Minimum luma PSNR against heif-convert in dB: the conversion through RGB gives 35 to 50, a wrong position or rotation less than 15. */
const PSNR_MIN = 28;

type Source = 'colour' | 'deep' | 'alpha' | 'grey' | 'odd';
const FILTERS: Readonly<Record<Source, readonly string[]>> = {
  colour: [],
  deep: ['-pix_fmt', 'rgb48be'],
  alpha: ['-vf', `format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*2'`],
  grey: ['-pix_fmt', 'gray'],
  odd: ['-vf', 'format=rgb24,crop=99:75'],
};

interface EncodedRow {
  readonly file: string;
  readonly source: Source;
  readonly options: string;
}

const ENCODED: readonly EncodedRow[] = [
  { file: 'plain.heic', source: 'colour', options: '' },
  { file: 'thumbnail.heic', source: 'colour', options: '-t 64' },
  { file: 'alpha.heic', source: 'alpha', options: '' },
  { file: 'odd-size.heic', source: 'odd', options: '' },
  { file: 'grey.heic', source: 'grey', options: '' },
  { file: 'chroma-422.heic', source: 'colour', options: '-p chroma=422' },
  { file: 'chroma-444.heic', source: 'colour', options: '-p chroma=444' },
  { file: 'ten-bit.heic', source: 'deep', options: '-b 10' },
  { file: 'twelve-bit.heic', source: 'deep', options: '-b 12' },
];

/** Written from the coded pictures of the files above. */
interface WrittenRow {
  readonly file: string;
  readonly from: string;
  readonly change: Partial<HeicOptions>;
  readonly tiles?: number;
}

const WRITTEN: readonly WrittenRow[] = [
  { file: 'turned-90.heic', from: 'plain.heic', change: { irot: 3 } },
  { file: 'turned-180.heic', from: 'plain.heic', change: { irot: 2 } },
  { file: 'turned-270.heic', from: 'plain.heic', change: { irot: 1 } },
  { file: 'mirrored.heic', from: 'plain.heic', change: { imir: 1 } },
  { file: 'mirrored-down.heic', from: 'plain.heic', change: { imir: 0 } },
  { file: 'turned-mirrored.heic', from: 'plain.heic', change: { irot: 1, imir: 1 } },
  { file: 'grid.heic', from: 'plain.heic', change: { grid: { columns: 2, rows: 2, width: 250, height: 180 } }, tiles: 4 },
  { file: 'grid-turned.heic', from: 'plain.heic', change: { grid: { columns: 3, rows: 1, width: 380, height: 96 }, irot: 1 }, tiles: 3 },
  { file: 'grid-444.heic', from: 'chroma-444.heic', change: { grid: { columns: 2, rows: 1, width: 255, height: 95 } }, tiles: 2 },
];

const read = (file: string): Uint8Array => new Uint8Array(readFileSync(file));

function encode({ file, source, options }: EncodedRow, folder: string): Uint8Array {
  const picture = path.join(folder, `${source}.png`);
  const pattern = ['-f', 'lavfi', '-i', `testsrc2=size=${WIDTH}x${HEIGHT}:rate=1`, '-frames:v', '1'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...pattern, ...FILTERS[source], picture]);
  const target = path.join(folder, file);
  execFileSync('heif-enc', ['-q', '40', ...options.split(' ').filter((word) => word !== ''), picture, '-o', target], { stdio: 'ignore' });
  return read(target);
}

function image(bytes: Uint8Array) {
  const read = readHeic(bytes);
  if (!read.ok) throw new Error(read.error.detail);
  return read.value;
}

function write({ change, tiles = 1 }: WrittenRow, from: Uint8Array): Uint8Array {
  const { config, data } = image(from).tiles[0]!;
  const description = config.description as Uint8Array;
  return writeHeic({ description, tiles: Array.from({ length: tiles }, () => data), tileWidth: WIDTH, tileHeight: HEIGHT, ...change });
}

async function decode(bytes: Uint8Array): Promise<HevcStill<HevcFrame>> {
  const decoded = await decodeHeic(bytes, { worker: false, threads: 1 });
  if (!decoded.ok) throw new Error(decoded.error.detail);
  return decoded.value as unknown as HevcStill<HevcFrame>;
}

/** The planes of a file's first coded picture by native ffmpeg. */
function native(bytes: Uint8Array, folder: string): Uint8Array {
  const { config, data } = image(bytes).tiles[0]!;
  const sets = parseHvcc(config.description as Uint8Array)?.parameterSets ?? [];
  const raw = path.join(folder, 'picture.265');
  writeFileSync(raw, joinAnnexB([...sets, ...splitLengthPrefixed(data, 4)]));
  return execFileSync('ffmpeg', ['-v', 'error', '-i', raw, '-f', 'rawvideo', '-']);
}

interface Luma {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): number;
}

/** The luma of the visible picture after rotation, in 8 bits. */
function seen({ frame, rotation, flip }: HevcStill<HevcFrame>): Luma {
  const { visibleRect, codedWidth, format } = frame;
  const data = frame.data!;
  const sample = (x: number, y: number): number => {
    const at = (visibleRect.y + y) * codedWidth + visibleRect.x + x;
    return format.endsWith('P10') ? (data[2 * at]! | (data[2 * at + 1]! << 8)) >> 2 : data[at]!;
  };
  const { width: w, height: h } = visibleRect;
  const isAcross = rotation % 180 !== 0;
  const [width, height] = isAcross ? [h, w] : [w, h];
  return {
    width,
    height,
    at(x, y) {
      const u = flip ? width - 1 - x : x;
      if (rotation === 90) return sample(y, h - 1 - u);
      if (rotation === 180) return sample(w - 1 - u, h - 1 - y);
      return rotation === 270 ? sample(w - 1 - y, u) : sample(u, y);
    },
  };
}

function converted(file: string, folder: string): Luma {
  const target = path.join(folder, 'converted.png');
  rmSync(target, { force: true }); // for a file with several pictures it writes other file names
  execFileSync('heif-convert', [file, target], { stdio: 'ignore' });
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', target, '-pix_fmt', 'gray', '-f', 'rawvideo', '-']);
  const header = readFileSync(target); // IHDR: width and height from byte 16
  const [width, height] = [header.readUInt32BE(16), header.readUInt32BE(20)];
  return { width, height, at: (x, y) => bytes[y * width + x]! };
}

function psnr(a: Luma, b: Luma): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error(`different sizes: ${a.width}x${a.height} and ${b.width}x${b.height}`);
  let sum = 0;
  for (let y = 0; y < a.height; y++) for (let x = 0; x < a.width; x++) sum += (a.at(x, y) - b.at(x, y)) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / (a.width * a.height)));
}

async function check(file: string, bytes: Uint8Array, folder: string) {
  const still = await decode(bytes);
  const { frame, rotation, flip, notes } = still;
  const isGrid = image(bytes).tiles.length > 1;
  const reference = native(bytes, folder);
  // Monochrome: only luma is compared, because the decoder adds grey chroma. 12 bits: not compared, because the decoder outputs 10 bits.
  const isComparable = !isGrid && !file.startsWith('twelve');
  if (isComparable && !Buffer.from(frame.data!.subarray(0, reference.length)).equals(reference))
    throw new Error(`${file}: the planes differ from those of ffmpeg`);
  const db = psnr(seen(still), converted(path.join(folder, file), folder));
  if (!(db > PSNR_MIN)) throw new Error(`${file}: ${db.toFixed(1)} dB against heif-convert`);
  console.log(`${file}: ${frame.format} ${frame.visibleRect.width}x${frame.visibleRect.height}, ${db.toFixed(1)} dB`);
  const { width, height } = frame.visibleRect;
  return { file, bytes: bytes.length, format: frame.format, width, height, rotation, flip, notes, md5: digest('md5', frame.data!) };
}

await runFixtures({
  folder: 'heic',
  about: ', and compares each file with native ffmpeg and heif-convert',
  make: () =>
    inTemporary(async (folder) => {
      const files = new Map<string, Uint8Array>();
      for (const row of ENCODED) files.set(row.file, encode(row, folder));
      for (const row of WRITTEN) {
        files.set(row.file, write(row, files.get(row.from)!));
        writeFileSync(path.join(folder, row.file), files.get(row.file)!);
      }
      const made: (readonly [{ readonly file: string }, Uint8Array])[] = [];
      for (const [file, bytes] of files) made.push([await check(file, bytes, folder), bytes]);
      return made;
    }),
});
