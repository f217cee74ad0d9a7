import { splitAnnexB, splitLengthPrefixed } from './access-units.ts';

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
export function isBeyondVersion1(profile: Uint8Array): boolean {
  const idc = profile[0]! & 31;
  const isPlain = idc === RANGE_EXTENSIONS && (profile[5]! & 0x04) !== 0 && (profile[6]! & 0x80) !== 0;
  return idc > VERSION_1_PROFILE_MAX && !isPlain;
}

/** Bytes of an SPS that contain its profile, with emulation prevention: NAL unit header 2, VPS id and sub-layers 1, profile 12. */
const SPS_HEAD_BYTES = 20;

/** For an SPS of the base layer. The profile has a fixed position, because nothing before it has a variable length. */
function isSpsBeyondVersion1(nal: Uint8Array): boolean {
  if (((nal[0]! >> 1) & 63) !== SPS || ((nal[0]! & 1) << 5) + (nal[1]! >> 3) !== 0) return false;
  const head = nal.subarray(0, SPS_HEAD_BYTES).filter((byte, i, all) => !(byte === 3 && i > 1 && all[i - 1] === 0 && all[i - 2] === 0));
  return isBeyondVersion1(head.subarray(3));
}

/** Parameter sets stored for a rebuilt decoder; an encoder repeats only a few. */
const KEPT_SETS_MAX = 32;
const KEPT_BYTES_MAX = 64 * 1024;

/**
 * The most recent parameter sets, for a rebuilt decoder if the stream does not repeat them at keyframes. A VPS starts a new collection,
 * because encoders send VPS, SPS, PPS in this order.
 */
export class ParameterSets {
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
      while (this.#kept.length > KEPT_SETS_MAX || this.bytes > KEPT_BYTES_MAX) this.#kept.shift();
    }
  }

  get bytes(): number {
    return this.#kept.reduce((sum, nal) => sum + nal.length, 0);
  }

  /** True if an SPS of the base layer has a profile that a version 1 decoder does not support. */
  get isBeyondVersion1(): boolean {
    return this.#kept.some(isSpsBeyondVersion1);
  }

  /** All of them with start codes; undefined if there are none. */
  toAnnexB(): Uint8Array | undefined {
    if (this.#kept.length === 0) return undefined;
    const joined = new Uint8Array(this.bytes + 4 * this.#kept.length);
    let at = 0;
    for (const nal of this.#kept) {
      joined.set([0, 0, 0, 1], at);
      joined.set(nal, at + 4);
      at += 4 + nal.length;
    }
    return joined;
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);
