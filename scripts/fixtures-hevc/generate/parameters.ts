/** Parameter sets and slices of a stream's choices. */
import type { Choices } from './choices.ts';
import type { Taste } from './coding-tree.ts';
import { diceFor, type Dice } from './dice.ts';
import { sameSet, sortSet } from './reference-sets.ts';
import type { Plan } from './sequence.ts';
import { isIrap, type ListEntry, type PicturePlan, type Pps, type ScalingLists, type ShortTermSet, type Slice, type SliceType, type Sps, type Tiles, type Weight } from './types.ts'; // prettier-ignore

function drawScalingLists(dice: Dice): ScalingLists {
  const entry = (sizeId: number, matrix: number): ListEntry => {
    if (dice.chance(0.5)) return { at: 'predicted', delta: dice.roll(matrix + 1) };
    const [low, high] = dice.pick([[8, 40], [1, 255], [14, 18]] as const); // prettier-ignore
    const coefficients = Array.from({ length: sizeId === 0 ? 16 : 64 }, () => dice.range(low, high));
    return { at: 'coded', dc: dice.range(low, high), coefficients };
  };
  return [6, 6, 6, 2].map((matrices, sizeId) => Array.from({ length: matrices }, (_, m) => entry(sizeId, m)));
}

function drawSize(c: Choices, ctbs: number, dice: Dice): number {
  const unit = 2 ** c.log2MinCb;
  const most = (ctbs * 2 ** c.log2Ctb) / unit;
  const least = ((ctbs - 1) * 2 ** c.log2Ctb) / unit;
  return dice.range(least + 1, most) * unit;
}

/** Some of the sets that the pictures need, and others beside them. */
function drawShortTermSets(plan: Plan, dice: Dice): ShortTermSet[] {
  const wanted = plan.pictures.map(({ shortTerm }) => shortTerm).filter(() => dice.chance(0.6));
  const near = wanted.map((set) => sortSet(set.map(({ delta, used }) => ({ delta: delta - 1 || -1, used })))).filter(() => dice.chance(0.4)); // prettier-ignore
  const noise = Array.from({ length: dice.pick([0, 0, 4, 64]) }, () => sortSet(Array.from({ length: dice.roll(8) }, () => ({ delta: dice.pick([-1, 1]) * dice.range(1, 40), used: dice.chance(0.5) })))); // prettier-ignore
  const valid = (set: ShortTermSet) => new Set(set.map(({ delta }) => delta)).size === set.length;
  const sets = [...wanted, ...near, ...noise].filter((set) => valid(set) && set.length < plan.dpb.maxDecPicBuffering);
  const chosen = sets.slice(0, dice.pick([0, 3, 8, 64]));
  return chosen.filter((set, i) => dice.chance(0.1) || chosen.findIndex((other) => sameSet(set, other)) === i);
}

export function drawSps(c: Choices, plan: Plan, id: number, dice: Dice): Sps {
  const [depthLuma, depthChroma] = c.depths;
  const [width, height] = [drawSize(c, c.sizeCtbs[0], dice), drawSize(c, c.sizeCtbs[1], dice)];
  const depthMost = c.log2Ctb - c.log2MinTb;
  const pcmMost = Math.min(c.log2Ctb, 5);
  const pcmMin = dice.range(Math.min(c.log2MinCb, 5), pcmMost);
  const crop = c.cropped ? ([dice.roll(width / 8), dice.roll(width / 8), dice.roll(height / 8), dice.roll(height / 8)] as const) : undefined; // prettier-ignore
  return {
    id,
    vpsId: dice.roll(16),
    profile: depthLuma > 8 || depthChroma > 8 ? 2 : plan.pictures.length === 1 ? 3 : 1,
    maxSubLayers: c.subLayers,
    temporalNesting: plan.temporalNesting,
    width,
    height,
    crop,
    depthLuma,
    depthChroma,
    log2PocLsb: plan.log2PocLsb,
    ...plan.dpb,
    log2MinCb: c.log2MinCb,
    log2Ctb: c.log2Ctb,
    log2MinTb: c.log2MinTb,
    log2MaxTb: c.log2MaxTb,
    depthInter: dice.roll(depthMost + 1),
    depthIntra: dice.roll(depthMost + 1),
    scalingLists: c.scaling === 'off' ? 'off' : c.scaling === 'sps' || c.scaling === 'both' ? drawScalingLists(dice) : 'default',
    amp: c.amp,
    sao: c.sao,
    pcm: c.pcm
      ? {
          depthLuma: dice.range(1, depthLuma),
          depthChroma: dice.range(1, depthChroma),
          log2Min: pcmMin,
          log2Max: dice.range(pcmMin, pcmMost),
          loopFilterDisabled: dice.chance(0.5),
        }
      : undefined,
    shortTermSets: drawShortTermSets(plan, dice),
    longTerm: c.longTerm || dice.chance(0.1),
    longTermSets: plan.longTermSets,
    temporalMvp: c.temporalMvp,
    strongIntra: c.strongIntra,
    vui: c.vui,
    extension: c.extensions,
  };
}

