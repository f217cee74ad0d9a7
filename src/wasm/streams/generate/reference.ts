/**
 * Expected pictures of a generated stream by native ffmpeg (5.1 was used): of the stream itself, or of one with the same pictures if ffmpeg
 * deviates.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { digest, inTemporary, madeOf, type Made } from '../folder.ts';
import { type Choices, drawChoices } from './choices.ts';
import { chromaShifts } from './types.ts';
import { generateStream, type GeneratedStream } from './stream.ts';

// Cases in which native ffmpeg 5.1 deviates from H.265, so that no stream may be compared with it: each was found by the generator and
// decided by the text of the standard.

interface Deviation {
  readonly what: string;
  /** Clause of the standard that decides. */
  readonly clause: string;
  readonly when: (c: Choices) => boolean;
  /** Choices that avoid the case. */
  readonly instead?: Partial<Choices>;
  /** Alternatively choices for which ffmpeg decodes a stream with the same pictures. */
  readonly reference?: Partial<Choices>;
}

export const DEVIATIONS: readonly Deviation[] = [
  {
    what: 'chroma SAO of a CTB of 16 reads the sample at its right before the horizontal edge below it is deblocked',
    clause: '8.7.3: SAO takes the samples of the deblocked picture',
    when: (c) => c.log2Ctb === 4 && c.sao && c.deblocking !== 'off',
    instead: { saoChroma: false },
  },
  {
    what: 'chroma SAO is taken back in the left upper quarter of a CTB only where pcm or bypass blocks must keep their samples (cu-lossless of src/wasm/fixtures/hevc is such a stream by x265)',
    clause: '8.7.3.2: SaoTypeIdx counts as 0 for such samples',
    when: (c) => c.sao && (c.transquantBypass || c.pcm),
    instead: { saoChroma: false },
  },
  {
    what: 'constrained intra prediction takes neighbours for missing where a transform block is smaller than half the smallest coding block',
    clause: '8.4.4.2.2: only samples that are not available or not intra are substituted',
    when: (c) => c.constrainedIntra && c.inter !== 'intra' && c.log2MinTb + 1 < c.log2MinCb,
    instead: { constrainedIntra: false },
  },
  {
    what: 'the same, where all is intra and the flag changes nothing',
    clause: '8.4.4.2.2',
    when: (c) => c.constrainedIntra && c.inter === 'intra',
    reference: { constrainedIntra: false },
  },
  {
    what: 'constrained intra prediction passes over samples above right when they alone are there and begin with an inter block',
    clause: '8.4.4.2.2: the search goes on to p[ nTbS * 2 - 1 ][ -1 ]',
    when: (c) => c.constrainedIntra && c.inter !== 'intra' && c.cutSlices > 0,
    instead: { cutSlices: 0 },
  },
  {
    what: 'lossless residuals near 32767 wrap when they are added',
    clause: '8.6.6: the sum is clipped, whatever its size',
    when: (c) => c.transquantBypass && c.hugeLevels,
    instead: { hugeLevels: false },
  },
  {
    what: 'the chroma QP of deblocking is cut off at 57 before the table',
    clause: '8.7.2.5.5: QpC is that of table 8-10 for qPi as it is',
    when: (c) => c.chromaQp,
    instead: { ppsChromaQpMax: 6 },
  },
  {
    what: 'SAO towards a later slice asks slice_loop_filter_across_slices_enabled_flag of its own slice',
    clause: '8.7.3.2: the flag of the slice that is later in decoding order counts',
    when: (c) => c.sao && c.cutSlices > 0 && c.filterAcrossSlices,
    instead: { filterAcrossMixed: false },
  },
  {
    what: 'edges take slice_beta_offset_div2 and slice_tc_offset_div2 of the slice at the left of theirs',
    clause: '8.7.2.5.3 and 8.7.2.5.5: the offsets of the slice that contains sample q0,0',
    when: (c) => c.deblocking === 'override' && c.cutSlices > 0 && !(c.cutRows && c.tiles === 'none'),
    instead: { deblockingMixed: false },
  },
  {
    what: 'the lists of the collocated picture are looked up by the tile scan of the current one',
    clause: '8.5.3.2.9: refIdxCol is of the slice that contains colPb',
    when: (c) => c.tiles !== 'none' && c.cutSlices > 0 && c.temporalMvp,
    instead: { tilesMixed: false },
  },
  {
    what: 'a long-term reference without MSB is found in the current picture itself when that has the LSB',
    clause: '8.3.2: PocLtCurr and PocLtFoll are looked for among the reference pictures in the DPB',
    when: (c) => c.longTerm,
    instead: { longTermOwnLsb: false },
  },
  {
    what: 'delta_poc_msb_cycle_lt of coded long-term entries counts on from those of the SPS when the first has none',
    clause: '(7-52): DeltaPocMsbCycleLt starts anew at num_long_term_sps',
    when: (c) => c.longTerm,
    instead: { longTermMsbGaps: false },
  },
  {
    what: 'units of other layers between two slices end the access unit',
    clause: 'F.10, 7.4.2.4.4: units with nuh_layer_id above 0 do not count for the base layer',
    when: (c) => c.extraUnits && c.layeredUnits,
    reference: { layeredUnits: false },
  },
  {
    what: 'with tiles and WPP together, rows of a tile are not found',
    clause:
      '9.3.1: contexts are synchronized at the first CTB of each row of a tile (no profile of version 1 allows it, decoders have it for free)',
    when: (c) => c.wpp && c.tiles !== 'none',
    instead: { cuQpDelta: false }, // each row then starts with the QP of the slice, 8.6.1
    reference: { entropySync: false },
  },
  {
    what: 'luma and chroma of different bit depths are refused; the planes of two streams of one depth each are asked for instead',
    clause: 'A.3.3: Main 10 allows 8 to 10 bits for either',
    when: (c) => c.depths[0] !== c.depths[1],
    instead: { pcm: false, cuQpDelta: false, wildQp: false, saoSmall: true },
  },
  {
    what: 'pcm samples of monochrome are followed by chroma samples',
    clause: '7.3.8.7: pcm_sample_chroma only when ChromaArrayType is not 0',
    when: (c) => c.chroma === 0 && c.pcm,
    instead: { pcm: false },
  },
  {
    what: 'constrained intra prediction of 4:2:2 takes chroma neighbours for missing where all is intra',
    clause: '8.4.4.2.2',
    when: (c) => c.chroma === 2 && c.constrainedIntra,
    instead: { constrainedIntra: false },
  },
  {
    what: 'cu_chroma_qp_offset_idx is read with a cMax of 5 whatever the length of the list',
    clause: 'table 9-38: cMax is chroma_qp_offset_list_len_minus1',
    when: (c) => c.chromaQpList && c.chromaQpOffsets > 1,
    instead: { chromaQpOffsets: 6 },
  },
  {
    what: 'offsets of high precision are scaled as the others are',
    clause: '(7-56): without the shift by BitDepth - 8 where high_precision_offsets_enabled_flag is 1',
    when: (c) => c.highPrecision && c.weighted && c.depths[0] > 8,
    instead: { highPrecision: false },
  },
  {
    what: 'lossless residuals are not rotated',
    clause: '8.6.2: rotation is that of either, transform skip and transquant bypass',
    when: (c) => c.rotation && c.transquantBypass,
    instead: { rotation: false },
  },
  {
    what: 'in lossless units implicit RDPCM is taken for inter blocks too, and the edges of horizontal and vertical intra prediction stay filtered',
    clause: '8.6.2 asks for MODE_INTRA; 8.4.4.2.6: disableIntraBoundaryFilter',
    when: (c) => c.implicitRdpcm && c.transquantBypass,
    instead: { transquantBypass: false },
  },
  {
    what: 'residuals of transform skip wrap where 12 bits shift them to the left',
    clause: '8.6.2: the sum is clipped, whatever its size',
    when: (c) => c.depths[0] === 12 && c.log2MaxTransformSkip > 3,
    instead: { log2MaxTransformSkip: 3 },
  },
  {
    what: 'sums of cross-component prediction wrap at 16 bits',
    clause: '8.6.6: residuals are added as they are',
    when: (c) => c.crossComponent && c.transformSkip && (c.depths[0] === 12 || c.log2MaxTransformSkip > 3),
    instead: { transformSkip: false },
  },
  {
    what: 'residuals of transforms are clipped to 16 bits, and sums of cross-component prediction wrap there',
    clause: '8.6.2 and 8.6.6: neither the second stage of the transform nor the sum has a clip',
    when: (c) => c.crossComponent && c.hugeLevels && c.depths[0] > 8,
    instead: { hugeLevels: false },
  },
  {
    what: 'the same in 12 bits, where sums of usual levels exceed 16 bits at a high QP or by scaling lists',
    clause: '8.6.2 and 8.6.6',
    when: (c) => c.crossComponent && c.depths[0] === 12,
    instead: { levelGrowthMax: 0.2, scaling: 'off' },
  },
  {
    what: 'sums of RDPCM wrap at 16 bits (found in 12-bit streams with transform skip)',
    clause: '8.6.5: residuals are accumulated without a clip',
    when: (c) => c.depths[0] === 12 && c.transformSkip && (c.explicitRdpcm || c.implicitRdpcm),
    instead: { explicitRdpcm: false, implicitRdpcm: false },
  },
  {
    what: 'with 12 bits the scale of QpY 50 and 51 is that of 0: the tables of qP / 6 end at 73',
    clause: '8.6.4.2: levelScale[ qP % 6 ] << ( qP / 6 ) up to qP = 75',
    when: (c) => c.depths[0] === 12,
    instead: { wildQp: false, cuQpDelta: false, chromaQp: false },
  },
];

