/**
 * The generator's committed streams: features that x265 cannot encode, one or a few each. A seed is changed if its stream covers too
 * little.
 */
import type { Choices } from './choices.ts';

/** Small, and without features that the row does not name. */
const QUIET: Partial<Choices> = {
  range: false,
  depths: [8, 8],
  log2Ctb: 4,
  log2MinCb: 3,
  log2MinTb: 2,
  log2MaxTb: 4,
  sizeCtbs: [6, 5],
  cropped: false,
  pictures: 3,
  irap: 0,
  subLayers: 1,
  runMax: 3,
  references: 3,
  longTerm: false,
  phantoms: false,
  log2PocLsb: 8,
  tightDpb: false,
  wpp: false,
  tiles: 'none',
  cutSlices: 0,
  cutDependent: 0,
  pcm: false,
  scaling: 'off',
  constrainedIntra: false,
  transformSkip: false,
  transquantBypass: false,
  cuQpDelta: false,
  wildQp: false,
  chromaQp: false,
  weighted: false,
  mergeLevel: false,
  deblocking: 'plain',
  inter: 'both',
  hugeLevels: false,
  farMotion: false,
  changePps: 0,
  extraUnits: false,
  vui: false,
  extensions: false,
};

const ctb32: Partial<Choices> = { log2Ctb: 5, log2MaxTb: 5, sizeCtbs: [4, 3] };
const ctb64: Partial<Choices> = { log2Ctb: 6, log2MaxTb: 5, sizeCtbs: [2, 2] };
const tenBit: Partial<Choices> = { depths: [10, 10] };

const row = (name: string, seed: number, force: Partial<Choices>) => ({ name, seed, force: { ...QUIET, ...force } });

