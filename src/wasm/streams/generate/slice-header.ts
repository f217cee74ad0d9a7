/** slice_segment_header(), H.265 7.3.6. */
import { BitWriter } from './bits.ts';
import type { Rng } from './choices.ts';
import type { Pps, Slice, Sps } from './parameters.ts';
import { bitsFor, isIdr, isIrap, lsbOf, type PicturePlan, type ShortTermEntry, type ShortTermSet } from './types.ts';

// st_ref_pic_set(), H.265 7.3.7 and 7.4.8: coded explicitly, or predicted from an earlier set if possible.

/** Negative deltas by increasing distance, then positive ones: the order that decoders use. */
export const sortSet = (entries: readonly ShortTermEntry[]): ShortTermSet => [
  ...entries.filter(({ delta }) => delta < 0).sort((a, b) => b.delta - a.delta),
  ...entries.filter(({ delta }) => delta > 0).sort((a, b) => a.delta - b.delta),
];

export const sameSet = (a: ShortTermSet, b: ShortTermSet) =>
  a.length === b.length && a.every(({ delta, used }, i) => delta === b[i]!.delta && used === b[i]!.used);

interface Prediction {
  readonly source: ShortTermSet;
  /** Distance to the source set. */
  readonly back: number;
  readonly deltaRps: number;
}

/** All predictions of `set` from an earlier set: each wanted delta is deltaRps, or one of the source's plus deltaRps. */
function predictions(set: ShortTermSet, earlier: readonly ShortTermSet[], onlyLast: boolean): Prediction[] {
  return (onlyLast ? earlier.slice(-1) : earlier).flatMap((source, i, sources) => {
    const reach = [0, ...source.map(({ delta }) => delta)];
    const shifts = new Set(set.length > 0 ? reach.map((delta) => set[0]!.delta - delta) : [1, -1]);
    return [...shifts]
      .filter((shift) => shift !== 0 && set.every(({ delta }) => reach.includes(delta - shift)))
      .map((deltaRps) => ({ source, back: sources.length - i, deltaRps }));
  });
}

/**
 * Writes set number `earlier.length`; in a slice header (`inSlice`) any set of the SPS may be the source, in the SPS only the previous one.
 */
export function writeShortTermSet(b: BitWriter, set: ShortTermSet, earlier: readonly ShortTermSet[], inSlice: boolean, rng: Rng): void {
  const possible = predictions(set, earlier, !inSlice);
  const prediction = possible.length > 0 && rng.chance(0.7) ? rng.pick(possible) : undefined;
  if (earlier.length > 0) b.bit(prediction !== undefined);
  if (prediction) {
    const { source, back, deltaRps } = prediction;
    if (inSlice) b.ue(back - 1);
    b.bit(deltaRps < 0);
    b.ue(Math.abs(deltaRps) - 1);
    for (const base of [...source.map(({ delta }) => delta), 0]) {
      const wanted = set.find(({ delta }) => delta === base + deltaRps);
      b.bit(wanted?.used === true);
      if (wanted?.used !== true) b.bit(wanted !== undefined); // use_delta_flag
    }
    return;
  }
  const negative = set.filter(({ delta }) => delta < 0);
  const positive = set.filter(({ delta }) => delta > 0);
  b.ue(negative.length, positive.length);
  for (const side of [negative, positive]) {
    let last = 0;
    for (const { delta, used } of side) {
      b.ue(Math.abs(delta - last) - 1);
      b.bit(used);
      last = delta;
    }
  }
}

export interface SegmentHeader {
  readonly sps: Sps;
  readonly pps: Pps;
  readonly picture: PicturePlan;
  readonly slice: Slice;
  /** slice_segment_address; 0 is the first of the picture. */
  readonly address: number;
  readonly dependent: boolean;
  /** Bytes of each substream except the last, including emulation prevention. */
  readonly entryPoints: readonly number[];
  readonly sizeInCtbs: number;
  /** Choices that all headers of a picture must share: drawn from the picture's rng by the caller. */
  readonly pictureDice: Rng;
  readonly rng: Rng;
}

function writeReferences(b: BitWriter, h: SegmentHeader): void {
  const { sps, picture, pictureDice: rng } = h;
  const lsbs = 2 ** sps.log2PocLsb;
  const lsb = (poc: number) => lsbOf(poc, sps.log2PocLsb);
  b.u(sps.log2PocLsb, lsb(picture.poc));
  const known = sps.shortTermSets.findIndex((set) => sameSet(set, picture.shortTerm));
  const fromSps = known >= 0 && rng.chance(0.7);
  b.bit(fromSps);
  if (fromSps) b.u(bitsFor(sps.shortTermSets.length), known);
  else writeShortTermSet(b, picture.shortTerm, sps.shortTermSets, true, rng);
  if (sps.longTerm) {
    // delta_poc_msb_cycle_lt accumulates within each kind: (7-52)
    const msb = (poc: number) => Math.floor(picture.poc / lsbs) - Math.floor(poc / lsbs);
    const byCycle = [...picture.longTerm].sort((a, b) => msb(a.poc) - msb(b.poc));
    const fromSps = byCycle.filter(({ spsIndex }) => spsIndex !== undefined);
    const coded = byCycle.filter(({ spsIndex }) => spsIndex === undefined);
    if (sps.longTermSets.length > 0) b.ue(fromSps.length);
    b.ue(coded.length);
    for (const entries of [fromSps, coded]) {
      let cycle = 0;
      for (const { poc, used, msbPresent, spsIndex } of entries) {
        if (spsIndex === undefined) {
          b.u(sps.log2PocLsb, lsb(poc));
          b.bit(used);
        } else b.u(bitsFor(sps.longTermSets.length), spsIndex);
        b.bit(msbPresent);
        if (!msbPresent) continue;
        b.ue(msb(poc) - cycle);
        cycle = msb(poc);
      }
    }
  }
  if (sps.temporalMvp) b.bit(picture.temporalMvp);
}