/** Sizes of up to `most` parts that fill `ctbs`. */
function drawParts(ctbs: number, most: number, dice: Dice): number[] {
  const count = dice.range(1, Math.min(ctbs, most));
  const cuts = new Set<number>([ctbs]);
  while (cuts.size < count) cuts.add(dice.range(1, ctbs));
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.map((cut, i) => cut - (sorted[i - 1] ?? 0));
}

function drawTiles(c: Choices, sps: Sps, dice: Dice): Tiles | undefined {
  const [columns, rows] = [sps.width, sps.height].map((size) => Math.ceil(size / 2 ** sps.log2Ctb)) as [number, number];
  if (c.tiles === 'none' || columns * rows < 2) return undefined;
  for (;;) {
    const tiles = { columns: drawParts(columns, 20, dice), rows: drawParts(rows, 22, dice) };
    if (tiles.columns.length * tiles.rows.length < 2) continue; // tiles_enabled_flag asks for two
    return { ...tiles, uniform: c.tiles === 'uniform', filterAcross: dice.chance(0.5) };
  }
}

export function drawPps(c: Choices, sps: Sps, id: number, dice: Dice): Pps {
  const offset = () => (c.chromaQp ? dice.range(-12, c.ppsChromaQpMax) : 0);
  const lowest = -6 * (sps.depthLuma - 8);
  const controlled = c.deblocking !== 'plain';
  /** Where parameter sets change, tools come and go from picture to picture. */
  const often = (on: boolean) => on && (c.changePps === 0 || dice.chance(0.75));
  return {
    id,
    spsId: sps.id,
    dependentSegments: c.cutDependent > 0,
    outputFlagPresent: true,
    extraBits: dice.chance(0.3) ? dice.roll(3) : 0,
    signHiding: often(c.signHiding),
    cabacInitPresent: dice.chance(0.5),
    numRefDefault: [dice.range(1, dice.chance(0.2) ? 15 : 3), dice.range(1, dice.chance(0.2) ? 15 : 3)],
    initQp: dice.chance(0.2) ? dice.range(lowest, 51) : dice.range(20, 40),
    constrainedIntra: c.constrainedIntra,
    transformSkip: often(c.transformSkip),
    cuQpDeltaDepth: often(c.cuQpDelta) ? dice.roll(sps.log2Ctb - sps.log2MinCb + 1) : undefined,
    cbQpOffset: offset(),
    crQpOffset: offset(),
    sliceChromaQpOffsets: c.chromaQp && dice.chance(0.6),
    weightedP: c.weighted && dice.chance(0.8),
    weightedB: c.weighted && dice.chance(0.8),
    transquantBypass: often(c.transquantBypass),
    tiles: drawTiles(c, sps, c.tilesMixed ? dice : diceFor(sps.width + sps.height, 'tiles')),
    wpp: c.wpp,
    entropySync: c.wpp && c.entropySync,
    filterAcrossSlices: c.filterAcrossSlices,
    deblocking: controlled
      ? {
          overrideEnabled: c.deblocking === 'override',
          disabled: c.deblocking === 'off' || dice.chance(0.2),
          beta: dice.range(-6, 6),
          tc: dice.range(-6, 6),
        }
      : undefined,
    scalingLists: c.scaling === 'pps' || c.scaling === 'both' ? drawScalingLists(dice) : undefined,
    listsModification: dice.chance(0.5),
    log2ParMrgLevel: c.mergeLevel ? dice.range(2, sps.log2Ctb) : 2,
    headerExtension: dice.chance(0.2),
    extension: c.extensions,
  };
}

/** Flags of the weights of all lists count up to 24, 7.4.7.3. */
const WEIGHT_FLAGS_MAX = 24;

function drawWeights(numRef: readonly number[], dice: Dice): Slice['weights'] {
  const lumaDenom = dice.roll(8);
  const chromaDenomDelta = dice.range(-lumaDenom, 7 - lumaDenom);
  const small = dice.chance(0.7);
  const weight = () => (small ? dice.range(-8, 8) : dice.range(-128, 127));
  let flags = 0;
  const draw = (): Weight => {
    const luma = flags < WEIGHT_FLAGS_MAX && dice.chance(0.5) ? ([weight(), small ? weight() : dice.range(-128, 127)] as const) : undefined; // prettier-ignore
    flags += luma ? 1 : 0;
    const pair = () => [weight(), small ? weight() : dice.range(-512, 511)] as const;
    const chroma = flags + 2 <= WEIGHT_FLAGS_MAX && dice.chance(0.5) ? ([pair(), pair()] as const) : undefined;
    flags += chroma ? 2 : 0;
    return { luma, chroma };
  };
  return { lumaDenom, chromaDenomDelta, lists: numRef.map((count) => Array.from({ length: count }, draw)) };
}

