/**
 * A drawn scene for encoders: a textured background that pans by fractions of a sample, discs that move at other speeds and cover each
 * other, a hard cut, a fade, and optional grain. Derived from a seed, so that a fixture can be made again.
 */

export interface SceneOptions {
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
    const left = Math.floor(x);
    const top = Math.floor(y);
    const fx = x - left;
    const fy = y - top;
    const upper = at(left, top) * (1 - fx) + at(left + 1, top) * fx;
    const lower = at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx;
    return upper * (1 - fy) + lower * fy;
  };
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly radius: number;
  readonly luma: number;
  readonly cb: number;
  readonly cr: number;
}

function makeDiscs(seed: number, { width, height }: SceneOptions): Disc[] {
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
      const sx = x + pan.x;
      const sy = y + pan.y;
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
          const flat = sample(x * step, y * step, plane);
          const lit = plane === 0 ? flat * brightness : flat;
          const speck = grain === 0 ? 0 : (hash((frame * 4 + plane) * 0x1000003 + y * columns + x) / 2 ** 31 - 1) * grain;
          values[y * columns + x] = Math.min(peak, Math.max(0, Math.round((lit + speck) * scale)));
        }
      }
      return bitDepth === 10 ? new Uint8Array(values.buffer) : Uint8Array.from(values);
    });
    yield Buffer.concat(planes);
  }
}
