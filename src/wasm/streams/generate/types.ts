/** Parameter sets and headers as data; names are those of H.265 without their prefixes. */
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

export interface Pcm {
  readonly depthLuma: number;
  readonly depthChroma: number;
  readonly log2Min: number;
  readonly log2Max: number;
  readonly loopFilterDisabled: boolean;
}

/** sps_range_extension() without features that no decoder here supports: extended precision and aligned bypass bins. */
export type SpsRange = Readonly<
  Pick<Choices, 'rotation' | 'skipContext' | 'implicitRdpcm' | 'explicitRdpcm' | 'smoothingOff' | 'highPrecision' | 'persistentRice'>
>;

/** pps_range_extension() */
export interface PpsRange {
  readonly log2MaxTransformSkip: number;
  readonly crossComponent: boolean;
  /** chroma_qp_offset_list_enabled_flag and what follows it. */
  readonly chromaQpList: { readonly depth: number; readonly offsets: readonly (readonly [cb: number, cr: number])[] } | undefined;
  readonly saoScale: readonly [luma: number, chroma: number];
}

/** The DPB of annex C. */
export interface DpbSizes {
  readonly maxDecPicBuffering: number;
  readonly maxNumReorder: number;
  /** sps_max_latency_increase_plus1 */
  readonly latencyPlus1: number;
}

type SpsChoices = 'chroma' | 'log2MinCb' | 'log2Ctb' | 'log2MinTb' | 'log2MaxTb' | 'amp' | 'sao' | 'temporalMvp' | 'strongIntra' | 'vui';

export interface Sps extends DpbSizes, Readonly<Pick<Choices, SpsChoices>> {
  readonly id: number;
  readonly vpsId: number;
  readonly profile: 1 | 2 | 3 | 4;
  readonly maxSubLayers: number;
  readonly temporalNesting: boolean;
  readonly width: number;
  readonly height: number;
  /** Offsets of the conformance window in chroma samples: left, right, top, bottom. */
  readonly crop: readonly [number, number, number, number] | undefined;
  readonly depthLuma: number;
  readonly depthChroma: number;
  readonly log2PocLsb: number;
  readonly depthInter: number;
  readonly depthIntra: number;
  readonly scalingLists: 'off' | 'default' | ScalingLists;
  readonly pcm: Pcm | undefined;
  readonly shortTermSets: readonly ShortTermSet[];
  readonly longTerm: boolean;
  /** lt_ref_pic_poc_lsb_sps, used_by_curr_pic_lt_sps_flag */
  readonly longTermSets: readonly { readonly lsb: number; readonly used: boolean }[];
  readonly range: SpsRange | undefined;
  readonly extension: boolean;
}

export interface Tiles {
  readonly uniform: boolean;
  /** In CTBs; with uniform spacing only their number is used. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly filterAcross: boolean;
}

export interface SliceDeblocking {
  readonly disabled: boolean;
  readonly beta: number;
  readonly tc: number;
}

export interface Pps {
  readonly id: number;
  readonly spsId: number;
  readonly dependentSegments: boolean;
  readonly outputFlagPresent: boolean;
  readonly extraBits: number;
  readonly signHiding: boolean;
  readonly cabacInitPresent: boolean;
  readonly numRefDefault: readonly [number, number];
  readonly initQp: number;
  readonly constrainedIntra: boolean;
  readonly transformSkip: boolean;
  /** diff_cu_qp_delta_depth, or off. */
  readonly cuQpDeltaDepth: number | undefined;
  readonly cbQpOffset: number;
  readonly crQpOffset: number;
  readonly sliceChromaQpOffsets: boolean;
  readonly weightedP: boolean;
  readonly weightedB: boolean;
  readonly transquantBypass: boolean;
  readonly tiles: Tiles | undefined;
  /** Slices have the layout required by entropy_coding_sync_enabled_flag. */
  readonly wpp: boolean;
  /** entropy_coding_sync_enabled_flag */
  readonly entropySync: boolean;
  readonly filterAcrossSlices: boolean;
  readonly deblocking: (SliceDeblocking & { readonly overrideEnabled: boolean }) | undefined;
  readonly scalingLists: ScalingLists | undefined;
  readonly listsModification: boolean;
  readonly log2ParMrgLevel: number;
  readonly headerExtension: boolean;
  readonly range: PpsRange | undefined;
  readonly extension: boolean;
}

export interface LongTermEntry {
  readonly poc: number;
  readonly used: boolean;
  readonly msbPresent: boolean;
  /** Index into Sps.longTermSets, or coded in the header. */
  readonly spsIndex: number | undefined;
}

export interface Weight {
  /** delta_luma_weight and luma_offset; undefined without the flag. */
  readonly luma: readonly [number, number] | undefined;
  /** delta_chroma_weight and delta_chroma_offset of Cb and Cr. */
  readonly chroma: readonly [readonly [number, number], readonly [number, number]] | undefined;
}

export type SliceType = 'B' | 'P' | 'I';

/** Fields of the independent slice segment header beyond those of the picture. */
export interface Slice {
  readonly type: SliceType;
  readonly saoLuma: boolean;
  readonly saoChroma: boolean;
  readonly numRef: readonly [number, number];
  readonly listEntries: readonly [readonly number[] | undefined, readonly number[] | undefined];
  readonly mvdL1Zero: boolean;
  readonly cabacInit: boolean;
  readonly collocatedFromL0: boolean;
  readonly collocatedRefIdx: number;
  readonly weights:
    | { readonly lumaDenom: number; readonly chromaDenomDelta: number; readonly lists: readonly (readonly Weight[])[] }
    | undefined;
  readonly maxMergeCand: number;
  readonly qp: number;
  readonly cbQpOffset: number;
  readonly crQpOffset: number;
  /** cu_chroma_qp_offset_enabled_flag */
  readonly cuChromaQpOffset: boolean;
  readonly deblocking: SliceDeblocking | undefined;
  readonly filterAcross: boolean;
}

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
export const chromaShifts = (chroma: Sps['chroma']): readonly [across: number, down: number] => [chroma === 3 ? 0 : 1, chroma > 1 ? 0 : 1];

export const isIrap = (type: number) => type >= NAL.BLA_W_LP && type <= 23;
export const isIdr = (type: number) => type === NAL.IDR_W_RADL || type === NAL.IDR_N_LP;

/** Bits of u(v) with values below n: Ceil( Log2( n ) ). */
export const bitsFor = (n: number) => (n <= 1 ? 0 : 32 - Math.clz32(n - 1));

/** slice_pic_order_cnt_lsb */
export const lsbOf = (poc: number, log2PocLsb: number) => ((poc % 2 ** log2PocLsb) + 2 ** log2PocLsb) % 2 ** log2PocLsb;