const drawOverride = (dice: Dice): Slice['deblocking'] =>
  dice.chance(0.6) ? { disabled: dice.chance(0.3), beta: dice.range(-6, 6), tc: dice.range(-6, 6) } : undefined;

/** A slice of a picture. `collocated`: the POC that all slices of the picture must use, 7.4.7.1; drawn by the first that needs it. */
export function drawSlice(c: Choices, sps: Sps, pps: Pps, picture: PicturePlan, collocated: { poc?: number }, dice: Dice): Slice {
  const { before, after, longCurr } = picture;
  const total = before.length + after.length + longCurr.length;
  const types: SliceType[] = isIrap(picture.nalType) || total === 0 || c.inter === 'intra' ? ['I'] : c.inter === 'p' ? ['P', 'P', 'P', 'I'] : ['B', 'B', 'B', 'B', 'P', 'P', 'I']; // prettier-ignore
  let type = dice.pick(types);
  const count = (list: number) => (dice.chance(0.6) ? pps.numRefDefault[list]! : dice.range(1, dice.chance(0.1) ? 15 : 4));
  const numRef = [count(0), count(1)] as const;
  const entries = (list: number) =>
    pps.listsModification && total > 1 && dice.chance(0.5) ? Array.from({ length: numRef[list]! }, () => dice.roll(total)) : undefined;
  const listEntries = [entries(0), entries(1)] as const;
  const candidates = [
    [...before, ...after, ...longCurr],
    [...after, ...before, ...longCurr],
  ]; // (8-8), (8-10)
  const pocs = [0, 1].map((list) => Array.from({ length: numRef[list]! }, (_, i) => candidates[list]![listEntries[list]?.[i] ?? i % total]!)); // prettier-ignore

  let collocatedFromL0 = true;
  let collocatedRefIdx = 0;
  if (type !== 'I' && picture.temporalMvp) {
    const places = (type === 'B' ? [0, 1] : [0]).flatMap((list) => pocs[list]!.map((poc, i) => ({ poc, list, i })));
    const possible = collocated.poc === undefined ? places : places.filter(({ poc }) => poc === collocated.poc);
    if (possible.length === 0) type = 'I';
    else {
      const place = dice.pick(possible);
      collocated.poc = place.poc;
      collocatedFromL0 = place.list === 0;
      collocatedRefIdx = place.i;
    }
  }
  const lowest = -6 * (sps.depthLuma - 8);
  const within = (base: number) => (pps.sliceChromaQpOffsets ? dice.range(Math.max(-12, -12 - base), Math.min(12, 12 - base)) : 0);
  const saoLuma = sps.sao && dice.chance(0.8);
  const saoChroma = sps.sao && c.saoChroma && dice.chance(0.8);
  const deblocking = pps.deblocking?.overrideEnabled === true ? drawOverride(c.deblockingMixed ? dice : diceFor(picture.poc, 'deblocking')) : undefined; // prettier-ignore
  const weighted = (type === 'P' && pps.weightedP) || (type === 'B' && pps.weightedB);
  return {
    type,
    saoLuma,
    saoChroma,
    numRef,
    listEntries,
    mvdL1Zero: dice.chance(0.3),
    cabacInit: pps.cabacInitPresent && dice.chance(0.5),
    collocatedFromL0,
    collocatedRefIdx,
    weights: weighted ? drawWeights(type === 'B' ? numRef : [numRef[0]], dice) : undefined,
    maxMergeCand: dice.range(1, 5),
    qp: c.wildQp ? dice.range(lowest, 51) : dice.range(18, 44),
    cbQpOffset: within(pps.cbQpOffset),
    crQpOffset: within(pps.crQpOffset),
    deblocking,
    // Where a header does not say it, the PPS does (7.4.7.1): then slices agree about 1 only.
    filterAcross: c.filterAcrossMixed ? dice.chance(0.5) : c.deblocking !== 'plain' || picture.poc % 2 === 0,
  };
}

export function drawTaste(c: Choices, dice: Dice): Taste {
  const any = (...chances: readonly number[]) => dice.pick(chances);
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
    inter: { whole: any(0.2, 0.6), merge: any(0.2, 0.5, 0.8), bi: any(0.2, 0.6), mvdBits: c.farMotion ? any(9, 12, 15) : any(3, 5, 7) },
    residual: {
      density: any(0.03, 0.15, 0.4, 0.9),
      subBlocks: any(0.1, 0.4, 0.9),
      growth: any(0, 0.2, 0.5, 0.8),
      huge: c.hugeLevels ? any(0.01, 0.1) : 0,
    },
  };
}
