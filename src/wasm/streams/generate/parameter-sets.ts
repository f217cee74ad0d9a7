/**
 * VPS, SPS and PPS (H.265 7.3.2, 7.3.3, 7.3.4, annex E). Syntax without effect on decoding (levels, VUI, HRD, extensions) is generated at
 * random here.
 */
import { BitWriter } from './bits.ts';
import type { Rng } from './choices.ts';
import { writeShortTermSet } from './slice-header.ts';
import type { Pps, Sps } from './parameters.ts';
import type { ScalingLists } from './types.ts';

/** general_level_idc, 30 times the level: decoders here check sizes, not levels. */
const LEVELS = [30, 60, 63, 90, 93, 120, 123, 150, 153, 156, 180, 183, 186];

function writeProfile(b: BitWriter, profile: number, rng: Rng): void {
  b.u(2, 0); // profile_space
  b.bit(rng.chance(0.3)); // tier
  b.u(5, profile);
  for (let i = 0; i < 32; i++) b.bit(i === profile || (profile === 1 && i === 2) || (profile === 3 && (i === 1 || i === 2)));
  for (let i = 0; i < 4; i++) b.bit(rng.chance(0.5)); // progressive, interlaced, non_packed, frame_only
  b.u(32, 0);
  b.u(12, 0);
}

/** profile_tier_level( 1, maxSubLayers - 1 ) */
function writeProfileTierLevel(b: BitWriter, profile: number, maxSubLayers: number, rng: Rng): void {
  writeProfile(b, profile, rng);
  b.u(8, rng.pick(LEVELS));
  const present = Array.from({ length: maxSubLayers - 1 }, () => ({ profile: rng.chance(0.4), level: rng.chance(0.4) }));
  for (const { profile, level } of present) b.flags(profile, level);
  if (maxSubLayers > 1) b.u(2 * (9 - maxSubLayers), 0);
  for (const sub of present) {
    if (sub.profile) writeProfile(b, profile, rng);
    if (sub.level) b.u(8, rng.pick(LEVELS));
  }
}

/** hrd_parameters( common, maxSubLayers - 1 ), E.2.2 */
function writeHrd(b: BitWriter, common: boolean, maxSubLayers: number, rng: Rng): void {
  const nal = common && rng.chance(0.5);
  const vcl = common && rng.chance(0.5);
  const subPic = (nal || vcl) && rng.chance(0.5);
  if (common) b.flags(nal, vcl);
  if (nal || vcl) {
    b.bit(subPic);
    if (subPic) {
      b.u(8, rng.roll(256));
      b.u(5, rng.roll(32));
      b.bit(rng.chance(0.5));
      b.u(5, rng.roll(32));
    }
    b.u(8, rng.roll(256));
    if (subPic) b.u(4, rng.roll(16));
    b.u(15, rng.roll(32_768));
  }
  for (let i = 0; i < maxSubLayers; i++) {
    const fixedGeneral = rng.chance(0.5);
    const fixedCvs = fixedGeneral || rng.chance(0.5);
    const lowDelay = !fixedCvs && rng.chance(0.5);
    const cpbs = lowDelay ? 1 : 1 + rng.roll(3);
    b.bit(fixedGeneral);
    if (!fixedGeneral) b.bit(fixedCvs);
    if (fixedCvs) b.ue(rng.roll(2_048));
    else b.bit(lowDelay);
    if (!lowDelay) b.ue(cpbs - 1);
    for (let kind = 0; kind < Number(nal) + Number(vcl); kind++) {
      for (let c = 0; c < cpbs; c++) {
        b.ue(rng.roll(100_000) + c * 100_000, rng.roll(100_000));
        if (subPic) b.ue(rng.roll(1_000), rng.roll(1_000));
        b.bit(rng.chance(0.5));
      }
    }
  }
}

/** Clock ticks without runs of zeros, which would trigger decoders' heuristics for broken VUI. */
function writeTiming(b: BitWriter, rng: Rng, hrd: () => void): void {
  b.u(32, 1_001 + rng.roll(50_000));
  b.u(32, 25_000 + rng.roll(100_000));
  const proportional = rng.chance(0.5);
  b.bit(proportional);
  if (proportional) b.ue(rng.roll(1_000));
  hrd();
}

