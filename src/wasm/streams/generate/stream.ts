/** A whole Annex B stream from a seed. */
import { BitWriter, escape, nalUnit, CabacEncoder, type Contexts, initContexts } from './bits.ts';
import { type Choices, drawChoices, type Rng, rngFor } from './choices.ts';
import { CtuWriter, newPictureState } from './coding-tree.ts';
import { ppsRbsp, spsRbsp, vpsRbsp } from './parameter-sets.ts';
import { drawCodingWeights, drawPps, drawSlice, drawSps, type Pps, type Slice, type Sps, type Weights } from './parameters.ts';
import { planSequence } from './sequence.ts';
import { segmentHeader } from './slice-header.ts';
import { NAL, type PicturePlan } from './types.ts';

// Positions of a picture's tiles, slices and slice segments (H.265 6.3.1, 6.5.1).

function boundaries(parts: readonly number[], uniform: boolean, ctbs: number): number[] {
  if (uniform) return Array.from({ length: parts.length + 1 }, (_, i) => Math.floor((i * ctbs) / parts.length));
  return parts.reduce<number[]>((bd, size) => [...bd, bd.at(-1)! + size], [0]);
}

type CtbGrid = ReturnType<typeof ctbGrid>;

function ctbGrid(sps: Sps, pps: Pps) {
  const columns = Math.ceil(sps.width / 2 ** sps.log2Ctb);
  const rows = Math.ceil(sps.height / 2 ** sps.log2Ctb);
  const colBd = boundaries(pps.tiles?.columns ?? [columns], pps.tiles?.uniform ?? false, columns);
  const rowBd = boundaries(pps.tiles?.rows ?? [rows], pps.tiles?.uniform ?? false, rows);
  /** Raster scan CTB addresses, indexed by tile scan. */
  const tsToRs: number[] = [];
  /** By raster address: the tile, and its first CTB column. */
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

interface Segment {
  /** Tile scan addresses [from, to). */
  readonly from: number;
  readonly to: number;
  readonly dependent: boolean;
}

/** HEVC_MAX_SEGMENTS and A.4.1 allow more, but a header costs more than a CTU here. */
const SEGMENTS_MAX = 600;

/**
 * Splits a picture. Each slice, and each segment, contains CTUs of one tile only, or whole tiles only (6.3.1); with WPP one that starts
 * within a row ends in it (7.4.7.1).
 */
function cutPicture(grid: CtbGrid, pps: Pps, c: Choices, rng: Rng): Segment[] {
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
      (mustEnd(slice, ts) || (room && (!c.cutRows || grid.tsToRs[ts]! % grid.columns === 0) && rng.chance(c.cutSlices)));
    const cut = newSlice || (!end && pps.dependentSegments && mayEnd(segment, ts) && (mustEnd(segment, ts) || (room && rng.chance(c.cutDependent)))); // oxfmt-ignore
    // Without dependent segments the slice is the segment, and both end together.
    const both = newSlice || (!end && !cut && mustEnd(segment, ts));
    if (!end && !cut && !both) continue;
    segments.push({ from: segment, to: ts, dependent });
    segment = ts;
    dependent = !both;
    if (both) slice = ts;
  }
  return segments;
}

// NAL units other than pictures: delimiters, SEI, filler, reserved and unspecified types, other layers (H.265 7.4.2.2, 7.4.2.4.4, annex D).

const bytes = (count: number, rng: Rng) => Uint8Array.from({ length: count }, () => rng.pick([0, 0, 1, 2, 3, rng.roll(256)]));

/** Payload types that decoders ignore: unregistered and registered user data, filler, unknown ones. */
const PAYLOADS = [3, 4, 5, 5, 200, 255, 700];

function seiUnit(suffix: boolean, rng: Rng): Uint8Array {
  const b = new BitWriter();
  for (let messages = rng.range(1, 3); messages > 0; messages--) {
    let type = rng.pick(PAYLOADS);
    const payload = type === 5 ? [...bytes(16, rng), ...bytes(rng.roll(30), rng)] : [...bytes(rng.pick([0, 1, 20, 300]), rng)];
    if (type === 4) payload.unshift(0x26, 0xff, 0xff); // an unassigned country and provider
    let size = payload.length;
    for (; type >= 255; type -= 255) b.u(8, 255);
    b.u(8, type);
    for (; size >= 255; size -= 255) b.u(8, 255);
    b.u(8, size);
    for (const byte of payload) b.u(8, byte);
  }
  b.trailing();
  return nalUnit(suffix ? NAL.SUFFIX_SEI : NAL.PREFIX_SEI, b.finish());
}

