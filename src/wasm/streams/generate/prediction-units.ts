/**
 * prediction_unit() and mvd_coding(), H.265 7.3.8.6 and 7.3.8.9. Motion vectors are not derived here, because the syntax does not depend on
 * them.
 */
import { type CabacEncoder, CTX } from './bits.ts';
import type { CtuInput, PartMode } from './coding-tree.ts';
import type { Rng } from './choices.ts';
import type { Slice, Weights } from './parameters.ts';

// Intra prediction modes: prev_intra_luma_pred_flag, mpm_idx, rem_intra_luma_pred_mode, intra_chroma_pred_mode (H.265 7.3.8.5, 8.4.2, 8.4.3).

export interface IntraState {
  /** Stride of the maps, in 4x4 blocks. */
  readonly stride: number;
  /** IntraPredModeY; INTRA_DC where a block is not intra, or PCM. */
  readonly mode: Uint8Array;
}

const DC = 1;
const VERTICAL = 26;

/** candModeList, 8.4.2. */
function candidates(left: number, above: number): number[] {
  if (left === above) {
    if (left < 2) return [0, DC, VERTICAL];
    return [left, 2 + ((left + 29) % 32), 2 + ((left - 2 + 1) % 32)];
  }
  const third = left !== 0 && above !== 0 ? 0 : left !== DC && above !== DC ? DC : VERTICAL;
  return [left, above, third];
}

const drawMode = (likely: readonly number[], rng: Rng) => (rng.chance(0.4) ? rng.pick(likely) : rng.roll(35));

interface IntraUnit {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly split: boolean;
  /** Top of the CTB: blocks above it count as DC. */
  readonly ctbY: number;
}

/** Draws and writes the luma modes of a coding unit; returns those of its quarters. */
export function writeIntraModes(
  c: CabacEncoder,
  { x, y, size, split, ctbY }: IntraUnit,
  { stride, mode }: IntraState,
  rng: Rng,
  /** Whether the block left of x is available. */
  leftOf: (x: number) => boolean,
): readonly number[] {
  const part = split ? size >> 1 : size;
  const parts = (split ? [0, 1, 2, 3] : [0]).map((i) => {
    const [px, py] = [x + (i & 1) * part, y + (i >> 1) * part];
    const at = (py >> 2) * stride + (px >> 2);
    const likely = candidates(leftOf(px) ? mode[at - 1]! : DC, py > ctbY ? mode[at - stride]! : DC);
    const drawn = drawMode(likely, rng);
    for (let row = 0; row < part >> 2; row++) mode.fill(drawn, at + row * stride, at + row * stride + (part >> 2));
    return { drawn, likely };
  });
  for (const { drawn, likely } of parts) c.bin(CTX.prevIntraLuma, likely.includes(drawn));
  for (const { drawn, likely } of parts) {
    const index = likely.indexOf(drawn);
    if (index >= 0) c.unaryBypass(index, 2);
    else c.bypassBits(5, drawn - likely.filter((candidate) => candidate < drawn).length);
  }
  return split ? parts.map(({ drawn }) => drawn) : [0, 1, 2, 3].map(() => parts[0]!.drawn);
}

/** Table 8-3: directions of 4:2:2. */
const MODES_422 = [0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 31]; // oxfmt-ignore

export interface ChromaMode {
  /** IntraPredModeC */
  readonly mode: number;
  /** intra_chroma_pred_mode is 4. */
  readonly isLuma: boolean;
}

/** Draws and writes intra_chroma_pred_mode; returns the mode that follows from it. */
export function writeChromaMode(c: CabacEncoder, lumaMode: number, is422: boolean, rng: Rng): ChromaMode {
  const coded = rng.roll(5);
  const isLuma = coded === 4;
  c.bin(CTX.intraChroma, !isLuma);
  if (!isLuma) c.bypassBits(2, coded);
  const named = isLuma ? lumaMode : [0, VERTICAL, 10, DC][coded]!;
  const mode = !isLuma && named === lumaMode ? 34 : named;
  return { mode: is422 ? MODES_422[mode]! : mode, isLuma };
}

// sao(), H.265 7.3.8.3.

