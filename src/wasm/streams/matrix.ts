/** Features of each conformance stream, one row per stream; the name is the feature. */

// A drawn scene for encoders: a textured background that pans by fractions of a sample, discs that move at other speeds and cover each
// other, a hard cut, a fade, and optional grain. Derived from a seed, so that a fixture can be made again.

interface SceneOptions {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly bitDepth: 8 | 10;
  /** Amplitude of the grain, in 8-bit steps. */
  readonly grain?: number;
  /** Number of frames between cuts. */
  readonly cutEvery?: number;
  /** Brightness changes from 1 to this over the clip, for weighted prediction. */
  readonly fadeTo?: number;
  readonly seed?: number;
}

const GRID_BITS = 8;
const GRID_SIZE = 1 << GRID_BITS;

/** 32-bit integer hash (xorshift-multiply), the only source of randomness here. */
function hash(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Smooth noise in 0..1 over a lattice that repeats every GRID_SIZE. */
function makeNoise(seed: number): (x: number, y: number) => number {
  const lattice = Float32Array.from({ length: GRID_SIZE * GRID_SIZE }, (_, i) => hash(i + Math.imul(seed, 0x9e3779b1)) / 2 ** 32);
  const at = (x: number, y: number) => lattice[((y & (GRID_SIZE - 1)) << GRID_BITS) | (x & (GRID_SIZE - 1))]!;
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - left, y - top];
    const upper = at(left, top) * (1 - fx) + at(left + 1, top) * fx;
    const lower = at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx;
    return upper * (1 - fy) + lower * fy;
  };
}

function makeDiscs(seed: number, { width, height }: SceneOptions) {
  const part = (i: number, k: number) => hash(seed * 1_000 + i * 16 + k) / 2 ** 32;
  return Array.from({ length: 6 }, (_, i) => ({
    x: part(i, 0) * width,
    y: part(i, 1) * height,
    dx: (part(i, 2) - 0.5) * 12,
    dy: (part(i, 3) - 0.5) * 8,
    radius: (0.06 + part(i, 4) * 0.15) * Math.min(width, height),
    luma: 40 + part(i, 5) * 180,
    cb: 60 + part(i, 6) * 140,
    cr: 60 + part(i, 7) * 140,
  }));
}

/** Luma, Cb and Cr planes (4:2:0) of every frame, 8-bit bytes or 10-bit little-endian words, as encoders read raw video. */
export function* drawScene(options: SceneOptions): Generator<Uint8Array> {
  const { width, height, frames, bitDepth, grain = 0, cutEvery = frames, fadeTo = 1, seed = 1 } = options;
  const scale = bitDepth === 10 ? 4 : 1;
  const peak = 256 * scale - 1;
  const wrap = (value: number, size: number) => ((value % size) + size) % size;

  for (let frame = 0; frame < frames; frame++) {
    const scene = seed + Math.floor(frame / cutEvery);
    const noise = makeNoise(scene);
    const discs = makeDiscs(scene, options).map((disc) => ({
      ...disc,
      x: wrap(disc.x + disc.dx * frame, width),
      y: wrap(disc.y + disc.dy * frame, height),
    }));
    const brightness = 1 + ((fadeTo - 1) * frame) / Math.max(frames - 1, 1);
    const pan = { x: frame * 1.37, y: frame * -0.61 };

    const sample = (x: number, y: number, plane: 0 | 1 | 2): number => {
      const disc = discs.findLast((d) => Math.hypot(x - d.x, y - d.y) < d.radius);
      const [sx, sy] = [x + pan.x, y + pan.y];
      if (plane > 0) {
        if (disc) return plane === 1 ? disc.cb : disc.cr;
        return 128 + 70 * (noise(sx / 37 + plane * 50, sy / 29) - 0.5);
      }
      if (disc) return disc.luma + 25 * Math.sign(Math.sin((x - disc.x) * 0.9) * Math.sin((y - disc.y) * 0.9));
      const broad = 120 * noise(sx / 41, sy / 33);
      const fine = 60 * noise(sx / 3.1, sy / 4.7) * noise(sx / 60 + 9, sy / 60);
      return 30 + broad + fine;
    };

    const planes = ([0, 1, 2] as const).map((plane) => {
      const step = plane === 0 ? 1 : 2;
      const columns = Math.ceil(width / step);
      const rows = Math.ceil(height / step);
      const values = new Uint16Array(columns * rows);
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) {
          const lit = sample(x * step, y * step, plane) * (plane === 0 ? brightness : 1);
          const speck = grain === 0 ? 0 : (hash((frame * 4 + plane) * 0x1000003 + y * columns + x) / 2 ** 31 - 1) * grain;
          values[y * columns + x] = Math.min(peak, Math.max(0, Math.round((lit + speck) * scale)));
        }
      }
      return bitDepth === 10 ? new Uint8Array(values.buffer) : Uint8Array.from(values);
    });
    yield Buffer.concat(planes);
  }
}