function writeVui(b: BitWriter, sps: Sps, rng: Rng): void {
  const flag = (probability = 0.5) => {
    const set = rng.chance(probability);
    b.bit(set);
    return set;
  };
  if (flag()) {
    const idc = rng.pick([0, 1, 2, 13, 16, 255]);
    b.u(8, idc);
    if (idc === 255) b.u(32, 0x0010_000b);
  }
  if (flag()) b.bit(rng.chance(0.5)); // overscan
  if (flag()) {
    b.u(3, rng.roll(6));
    b.bit(rng.chance(0.5));
    if (flag()) for (const codes of [[1, 2, 5, 9], [1, 2, 13, 16], [1, 2, 5, 9]]) b.u(8, rng.pick(codes)); // oxfmt-ignore
  }
  if (flag()) b.ue(rng.roll(6), rng.roll(6));
  flag(0.2); // neutral_chroma_indication
  flag(0.2); // field_seq
  flag(0.2); // frame_field_info_present
  if (flag(0.3)) for (let i = 0; i < 4; i++) b.ue(rng.roll(4)); // default display window
  if (flag()) {
    writeTiming(b, rng, () => {
      if (flag()) writeHrd(b, true, sps.maxSubLayers, rng);
    });
  }
  if (flag()) {
    for (let i = 0; i < 3; i++) flag();
    for (const most of [4_096, 17, 17, 16, 16]) b.ue(rng.roll(most));
  }
}

export function vpsRbsp(sps: Sps, rng: Rng): Uint8Array {
  const b = new BitWriter();
  b.u(4, sps.vpsId);
  b.u(2, 3);
  b.u(6, 0);
  b.u(3, sps.maxSubLayers - 1);
  b.bit(sps.temporalNesting);
  b.u(16, 0xffff);
  writeProfileTierLevel(b, sps.profile, sps.maxSubLayers, rng);
  writeOrdering(b, sps, rng);
  b.u(6, 0); // vps_max_layer_id
  const layerSets = rng.chance(0.2) ? 1 : 0;
  b.ue(layerSets);
  for (let i = 0; i < layerSets; i++) b.bit(1); // layer_id_included_flag
  const timing = rng.chance(0.4);
  b.bit(timing);
  if (timing) {
    writeTiming(b, rng, () => {
      const hrds = rng.roll(layerSets + 2);
      b.ue(hrds);
      for (let i = 0; i < hrds; i++) {
        b.ue(Math.min(i, layerSets)); // hrd_layer_set_idx
        const common = i === 0 || rng.chance(0.5);
        if (i > 0) b.bit(common);
        writeHrd(b, common, sps.maxSubLayers, rng);
      }
    });
  }
  writeExtension(b, sps.extension, rng);
  b.trailing();
  return b.finish();
}

/** An extension flag and data that a decoder of version 1 ignores to the end: at least eight flags, as in later versions. */
function writeExtension(b: BitWriter, present: boolean, rng: Rng): void {
  b.bit(present);
  if (present) for (let i = 8 + rng.roll(60); i > 0; i--) b.bit(rng.chance(0.5));
}

/** For all sub-layers, or for the highest. */
function writeOrdering(b: BitWriter, sps: Sps, rng: Rng): void {
  const all = rng.chance(0.5);
  b.bit(all);
  for (let i = all ? 0 : sps.maxSubLayers - 1; i < sps.maxSubLayers; i++)
    b.ue(sps.maxDecPicBuffering - 1, sps.maxNumReorder, sps.latencyPlus1);
}

function writeScalingLists(b: BitWriter, lists: ScalingLists): void {
  lists.forEach((matrices, sizeId) => {
    for (const entry of matrices) {
      b.bit(entry.name === 'coded');
      if (entry.name === 'predicted') {
        b.ue(entry.delta);
        continue;
      }
      let next = 8;
      if (sizeId > 1) {
        b.se(entry.dc - 8);
        next = entry.dc;
      }
      for (const coefficient of entry.coefficients) {
        b.se(((coefficient - next + 128 + 256) % 256) - 128);
        next = coefficient;
      }
    }
  });
}

