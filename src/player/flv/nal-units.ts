/** NAL units of H264 and H265, and configuration records (ISO/IEC 14496-15 5.3.3.1 and 8.3.3.1): read, and made from parameter sets. Pure. */
import { sameBytes, splitLengthPrefixed } from '../../wasm/glue/access-units.ts';
import { readSpsFormat, SetBits, setsOfRecord } from '../../wasm/glue/parameter-sets.ts';

export type VideoCodec = 'h264' | 'h265';

/** All pictures have lengths of this many bytes. */
export const LENGTH_BYTES = 4;

/** Meaning of NAL unit types, H.264 table 7-1 and H.265 table 7-1. */
export const NAL = {
  h264: {
    type: (nal: Uint8Array) => nal[0]! & 31,
    isSlice: (type: number) => type >= 1 && type <= 5,
    isIntra: (type: number) => type === 5,
    /** first_mb_in_slice is ue(v): its first bit is 1 for 0. */
    isFirstSlice: (nal: Uint8Array) => (nal[1]! & 0x80) !== 0,
    hasIntraType: hasIntraTypeOfH264,
    isSet: (type: number) => type === 7 || type === 8,
    isSequence: (type: number) => type === 7,
    sei: 6,
    seiAt: 1,
  },
  h265: {
    type: (nal: Uint8Array) => (nal[0]! >> 1) & 63,
    isSlice: (type: number) => type <= 9 || (type >= 16 && type <= 21),
    isIntra: (type: number) => type >= 16 && type <= 23,
    isFirstSlice: (nal: Uint8Array) => (nal[2]! & 0x80) !== 0,
    /** The type of a slice is behind fields whose lengths depend on the parameter sets; encoders of H265 mark what can be joined. */
    hasIntraType: () => false,
    isSet: (type: number) => type >= 32 && type <= 34,
    isSequence: (type: number) => type === 33,
    sei: 39,
    seiAt: 2,
  },
} as const;
const RECOVERY_POINT = 6;

/** H.264 7.3.3: first_mb_in_slice and slice_type, two ue(v). Types 2, 4, 7 and 9 are I and SI. */
function hasIntraTypeOfH264(nal: Uint8Array): boolean {
  let bit = 8;
  const next = (): number => ((nal[bit >> 3] ?? 0xff) >> (7 - (bit++ & 7))) & 1;
  const ue = (): number => {
    let zeros = 0;
    while (next() === 0 && zeros < 24) zeros++;
    let value = 1;
    for (let i = 0; i < zeros; i++) value = value * 2 + next();
    return value - 1;
  };
  ue();
  return [2, 4, 7, 9].includes(ue());
}

export interface Units {
  readonly hasSlice: boolean;
  readonly isFirstSlice: boolean;
  readonly isIntra: boolean;
  /** Pictures until the recovery of a recovery point (H264); null without one. */
  readonly recoversIn: number | null;
  /** All slices are I or SI. */
  readonly hasIntraSlices: boolean;
  readonly sets: readonly Uint8Array[];
}

export interface ConfigurationRecord {
  readonly lengthBytes: number;
  /** Views of the record. */
  readonly sets: readonly Uint8Array[];
}

const HVCC_BYTES = 23;
const MAX_SET_BYTES = 0xffff;

/** Null if the bytes are no record. */
export function readRecord(codec: VideoCodec, data: Uint8Array): ConfigurationRecord | null {
  if (codec === 'h265') {
    // Version 0 is written by early encoders. Start codes have 0 or 1 in the third byte, where a record has a compatibility flag of its profile.
    if (data.length < HVCC_BYTES || data[0]! > 1 || (data[0] === 0 && data[1] === 0)) return null;
    return { lengthBytes: (data[21]! & 3) + 1, sets: [...setsOfRecord(data)].filter((set) => set.length > 2) };
  }
  if (data.length < 6 || data[0] !== 1) return null;
  const sets: Uint8Array[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    for (let count = (data[at++] ?? 0) & mask; count > 0 && at + 2 <= data.length; count--) {
      const size = (data[at]! << 8) | data[at + 1]!;
      const set = data.subarray(at + 2, Math.min(data.length, at + 2 + size));
      if (set.length > 1) sets.push(set);
      at += 2 + size;
    }
  }
  return { lengthBytes: (data[4]! & 3) + 1, sets };
}

const ofType = (sets: readonly Uint8Array[], type: number, typeOf: (nal: Uint8Array) => number): Uint8Array[] =>
  sets.filter((set, i) => typeOf(set) === type && set.length <= MAX_SET_BYTES && sets.findIndex((other) => sameBytes(other, set)) === i);

