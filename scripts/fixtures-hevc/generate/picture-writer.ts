/** The slice segments of one picture: slice_segment_data() with its substreams (H.265 7.3.8.1) and the storage of contexts (9.3.1, 9.3.2). */
import { escape, nalUnit } from './bits.ts';
import { CabacEncoder, initContexts, type Contexts } from './cabac.ts';
import { CtuWriter, newPictureState, type Weights } from './coding-tree.ts';
import type { Rng } from './rng.ts';
import { ctbGrid, cutPicture, type CutWeights } from './layout.ts';
import { segmentHeader } from './slice-header.ts';
import type { PicturePlan, Pps, Slice, Sps } from './types.ts';

export interface PictureInput {
  readonly sps: Sps;
  readonly pps: Pps;
  readonly picture: PicturePlan;
  readonly weights: Weights;
  readonly cuts: CutWeights;
  /** Draws the header of a new slice. */
  readonly slice: () => Slice;
  /** Draws cuts and CTUs; independent of the headers' random choices. */
  readonly rng: Rng;
  readonly headerDice: Rng;
  /** Returns the same rng for each header of the picture. */
  readonly pictureDice: () => Rng;
  readonly entryPoints: boolean;
  /** Number of cabac_zero_words after some segments, 7.3.2.9. */
  readonly zeroWords: number;
}

function initType(slice: Slice): number {
  if (slice.type === 'I') return 0;
  return slice.type === 'P' ? (slice.cabacInit ? 2 : 1) : slice.cabacInit ? 1 : 2;
}

/** NAL units of the picture, one per slice segment. */
export function writePicture(input: PictureInput): Uint8Array[] {
  const { sps, pps, picture, weights, rng } = input;
  const grid = ctbGrid(sps, pps);
  const state = newPictureState(sps.width, sps.height);
  /** Slice by raster address; coded CTBs only. */
  const sliceOf: (number | undefined)[] = [];
  let sliceIndex = -1;
  let slice = input.slice();
  let afterSegment: Contexts | undefined;
  let afterSecondCtb: Contexts | undefined;

  return cutPicture(grid, pps, input.cuts, rng).map(({ from, to, dependent }) => {
    if (!dependent) {
      sliceIndex++;
      if (sliceIndex > 0) slice = input.slice();
    }
    const fresh = () => initContexts(initType(slice), slice.qp);
    const substreams: Uint8Array[] = [];
    let c: CabacEncoder | undefined;
    for (let ts = from; ts < to; ts++) {
      const rs = grid.tsToRs[ts]!;
      const [x, y] = [rs % grid.columns, Math.floor(rs / grid.columns)];
      const here = (other: number) => sliceOf[other] === sliceIndex && grid.tileOf[other] === grid.tileOf[rs];
      sliceOf[rs] = sliceIndex;
      const firstInTile = ts === 0 || grid.tileOf[grid.tsToRs[ts - 1]!] !== grid.tileOf[rs];
      const firstInRow = pps.entropySync && x === grid.tileLeft[rs];
      if (!c || firstInTile || firstInRow) {
        const aboveRight = y > 0 && x + 1 < grid.columns && here(rs - grid.columns + 1);
        let contexts: Contexts;
        if (firstInTile) contexts = fresh();
        else if (firstInRow) contexts = aboveRight ? Uint8Array.from(afterSecondCtb!) : fresh();
        else if (ts === from && dependent) contexts = Uint8Array.from(afterSegment!);
        else contexts = fresh();
        c = new CabacEncoder(contexts);
      }
      const ctu = {
        sps,
        pps,
        slice,
        state,
        weights,
        rng,
        leftAvailable: x > 0 && here(rs - 1),
        aboveAvailable: y > 0 && here(rs - grid.columns),
      };
      new CtuWriter(c, ctu, x << sps.log2Ctb, y << sps.log2Ctb).write();
      if (pps.entropySync && x === grid.tileLeft[rs]! + 1) afterSecondCtb = Uint8Array.from(c.contexts);
      const last = ts + 1 === to;
      c.terminate(last); // end_of_slice_segment_flag
      if (last) {
        afterSegment = Uint8Array.from(c.contexts);
        substreams.push(c.finish());
        continue;
      }
      const next = grid.tsToRs[ts + 1]!;
      if (grid.tileOf[next] !== grid.tileOf[rs] || (pps.entropySync && next % grid.columns === grid.tileLeft[next])) {
        c.terminate(1); // end_of_subset_one_bit
        substreams.push(c.finish());
      }
    }
    const entryPoints =
      input.entryPoints && (pps.tiles || pps.entropySync) ? substreams.slice(0, -1).map((bytes) => escape(bytes).length) : [];
    const header = segmentHeader({
      sps,
      pps,
      picture,
      slice,
      address: grid.tsToRs[from]!,
      dependent,
      entryPoints,
      sizeInCtbs: grid.tsToRs.length,
      pictureDice: input.pictureDice(),
      rng: input.headerDice,
    });
    const zeros = input.headerDice.chance(0.3) ? input.zeroWords * 2 : 0;
    const rbsp = Uint8Array.from([...header, ...substreams.flatMap((bytes) => [...bytes]), ...Array<number>(zeros).fill(0)]);
    return nalUnit(picture.nalType, rbsp, { temporalId: picture.temporalId });
  });
}