function delimiter(rng: Rng): Uint8Array {
  const b = new BitWriter();
  b.u(3, rng.pick([0, 1, 2, 2]));
  b.trailing();
  return nalUnit(NAL.AUD, b.finish());
}

function filler(rng: Rng): Uint8Array {
  const b = new BitWriter();
  for (let i = rng.roll(20); i > 0; i--) b.u(8, 255);
  b.trailing();
  return nalUnit(NAL.FILLER, b.finish());
}

/** Units that a decoder of version 1 ignores: `before` the first slice of an access unit, or between and after its slices. */
function ignoredUnit(before: boolean, layers: boolean, rng: Rng): Uint8Array {
  const types = before ? [41, 44, 48, 55] : [45, 47, 56, 63, 10, 13, 22, 23, 24, 31];
  const layered = rng.chance(0.3) && layers;
  const type = layered ? rng.pick([0, 1, 19, 21, NAL.SPS, NAL.PPS]) : rng.pick(types);
  const payload = Uint8Array.from([...bytes(1 + rng.roll(12), rng), 0x80]);
  return nalUnit(type, payload, { layerId: layered ? rng.range(1, 62) : 0, temporalId: layered && type < 16 ? rng.roll(3) : 0 });
}

const bare = (type: number) => nalUnit(type, new Uint8Array());

// The slice segments of one picture: slice_segment_data() with its substreams (H.265 7.3.8.1) and the storage of contexts (9.3.1, 9.3.2).

interface PictureDice {
  /** Draws the header of a new slice. */
  readonly slice: () => Slice;
  /** Draws cuts and CTUs; independent of the headers' random choices. */
  readonly ctus: Rng;
  readonly headers: Rng;
  /** Returns the same rng for each header of the picture. */
  readonly picture: () => Rng;
}

function initType(slice: Slice): number {
  if (slice.type === 'I') return 0;
  return slice.type === 'P' ? (slice.cabacInit ? 2 : 1) : slice.cabacInit ? 1 : 2;
}

/** NAL units of the picture, one per slice segment. */
function writePicture(choices: Choices, sps: Sps, pps: Pps, picture: PicturePlan, weights: Weights, dice: PictureDice): Uint8Array[] {
  const rng = dice.ctus;
  const grid = ctbGrid(sps, pps);
  const state = newPictureState(sps.width, sps.height);
  /** Slice by raster address; coded CTBs only. */
  const sliceOf: (number | undefined)[] = [];
  let sliceIndex = -1;
  let slice = dice.slice();
  let afterSegment: Contexts | undefined;
  let afterSecondCtb: Contexts | undefined;

  return cutPicture(grid, pps, choices, rng).map(({ from, to, dependent }) => {
    if (!dependent) {
      sliceIndex++;
      if (sliceIndex > 0) slice = dice.slice();
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
        const isContinued = !firstInTile && !firstInRow && ts === from && dependent;
        const stored = !firstInTile && firstInRow && aboveRight ? afterSecondCtb : isContinued ? afterSegment : undefined;
        c = new CabacEncoder(stored ? Uint8Array.from(stored) : fresh());
      }
      const [leftAvailable, aboveAvailable] = [x > 0 && here(rs - 1), y > 0 && here(rs - grid.columns)];
      const place = { x0: x << sps.log2Ctb, y0: y << sps.log2Ctb, leftAvailable, aboveAvailable };
      new CtuWriter({ c, sps, pps, slice, state, weights, rng, ...place }).write();
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
      choices.entryPoints && (pps.tiles || pps.entropySync) ? substreams.slice(0, -1).map((bytes) => escape(bytes).length) : [];
    const place = { address: grid.tsToRs[from]!, dependent, entryPoints, sizeInCtbs: grid.tsToRs.length };
    const header = segmentHeader({ sps, pps, picture, slice, ...place, pictureDice: dice.picture(), rng: dice.headers });
    // cabac_zero_words after some segments, 7.3.2.9.
    const zeros = dice.headers.chance(0.3) && choices.extraUnits ? 4 : 0;
    const rbsp = Uint8Array.from([...header, ...substreams.flatMap((bytes) => [...bytes]), ...Array<number>(zeros).fill(0)]);
    return nalUnit(picture.nalType, rbsp, { temporalId: picture.temporalId });
  });
}