export function writeSao(c: CabacEncoder, { sps, slice, weights, rng, leftAvailable, aboveAvailable }: CtuInput): void {
  for (const available of [leftAvailable, aboveAvailable]) {
    if (!available) continue;
    const merge = rng.chance(0.25);
    c.bin(CTX.saoMerge, merge);
    if (merge) return;
  }
  let chromaType = 0;
  for (const plane of [0, 1, 2]) {
    if (!(plane === 0 ? slice.saoLuma : slice.saoChroma)) continue;
    let type = chromaType;
    if (plane < 2) {
      type = rng.chance(weights.saoOff) ? 0 : 1 + rng.roll(2);
      c.bin(CTX.saoTypeIdx, type > 0);
      if (type > 0) c.bypass(type === 2);
      chromaType = type;
    }
    if (type === 0) continue;
    const most = (1 << (Math.min(plane === 0 ? sps.depthLuma : sps.depthChroma, 10) - 5)) - 1;
    const largest = Math.min(most, weights.saoMax);
    const offsets = [0, 1, 2, 3].map(() => (rng.chance(0.2) ? largest : rng.roll(largest + 1)));
    for (const offset of offsets) c.unaryBypass(offset, most);
    if (type === 1) {
      for (const offset of offsets) if (offset > 0) c.bypass(rng.chance(0.5));
      c.bypassBits(5, rng.roll(32));
    } else if (plane < 2) c.bypassBits(2, rng.roll(4));
  }
}

interface InterUnit {
  readonly log2: number;
  readonly part: PartMode;
  readonly skip: boolean;
  readonly depth: number;
}

/** Widths and heights of the parts in quarters of the coding block. */
const PARTS: Readonly<Record<PartMode, readonly (readonly [number, number])[]>> = {
  '2Nx2N': [[4, 4]],
  '2NxN': [[4, 2], [4, 2]], // oxfmt-ignore
  Nx2N: [[2, 4], [2, 4]], // oxfmt-ignore
  NxN: [[2, 2], [2, 2], [2, 2], [2, 2]], // oxfmt-ignore
  '2NxnU': [[4, 1], [4, 3]], // oxfmt-ignore
  '2NxnD': [[4, 3], [4, 1]], // oxfmt-ignore
  nLx2N: [[1, 4], [3, 4]], // oxfmt-ignore
  nRx2N: [[3, 4], [1, 4]], // oxfmt-ignore
};

function writeMvd(c: CabacEncoder, weights: Weights['inter'], rng: Rng): void {
  const sizes = [0, 1].map(() => (rng.chance(0.25) ? 0 : rng.roll(2 ** rng.range(1, weights.mvdBits))));
  for (const size of sizes) c.bin(CTX.mvdGreater0, size > 0);
  for (const size of sizes) if (size > 0) c.bin(CTX.mvdGreater1, size > 1);
  for (const size of sizes) {
    if (size > 1) c.expGolomb(1, size - 2);
    if (size > 0) c.bypass(rng.chance(0.5));
  }
}

function writeMergeIdx(c: CabacEncoder, slice: Slice, rng: Rng): void {
  const most = slice.maxMergeCand - 1;
  if (most === 0) return;
  const index = rng.roll(most + 1);
  c.bin(CTX.mergeIdx, index > 0);
  if (index > 0) c.unaryBypass(index, most, 1);
}

function writeRefIdx(c: CabacEncoder, count: number, rng: Rng): void {
  const most = count - 1;
  const index = rng.roll(count);
  c.unary(index, Math.min(most, 2), (bin) => CTX.refIdx + bin);
  if (index > 1) c.unaryBypass(index, most, 2);
}

/** Writes all parts; returns the merge_flag of the last one. */
export function writePredictionUnits(c: CabacEncoder, unit: InterUnit, slice: Slice, weights: Weights['inter'], rng: Rng): boolean {
  if (unit.skip) {
    writeMergeIdx(c, slice, rng);
    return true;
  }
  let merge = false;
  for (const [width, height] of PARTS[unit.part]) {
    merge = rng.chance(weights.merge);
    c.bin(CTX.mergeFlag, merge);
    if (merge) {
      writeMergeIdx(c, slice, rng);
      continue;
    }
    let lists = [0];
    if (slice.type === 'B') {
      const tiny = ((width + height) << unit.log2) >> 2 === 12;
      const bi = !tiny && rng.chance(weights.bi);
      if (!tiny) c.bin(CTX.interPredIdc + unit.depth, bi);
      if (bi) lists = [0, 1];
      else {
        lists = [rng.roll(2)];
        c.bin(CTX.interPredIdc + 4, lists[0] === 1);
      }
    }
    for (const list of lists) {
      if (slice.numRef[list]! > 1) writeRefIdx(c, slice.numRef[list]!, rng);
      if (!(list === 1 && lists.length === 2 && slice.mvdL1Zero)) writeMvd(c, weights, rng);
      c.bin(CTX.mvpFlag, rng.chance(0.5));
    }
  }
  return merge;
}