interface ReferenceChoices {
  /** Forced choices of the stream to decode. */
  readonly force: Partial<Choices>;
  /** Forced choices of the stream that ffmpeg decodes. */
  readonly reference: Partial<Choices>;
}

/** Avoids every deviation in a stream. */
export function avoidDeviations(seed: number, force: Partial<Choices>): ReferenceChoices {
  let decided: ReferenceChoices = { force, reference: force };
  for (const { when, instead, reference } of DEVIATIONS) {
    if (!when(drawChoices(seed, decided.force))) continue;
    decided = { force: { ...decided.force, ...instead }, reference: { ...decided.reference, ...instead, ...reference } };
  }
  return decided;
}

/** Size of the planes of the longest stream. */
const PLANES_BYTES_MAX = 256 * 1024 ** 2;

const FFMPEG_DEADLINE_MS = 30_000;

const md5 = (bytes: Uint8Array): string => digest('md5', bytes);

/**
 * All planes in output order. Range extensions use ffmpeg's C code, because its assembly for 10 and 12 bits overflows when sums exceed 16
 * bits.
 */
function decode({ bytes, choices }: GeneratedStream): { planes: Uint8Array; log: string } {
  return inTemporary((dir) => {
    const file = path.join(dir, 'case.265');
    writeFileSync(file, bytes);
    const cpu = choices.range ? ['-cpuflags', '0'] : [];
    const input = ['-v', 'error', '-nostdin', ...cpu, '-threads', '1', '-flags', 'unaligned', '-noautorotate', '-f', 'hevc', '-i', file];
    const output = ['-map', '0:v:0', '-autoscale', '0', '-f', 'rawvideo', '-vsync', 'passthrough', '-'];
    const run = spawnSync('ffmpeg', [...input, ...output], { maxBuffer: PLANES_BYTES_MAX, timeout: FFMPEG_DEADLINE_MS });
    if (run.error !== undefined) throw run.error;
    return { planes: run.stdout, log: run.stderr.toString().trim() };
  });
}

