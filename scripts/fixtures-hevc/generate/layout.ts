/** Positions of a picture's tiles, slices and slice segments (H.265 6.3.1, 6.5.1). */
import type { Rng } from './rng.ts';
import type { Pps, Sps } from './types.ts';

export interface CtbGrid {
  readonly columns: number;
  readonly rows: number;
  /** Raster scan CTB addresses, indexed by tile scan. */
  readonly tsToRs: readonly number[];
  /** Tile by raster address. */
  readonly tileOf: readonly number[];
  /** First CTB column of the tile of a raster address. */
  readonly tileLeft: readonly number[];
}

function boundaries(parts: readonly number[], uniform: boolean, ctbs: number): number[] {
  if (uniform) return Array.from({ length: parts.length + 1 }, (_, i) => Math.floor((i * ctbs) / parts.length));
  return parts.reduce<number[]>((bd, size) => [...bd, bd.at(-1)! + size], [0]);
}

export function ctbGrid(sps: Sps, pps: Pps): CtbGrid {
  const columns = Math.ceil(sps.width / 2 ** sps.log2Ctb);
  const rows = Math.ceil(sps.height / 2 ** sps.log2Ctb);
  const colBd = boundaries(pps.tiles?.columns ?? [columns], pps.tiles?.uniform ?? false, columns);
  const rowBd = boundaries(pps.tiles?.rows ?? [rows], pps.tiles?.uniform ?? false, rows);
  const tsToRs: number[] = [];
  const tileOf: number[] = [];
  const tileLeft: number[] = [];
  let tile = 0;
  for (let r = 0; r + 1 < rowBd.length; r++) {
    for (let c = 0; c + 1 < colBd.length; c++, tile++) {
      for (let y = rowBd[r]!; y < rowBd[r + 1]!; y++) {
        for (let x = colBd[c]!; x < colBd[c + 1]!; x++) {
          tsToRs.push(y * columns + x);
          tileOf[y * columns + x] = tile;
          tileLeft[y * columns + x] = colBd[c]!;
        }
      }
    }
  }
  return { columns, rows, tsToRs, tileOf, tileLeft };
}

export interface Segment {
  /** Tile scan addresses [from, to). */
  readonly from: number;
  readonly to: number;
  readonly dependent: boolean;
}

/** Probabilities of a new slice and of a new dependent segment at each CTB where they are allowed. */
export interface CutWeights {
  readonly slice: number;
  readonly dependent: number;
  /** New slices only at the start of a row. */
  readonly wholeRows: boolean;
}

/** HEVC_MAX_SEGMENTS and A.4.1 allow more, but a header costs more than a CTU here. */
const SEGMENTS_MAX = 600;

/**
 * Splits a picture. Each slice, and each segment, contains CTUs of one tile only, or whole tiles only (6.3.1); with WPP one that starts
 * within a row ends in it (7.4.7.1).
 */
export function cutPicture(grid: CtbGrid, pps: Pps, weights: CutWeights, rng: Rng): Segment[] {
  const tileAt = (ts: number) => grid.tileOf[grid.tsToRs[ts]!];
  const startsTile = (ts: number) => ts === 0 || tileAt(ts) !== tileAt(ts - 1);
  const startsRow = (ts: number) => startsTile(ts) || grid.tsToRs[ts]! % grid.columns === grid.tileLeft[grid.tsToRs[ts]!];
  /** Whether a run that began at `start` may end before `ts`. */
  const mayEnd = (start: number, ts: number) => startsTile(ts) ? tileAt(start) === tileAt(ts - 1) || startsTile(start) : tileAt(start) === tileAt(ts - 1); // oxfmt-ignore
  const mustEnd = (start: number, ts: number) => (startsTile(ts) && !startsTile(start)) || (pps.wpp && startsRow(ts) && !startsRow(start));
  const segments: Segment[] = [];
  let slice = 0;
  let segment = 0;
  let dependent = false;
  for (let ts = 1; ts <= grid.tsToRs.length; ts++) {
    const end = ts === grid.tsToRs.length;
    const room = segments.length < SEGMENTS_MAX - 2 * grid.rows;
    const newSlice =
      !end &&
      mayEnd(slice, ts) &&
      mayEnd(segment, ts) &&
      (mustEnd(slice, ts) || (room && (!weights.wholeRows || grid.tsToRs[ts]! % grid.columns === 0) && rng.chance(weights.slice)));
    const cut = newSlice || (!end && pps.dependentSegments && mayEnd(segment, ts) && (mustEnd(segment, ts) || (room && rng.chance(weights.dependent)))); // oxfmt-ignore
    if (!end && !cut && mustEnd(segment, ts)) {
      // Without dependent segments the slice is the segment, and both end together.
      segments.push({ from: segment, to: ts, dependent });
      slice = segment = ts;
      dependent = false;
      continue;
    }
    if (!end && !cut) continue;
    segments.push({ from: segment, to: ts, dependent });
    segment = ts;
    dependent = !newSlice;
    if (newSlice) slice = ts;
  }
  return segments;
}