export const SYNTAX_ROWS: readonly ReturnType<typeof row>[] = [
  // coding and transform blocks
  row('cb16-tb8', 11001, { log2MinCb: 4, log2MinTb: 3 }),
  row('cb32-tb16', 8002, { ...ctb32, log2MinCb: 5, log2MinTb: 4 }),
  row('cb64-tb32', 11003, { ...ctb64, log2MinCb: 6, log2MinTb: 5 }),
  row('cb64-tb4', 1004, { ...ctb64, log2MinCb: 6, log2MaxTb: 2 }),
  row('cb32-inter-nxn', 4005, { ...ctb32, log2MinCb: 5, amp: true }),
  row('ctb64-cb8-amp', 6, { ...ctb64, amp: true, pictures: 4 }),
  row('tb16-only', 8007, { ...ctb32, log2MinCb: 5, log2MinTb: 4, log2MaxTb: 4 }),
  // sizes
  row('size-8x8', 10, { sizeCtbs: [1, 1], pictures: 4 }),
  row('size-wide', 31012, { sizeCtbs: [40, 1], pictures: 2 }),
  row('size-tall', 10013, { sizeCtbs: [1, 40], pictures: 2 }),
  row('size-tall-wpp', 14, { sizeCtbs: [1, 40], wpp: true, cutDependent: 0.2 }),
  row('size-two-columns-wpp', 15, { sizeCtbs: [2, 20], wpp: true, cutSlices: 0.1, cutDependent: 0.3 }),
  row('crop', 2016, { cropped: true }),
  // tiles
  row('tiles-uniform', 1020, { tiles: 'uniform' }),
  row('tiles-explicit', 21, { tiles: 'explicit' }),
  row('tiles-slices', 22, { tiles: 'explicit', cutSlices: 0.2, cutDependent: 0.2, pictures: 4 }),
  row('tiles-slices-changing', 23, { tiles: 'uniform', cutSlices: 0.2, changePps: 1, temporalMvp: false, pictures: 4 }),
  row('tiles-each-ctb', 24, { ...ctb32, tiles: 'uniform', cutSlices: 1, sizeCtbs: [5, 4] }),
  row('tiles-many', 25, { tiles: 'explicit', sizeCtbs: [20, 22], pictures: 1, inter: 'intra' }),
  row('tiles-wpp', 26, { tiles: 'uniform', wpp: true, cutDependent: 0.2 }),
  row('tiles-wpp-slices', 27, { tiles: 'explicit', wpp: true, cutSlices: 0.1, cutDependent: 0.2 }),
  row('tiles-collocated', 2, { tiles: 'explicit', temporalMvp: true, pictures: 12, sizeCtbs: [6, 10] }),
  row('tiles-collocated-uniform', 13, { tiles: 'uniform', temporalMvp: true, pictures: 12, sizeCtbs: [6, 10] }),
  row('tiles-collocated-slices', 14, { tiles: 'explicit', temporalMvp: true, pictures: 12, sizeCtbs: [6, 10], cutDependent: 0.1 }),
  row('main10-tiles', 28, { ...tenBit, tiles: 'explicit', cutDependent: 0.2 }),
  // slices and WPP
  row('slices-each-ctb', 30, { cutSlices: 1 }),
  row('slices-dependent-each-ctb', 31, { cutDependent: 1 }),
  row('slices-600', 32, { cutSlices: 1, sizeCtbs: [24, 25], pictures: 1, inter: 'intra' }),
  row('slices-no-filter-across', 33, { cutSlices: 0.2, cutDependent: 0.2, filterAcrossSlices: false }),
  row('slices-filter-across', 34, { ...ctb32, cutSlices: 0.3, filterAcrossSlices: true }),
  row('wpp-dependent-mid-row', 35, { wpp: true, cutDependent: 0.3 }),
  row('wpp-slices-mid-row', 3036, { wpp: true, cutSlices: 0.3, cutDependent: 0.1 }),
  row('wpp-entry-points', 37, { wpp: true, sizeCtbs: [3, 12] }),
  row('main10-wpp-dependent', 2038, { ...tenBit, ...ctb32, wpp: true, cutDependent: 0.4 }),
  // references
  row('long-term', 40, { longTerm: true, pictures: 12, runMax: 1, log2PocLsb: 4, sizeCtbs: [3, 3] }),
  row('long-term-b', 41, { longTerm: true, pictures: 12, references: 6, log2PocLsb: 5, sizeCtbs: [3, 3] }),
  row('long-term-slices', 42, { longTerm: true, pictures: 8, cutSlices: 0.3 }),
  row('references-14', 43, { references: 14, pictures: 18, runMax: 2, sizeCtbs: [2, 2] }),
  row('sets-phantom', 44, { phantoms: true, pictures: 10, sizeCtbs: [3, 2] }),
  row('poc-lsb-4', 45, { log2PocLsb: 4, pictures: 24, runMax: 5, sizeCtbs: [2, 2] }),
  row('poc-lsb-16', 46, { log2PocLsb: 16, pictures: 8, irap: 0.3, sizeCtbs: [2, 2] }),
  row('dpb-tight', 47, { tightDpb: true, pictures: 20, runMax: 6, sizeCtbs: [2, 2] }),
  row('dpb-tight-references', 48, { tightDpb: true, pictures: 20, runMax: 6, references: 5, sizeCtbs: [2, 2] }),
  // access points and sub-layers
  row('access-points', 50, { irap: 0.5, pictures: 20, sizeCtbs: [2, 2] }),
  row('access-points-2', 51, { irap: 0.5, pictures: 20, runMax: 1, sizeCtbs: [2, 2] }),
  row('access-points-tight', 52, { irap: 0.4, pictures: 20, tightDpb: true, log2PocLsb: 4, sizeCtbs: [2, 2] }),
  row('access-points-slices', 53, { irap: 0.4, pictures: 10, cutSlices: 0.3, cutDependent: 0.3, sizeCtbs: [4, 3] }),
  row('sub-layers-3', 54, { subLayers: 3, pictures: 16, runMax: 6, sizeCtbs: [2, 2] }),
  row('sub-layers-7', 55, { subLayers: 7, pictures: 16, runMax: 6, sizeCtbs: [2, 2] }),
  // inter prediction
  row('weights', 1060, { weighted: true, pictures: 5 }),
  row('weights-p', 61, { weighted: true, pictures: 5, inter: 'p' }),
  row('weights-slices', 62, { weighted: true, pictures: 4, cutSlices: 0.2 }),
  row('main10-weights', 1063, { ...tenBit, weighted: true, pictures: 4 }),
  row('far-motion', 1064, { farMotion: true, pictures: 4 }),
  row('merge-level', 4065, { ...ctb32, mergeLevel: true, amp: true, pictures: 4 }),
  row('merge-level-64', 4066, { ...ctb64, mergeLevel: true, amp: true, pictures: 4 }),
  row('collocated', 67, { temporalMvp: true, pictures: 8, references: 4, cutSlices: 0.1 }),
  row('collocated-long-term', 68, { temporalMvp: true, pictures: 10, longTerm: true, references: 4, sizeCtbs: [4, 3] }),
  row('p-only', 1069, { inter: 'p', pictures: 5 }),
  // residual and quantization
  row('scaling-sps', 3070, { ...ctb32, scaling: 'sps' }),
  row('scaling-pps', 71, { ...ctb32, scaling: 'pps', changePps: 1 }),
  row('scaling-both', 1072, { ...ctb32, scaling: 'both', transformSkip: true }),
  row('scaling-default', 18073, { ...ctb32, scaling: 'default' }),
  row('main10-scaling', 74, { ...tenBit, ...ctb32, scaling: 'both' }),
  row('qp-delta', 4075, { ...ctb64, cuQpDelta: true, wildQp: true }),
  row('qp-delta-slices', 76, { cuQpDelta: true, wildQp: true, cutSlices: 0.1, cutDependent: 0.2 }),
  row('qp-delta-wpp', 3077, { ...ctb32, cuQpDelta: true, wildQp: true, wpp: true }),
  row('qp-delta-tiles', 78, { cuQpDelta: true, wildQp: true, tiles: 'explicit' }),
  row('main10-qp-negative', 79, { ...tenBit, ...ctb32, cuQpDelta: true, wildQp: true, chromaQp: true }),
  row('chroma-qp', 80, { chromaQp: true, cuQpDelta: true, cutSlices: 0.1 }),
  row('levels-huge', 7081, { hugeLevels: true, transformSkip: true, wildQp: true }),
  row('main10-levels-huge', 82, { ...tenBit, hugeLevels: true, transformSkip: true, wildQp: true }),
  row('transform-skip-no-hiding', 2083, { transformSkip: true, signHiding: false }),
  // pcm, lossless, constrained intra
  row('pcm', 85, { ...ctb32, pcm: true }),
  row('pcm-small', 1086, { pcm: true, cutDependent: 0.2 }),
  row('main10-pcm', 1087, { ...tenBit, ...ctb32, pcm: true }),
  row('lossless-units', 4088, { transquantBypass: true }),
  row('lossless-units-pcm', 89, { ...ctb32, transquantBypass: true, pcm: true, cuQpDelta: true }),
  row('constrained-intra', 2090, { constrainedIntra: true, pictures: 4 }),
  row('constrained-intra-segments', 91, { constrainedIntra: true, cutDependent: 0.3, tiles: 'explicit', pictures: 4 }),
  row('strong-intra', 92, { ...ctb64, strongIntra: true, inter: 'intra' }),
  // loop filters
  row('deblocking-pps', 93, { deblocking: 'pps', wildQp: true }),
  row('deblocking-override', 1094, { deblocking: 'override', wildQp: true, pictures: 6 }),
  row('deblocking-rows', 98, { deblocking: 'override', deblockingMixed: true, cutRows: true, cutSlices: 0.6, wildQp: true }),
  row('deblocking-off', 1095, { deblocking: 'off', cutSlices: 0.1 }),
  row('sao', 96, { ...ctb32, sao: true, cutSlices: 0.2 }),
  row('main10-sao', 2097, { ...tenBit, ...ctb32, sao: true, cutSlices: 0.2 }),
  // bit depths
  row('depth-9', 100, { depths: [9, 9] }),
  row('depth-8-10', 1101, { depths: [8, 10], ...ctb32 }),
  row('depth-10-8', 102, { depths: [10, 8], weighted: true }),
  row('depth-9-8', 103, { depths: [9, 8], tiles: 'uniform', wpp: true }),
  // headers and other units
  row('units-around', 105, { extraUnits: true, pictures: 6, irap: 0.2, sizeCtbs: [3, 2] }),
  row('units-between-slices', 106, { extraUnits: true, layeredUnits: true, cutSlices: 0.3, cutDependent: 0.3 }),
  row('extension-data', 107, { extensions: true, changePps: 0.5, pictures: 5, sizeCtbs: [3, 2] }),
  row('vui-hrd', 108, { vui: true, subLayers: 3, sizeCtbs: [2, 2] }),
  row('vui-hrd-2', 109, { vui: true, subLayers: 7, sizeCtbs: [2, 2] }),
  row('pps-changing', 110, { changePps: 1, pictures: 8, sizeCtbs: [3, 2], cutSlices: 0.1 }),
  row('still', 111, { pictures: 1, ...ctb64, inter: 'intra' }),
];