/** 8-bit samples as 16-bit ones. */
const widened = (planes: Uint8Array) => Uint8Array.from({ length: planes.length * 2 }, (_, i) => (i % 2 === 0 ? planes[i >> 1]! : 0));

/** A stream of the generator with its row of a manifest. */
export function generated(name: string, seed: number, force: Partial<Choices>): Made {
  const { stream, width, height, md5s, md5 } = reference(seed, force);
  if (md5s.length === 0) throw new Error(`${name}: ffmpeg decoded no picture`);
  const shape = { width, height, bitDepth: stream.sps.depthLuma, frames: md5s.length };
  return madeOf(`${name}.265`, stream.bytes, { ...shape, md5, hashSei: false });
}

/** The stream to decode, the MD5s of its pictures in output order and of all planes, and ffmpeg's error messages. */
export function reference(seed: number, force: Partial<Choices>) {
  const decided = avoidDeviations(seed, force);
  const stream = generateStream(seed, decided.force);
  const { sps, choices } = stream;
  const [left, right, top, bottom] = sps.crop ?? [0, 0, 0, 0];
  const [across, down] = sps.chroma === 0 ? [0, 0] : chromaShifts(sps.chroma);
  const [width, height] = [sps.width - ((left + right) << across), sps.height - ((top + bottom) << down)];
  const [luma, chroma] = choices.depths;
  const wide = luma > 8 || chroma > 8;
  const lumaBytes = width * height * (wide ? 2 : 1);
  const pictureBytes = sps.chroma === 0 ? lumaBytes : lumaBytes + 2 * (lumaBytes >> (across + down));

  let { planes, log } = luma === chroma ? decode(generateStream(seed, decided.reference)) : { planes: new Uint8Array(), log: '' };
  if (luma !== chroma) {
    const [ofLuma, ofChroma] = [luma, chroma].map((depth) => {
      const other = decode(generateStream(seed, { ...decided.reference, depths: [depth, depth] }));
      log += other.log;
      return depth > 8 ? other.planes : widened(other.planes);
    }) as [Uint8Array, Uint8Array];
    planes = Uint8Array.from(ofChroma);
    for (let at = 0; at < planes.length; at += pictureBytes) planes.set(ofLuma.subarray(at, at + lumaBytes), at);
  }
  const md5s = [];
  for (let at = 0; at < planes.length; at += pictureBytes) md5s.push(md5(planes.subarray(at, at + pictureBytes)));
  return { stream, width, height, md5s, md5: md5(planes), log };
}
