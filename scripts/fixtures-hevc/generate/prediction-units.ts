/**
 * prediction_unit() and mvd_coding(), H.265 7.3.8.6 and 7.3.8.9. Motion vectors are not derived here, because the syntax does not depend on
 * them.
 */
import type { CabacEncoder } from './cabac.ts';
import type { PartMode } from './coding-tree.ts';
import { CTX } from './contexts.ts';
import type { Rng } from './rng.ts';
import type { Slice } from './types.ts';

export interface InterWeights {
  /** Probability of 2Nx2N. */
  readonly whole: number;
  readonly merge: number;
  readonly bi: number;
  /** Largest exponent of a vector difference, in quarter samples: up to 15. */
  readonly mvdBits: number;
}

interface InterUnit {
  readonly x: number;
  readonly y: number;
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

function writeMvd(c: CabacEncoder, weights: InterWeights, rng: Rng): void {
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
  for (let i = 0; i < Math.min(most, 2); i++) {
    c.bin(CTX.refIdx + i, index > i);
    if (index <= i) return;
  }
  c.unaryBypass(index, most, 2);
}

/** Writes all parts; returns the merge_flag of the last one. */
export function writePredictionUnits(c: CabacEncoder, unit: InterUnit, slice: Slice, weights: InterWeights, rng: Rng): boolean {
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