/** All range extension tools off. */
const RANGE_QUIET: Partial<Choices> = {
  ...QUIET,
  range: true,
  chroma: 3,
  pictures: 2,
  rotation: false,
  skipContext: false,
  implicitRdpcm: false,
  explicitRdpcm: false,
  smoothingOff: false,
  highPrecision: false,
  persistentRice: false,
  crossComponent: false,
  log2MaxTransformSkip: 2,
  chromaQpList: false,
  saoScaled: false,
};

const rangeRow = (name: string, seed: number, force: Partial<Choices>) => row(name, seed, { ...RANGE_QUIET, ...force });

/** For src/wasm/fixtures/hevc-range: tools of the format range extensions, which no available encoder writes. */
export const RANGE_ROWS: readonly ReturnType<typeof row>[] = [
  rangeRow('cross-component', 1, { crossComponent: true }),
  rangeRow('cross-component-10bit', 2, { ...ctb32, depths: [10, 10], crossComponent: true, transformSkip: true, log2MaxTransformSkip: 4 }),
  rangeRow('rdpcm', 3, { implicitRdpcm: true, explicitRdpcm: true, rotation: true, transformSkip: true, log2MaxTransformSkip: 4 }),
  rangeRow('rdpcm-explicit-lossless', 4, { explicitRdpcm: true, transquantBypass: true, chroma: 2 }),
  rangeRow('rdpcm-422-10bit', 5, { ...ctb32, chroma: 2, depths: [10, 10], implicitRdpcm: true, explicitRdpcm: true, transformSkip: true, log2MaxTransformSkip: 5 }), // oxfmt-ignore
  rangeRow('skip-contexts', 6, { skipContext: true, transformSkip: true, log2MaxTransformSkip: 3, signHiding: true }),
  rangeRow('skip-scaling', 7, { ...ctb32, scaling: 'both', transformSkip: true, log2MaxTransformSkip: 5 }),
  rangeRow('rice', 8, { persistentRice: true, hugeLevels: true, transformSkip: true }),
  rangeRow('rice-wpp', 9, { persistentRice: true, wpp: true, cutDependent: 0.3, sizeCtbs: [4, 6] }),
  rangeRow('rice-tiles', 10, { persistentRice: true, tiles: 'uniform', chroma: 1 }),
  rangeRow('smoothing-off', 11, { ...ctb32, smoothingOff: true, inter: 'intra', pictures: 1 }),
  rangeRow('chroma-qp-list', 12, { chromaQpList: true, chromaQpOffsets: 6, cuQpDelta: true }),
  rangeRow('chroma-qp-list-422', 13, { chromaQpList: true, chromaQpOffsets: 1, chroma: 2, cutSlices: 0.2 }),
  rangeRow('sao-scaled', 14, { ...ctb32, sao: true, saoScaled: true, depths: [12, 12] }),
  rangeRow('weights-400', 15, { chroma: 0, weighted: true, highPrecision: true, pictures: 4 }),
  rangeRow('pcm-422', 16, { ...ctb32, chroma: 2, pcm: true }),
  rangeRow('lossless-444', 17, { transquantBypass: true, pcm: true }),
  rangeRow('quarters-444', 18, { inter: 'intra', strongIntra: true, log2MinCb: 3 }),
  rangeRow('depth-9-422', 19, { chroma: 2, depths: [9, 9], cuQpDelta: true, wildQp: true, chromaQp: true }),
  rangeRow('tiles-422-ctb64', 20, { ...ctb64, chroma: 2, tiles: 'explicit', sizeCtbs: [3, 2], deblocking: 'override' }),
  rangeRow('all-444', 21, { rotation: true, skipContext: true, implicitRdpcm: true, explicitRdpcm: true, persistentRice: true, crossComponent: true, transformSkip: true, log2MaxTransformSkip: 4, chromaQpList: true, chromaQpOffsets: 6, pictures: 4 }), // oxfmt-ignore
];
