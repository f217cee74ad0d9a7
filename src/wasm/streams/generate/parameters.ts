/** Parameter sets and slices for a stream's choices, as data; names are those of H.265 without their prefixes. */
import { type Choices, type Rng, rngFor } from './choices.ts';
import { sameSet, sortSet } from './slice-header.ts';
import type { Plan } from './sequence.ts';
import { isIrap, type ListEntry, type PicturePlan, type ScalingLists, type ShortTermSet, type SliceType } from './types.ts';

function drawScalingLists(rng: Rng): ScalingLists {
  const entry = (sizeId: number, matrix: number): ListEntry => {
    if (rng.chance(0.5)) return { name: 'predicted', delta: rng.roll(matrix + 1) };
    const [low, high] = rng.pick([[8, 40], [1, 255], [14, 18]] as const); // oxfmt-ignore
    const coefficients = Array.from({ length: sizeId === 0 ? 16 : 64 }, () => rng.range(low, high));
    return { name: 'coded', dc: rng.range(low, high), coefficients };
  };
  return [6, 6, 6, 2].map((matrices, sizeId) => Array.from({ length: matrices }, (_, m) => entry(sizeId, m)));
}

function drawSize(c: Choices, ctbs: number, rng: Rng): number {
  const unit = 2 ** c.log2MinCb;
  const most = (ctbs * 2 ** c.log2Ctb) / unit;
  const least = ((ctbs - 1) * 2 ** c.log2Ctb) / unit;
  return rng.range(least + 1, most) * unit;
}

/** Some of the sets that the pictures need, and other sets. */
function drawShortTermSets(plan: Plan, rng: Rng): ShortTermSet[] {
  const wanted = plan.pictures.map(({ shortTerm }) => shortTerm).filter(() => rng.chance(0.6));
  const near = wanted.map((set) => sortSet(set.map(({ delta, used }) => ({ delta: delta - 1 || -1, used })))).filter(() => rng.chance(0.4)); // oxfmt-ignore
  const noise = Array.from({ length: rng.pick([0, 0, 4, 64]) }, () => sortSet(Array.from({ length: rng.roll(8) }, () => ({ delta: rng.pick([-1, 1]) * rng.range(1, 40), used: rng.chance(0.5) })))); // oxfmt-ignore
  const valid = (set: ShortTermSet) => new Set(set.map(({ delta }) => delta)).size === set.length;
  const sets = [...wanted, ...near, ...noise].filter((set) => valid(set) && set.length < plan.dpb.maxDecPicBuffering);
  const chosen = sets.slice(0, rng.pick([0, 3, 8, 64]));
  return chosen.filter((set, i) => rng.chance(0.1) || chosen.findIndex((other) => sameSet(set, other)) === i);
}

export type Sps = Readonly<ReturnType<typeof drawSps>>;

export function drawSps(c: Choices, plan: Plan, id: number, rng: Rng) {
  const [depthLuma, depthChroma] = c.depths;
  const [width, height] = [drawSize(c, c.sizeCtbs[0], rng), drawSize(c, c.sizeCtbs[1], rng)];
  const depthMost = c.log2Ctb - c.log2MinTb;
  const pcmMost = Math.min(c.log2Ctb, 5);
  const pcmMin = rng.range(Math.min(c.log2MinCb, 5), pcmMost);
  const { chroma, log2MinCb, log2Ctb, log2MinTb, log2MaxTb, amp, sao, temporalMvp, strongIntra, vui } = c;
  const { rotation, skipContext, implicitRdpcm, explicitRdpcm, smoothingOff, highPrecision, persistentRice } = c;
  const range = { rotation, skipContext, implicitRdpcm, explicitRdpcm, smoothingOff, highPrecision, persistentRice };
  // Offsets of the conformance window in chroma samples: left, right, top, bottom.
  const crop = c.cropped ? ([rng.roll(width / 8), rng.roll(width / 8), rng.roll(height / 8), rng.roll(height / 8)] as const) : undefined; // oxfmt-ignore
  const own = { id, width, height, crop, depthLuma, depthChroma, chroma, log2MinCb, log2Ctb, log2MinTb, log2MaxTb };
  const tools = { amp, sao, temporalMvp, strongIntra, vui };
  return {
    ...own,
    ...tools,
    vpsId: rng.roll(16),
    ...plan.dpb,
    profile: c.range ? 4 : depthLuma > 8 || depthChroma > 8 ? 2 : plan.pictures.length === 1 ? 3 : 1,
    maxSubLayers: c.subLayers,
    temporalNesting: plan.temporalNesting,
    log2PocLsb: plan.log2PocLsb,
    depthInter: rng.roll(depthMost + 1),
    depthIntra: rng.roll(depthMost + 1),
    scalingLists:
      c.scaling === 'sps' || c.scaling === 'both' ? drawScalingLists(rng) : c.scaling === 'off' ? ('off' as const) : ('default' as const),
    pcm: c.pcm
      ? {
          depthLuma: rng.range(1, depthLuma),
          depthChroma: rng.range(1, depthChroma),
          log2Min: pcmMin,
          log2Max: rng.range(pcmMin, pcmMost),
          loopFilterDisabled: rng.chance(0.5),
        }
      : undefined,
    shortTermSets: drawShortTermSets(plan, rng),
    longTerm: c.longTerm || rng.chance(0.1),
    /** lt_ref_pic_poc_lsb_sps, used_by_curr_pic_lt_sps_flag */
    longTermSets: plan.longTermSets,
    range: c.range ? range : undefined,
    extension: c.extensions && !c.range,
  };
}