export type GeneratedStream = Readonly<ReturnType<typeof generateStream>>;

const ID_MAX = { sps: 16, pps: 64 } as const;

export function generateStream(seed: number, force: Partial<Choices> = {}) {
  const choices = drawChoices(seed, force);
  const plan = planSequence(choices, rngFor(seed, 'order'));
  const rng = rngFor(seed, 'sets');
  const sps = drawSps(choices, plan, rng.roll(ID_MAX.sps), rng);
  // this string is part of the seed: changing it would change all streams
  const weights = drawCodingWeights(choices, rngFor(seed, 'taste'));
  const units: Uint8Array[] = [];
  const extraRng = rngFor(seed, 'units');
  const extra = (probability: number, unit: () => Uint8Array) => {
    if (choices.extraUnits && extraRng.chance(probability)) units.push(unit());
  };

  const vpsBytes = nalUnit(NAL.VPS, vpsRbsp(sps, rngFor(seed, 'vps')));
  const spsBytes = nalUnit(NAL.SPS, spsRbsp(sps, rngFor(seed, 'sps')));
  const pps: Pps[] = [];
  const putPps = (id: number) => {
    const made = drawPps(choices, sps, id, rng);
    pps.splice(pps.findIndex((one) => one.id === id) >>> 0, 1, made);
    units.push(nalUnit(NAL.PPS, ppsRbsp(made, rng)));
  };

  plan.pictures.forEach((picture, index) => {
    if (picture.eosBefore) units.push(bare(NAL.EOS));
    extra(0.3, () => delimiter(extraRng));
    if (index === 0 || (picture.startsSequence && extraRng.chance(0.3))) units.push(vpsBytes, spsBytes);
    if (index === 0) for (let count = rng.range(1, 3); count > 0; count--) putPps(rng.roll(ID_MAX.pps));
    else if (rng.chance(choices.changePps)) putPps(rng.chance(0.5) ? rng.pick(pps).id : rng.roll(ID_MAX.pps));
    extra(0.3, () => seiUnit(false, extraRng));
    extra(0.2, () => ignoredUnit(true, choices.layeredUnits, extraRng));
    const chosen = rng.pick(pps);
    const collocated = {};
    const sliceDice = rngFor(seed, `slices ${index}`);
    const slices = writePicture(choices, sps, chosen, picture, weights, {
      slice: () => drawSlice(choices, sps, chosen, picture, collocated, sliceDice),
      ctus: rngFor(seed, `ctus ${index}`),
      headers: rngFor(seed, `headers ${index}`),
      picture: () => rngFor(seed, `picture ${index}`),
    });
    for (const slice of slices) {
      units.push(slice);
      extra(0.1, () => filler(extraRng));
      extra(0.1, () => ignoredUnit(false, choices.layeredUnits, extraRng));
    }
    extra(0.2, () => seiUnit(true, extraRng));
  });
  extra(0.3, () => bare(NAL.EOS));
  extra(0.3, () => bare(NAL.EOB));
  const bytes = units.flatMap((unit, i) => {
    // Four-byte start codes before the first unit and parameter sets (B.2.2); further leading and trailing zeros are optional.
    const long = i === 0 || (unit[0]! >> 1 >= NAL.VPS && unit[0]! >> 1 <= NAL.AUD);
    const zeros = (long ? 1 : 0) + (choices.extraUnits && extraRng.chance(0.1) ? extraRng.roll(6) : 0);
    return [...Array<number>(zeros).fill(0), 0, 0, 1, ...unit];
  });
  return { bytes: Uint8Array.from(bytes), choices, sps, plan };
}