export interface StreamRow {
  readonly name: string;
  readonly scene?: Partial<SceneOptions>;
  /** Options of x265 in addition to `COMMON`. */
  readonly x265: string;
  /** HM-style scaling list file, written beside the source. */
  readonly scalingLists?: boolean;
  /** Reason why x265 3.5 writes a wrong hash SEI here; ffmpeg's MD5 is the reference. */
  readonly hashSeiWrong?: string;
  /** Reason why ffmpeg 5.1 is wrong here; the encoder's reconstruction, which its hash SEI confirms, is the reference. */
  readonly ffmpegWrong?: string;
}

/** Small enough that all of them decode on every build in seconds, large enough for several CTUs of 64 in both directions. */
export const DEFAULT_SCENE: SceneOptions = { width: 208, height: 144, frames: 6, bitDepth: 8, seed: 7 };

/** Deterministic output: one pool thread, one frame at a time, no encoder banner. */
export const COMMON = '--no-progress --no-info --frame-threads 1 --pools 1 --preset fast --keyint 60 --crf 27 --hash 1 --log-level error';

const tenBit = { bitDepth: 10 } as const;
const grain = { grain: 14 } as const;
const long = { frames: 16 } as const;

export const STREAMS: readonly StreamRow[] = [
  // coding tree and transform tree
  { name: 'ctu16', x265: '--ctu 16 --max-tu-size 16' },
  { name: 'ctu32', x265: '--ctu 32' },
  { name: 'ctu64', x265: '--ctu 64' },
  { name: 'ctu64-mincu16', x265: '--ctu 64 --min-cu-size 16' },
  { name: 'ctu64-mincu32', x265: '--ctu 64 --min-cu-size 32' },
  { name: 'tu4-max', x265: '--ctu 16 --max-tu-size 4', scene: { frames: 3 } },
  { name: 'tu8-max', x265: '--max-tu-size 8', scene: { frames: 3 } },
  { name: 'tu-depth4', x265: '--tu-intra-depth 4 --tu-inter-depth 4 --rd 4', scene: grain },
  { name: 'rect-amp', x265: '--rect --amp --rd 4 --ctu 64' },
  { name: 'rect-amp-ctu16', x265: '--rect --amp --rd 4 --ctu 16 --max-tu-size 16' },
  { name: 'intra-only', x265: '--keyint 1 --crf 30', scene: { frames: 3 } },
  { name: 'strong-intra-off', x265: '--no-strong-intra-smoothing --keyint 1', scene: { frames: 2 } },
  { name: 'constrained-intra', x265: '--constrained-intra', scene: grain },
  { name: 'b-intra', x265: '--b-intra --bframes 3', scene: { ...long, cutEvery: 5 } },
  // motion
  { name: 'p-only', x265: '--bframes 0 --ref 4' },
  { name: 'b8-pyramid', x265: '--bframes 8 --b-adapt 0', scene: long },
  { name: 'b4-flat', x265: '--bframes 4 --no-b-pyramid --b-adapt 0', scene: long },
  { name: 'refs6', x265: '--ref 6 --bframes 2', scene: long },
  { name: 'merge1', x265: '--max-merge 1' },
  { name: 'merge5', x265: '--max-merge 5' },
  { name: 'tmvp-off', x265: '--no-temporal-mvp', scene: long },
  { name: 'weight-p', x265: '--weightp --bframes 0', scene: { ...long, fadeTo: 0.3 } },
  { name: 'weight-b', x265: '--weightp --weightb --bframes 3', scene: { ...long, fadeTo: 0.2 } },
  { name: 'far-motion', x265: '--merange 128 --bframes 2', scene: { cutEvery: 3 } },
  // residual
  { name: 'transform-skip', x265: '--tskip --rd 4 --crf 20', scene: grain },
  { name: 'sign-hiding-off', x265: '--no-signhide' },
  { name: 'lossless', x265: '--lossless', scene: { frames: 2, width: 136, height: 72 } },
  {
    name: 'cu-lossless',
    x265: '--cu-lossless --rd 4 --crf 12',
    scene: { frames: 4 },
    ffmpegWrong: 'its chroma SAO changes lossless units (deviations.ts of the generator); without SAO both agree',
  },
  { name: 'scaling-default', x265: '--scaling-list default' },
  { name: 'scaling-file', x265: '', scalingLists: true },
  { name: 'qp1-grain', x265: '--qp 1', scene: { ...grain, frames: 2 } },
  { name: 'qp4', x265: '--qp 4', scene: { frames: 2 } },
  { name: 'qp51', x265: '--qp 51', scene: long },
  { name: 'chroma-qp', x265: '--cbqpoffs 10 --crqpoffs -12' },
  { name: 'qg8-aq', x265: '--qg-size 8 --aq-mode 3 --aq-strength 2.5 --ctu 32', scene: grain },
  { name: 'qg64', x265: '--qg-size 64 --aq-mode 1' },
  { name: 'opt-qp-delta', x265: '--opt-cu-delta-qp --aq-mode 2' },
  { name: 'film-grain', x265: '--tune grain --crf 24', scene: { ...grain, frames: 4 } },
  // in-loop filters
  { name: 'deblock-off', x265: '--no-deblock' },
  { name: 'deblock-plus', x265: '--deblock 6:6 --crf 34' },
  { name: 'deblock-minus', x265: '--deblock=-6:-4 --crf 34' },
  { name: 'sao-off', x265: '--no-sao' },
  { name: 'sao-non-deblock', x265: '--sao-non-deblock --crf 36' },
  { name: 'sao-limit', x265: '--limit-sao --crf 36', scene: long },
  { name: 'sao-selective', x265: '--selective-sao 2', scene: long },
  { name: 'filters-off', x265: '--no-deblock --no-sao', scene: { frames: 4 } },
  // slices, WPP
  { name: 'slices3', x265: '--slices 3 --ctu 16 --max-tu-size 16' },
  { name: 'slices2-wpp', x265: '--slices 2 --wpp --ctu 32', scene: { width: 256, height: 192 } },
  { name: 'wpp-ctu16', x265: '--wpp --ctu 16 --max-tu-size 16' },
  { name: 'wpp-ctu64', x265: '--wpp --ctu 64', scene: { width: 416, height: 240 } },
  { name: 'wpp-narrow', x265: '--wpp --ctu 32', scene: { width: 56, height: 232 } },
  { name: 'no-wpp', x265: '--no-wpp --ctu 64', scene: { width: 416, height: 240 } },
  // random access and order
  { name: 'open-gop', x265: '--open-gop --keyint 8 --min-keyint 8 --bframes 3 --repeat-headers', scene: { frames: 26 } },
  { name: 'closed-gop', x265: '--no-open-gop --keyint 8 --min-keyint 8 --bframes 3 --repeat-headers', scene: { frames: 20 } },
  { name: 'radl', x265: '--radl 2 --no-open-gop --keyint 8 --min-keyint 8 --bframes 4', scene: { frames: 20 } },
  { name: 'intra-refresh', x265: '--intra-refresh --keyint 10', scene: { frames: 20 } },
  { name: 'scene-cuts', x265: '--bframes 4', scene: { ...long, cutEvery: 4 } },
  { name: 'temporal-layers', x265: '--temporal-layers --bframes 4 --b-adapt 0', scene: long },
  { name: 'poc-lsb4', x265: '--log2-max-poc-lsb 4 --bframes 2', scene: { frames: 36, width: 96, height: 64 } },
  { name: 'pps-options', x265: '--opt-qp-pps --opt-ref-list-length-pps --keyint 8 --min-keyint 8 --repeat-headers', scene: long },
  { name: 'vbv-hrd-aud', x265: '--bitrate 300 --vbv-maxrate 300 --vbv-bufsize 300 --hrd --aud --repeat-headers', scene: long },
  { name: 'hash-crc', x265: '--hash 2', scene: { frames: 3 }, hashSeiWrong: 'its CRC of the chroma planes is not that of D.3.19' },
  { name: 'hash-checksum', x265: '--hash 3', scene: { frames: 3 } },
  { name: 'field-coded', x265: '--interlace tff', scene: { frames: 8 } },
  // sizes and VUI
  { name: 'size-16x16', x265: '--ctu 16 --max-tu-size 16', scene: { width: 16, height: 16 } },
  { name: 'size-72x40', x265: '--ctu 16 --max-tu-size 16', scene: { width: 72, height: 40 } },
  { name: 'size-130x98', x265: '--bframes 3', scene: { width: 130, height: 98 } },
  { name: 'size-402x226', x265: '--wpp', scene: { width: 402, height: 226, frames: 4 } },
  { name: 'size-tall', x265: '--wpp --ctu 32', scene: { width: 66, height: 410, frames: 4 } },
  { name: 'size-720p', x265: '--wpp --crf 32', scene: { width: 1280, height: 720, frames: 3 } },
  { name: 'size-1080p', x265: '--wpp --crf 34', scene: { width: 1920, height: 1080, frames: 3 } },
  { name: 'size-1080p-no-wpp', x265: '--no-wpp --crf 34 --ctu 32', scene: { width: 1920, height: 1080, frames: 3 } },
  {
    name: 'crop-vui',
    x265: '--display-window 8,4,6,2 --overscan crop --sar 4:3 --range full --colorprim bt709 --transfer bt709 --colormatrix bt709',
    scene: { frames: 3 },
  },
  { name: 'still', x265: '--keyint 1 --frames 1', scene: { frames: 1, width: 250, height: 170 } },
  // 10 bit
  { name: 'main10', x265: '--bframes 3', scene: { ...tenBit, ...long } },
  { name: 'main10-ctu16-amp', x265: '--ctu 16 --max-tu-size 16 --rect --amp --rd 4', scene: tenBit },
  { name: 'main10-weight', x265: '--weightp --weightb --bframes 3', scene: { ...tenBit, ...long, fadeTo: 0.3 } },
  { name: 'main10-tskip-grain', x265: '--tskip --crf 18 --rd 4', scene: { ...tenBit, ...grain, frames: 3 } },
  { name: 'main10-lossless', x265: '--lossless', scene: { ...tenBit, frames: 2, width: 72, height: 72 } },
  { name: 'main10-qp0', x265: '--qp 0', scene: { ...tenBit, ...grain, frames: 2, width: 104, height: 88 } },
  { name: 'main10-qp51', x265: '--qp 51', scene: { ...tenBit, ...long } },
  { name: 'main10-scaling', x265: '', scene: tenBit, scalingLists: true },
  { name: 'main10-filters-off', x265: '--no-deblock --no-sao', scene: tenBit },
  { name: 'main10-slices-wpp', x265: '--slices 2 --wpp --ctu 32', scene: { ...tenBit, width: 256, height: 192 } },
  { name: 'main10-no-wpp', x265: '--no-wpp', scene: { ...tenBit, width: 416, height: 240 } },
  {
    name: 'main10-hdr',
    x265: '--hdr10 --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1) --max-cll 1000,400 --colorprim bt2020 --transfer smpte2084 --colormatrix bt2020nc',
    scene: { ...tenBit, frames: 3 },
  },
  { name: 'main10-1080p', x265: '--wpp --crf 34', scene: { ...tenBit, width: 1920, height: 1080, frames: 2 } },
];
