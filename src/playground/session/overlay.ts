/** Converts the blocks of a picture to the lines, areas and arrows of the layers; draw-overlay.ts draws them. */
import { BLOCK, type Blocks } from '../../wasm/glue/inspect.ts';

const UNIT = 4;

/** Luma samples of the coded picture. */
export interface Line {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const EDGES = {
  coding: [BLOCK.CODING_LEFT, BLOCK.CODING_TOP],
  prediction: [BLOCK.PREDICTION_LEFT, BLOCK.PREDICTION_TOP],
  transform: [BLOCK.TRANSFORM_LEFT, BLOCK.TRANSFORM_TOP],
} as const;
export type Edges = (typeof EDGES)[keyof typeof EDGES];

/** Runs of positions for which `has` is true, as [first, end). */
function* runs(count: number, has: (at: number) => boolean): Generator<readonly [number, number]> {
  for (let at = 0; at < count; at++) {
    if (!has(at)) continue;
    const first = at;
    while (at < count && has(at)) at++;
    yield [first, at];
  }
}

/** Borders of all blocks of a kind; adjacent borders are one line. */
export function linesOf(blocks: Blocks, [left, top]: Edges): Line[] {
  const lines: Line[] = [];
  for (let x = 0; x < blocks.columns; x++)
    for (const [from, to] of runs(blocks.rows, (y) => ((blocks.flags(x, y) ?? 0) & left) !== 0))
      lines.push({ fromX: x * UNIT, toX: x * UNIT, fromY: from * UNIT, toY: to * UNIT });
  for (let y = 0; y < blocks.rows; y++)
    for (const [from, to] of runs(blocks.columns, (x) => ((blocks.flags(x, y) ?? 0) & top) !== 0))
      lines.push({ fromX: from * UNIT, toX: to * UNIT, fromY: y * UNIT, toY: y * UNIT });
  return lines;
}

/** The grid of coding tree blocks. */
export function gridOf({ columns, rows, ctbSize }: Blocks): Line[] {
  const [width, height] = [columns * UNIT, rows * UNIT];
  const lines: Line[] = [];
  for (let x = 0; x < width; x += ctbSize) lines.push({ fromX: x, toX: x, fromY: 0, toY: height });
  for (let y = 0; y < height; y += ctbSize) lines.push({ fromX: 0, toX: width, fromY: y, toY: y });
  return lines;
}

/** Every block of a kind, with the position of its first 4x4 samples. */
export function* areasOf(blocks: Blocks, [left, top]: Edges): Generator<Area & { readonly x4: number; readonly y4: number }> {
  for (let y4 = 0; y4 < blocks.rows; y4++)
    for (let x4 = 0; x4 < blocks.columns; x4++) {
      const flags = blocks.flags(x4, y4) ?? 0;
      if ((flags & left) === 0 || (flags & top) === 0) continue;
      let [endX, endY] = [x4 + 1, y4 + 1];
      while (endX < blocks.columns && ((blocks.flags(endX, y4) ?? left) & left) === 0) endX++;
      while (endY < blocks.rows && ((blocks.flags(x4, endY) ?? top) & top) === 0) endY++;
      yield { x4, y4, x: x4 * UNIT, y: y4 * UNIT, width: (endX - x4) * UNIT, height: (endY - y4) * UNIT };
    }
}

export interface BlockFacts {
  readonly coding: number;
  readonly prediction: number;
  readonly transform: number;
  /** Shares of the picture's area, 0 to 1. */
  readonly intra: number;
  readonly skipped: number;
  /** Average over all samples. */
  readonly qpMean: number;
  readonly qpMin: number;
  readonly qpMax: number;
  /** Average length of the vectors in luma samples. */
  readonly motion: number;
}

export function factsOf(blocks: Blocks): BlockFacts {
  let [units, intra, skipped, qps, vectors, length] = [0, 0, 0, 0, 0, 0];
  let [qpMin, qpMax] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const counts = { coding: 0, prediction: 0, transform: 0 };
  for (let y4 = 0; y4 < blocks.rows; y4++)
    for (let x4 = 0; x4 < blocks.columns; x4++) {
      const flags = blocks.flags(x4, y4);
      if (flags === undefined) continue;
      units++;
      if (flags & BLOCK.INTRA) intra++;
      if (flags & BLOCK.SKIP) skipped++;
      for (const name of ['coding', 'prediction', 'transform'] as const)
        if (EDGES[name].every((edge) => (flags & edge) !== 0)) counts[name]++;
      const qp = blocks.qp(x4, y4);
      qps += qp;
      qpMin = Math.min(qpMin, qp);
      qpMax = Math.max(qpMax, qp);
      for (const { x, y } of blocks.vectors(x4, y4)) {
        vectors++;
        length += Math.hypot(x, y) / 4;
      }
    }
  if (units === 0) return { ...counts, intra: 0, skipped: 0, qpMean: 0, qpMin: 0, qpMax: 0, motion: 0 };
  return {
    ...counts,
    intra: intra / units,
    skipped: skipped / units,
    qpMean: qps / units,
    qpMin,
    qpMax,
    motion: vectors === 0 ? 0 : length / vectors,
  };
}