function writeWeights(b: BitWriter, { sps, slice }: SegmentHeader): void {
  if (!slice.weights) return;
  b.ue(slice.weights.lumaDenom);
  if (sps.chroma > 0) b.se(slice.weights.chromaDenomDelta);
  for (const list of slice.weights.lists) {
    for (const { luma } of list) b.bit(luma !== undefined);
    if (sps.chroma > 0) for (const { chroma } of list) b.bit(chroma !== undefined);
    for (const { luma, chroma } of list) b.se(...(luma ?? []), ...(chroma ?? []).flat());
  }
}

function writeInter(b: BitWriter, h: SegmentHeader): void {
  const { pps, picture, slice } = h;
  const lists = slice.type === 'B' ? [0, 1] : [0];
  const total = picture.before.length + picture.after.length + picture.longCurr.length;
  const asDefault = lists.every((l) => slice.numRef[l] === pps.numRefDefault[l]);
  const override = !asDefault || h.rng.chance(0.2);
  b.bit(override);
  if (override) for (const l of lists) b.ue(slice.numRef[l]! - 1);
  if (pps.listsModification && total > 1) {
    for (const l of lists) {
      const entries = slice.listEntries[l];
      b.bit(entries !== undefined);
      for (const entry of entries ?? []) b.u(bitsFor(total), entry);
    }
  }
  if (slice.type === 'B') b.bit(slice.mvdL1Zero);
  if (pps.cabacInitPresent) b.bit(slice.cabacInit);
  if (picture.temporalMvp) {
    if (slice.type === 'B') b.bit(slice.collocatedFromL0);
    if (slice.numRef[slice.collocatedFromL0 ? 0 : 1] > 1) b.ue(slice.collocatedRefIdx);
  }
  writeWeights(b, h);
  b.ue(5 - slice.maxMergeCand);
}

function writeIndependent(b: BitWriter, h: SegmentHeader): void {
  const { sps, pps, picture, slice } = h;
  for (let i = 0; i < pps.extraBits; i++) b.bit(h.rng.chance(0.5));
  b.ue(['B', 'P', 'I'].indexOf(slice.type));
  if (pps.outputFlagPresent) b.bit(picture.output);
  if (!isIdr(picture.nalType)) writeReferences(b, h);
  if (sps.sao) {
    b.bit(slice.saoLuma);
    if (sps.chroma > 0) b.bit(slice.saoChroma);
  }
  if (slice.type !== 'I') writeInter(b, h);
  b.se(slice.qp - pps.initQp);
  if (pps.sliceChromaQpOffsets) b.se(slice.cbQpOffset, slice.crQpOffset);
  if (pps.range?.chromaQpList) b.bit(slice.cuChromaQpOffset);
  if (pps.deblocking?.overrideEnabled) b.bit(slice.deblocking !== undefined);
  if (slice.deblocking) {
    b.bit(slice.deblocking.disabled);
    if (!slice.deblocking.disabled) b.se(slice.deblocking.beta, slice.deblocking.tc);
  }
  const disabled = slice.deblocking?.disabled ?? pps.deblocking?.disabled ?? false;
  if (pps.filterAcrossSlices && ((sps.sao && (slice.saoLuma || slice.saoChroma)) || !disabled)) b.bit(slice.filterAcross);
}

/** The header up to and including byte_alignment(). */
export function segmentHeader(h: SegmentHeader): Uint8Array {
  const { pps, picture, rng } = h;
  const b = new BitWriter();
  b.bit(h.address === 0);
  if (isIrap(picture.nalType)) b.bit(picture.noOutputOfPriorPics);
  b.ue(pps.id);
  if (h.address !== 0) {
    if (pps.dependentSegments) b.bit(h.dependent);
    b.u(bitsFor(h.sizeInCtbs), h.address);
  }
  if (!h.dependent) writeIndependent(b, h);
  if (pps.tiles || pps.entropySync) {
    b.ue(h.entryPoints.length);
    if (h.entryPoints.length > 0) {
      const least = Math.max(1, ...h.entryPoints.map((bytes) => bitsFor(bytes)));
      const length = rng.chance(0.5) ? least : rng.range(least, 32);
      b.ue(length - 1);
      for (const bytes of h.entryPoints) b.u(length, bytes - 1);
    }
  }
  if (pps.headerExtension) {
    const bytes = rng.pick([0, 0, 1, 3, 256]);
    b.ue(bytes);
    for (let i = 0; i < bytes; i++) b.u(8, rng.pick([0, 0, 1, 3, 255]));
  }
  b.trailing();
  return b.finish();
}
