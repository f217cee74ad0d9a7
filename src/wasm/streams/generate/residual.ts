/** residual_coding(), H.265 7.3.8.11 with the contexts of 9.3.4.2.4 to 9.3.4.2.7: random coefficients, written as they are drawn. */
import { type CabacEncoder, CTX } from './bits.ts';
import type { Rng } from './choices.ts';
import type { Weights } from './parameters.ts';
import type { SpsRange } from './types.ts';

type Position = readonly [x: number, y: number];

/** 6.5.3 to 6.5.5: up-right diagonal, horizontal, vertical. */
function scan(size: number, kind: number): Position[] {
  const all = Array.from({ length: size * size }, (_, i): Position => [i % size, Math.floor(i / size)]);
  if (kind === 1) return all;
  if (kind === 2) return all.map(([x, y]) => [y, x]);
  return all.sort(([ax, ay], [bx, by]) => ax + ay - (bx + by) || ax - bx);
}

/** [log2 of the size in units][scanIdx]; a horizontal scan of 8x8 uses sub-blocks in horizontal order, 7.4.9.11. */
const SCANS = [0, 1, 2, 3].map((log2) => [0, 1, 2].map((kind) => scan(1 << log2, kind)));

const MAP_4X4 = [0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8];

export interface ResidualBlock {
  readonly log2: number;
  readonly plane: number;
  readonly scanIdx: number;
  readonly bypass: boolean;
  readonly transformSkipAllowed: boolean;
  readonly signHiding: boolean;
  readonly intra: boolean;
  /** predModeIntra */
  readonly mode: number;
  readonly range: (SpsRange & { readonly log2MaxTransformSkip: number }) | undefined;
}

/** How a block without transform is coded. */
interface Untransformed {
  readonly rdpcm: boolean;
  /** One context for all significance flags. */
  readonly sameContext: boolean;
}

function drawMagnitude(weights: Weights['residual'], rng: Rng): number {
  if (rng.chance(weights.huge)) return Math.min(32_767, 1 + rng.roll(2 ** rng.range(5, 15)));
  let magnitude = 1;
  while (magnitude < 200 && rng.chance(weights.growth)) magnitude += 1 + rng.roll(magnitude);
  return magnitude;
}

/** A coordinate of the last coefficient: prefix and suffix of 9.3.3 and 7.4.9.11. */
function lastPrefix(value: number): { prefix: number; suffixBits: number; suffix: number } {
  if (value < 4) return { prefix: value, suffixBits: 0, suffix: 0 };
  const suffixBits = 30 - Math.clz32(value);
  const high = (value >> suffixBits) & 1;
  return { prefix: 2 * (suffixBits + 1) + high, suffixBits, suffix: value & ((1 << suffixBits) - 1) };
}

function writeLast(c: CabacEncoder, { log2, plane }: ResidualBlock, x: number, y: number): void {
  const offset = plane === 0 ? 3 * (log2 - 2) + ((log2 - 1) >> 2) : 15;
  const shift = plane === 0 ? (log2 + 1) >> 2 : log2 - 2;
  const most = (log2 << 1) - 1;
  const coded = [lastPrefix(x), lastPrefix(y)];
  coded.forEach(({ prefix }, i) => {
    c.unary(prefix, most, (bin) => (i === 0 ? CTX.lastX : CTX.lastY) + offset + (bin >> shift));
  });
  for (const { suffixBits, suffix } of coded) c.bypassBits(suffixBits, suffix);
}

/** coeff_abs_level_remaining, 9.3.3.11. */
function writeRemaining(c: CabacEncoder, value: number, rice: number): void {
  const prefix = Math.min(value >> rice, 4);
  c.unaryBypass(prefix, 4);
  if (prefix < 4) c.bypassBits(rice, value & ((1 << rice) - 1));
  else c.expGolomb(rice + 1, value - (4 << rice));
}

function sigContext({ log2, plane, scanIdx }: ResidualBlock, x: number, y: number, right: number, below: number): number {
  const [px, py] = [x & 3, y & 3];
  let ctx: number;
  if (log2 === 2) ctx = MAP_4X4[(y << 2) + x]!;
  else if (x + y === 0) ctx = 0;
  else {
    if (right + below === 0) ctx = px + py === 0 ? 2 : px + py < 3 ? 1 : 0;
    else if (!below) ctx = py === 0 ? 2 : py === 1 ? 1 : 0;
    else if (!right) ctx = px === 0 ? 2 : px === 1 ? 1 : 0;
    else ctx = 2;
    if (plane === 0) {
      if (x >> 2 > 0 || y >> 2 > 0) ctx += 3;
      ctx += log2 === 3 ? (scanIdx === 0 ? 9 : 15) : 21;
    } else ctx += log2 === 3 ? 9 : 12;
  }
  return CTX.sigCoeff + ctx + (plane === 0 ? 0 : 27);
}

/** explicit_rdpcm_flag and explicit_rdpcm_dir_flag, 7.3.8.11. */
function writeUntransformed(c: CabacEncoder, { plane, intra, mode }: ResidualBlock, range: SpsRange, rng: Rng): Untransformed {
  const chroma = plane === 0 ? 0 : 1;
  let rdpcm = intra && range.implicitRdpcm && (mode === 10 || mode === 26);
  if (!intra && range.explicitRdpcm) {
    rdpcm = rng.chance(0.5);
    c.bin(CTX.explicitRdpcm + chroma, rdpcm);
    if (rdpcm) c.bin(CTX.explicitRdpcmDir + chroma, rng.chance(0.5));
  }
  return { rdpcm, sameContext: range.skipContext };
}

