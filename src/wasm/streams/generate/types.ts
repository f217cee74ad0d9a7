/** Parts of parameter sets and headers as data; names are those of H.265 without their prefixes. */
import type { Choices } from './choices.ts';

/** scaling_list_data(), 7.3.4: [sizeId][matrixId]; for 32x32 matrixId 0 and 1 (times 3). */
export type ListEntry =
  | { readonly name: 'predicted'; /** scaling_list_pred_matrix_id_delta; 0 is the default list. */ readonly delta: number }
  | { readonly name: 'coded'; readonly dc: number; readonly coefficients: readonly number[] };
export type ScalingLists = readonly (readonly ListEntry[])[];

/** Entries of 7.3.7: negative deltas by increasing distance, then positive ones. */
export interface ShortTermEntry {
  readonly delta: number;
  readonly used: boolean;
}
export type ShortTermSet = readonly ShortTermEntry[];

/** sps_range_extension() without features that no decoder here supports: extended precision and aligned bypass bins. */
export type SpsRange = Readonly<
  Pick<Choices, 'rotation' | 'skipContext' | 'implicitRdpcm' | 'explicitRdpcm' | 'smoothingOff' | 'highPrecision' | 'persistentRice'>
>;

/** The DPB of annex C. */
export interface DpbSizes {
  readonly maxDecPicBuffering: number;
  readonly maxNumReorder: number;
  /** sps_max_latency_increase_plus1 */
  readonly latencyPlus1: number;
}

export interface LongTermEntry {
  readonly poc: number;
  readonly used: boolean;
  readonly msbPresent: boolean;
  /** Index into Sps.longTermSets, or coded in the header. */
  readonly spsIndex: number | undefined;
}

export type SliceType = 'B' | 'P' | 'I';

/** A planned picture: data shared by its slice headers. */
export interface PicturePlan {
  readonly poc: number;
  readonly temporalId: number;
  readonly nalType: number;
  /** NoRaslOutputFlag */
  readonly startsSequence: boolean;
  readonly noOutputOfPriorPics: boolean;
  readonly output: boolean;
  readonly shortTerm: ShortTermSet;
  readonly longTerm: readonly LongTermEntry[];
  /** POCs of RefPicSetStCurrBefore, StCurrAfter, LtCurr. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly longCurr: readonly number[];
  readonly temporalMvp: boolean;
  /** RASL pictures of a random access point are not decoded. */
  readonly skipped: boolean;
}

/** nal_unit_type: slices by their number, then the other units. */
const SLICES = { TRAIL_N: 0, TRAIL_R: 1, TSA_N: 2, TSA_R: 3, STSA_N: 4, STSA_R: 5, RADL_N: 6, RADL_R: 7, RASL_N: 8, RASL_R: 9 } as const;
const ACCESS_POINTS = { BLA_W_LP: 16, BLA_W_RADL: 17, BLA_N_LP: 18, IDR_W_RADL: 19, IDR_N_LP: 20, CRA: 21 } as const;
const OTHERS = { VPS: 32, SPS: 33, PPS: 34, AUD: 35, EOS: 36, EOB: 37, FILLER: 38, PREFIX_SEI: 39, SUFFIX_SEI: 40 } as const;
export const NAL = { ...SLICES, ...ACCESS_POINTS, ...OTHERS } as const;

/** Log2 of SubWidthC and SubHeightC. */
export const chromaShifts = (chroma: Choices['chroma']): readonly [across: number, down: number] => [
  chroma === 3 ? 0 : 1,
  chroma > 1 ? 0 : 1,
];

export const isIrap = (type: number) => type >= NAL.BLA_W_LP && type <= 23;
export const isIdr = (type: number) => type === NAL.IDR_W_RADL || type === NAL.IDR_N_LP;

/** Bits of u(v) with values below n: Ceil( Log2( n ) ). */
export const bitsFor = (n: number) => (n <= 1 ? 0 : 32 - Math.clz32(n - 1));

/** slice_pic_order_cnt_lsb */
export const lsbOf = (poc: number, log2PocLsb: number) => ((poc % 2 ** log2PocLsb) + 2 ** log2PocLsb) % 2 ** log2PocLsb;