export function spsRbsp(sps: Sps, rng: Rng): Uint8Array {
  const b = new BitWriter();
  b.u(4, sps.vpsId);
  b.u(3, sps.maxSubLayers - 1);
  b.bit(sps.temporalNesting);
  writeProfileTierLevel(b, sps.profile, sps.maxSubLayers, rng);
  b.ue(sps.id, sps.chroma);
  if (sps.chroma === 3) b.bit(false); // separate_colour_plane_flag
  b.ue(sps.width, sps.height);
  b.bit(sps.crop !== undefined);
  b.ue(...(sps.crop ?? []), sps.depthLuma - 8, sps.depthChroma - 8, sps.log2PocLsb - 4);
  writeOrdering(b, sps, rng);
  b.ue(sps.log2MinCb - 3, sps.log2Ctb - sps.log2MinCb, sps.log2MinTb - 2, sps.log2MaxTb - sps.log2MinTb);
  b.ue(sps.depthInter, sps.depthIntra);
  b.bit(sps.scalingLists !== 'off');
  if (sps.scalingLists !== 'off') {
    b.bit(sps.scalingLists !== 'default');
    if (sps.scalingLists !== 'default') writeScalingLists(b, sps.scalingLists);
  }
  b.flags(sps.amp, sps.sao, sps.pcm !== undefined);
  if (sps.pcm) {
    b.u(4, sps.pcm.depthLuma - 1);
    b.u(4, sps.pcm.depthChroma - 1);
    b.ue(sps.pcm.log2Min - 3, sps.pcm.log2Max - sps.pcm.log2Min);
    b.bit(sps.pcm.loopFilterDisabled);
  }
  b.ue(sps.shortTermSets.length);
  sps.shortTermSets.forEach((set, i) => writeShortTermSet(b, set, sps.shortTermSets.slice(0, i), false, rng));
  b.bit(sps.longTerm);
  if (sps.longTerm) {
    b.ue(sps.longTermSets.length);
    for (const { lsb, used } of sps.longTermSets) {
      b.u(sps.log2PocLsb, lsb);
      b.bit(used);
    }
  }
  b.flags(sps.temporalMvp, sps.strongIntra, sps.vui);
  if (sps.vui) writeVui(b, sps, rng);
  b.bit(sps.extension || sps.range !== undefined);
  if (sps.range) {
    const { rotation, skipContext, implicitRdpcm, explicitRdpcm, smoothingOff, highPrecision, persistentRice } = sps.range;
    b.u(8, 0x80); // only sps_range_extension_flag
    b.flags(rotation, skipContext, implicitRdpcm, explicitRdpcm, false, smoothingOff, highPrecision, persistentRice, false);
  } else if (sps.extension) {
    b.u(4, 0); // range, multilayer, 3d, scc: other profiles
    b.u(4, 1 + rng.roll(15));
    for (let i = rng.roll(40); i > 0; i--) b.bit(rng.chance(0.5)); // sps_extension_data_flag
  }
  b.trailing();
  return b.finish();
}

export function ppsRbsp(pps: Pps, rng: Rng): Uint8Array {
  const b = new BitWriter();
  b.ue(pps.id, pps.spsId);
  b.flags(pps.dependentSegments, pps.outputFlagPresent);
  b.u(3, pps.extraBits);
  b.flags(pps.signHiding, pps.cabacInitPresent);
  b.ue(pps.numRefDefault[0] - 1, pps.numRefDefault[1] - 1);
  b.se(pps.initQp - 26);
  b.flags(pps.constrainedIntra, pps.transformSkip, pps.cuQpDeltaDepth !== undefined);
  if (pps.cuQpDeltaDepth !== undefined) b.ue(pps.cuQpDeltaDepth);
  b.se(pps.cbQpOffset, pps.crQpOffset);
  b.flags(pps.sliceChromaQpOffsets, pps.weightedP, pps.weightedB, pps.transquantBypass, pps.tiles !== undefined, pps.entropySync);
  if (pps.tiles) {
    b.ue(pps.tiles.columns.length - 1, pps.tiles.rows.length - 1);
    b.bit(pps.tiles.uniform);
    if (!pps.tiles.uniform) for (const size of [...pps.tiles.columns.slice(0, -1), ...pps.tiles.rows.slice(0, -1)]) b.ue(size - 1);
    b.bit(pps.tiles.filterAcross);
  }
  b.flags(pps.filterAcrossSlices, pps.deblocking !== undefined);
  if (pps.deblocking) {
    const { overrideEnabled, disabled, beta, tc } = pps.deblocking;
    b.flags(overrideEnabled, disabled);
    if (!disabled) b.se(beta, tc);
  }
  b.bit(pps.scalingLists !== undefined);
  if (pps.scalingLists) writeScalingLists(b, pps.scalingLists);
  b.bit(pps.listsModification);
  b.ue(pps.log2ParMrgLevel - 2);
  b.bit(pps.headerExtension);
  if (pps.range) writePpsRange(b, pps, pps.range);
  else writeExtension(b, pps.extension, rng);
  b.trailing();
  return b.finish();
}

/** pps_range_extension(), 7.3.2.3.2 */
function writePpsRange(b: BitWriter, pps: Pps, range: NonNullable<Pps['range']>): void {
  b.bit(true); // pps_extension_present_flag
  b.u(8, 0x80); // only pps_range_extension_flag
  if (pps.transformSkip) b.ue(range.log2MaxTransformSkip - 2);
  b.flags(range.crossComponent, range.chromaQpList !== undefined);
  if (range.chromaQpList) {
    const { depth, offsets } = range.chromaQpList;
    b.ue(depth, offsets.length - 1);
    b.se(...offsets.flat());
  }
  b.ue(...range.saoScale);
}