export function writeResidual(c: CabacEncoder, block: ResidualBlock, weights: Weights['residual'], rng: Rng): void {
  const { log2, plane, scanIdx, bypass, range } = block;
  const chroma = plane === 0 ? 0 : 1;
  const subBlocks = SCANS[log2 - 2]![scanIdx]!;
  const inner = SCANS[2]![scanIdx]!;
  let skip = false;
  if (block.transformSkipAllowed && !bypass && log2 <= (range?.log2MaxTransformSkip ?? 2)) {
    skip = rng.chance(0.5);
    c.bin(CTX.transformSkip + chroma, skip);
  }
  const untransformed = range && (skip || bypass) ? writeUntransformed(c, block, range, rng) : undefined;
  // Levels that RDPCM accumulates along a line, or that a left shift enlarges, stay below the range in which decoders would wrap.
  const drawn = untransformed && (untransformed.rdpcm || log2 > 2) ? { ...weights, huge: 0 } : weights;

  const lastSubBlock = rng.chance(0.5) ? rng.roll(Math.min(2, subBlocks.length)) : rng.roll(subBlocks.length);
  const lastPosition = rng.roll(16);
  const [lastSx, lastSy] = subBlocks[lastSubBlock]!;
  const [lastPx, lastPy] = inner[lastPosition]!;
  const [lastX, lastY] = [(lastSx << 2) + lastPx, (lastSy << 2) + lastPy];
  if (scanIdx === 2) writeLast(c, block, lastY, lastX);
  else writeLast(c, block, lastX, lastY);

  const width = 1 << (log2 - 2);
  const coded = new Uint8Array(width * width);
  let greater1Ended: boolean | undefined; // whether the previous sub-block ended with greater1Ctx 0, (9-54)
  for (let i = lastSubBlock; i >= 0; i--) {
    const [sx, sy] = subBlocks[i]!;
    const right = sx + 1 < width ? coded[sy * width + sx + 1]! : 0;
    const below = sy + 1 < width ? coded[(sy + 1) * width + sx]! : 0;
    let inferDc = false;
    let present = true;
    if (i < lastSubBlock && i > 0) {
      present = rng.chance(weights.subBlocks);
      c.bin(CTX.codedSubBlock + (plane === 0 ? 0 : 2) + (right | below), present);
      inferDc = true;
    }
    coded[sy * width + sx] = present ? 1 : 0;
    if (!present) continue;

    const levels: { readonly n: number; readonly magnitude: number }[] = [];
    const start = i === lastSubBlock ? lastPosition - 1 : 15;
    if (i === lastSubBlock) levels.push({ n: lastPosition, magnitude: drawMagnitude(drawn, rng) });
    for (let n = start; n >= 0; n--) {
      const [px, py] = inner[n]!;
      let significant = rng.chance(weights.density);
      if (n > 0 || !inferDc) {
        const context = untransformed?.sameContext ? CTX.sigCoeffSkip + chroma : sigContext(block, (sx << 2) + px, (sy << 2) + py, right, below); // oxfmt-ignore
        c.bin(context, significant);
        if (significant) inferDc = false;
      } else significant = true;
      if (significant) levels.push({ n, magnitude: drawMagnitude(drawn, rng) });
    }
    if (levels.length > 0) greater1Ended = writeLevels(c, block, untransformed, levels, i, greater1Ended, rng);
  }
}

/** Flags, signs and remainders of one sub-block. Returns whether greater1Ctx ended at 0. */
function writeLevels(
  c: CabacEncoder,
  { plane, bypass, signHiding, range }: ResidualBlock,
  untransformed: Untransformed | undefined,
  levels: readonly { readonly n: number; readonly magnitude: number }[],
  subBlock: number,
  previousEnded: boolean | undefined,
  rng: Rng,
): boolean {
  const set = (subBlock === 0 || plane > 0 ? 0 : 2) + (previousEnded === true ? 1 : 0);
  let greater1Ctx = 1;
  let firstGreater1 = -1;
  levels.slice(0, 8).forEach(({ magnitude }, k) => {
    const greater1 = magnitude > 1;
    c.bin(CTX.greater1 + set * 4 + greater1Ctx + (plane > 0 ? 16 : 0), greater1);
    if (greater1 && firstGreater1 < 0) firstGreater1 = k;
    greater1Ctx = greater1 || greater1Ctx === 0 ? 0 : Math.min(3, greater1Ctx + 1);
  });
  if (firstGreater1 >= 0) c.bin(CTX.greater2 + set + (plane > 0 ? 4 : 0), levels[firstGreater1]!.magnitude > 2);
  const hidden = signHiding && !bypass && !untransformed?.rdpcm && levels[0]!.n - levels.at(-1)!.n > 3;
  for (let k = 0; k < levels.length - (hidden ? 1 : 0); k++) c.bypass(rng.chance(0.5));

  const stat = CTX.statCoeff + (plane > 0 ? 2 : 0) + (untransformed ? 1 : 0);
  const persistent = range?.persistentRice ?? false;
  let isFirst = persistent;
  let rice = persistent ? c.contexts[stat]! >> 2 : 0;
  levels.forEach(({ magnitude }, k) => {
    const base = k >= 8 ? 1 : k === firstGreater1 ? 3 : 2;
    if (magnitude < base) return;
    const remaining = magnitude - base;
    writeRemaining(c, remaining, rice);
    if (magnitude > 3 << rice) rice = persistent ? rice + 1 : Math.min(rice + 1, 4);
    if (!isFirst) return;
    isFirst = false;
    const before = c.contexts[stat]!;
    if (remaining >= 3 << (before >> 2)) c.contexts[stat] = before + 1;
    else if (2 * remaining < 1 << (before >> 2) && before > 0) c.contexts[stat] = before - 1;
  });
  return greater1Ctx === 0;
}
