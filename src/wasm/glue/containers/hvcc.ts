/** How containers describe an HEVC stream: its codec string, and HEVCDecoderConfigurationRecord (ISO/IEC 14496-15 8.3.3.1). */
import type { HevcDecoderConfig } from '../webcodecs/config.ts';

/**
 * Codec strings of HEVC: `hvc1.1.6.L93.B0`, `hev1.2.4.H153.90` (ISO/IEC 14496-15 annex E.3; WebCodecs HEVC registration).
 *
 *     hvc1 | hev1 . [A|B|C] general_profile_idc . compatibility flags, bits reversed, hex . L|H general_level_idc [ . constraint byte, hex ]{0,6}
 */

export interface HevcCodec {
  /** Where the parameter sets are: `hvc1` in the description only, `hev1` in the stream as well. Without a description both are Annex B. */
  readonly format: 'hvc1' | 'hev1';
  readonly profileSpace: number;
  readonly profile: number;
  /** general_profile_compatibility_flag[i] is bit i. */
  readonly compatibility: number;
  readonly tier: 'main' | 'high';
  /** 30 times the level's number: 93 is level 3.1. */
  readonly level: number;
  readonly constraints: readonly number[];
}

const CODEC = /^(hvc1|hev1)\.([ABC]?)(\d{1,2})\.([0-9A-Fa-f]{1,8})\.([LH])(\d{1,3})((?:\.[0-9A-Fa-f]{1,2}){0,6})$/;

/** Main, Main 10 and Main Still Picture: the profiles of version 1. */
const PROFILES = [1, 2, 3];
const RANGE_EXTENSIONS = 4;
const PROFILE_MAX = 31;
/** general_level_idc of table A.8: levels 1 to 6.2, and 8.5, which has no limits. */
const LEVELS = [30, 60, 63, 90, 93, 120, 123, 150, 153, 156, 180, 183, 186, 255];
/** Level 6.2. */
const LEVEL_MAX = 186;

/** Undefined if the string is not an HEVC codec, is incomplete (`hvc1` alone), or has a level that does not exist. */
export function parseCodec(codec: string): HevcCodec | undefined {
  const match = CODEC.exec(codec);
  if (!match) return undefined;
  const [, format = '', space = '', profile = '', compatibility = '', tier = '', level = '', constraints = ''] = match;
  if (Number(profile) > PROFILE_MAX || !LEVELS.includes(Number(level))) return undefined;
  return {
    format: format === 'hvc1' ? 'hvc1' : 'hev1',
    profileSpace: space === '' ? 0 : space.charCodeAt(0) - 64,
    profile: Number(profile),
    compatibility: Number.parseInt(compatibility, 16),
    tier: tier === 'H' ? 'high' : 'main',
    level: Number(level),
    constraints: constraints
      .split('.')
      .slice(1)
      .map((byte) => Number.parseInt(byte, 16)),
  };
}

/** Maximum bits per sample of the supported range extensions. */
const BIT_DEPTH_MAX = 12;

/**
 * True if streams of this codec are supported: a profile of version 1 by number or compatibility flag, or a format range extension up to 12
 * bits. `bitDepth` is that of the description, if there is one, because writers such as libheif set the constraint flags of the record to
 * zero.
 */
export function isDecodable({ profileSpace, profile, compatibility, level, constraints }: HevcCodec, bitDepth?: number): boolean {
  if (profileSpace !== 0 || level > LEVEL_MAX) return false;
  const says = (known: number): boolean => profile === known || ((compatibility >>> known) & 1) === 1;
  if (bitDepth !== undefined && bitDepth > BIT_DEPTH_MAX) return false;
  return PROFILES.some(says) || (says(RANGE_EXTENSIONS) && (bitDepth !== undefined || isUpTo12Bits(constraints)));
}

/** general_max_12bit_constraint_flag: all but the 16-bit profiles (A.3.5, table A.2). */
const isUpTo12Bits = ([first = 0]: readonly number[]): boolean => (first & 0x08) !== 0;

/**
 * The codec string of a stream, for isConfigSupported() and configure(). Trailing zero constraint bytes are omitted, as annex E.3 requires.
 */
