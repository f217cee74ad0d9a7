import { joinAnnexB, sameBytes, splitAnnexB, splitLengthPrefixed } from './access-units.ts';

const VPS = 32;
const SPS = 33;
const PPS = 34;
const FIRST_NON_VCL = 32;

/** general_profile_idc of Main, Main 10 and Main Still Picture is 1 to 3; format range extensions have 4, later profiles higher numbers. */
const VERSION_1_PROFILE_MAX = 3;
const RANGE_EXTENSIONS = 4;

/**
 * `profile`: the bytes from general_profile_space on, as in an SPS and an hvcC record. Main Intra, Main 10 Intra and monochrome up to 10
 * bits (general_max_10bit_constraint_flag, general_max_420chroma_constraint_flag) are range extensions by number but use none of their
 * tools.
 */
function isBeyondVersion1(profile: Uint8Array): boolean {
  const idc = profile[0]! & 31;
  const isPlain = idc === RANGE_EXTENSIONS && (profile[5]! & 0x04) !== 0 && (profile[6]! & 0x80) !== 0;
  return idc > VERSION_1_PROFILE_MAX && !isPlain;
}

/** Bits of a parameter set, whose emulation prevention is removed (H.264 and H.265, 7.3.1.1 and 9.2). Past the end all bits are 0. */
export class SetBits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(nal: Uint8Array, isEscaped = true) {
    this.#bytes = !isEscaped ? nal : nal.filter((byte, i) => !(byte === 3 && i > 1 && nal[i - 1] === 0 && nal[i - 2] === 0));
  }

  get isOver(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  skip(bits: number): void {
    this.#at += bits;
  }

  u(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++, this.#at++) value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  ue(): number {
    let zeros = 0;
    while (zeros < 32 && this.u(1) === 0) zeros++;
    return zeros === 32 ? 0 : 2 ** zeros - 1 + this.u(zeros);
  }

  /** Whole bytes from the current position, which has to be at a byte. */
  bytes(count: number): Uint8Array {
    const from = this.#at >> 3;
    this.#at += count * 8;
    return this.#bytes.slice(from, from + count);
  }
}

/**
 * The begin of an SPS of the base layer, H.265 7.3.2.2.1. `profile`: the 12 bytes from general_profile_space to general_level_idc; `chroma`:
 * chroma_format_idc. Null for another NAL unit, another layer, and an SPS that ends early.
 */
export function readSpsFormat(nal: Uint8Array) {
  if (nal.length < 3 || ((nal[0]! >> 1) & 63) !== SPS || ((nal[0]! & 1) << 5) + (nal[1]! >> 3) !== 0) return null;
  const bits = new SetBits(nal);
  bits.skip(16 + 4);
  const subLayers = bits.u(3) + 1;
  const isNested = bits.u(1) === 1;
  const profile = bits.bytes(12);
  const present = Array.from({ length: 8 }, () => (subLayers > 1 ? bits.u(2) : 0)).slice(0, subLayers - 1);
  for (const flags of present) bits.skip((flags & 2 ? 88 : 0) + (flags & 1 ? 8 : 0));
  bits.ue();
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  const [width, height] = [bits.ue(), bits.ue()];
  if (bits.u(1) === 1) for (let i = 0; i < 4; i++) bits.ue();
  const [depthLuma, depthChroma] = [bits.ue() + 8, bits.ue() + 8];
  return bits.isOver ? null : { profile, subLayers, isNested, chroma, width, height, depthLuma, depthChroma };
}

/** The format decides, because encoders announce 4:2:2 and 4:4:4 with profile 0, 1 or 2 too. */
function needsRangeModule(sps: Uint8Array): boolean {
  const format = readSpsFormat(sps);
  return format !== null && (isBeyondVersion1(format.profile) || format.chroma > 1 || format.depthLuma > 10 || format.depthChroma > 10);
}

/** Parameter sets of an HEVC configuration record (ISO/IEC 14496-15 8.3.3.1.2). */
export function* setsOfRecord(record: Uint8Array): Generator<Uint8Array> {
  let at = 23;
  for (let arrays = record[22] ?? 0; arrays > 0 && at + 3 <= record.length; arrays--) {
    let count = (record[at + 1]! << 8) | record[at + 2]!;
    at += 3;
    for (; count > 0 && at + 2 <= record.length; count--) {
      const size = (record[at]! << 8) | record[at + 1]!;
      yield record.subarray(at + 2, Math.min(record.length, at + 2 + size));
      at += 2 + size;
    }
  }
}

/** True if the record has a profile, or an SPS with a format, that a version 1 decoder does not support. */
export const recordNeedsRange = (record: Uint8Array): boolean =>
  (record.length > 12 && isBeyondVersion1(record.subarray(1))) || [...setsOfRecord(record)].some(needsRangeModule);

/** Parameter sets stored for a rebuilt decoder; an encoder repeats only a few. */
const KEPT_SETS_MAX = 32;
const KEPT_BYTES_MAX = 64 * 1024;

/**
 * The most recent parameter sets, for a rebuilt decoder if the stream does not repeat them at keyframes. A VPS starts a new collection,
 * because encoders send VPS, SPS, PPS in this order.
 */
export class ParameterSets {
  /** True if an SPS of the base layer has had a profile or a format that a version 1 decoder does not support. */
  needsRange = false;
  #kept: Uint8Array[] = [];

  /** Reads only the NAL units before the first slice. */
  note(unit: Uint8Array, lengthBytes: number | 'annexb'): void {
    const nals = lengthBytes === 'annexb' ? splitAnnexB(unit) : splitLengthPrefixed(unit, lengthBytes);
    for (const nal of nals) {
      const type = (nal[0]! >> 1) & 63;
      if (type < FIRST_NON_VCL) return;
      if (type > PPS || this.#kept.some((known) => sameBytes(known, nal))) continue;
      if (type === VPS) this.#kept = [];
      this.#kept.push(new Uint8Array(nal)); // Not slice(): a Buffer of Node would share its memory.
      this.needsRange ||= needsRangeModule(nal);
      while (this.#kept.length > KEPT_SETS_MAX || this.bytes > KEPT_BYTES_MAX) this.#kept.shift();
    }
  }

  get bytes(): number {
    return this.#kept.reduce((sum, nal) => sum + nal.length, 0);
  }

  /** All of them with start codes; undefined if there are none. */
  toAnnexB(): Uint8Array | undefined {
    if (this.#kept.length === 0) return undefined;
    return joinAnnexB(this.#kept);
  }
}