/** Sizes of up to `most` parts whose sum is `ctbs`. */
function drawParts(ctbs: number, most: number, rng: Rng): number[] {
  const count = rng.range(1, Math.min(ctbs, most));
  const cuts = new Set<number>([ctbs]);
  while (cuts.size < count) cuts.add(rng.range(1, ctbs));
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.map((cut, i) => cut - (sorted[i - 1] ?? 0));
}

/** In CTBs; with uniform spacing only the number of columns and rows is used. */
function drawTiles(c: Choices, sps: Sps, rng: Rng) {
  const [columns, rows] = [sps.width, sps.height].map((size) => Math.ceil(size / 2 ** sps.log2Ctb)) as [number, number];
  if (c.tiles === 'none' || columns * rows < 2) return undefined;
  for (;;) {
    const tiles = { columns: drawParts(columns, 20, rng), rows: drawParts(rows, 22, rng) };
    if (tiles.columns.length * tiles.rows.length < 2) continue; // tiles_enabled_flag requires two
    return { ...tiles, uniform: c.tiles === 'uniform', filterAcross: rng.chance(0.5) };
  }
}

export type Pps = Readonly<ReturnType<typeof drawPps>>;

export function drawPps(c: Choices, sps: Sps, id: number, rng: Rng) {
  const offset = () => (c.chromaQp ? rng.range(-12, c.ppsChromaQpMax) : 0);
  const lowest = -6 * (sps.depthLuma - 8);
  const controlled = c.deblocking !== 'plain';
  /** If parameter sets change, tools are switched from picture to picture. */
  const often = (on: boolean) => on && (c.changePps === 0 || rng.chance(0.75));
  return {
    id,
    spsId: sps.id,
    dependentSegments: c.cutDependent > 0,
    outputFlagPresent: true,
    extraBits: rng.chance(0.3) ? rng.roll(3) : 0,
    signHiding: often(c.signHiding),
    cabacInitPresent: rng.chance(0.5),
    numRefDefault: [rng.range(1, rng.chance(0.2) ? 15 : 3), rng.range(1, rng.chance(0.2) ? 15 : 3)] as const,
    initQp: rng.chance(0.2) ? rng.range(lowest, 51) : rng.range(20, 40),
    constrainedIntra: c.constrainedIntra,
    transformSkip: often(c.transformSkip),
    /** diff_cu_qp_delta_depth, or off. */
    cuQpDeltaDepth: often(c.cuQpDelta) ? rng.roll(sps.log2Ctb - sps.log2MinCb + 1) : undefined,
    cbQpOffset: offset(),
    crQpOffset: offset(),
    sliceChromaQpOffsets: c.chromaQp && rng.chance(0.6),
    weightedP: c.weighted && rng.chance(0.8),
    weightedB: c.weighted && rng.chance(0.8),
    transquantBypass: often(c.transquantBypass),
    tiles: drawTiles(c, sps, c.tilesMixed ? rng : rngFor(sps.width + sps.height, 'tiles')),
    /** Slices have the layout required by entropy_coding_sync_enabled_flag. */
    wpp: c.wpp,
    entropySync: c.wpp && c.entropySync,
    filterAcrossSlices: c.filterAcrossSlices,
    deblocking: controlled
      ? {
          overrideEnabled: c.deblocking === 'override',
          disabled: c.deblocking === 'off' || rng.chance(0.2),
          beta: rng.range(-6, 6),
          tc: rng.range(-6, 6),
        }
      : undefined,
    scalingLists: c.scaling === 'pps' || c.scaling === 'both' ? drawScalingLists(rng) : undefined,
    listsModification: rng.chance(0.5),
    log2ParMrgLevel: c.mergeLevel ? rng.range(2, sps.log2Ctb) : 2,
    headerExtension: rng.chance(0.2),
    range: c.range ? drawPpsRange(c, sps, rng) : undefined,
    extension: c.extensions && !c.range,
  };
}