export function formatCodec({ format, profileSpace, profile, compatibility, tier, level, constraints }: HevcCodec): string {
  const used = constraints.slice(0, constraints.findLastIndex((byte) => byte !== 0) + 1);
  const space = profileSpace === 0 ? '' : String.fromCharCode(64 + profileSpace);
  const parts = [format, `${space}${profile}`, compatibility.toString(16).toUpperCase(), `${tier === 'high' ? 'H' : 'L'}${level}`];
  return [...parts, ...used.map((byte) => byte.toString(16).toUpperCase())].join('.');
}

/**
 * The 12 bytes from general_profile_space to general_level_idc, as in hvcC and the profile_tier_level of an SPS (7.3.3). Some writers
 * store a level that does not exist: the codec has the next higher one.
 */
export function codecOfProfileBytes(bytes: Uint8Array, format: HevcCodec['format']): HevcCodec {
  const flags = ((bytes[1]! << 24) | (bytes[2]! << 16) | (bytes[3]! << 8) | bytes[4]!) >>> 0;
  let compatibility = 0;
  for (let i = 0; i < 32; i++) if ((flags >>> (31 - i)) & 1) compatibility |= 1 << i;
  return {
    format,
    profileSpace: bytes[0]! >> 6,
    profile: bytes[0]! & 31,
    compatibility: compatibility >>> 0,
    tier: (bytes[0]! & 0x20) !== 0 ? 'high' : 'main',
    level: LEVELS.find((level) => level >= bytes[11]!)!,
    constraints: [...bytes.subarray(5, 11)],
  };
}

// Output of the container readers: a config for HevcVideoDecoder.configure(), and chunks in decoding order.

/** Compatible with EncodedVideoChunkInit: `new EncodedVideoChunk(sample)` is a chunk. */
export interface HevcSample {
  readonly type: 'key' | 'delta';
  /** Presentation time in microseconds. */
  readonly timestamp: number;
  readonly duration?: number;
  /** A view of the file's bytes. */
  readonly data: Uint8Array;
  /** Set if the stream's format changes here: call configure() with it before the sample is decoded. */
  readonly config?: HevcDecoderConfig;
}

export interface HevcTrack {
  readonly container: 'annexb' | 'flv' | 'mp4';
  readonly config: HevcDecoderConfig;
  readonly samples: readonly HevcSample[];
  /** Where and why reading ended before the end of the file. */
  readonly damage?: string;
}

/** Size of the part before the arrays of parameter sets. */
const HEADER_BYTES = 23;

export interface HevcConfiguration {
  readonly codec: HevcCodec;
  /** 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  readonly chromaFormat: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
  /** Size in bytes of the length before each NAL unit. */
  readonly lengthBytes: 1 | 2 | 4;
  readonly parameterSets: readonly Uint8Array[];
}

/** Undefined if the record is damaged. */
export function parseHvcc(record: Uint8Array): HevcConfiguration | undefined {
  if (record.length < HEADER_BYTES || record[0] !== 1) return undefined;
  const lengthBytes = (record[21]! & 3) + 1;
  if (lengthBytes === 3) return undefined;
  const parameterSets: Uint8Array[] = [];
  let at = HEADER_BYTES;
  for (let arrays = record[22]!; arrays > 0; arrays--) {
    if (at + 3 > record.length) return undefined;
    const count = (record[at + 1]! << 8) | record[at + 2]!;
    at += 3;
    for (let i = 0; i < count; i++) {
      if (at + 2 > record.length) return undefined;
      const end = at + 2 + ((record[at]! << 8) | record[at + 1]!);
      if (end > record.length) return undefined;
      parameterSets.push(record.subarray(at + 2, end));
      at = end;
    }
  }
  return {
    codec: codecOfProfileBytes(record.subarray(1, 13), 'hvc1'),
    chromaFormat: record[16]! & 3,
    bitDepthLuma: (record[17]! & 7) + 8,
    bitDepthChroma: (record[18]! & 7) + 8,
    lengthBytes: lengthBytes as 1 | 2 | 4,
    parameterSets,
  };
}
