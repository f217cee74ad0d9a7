/**
 * Makes src/wasm/fixtures/hevc-range: streams of the format range extensions by x265 (chroma formats and bit depths) and by the generator (tools),
 * and a manifest with the MD5 of their planes by native ffmpeg (x265 3.5 and ffmpeg 5.1 were used).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generated } from './generate/reference.ts';
import { rngFor } from './generate/choices.ts';
import { RANGE_ROWS } from './generate/rows.ts';
import { COMMON } from './matrix.ts';
import { digest, inTemporary, madeOf, runFixtures, type Made } from './folder.ts';

const [WIDTH, HEIGHT, FRAMES] = [136, 88, 4];
const PLANES_BYTES_MAX = 64 * 1024 ** 2;
const ENCODE_DEADLINE_MS = 60_000;

interface X265Row {
  readonly name: string;
  readonly csp: 'i400' | 'i420' | 'i422' | 'i444';
  readonly depth: 8 | 10 | 12;
  readonly options?: string;
}

const X265_ROWS: readonly X265Row[] = [
  { name: 'x265-422', csp: 'i422', depth: 8 },
  { name: 'x265-422-10bit', csp: 'i422', depth: 10, options: '--bframes 3 --rect --amp --weightb --cbqpoffs 4 --crqpoffs -6' },
  { name: 'x265-422-12bit', csp: 'i422', depth: 12, options: '--tskip --ctu 16 --qp 12' },
  { name: 'x265-422-intra', csp: 'i422', depth: 10, options: '--keyint 1 --rdoq-level 0' },
  { name: 'x265-422-slices', csp: 'i422', depth: 8, options: '--slices 2 --ctu 32 --scaling-list default' },
  { name: 'x265-444', csp: 'i444', depth: 8 },
  { name: 'x265-444-10bit', csp: 'i444', depth: 10, options: '--bframes 3 --tskip --scaling-list default' },
  { name: 'x265-444-12bit', csp: 'i444', depth: 12, options: '--keyint 2' },
  { name: 'x265-444-lossless', csp: 'i444', depth: 8, options: '--lossless' },
  { name: 'x265-400', csp: 'i400', depth: 8 },
  { name: 'x265-400-12bit', csp: 'i400', depth: 12 },
  { name: 'x265-12bit', csp: 'i420', depth: 12, options: '--bframes 2 --weightb' },
];

const SUBSAMPLING = { i400: [0, 0], i420: [2, 2], i422: [2, 1], i444: [1, 1] } as const;

/** A moving gradient with a little grain: the planes of all pictures. */
function source({ csp, depth }: X265Row): Uint8Array {
  const rng = rngFor(1, 'range');
  const [across, down] = SUBSAMPLING[csp];
  const samples: number[] = [];
  for (let t = 0; t < FRAMES; t++) {
    for (let plane = 0; plane < (across === 0 ? 1 : 3); plane++) {
      const [width, height] = plane === 0 ? [WIDTH, HEIGHT] : [WIDTH / across, HEIGHT / down];
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) samples.push(((x * 3 + y * (2 + plane) + t * 7) % 200) + 20 + (x > y ? rng.roll(12) : 0));
    }
  }
  if (depth === 8) return Uint8Array.from(samples);
  return new Uint8Array(Uint16Array.from(samples, (value) => value * 2 ** (depth - 8) + rng.roll(2 ** (depth - 8))).buffer);
}

function encode(row: X265Row, dir: string): Made {
  const input = path.join(dir, 'source.yuv');
  const file = `${row.name}.265`;
  const target = path.join(dir, file);
  writeFileSync(input, source(row));
  const format = `--input-csp ${row.csp} --input-res ${WIDTH}x${HEIGHT} --fps 25 --input-depth ${row.depth} -D ${row.depth}`;
  const options = `${COMMON} ${format} ${row.options ?? ''}`.split(' ').filter((word) => word !== '');
  execFileSync('x265', [...options, '--input', input, '-o', target], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: ENCODE_DEADLINE_MS,
  });
  const decode = ['-v', 'error', '-threads', '1', '-i', target, '-f', 'rawvideo', '-fps_mode', 'passthrough', '-'];
  const planes = execFileSync('ffmpeg', decode, { maxBuffer: PLANES_BYTES_MAX });
  const known = { width: WIDTH, height: HEIGHT, bitDepth: row.depth, frames: FRAMES, md5: digest('md5', planes), hashSei: true };
  return madeOf(file, readFileSync(target), known);
}

await runFixtures({
  folder: 'hevc-range',
  about: ' (needs x265 with 8, 10 and 12 bits, and ffmpeg)',
  make: () => {
    const encoded = inTemporary((dir) => X265_ROWS.map((row) => encode(row, dir)));
    return [...encoded, ...RANGE_ROWS.map(({ name, seed, force }) => generated(name, seed, force))];
  },
});
