/** Random choices of a stream, row by row. */
import { seededRng, type Rng } from '../../cli/mutate.ts';

export type { Rng };

/** The choices on which others depend. */
interface Format {
  readonly range: boolean;
  /** chroma_format_idc */
  readonly chroma: 0 | 1 | 2 | 3;
  readonly log2Ctb: number;
  readonly log2MinCb: number;
  readonly log2MinTb: number;
  readonly log2MaxTb: number;
}

const half = (rng: Rng) => rng.chance(0.5);
const seldom = (rng: Rng) => rng.chance(0.2);

export const DRAWS = {
  // format
  /** Uses the format range extensions. */
  range: (d) => d.chance(0.4),
  /** chroma_format_idc */
  chroma: (d, c) => (c.range ? d.pick([0, 1, 2, 2, 3, 3] as const) : (1 as const)),
  depths: (d, c): readonly [luma: number, chroma: number] => (c.range ? d.pick([[8, 8], [10, 10], [12, 12], [9, 9]] as const) : d.chance(0.62) ? [8, 8] : d.chance(0.7) ? [10, 10] : [d.range(8, 10), d.range(8, 10)]), // oxfmt-ignore
  log2Ctb: (d) => d.range(4, 6),
  log2MinCb: (d, c) => (half(d) ? 3 : d.range(3, c.log2Ctb)),
  log2MinTb: (d, c) => d.range(2, Math.min(c.log2MinCb - 1, 5)),
  log2MaxTb: (d, c) => d.range(c.log2MinTb, Math.min(c.log2Ctb, 5)),
  /** Maximum size in CTBs; the size is a multiple of the smallest coding block below it. */
  sizeCtbs: (d, c): readonly [number, number] => {
    const most = [14, 8, 4][c.log2Ctb - 4]!;
    return d.chance(0.1) ? d.pick([[1, 1], [1, most], [most, 1], [2, most], [2, 2]] as const) : [d.range(1, most), d.range(1, most)]; // oxfmt-ignore
  },
  cropped: seldom,
  // sequence
  pictures: (d) => d.range(2, 8),
  /** Probability of an IRAP picture after each run. */
  irap: (d) => d.pick([0, 0.1, 0.3]),
  subLayers: (d) => (half(d) ? 1 : d.range(2, 7)),
  runMax: (d) => d.range(1, 6),
  references: (d) => (d.chance(0.8) ? d.range(1, 4) : d.range(5, 14)),
  longTerm: (d) => d.chance(0.35),
  /** Long-term entries without an MSB whose LSB equals the current picture's. */
  longTermOwnLsb: () => true,
  /** Coded entries without an MSB after entries of the SPS with one. */
  longTermMsbGaps: () => true,
  phantoms: seldom,
  log2PocLsb: (d) => (half(d) ? 4 : d.range(4, 16)),
  tightDpb: half,
  /** Includes sequences whose first picture drops pictures that were not output, C.5.2.2. */
  priorPicturesDropped: () => false,
  // layout
  wpp: (d) => d.chance(0.3),
  /** False uses the slice layout of WPP, but codes without it: the same pictures with other bits. */
  entropySync: () => true,
  /** False omits the entry points from slice headers: a substream is then found only by decoding the previous one. */
  entryPoints: (d) => d.chance(0.9),
  tiles: (d) => (d.chance(0.65) ? ('none' as const) : d.pick(['uniform', 'explicit'] as const)),
  /** Each PPS has its own tiles. */
  tilesMixed: half,
  cutSlices: (d) => d.pick([0, 0, 0.03, 0.1, 0.4, 1]),
  /** Slices of whole CTB rows. */
  cutRows: (d) => d.chance(0.15),
  cutDependent: (d) => d.pick([0, 0, 0.05, 0.2, 0.6, 1]),
  filterAcrossSlices: half,
  /** Slices of a picture have different values. */
  filterAcrossMixed: half,
  // tools
  amp: half,
  sao: (d) => d.chance(0.7),
  saoChroma: () => true,
  /** Offsets that every bit depth can represent. */
  saoSmall: () => false,
  pcm: (d) => d.chance(0.3),
  scaling: (d) => (half(d) ? ('off' as const) : d.pick(['default', 'sps', 'pps', 'both'] as const)),
  strongIntra: half,
  constrainedIntra: (d) => d.chance(0.25),
  transformSkip: half,
  signHiding: half,
  transquantBypass: (d) => d.chance(0.25),
  cuQpDelta: (d) => d.chance(0.6),
  wildQp: (d) => d.chance(0.3),
  chromaQp: half,
  ppsChromaQpMax: () => 12,
  weighted: (d) => d.chance(0.35),
  temporalMvp: (d) => d.chance(0.7),
  mergeLevel: half,
  deblocking: (d) => d.pick(['plain', 'pps', 'override', 'off'] as const),
  /** Slices of a picture have their own offsets. */
  deblockingMixed: half,
  inter: (d) => d.pick(['both', 'both', 'both', 'p', 'intra'] as const),
  hugeLevels: seldom,
  /** Maximum probability that a level grows by one more step. */
  levelGrowthMax: () => 1,
  farMotion: (d) => d.chance(0.3),
  // range extensions
  rotation: (d, c) => c.range && half(d),
  skipContext: (d, c) => c.range && half(d),
  implicitRdpcm: (d, c) => c.range && half(d),
  explicitRdpcm: (d, c) => c.range && half(d),
  smoothingOff: (d, c) => c.range && seldom(d),
  highPrecision: (d, c) => c.range && half(d),
  persistentRice: (d, c) => c.range && half(d),
  crossComponent: (d, c) => c.range && c.chroma === 3 && d.chance(0.7),
  log2MaxTransformSkip: (d, c) => (c.range ? d.range(2, c.log2MaxTb) : 2),
  chromaQpList: (d, c) => c.range && c.chroma > 0 && half(d),
  /** Number of entries in the list. */
  chromaQpOffsets: (d) => d.range(1, 6),
  saoScaled: (d, c) => c.range && half(d),
  // units around the pictures
  changePps: (d) => d.pick([0, 0.2, 1]),
  extraUnits: half,
  /** Units of other layers between the slices. */
  layeredUnits: half,
  vui: half,
  extensions: seldom,
} satisfies Readonly<Record<string, (rng: Rng, before: Format) => unknown>>;

export type Choices = { [K in keyof typeof DRAWS]: ReturnType<(typeof DRAWS)[K]> };

export function drawChoices(seed: number, force: Partial<Choices> = {}): Choices {
  const choices = { ...force } as Choices;
  for (const key of Object.keys(DRAWS) as (keyof Choices)[]) {
    if (force[key] === undefined) Object.assign(choices, { [key]: DRAWS[key](rngFor(seed, key), choices) });
  }
  return choices;
}

/** FNV-1a: converts names of concerns to seeds. */
const hash = (text: string) => Buffer.from(text).reduce((h, byte) => Math.imul(h ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

/** Each concern has its own generator, so that a forced choice does not change the others and a failing case can be shrunk. */
export const rngFor = (seed: number, concern: string): Rng => seededRng(hash(`${seed} ${concern}`));