const withSize = (set: Uint8Array): number[] => [set.length >> 8, set.length & 255, ...set];

/** Null if a kind of set is missing. Lengths of NAL units have 4 bytes. */
function avcRecord(sets: readonly Uint8Array[]): Uint8Array | null {
  const [sps, pps] = [7, 8].map((type) => ofType(sets, type, (nal) => nal[0]! & 31));
  const first = sps![0];
  if (first === undefined || first.length < 4 || pps!.length === 0) return null;
  const profile = [1, first[1]!, first[2]!, first[3]!, 0xff];
  return Uint8Array.from(profile.concat(0xe0 | sps!.length, sps!.flatMap(withSize), pps!.length, pps!.flatMap(withSize)));
}

/** Null if a kind of set is missing or the SPS cannot be read. */
function hevcRecord(sets: readonly Uint8Array[]): Uint8Array | null {
  const arrays = [32, 33, 34].map((type) => ({ type, units: ofType(sets, type, (nal) => (nal[0]! >> 1) & 63) }));
  const sps = arrays[1]!.units[0];
  const format = sps === undefined ? null : readSpsFormat(sps);
  if (format === null || arrays.some(({ units }) => units.length === 0)) return null;
  const { profile, chroma, depthLuma, depthChroma, subLayers, isNested } = format;
  const formats = [0xf0, 0, 0xfc, 0xfc | chroma, 0xf8 | (depthLuma - 8), 0xf8 | (depthChroma - 8), 0, 0];
  const layers = (subLayers << 3) | (isNested ? 4 : 0) | (LENGTH_BYTES - 1);
  const units = arrays.flatMap(({ type, units: sets }) => [0x80 | type, 0, sets.length, ...sets.flatMap(withSize)]);
  return Uint8Array.from([1, ...profile, ...formats, layers, arrays.length, ...units]);
}

export function readUnits(codec: VideoCodec, data: Uint8Array): Units {
  const kind = NAL[codec];
  const sets: Uint8Array[] = [];
  let [hasSlice, isFirstSlice, isIntra, hasIntraSlices] = [false, false, false, true];
  let recoversIn: number | null = null;
  for (const nal of splitLengthPrefixed(data, LENGTH_BYTES)) {
    if (nal.length < 2) continue;
    const type = kind.type(nal);
    if (kind.isSlice(type)) {
      if (!hasSlice) isFirstSlice = kind.isFirstSlice(nal);
      hasSlice = true;
      isIntra ||= kind.isIntra(type);
      hasIntraSlices &&= kind.hasIntraType(nal);
    } else if (kind.isSet(type)) sets.push(nal);
    else if (type === kind.sei) recoversIn ??= readRecovery(nal, kind.seiAt);
  }
  return { hasSlice, isFirstSlice, isIntra, recoversIn, hasIntraSlices: hasSlice && hasIntraSlices, sets };
}

/** H.264 and H.265 7.3.2.3: payload types and sizes as runs of 255 and a last byte. Emulation prevention in payloads only moves later messages. */
function readRecovery(nal: Uint8Array, from: number): number | null {
  let at = from;
  const number = (): number => {
    let sum = 0;
    while (nal[at] === 255) {
      sum += 255;
      at++;
    }
    return sum + (nal[at++] ?? 0);
  };
  while (at + 2 < nal.length) {
    const type = number();
    const size = number();
    if (type === RECOVERY_POINT) return new SetBits(nal.subarray(at)).ue();
    at += size;
  }
  return null;
}

/** Position behind the last complete NAL unit. */
export function endOfLengths(data: Uint8Array, lengthBytes: number): number {
  let at = 0;
  while (at + lengthBytes <= data.length) {
    let size = 0;
    for (let i = 0; i < lengthBytes; i++) size = size * 256 + data[at + i]!;
    if (at + lengthBytes + size > data.length) return at;
    at += lengthBytes + size;
  }
  return at;
}

export const startsWithCode = (b: Uint8Array): boolean => b[0] === 0 && b[1] === 0 && (b[2] === 1 || (b[2] === 0 && b[3] === 1));

export const recordOf = (codec: VideoCodec, sets: readonly Uint8Array[]): Uint8Array | null =>
  codec === 'h264' ? avcRecord(sets) : hevcRecord(sets);

export function withLengths(nals: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(nals.reduce((sum, nal) => sum + LENGTH_BYTES + nal.length, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const nal of nals) {
    view.setUint32(at, nal.length);
    out.set(nal, at + LENGTH_BYTES);
    at += LENGTH_BYTES + nal.length;
  }
  return out;
}