/** pps_range_extension() */
function drawPpsRange(c: Choices, sps: Sps, rng: Rng) {
  const scale = (depth: number) => (c.saoScaled ? rng.range(0, Math.max(0, depth - 10)) : 0);
  return {
    log2MaxTransformSkip: c.log2MaxTransformSkip,
    crossComponent: c.crossComponent,
    /** chroma_qp_offset_list_enabled_flag and what follows it. */
    chromaQpList: c.chromaQpList
      ? {
          depth: rng.roll(sps.log2Ctb - sps.log2MinCb + 1),
          offsets: Array.from({ length: c.chromaQpOffsets }, () => [rng.range(-6, 5), rng.range(-6, 5)] as const),
        }
      : undefined,
    saoScale: [scale(sps.depthLuma), scale(sps.depthChroma)] as const,
  };
}

/** 7.4.7.3: maximum number of weight flags of all lists. */
const WEIGHT_FLAGS_MAX = 24;

function drawWeights(numRef: readonly number[], sps: Sps, rng: Rng) {
  // WpOffsetHalfRangeY and WpOffsetHalfRangeC
  const [halfY, halfC] = [sps.depthLuma, sps.depthChroma].map((depth) => (sps.range?.highPrecision ? 2 ** (depth - 1) : 128)) as [number, number]; // oxfmt-ignore
  const lumaDenom = rng.roll(8);
  const chromaDenomDelta = rng.range(-lumaDenom, 7 - lumaDenom);
  const small = rng.chance(0.7);
  const weight = () => (small ? rng.range(-8, 8) : rng.range(-128, 127));
  let flags = 0;
  /** delta_luma_weight and luma_offset; delta_chroma_weight and delta_chroma_offset of Cb and Cr. Undefined without the flag. */
  const draw = () => {
    const luma = flags < WEIGHT_FLAGS_MAX && rng.chance(0.5) ? ([weight(), small ? weight() : rng.range(-halfY, halfY - 1)] as const) : undefined; // oxfmt-ignore
    flags += luma ? 1 : 0;
    const pair = () => [weight(), small ? weight() : rng.range(-4 * halfC, 4 * halfC - 1)] as const;
    const chroma = sps.chroma > 0 && flags + 2 <= WEIGHT_FLAGS_MAX && rng.chance(0.5) ? ([pair(), pair()] as const) : undefined;
    flags += chroma ? 2 : 0;
    return { luma, chroma };
  };
  return { lumaDenom, chromaDenomDelta, lists: numRef.map((count) => Array.from({ length: count }, draw)) };
}

const drawOverride = (rng: Rng) =>
  rng.chance(0.6) ? { disabled: rng.chance(0.3), beta: rng.range(-6, 6), tc: rng.range(-6, 6) } : undefined;

export type Slice = Readonly<ReturnType<typeof drawSlice>>;

/** A slice of a picture. `collocated`: the POC that all slices of the picture must use, 7.4.7.1; drawn by the first slice that needs it. */
export function drawSlice(c: Choices, sps: Sps, pps: Pps, picture: PicturePlan, collocated: { poc?: number }, rng: Rng) {
  const { before, after, longCurr } = picture;
  const total = before.length + after.length + longCurr.length;
  const types: SliceType[] = isIrap(picture.nalType) || total === 0 || c.inter === 'intra' ? ['I'] : c.inter === 'p' ? ['P', 'P', 'P', 'I'] : ['B', 'B', 'B', 'B', 'P', 'P', 'I']; // oxfmt-ignore
  let type = rng.pick(types);
  const count = (list: number) => (rng.chance(0.6) ? pps.numRefDefault[list]! : rng.range(1, rng.chance(0.1) ? 15 : 4));
  const numRef = [count(0), count(1)] as const;
  const entries = (list: number) =>
    pps.listsModification && total > 1 && rng.chance(0.5) ? Array.from({ length: numRef[list]! }, () => rng.roll(total)) : undefined;
  const listEntries = [entries(0), entries(1)] as const;
  const candidates = [
    [...before, ...after, ...longCurr],
    [...after, ...before, ...longCurr],
  ]; // (8-8), (8-10)
  const pocs = [0, 1].map((list) => Array.from({ length: numRef[list]! }, (_, i) => candidates[list]![listEntries[list]?.[i] ?? i % total]!)); // oxfmt-ignore

  let collocatedFromL0 = true;
  let collocatedRefIdx = 0;
  if (type !== 'I' && picture.temporalMvp) {
    const places = (type === 'B' ? [0, 1] : [0]).flatMap((list) => pocs[list]!.map((poc, i) => ({ poc, list, i })));
    const possible = collocated.poc === undefined ? places : places.filter(({ poc }) => poc === collocated.poc);
    if (possible.length === 0) type = 'I';
    else {
      const place = rng.pick(possible);
      collocated.poc = place.poc;
      collocatedFromL0 = place.list === 0;
      collocatedRefIdx = place.i;
    }
  }
  const lowest = -6 * (sps.depthLuma - 8);
  const within = (base: number) => (pps.sliceChromaQpOffsets ? rng.range(Math.max(-12, -12 - base), Math.min(12, 12 - base)) : 0);
  const saoLuma = sps.sao && rng.chance(0.8);
  const saoChroma = sps.chroma > 0 && sps.sao && c.saoChroma && rng.chance(0.8);
  const deblocking = pps.deblocking?.overrideEnabled === true ? drawOverride(c.deblockingMixed ? rng : rngFor(picture.poc, 'deblocking')) : undefined; // oxfmt-ignore
  const weighted = (type === 'P' && pps.weightedP) || (type === 'B' && pps.weightedB);
  return {
    type,
    saoLuma,
    saoChroma,
    numRef,
    listEntries,
    mvdL1Zero: rng.chance(0.3),
    cabacInit: pps.cabacInitPresent && rng.chance(0.5),
    collocatedFromL0,
    collocatedRefIdx,
    weights: weighted ? drawWeights(type === 'B' ? numRef : [numRef[0]], sps, rng) : undefined,
    maxMergeCand: rng.range(1, 5),
    qp: c.wildQp ? rng.range(lowest, 51) : rng.range(18, 44),
    cbQpOffset: within(pps.cbQpOffset),
    crQpOffset: within(pps.crQpOffset),
    cuChromaQpOffset: pps.range?.chromaQpList !== undefined && rng.chance(0.8),
    deblocking,
    // If a header omits it, the PPS value applies (7.4.7.1): then slices can only agree on 1.
    filterAcross: c.filterAcrossMixed ? rng.chance(0.5) : c.deblocking !== 'plain' || picture.poc % 2 === 0,
  };
}

/** Probabilities of a stream: how likely each branch of the syntax is. */
export type Weights = ReturnType<typeof drawCodingWeights>;

export function drawCodingWeights(c: Choices, rng: Rng) {
  const any = (...chances: readonly number[]) => rng.pick(chances);
  return {
    split: any(0.1, 0.35, 0.6, 0.9),
    skip: any(0.05, 0.3, 0.6),
    intra: any(0.05, 0.2, 0.5),
    pcm: any(0.1, 0.3),
    bypass: any(0.1, 0.5, 0.9),
    quarter: any(0.1, 0.5, 0.9),
    transformSplit: any(0.1, 0.4, 0.8),
    rootCbf: any(0.2, 0.7),
    cbf: any(0.05, 0.2, 0.5, 0.8),
    qpDelta: any(0.3, 0.9),
    qpWild: c.wildQp,
    saoOff: any(0.1, 0.5),
    saoMax: c.saoSmall ? 7 : 31,
    /** `whole`: 2Nx2N. `mvdBits`: largest exponent of a vector difference, in quarter samples, up to 15. */
    inter: { whole: any(0.2, 0.6), merge: any(0.2, 0.5, 0.8), bi: any(0.2, 0.6), mvdBits: c.farMotion ? any(9, 12, 15) : any(3, 5, 7) },
    /** A coefficient before the last one, a sub-block before the last one, one more step of a magnitude, a magnitude of up to 15 bits. */
    residual: {
      density: any(0.03, 0.15, 0.4, 0.9),
      subBlocks: any(0.1, 0.4, 0.9),
      growth: Math.min(c.levelGrowthMax, any(0, 0.2, 0.5, 0.8)),
      huge: c.hugeLevels ? any(0.01, 0.1) : 0,
    },
  };
}
