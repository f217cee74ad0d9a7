import { TAG_HEADER_BYTES, VIDEO } from './packets.ts';
import type { Picture } from './pictures.ts';
import { SetBits } from '../../wasm/glue/parameter-sets.ts';
import { LENGTH_BYTES, readRecord } from './nal-units.ts';

/** FLV tags and headers in one growing buffer. */

export const LEGACY = { h264: 7, h265: 12 } as const;
const FOURCC: Readonly<Record<string, string>> = { Opus: 'Opus', FLAC: 'fLaC' };

export class TagWriter {
  #out: Uint8Array;
  #length = 0;

  constructor(bytes = 64 * 1024) {
    this.#out = new Uint8Array(bytes);
  }

  get length(): number {
    return this.#length;
  }

  /** A copy of what was written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#out.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  append(bytes: Uint8Array | readonly number[]): void {
    if (this.#length + bytes.length > this.#out.length) {
      const larger = new Uint8Array((this.#length + bytes.length) * 2);
      larger.set(this.#out.subarray(0, this.#length));
      this.#out = larger;
    }
    this.#out.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** `tag`: the picture's own if it passes, null if it is written again. */
  writePicture({ codec, compositionMs, timeMs: rawMs, data }: Picture, timeMs: number, isKey: boolean, tag: Uint8Array | null): void {
    const composition = [compositionMs >> 16, compositionMs >> 8, compositionMs].map((byte) => byte & 255);
    this.write(VIDEO, timeMs, { tag, timeMs: rawMs }, [(isKey ? 0x10 : 0x20) | LEGACY[codec], 1, ...composition], data);
  }

  /** A tag that is complete passes, with another time if it needs one; otherwise a tag of `head` and `data` is written. */
  write(
    type: number,
    timeMs: number,
    { tag, timeMs: rawMs }: { readonly tag: Uint8Array | null; readonly timeMs: number },
    head: readonly number[],
    data: Uint8Array | null,
  ): void {
    const at = this.#length;
    if (tag !== null) this.append(tag);
    else {
      const size = head.length + (data?.length ?? 0);
      const bytes = size + TAG_HEADER_BYTES;
      this.append([type, size >> 16, (size >> 8) & 255, size & 255, 0, 0, 0, 0, 0, 0, 0]);
      this.append(head);
      if (data !== null) this.append(data);
      this.append([0, bytes >> 16, (bytes >> 8) & 255, bytes & 255]);
    }
    if (tag !== null && timeMs === rawMs) return;
    const time = Math.max(0, Math.round(timeMs));
    this.#out.set([(time >> 16) & 255, (time >> 8) & 255, time & 255, (time >>> 24) & 255], at + 4);
  }
}

/** ExAudioTagHeader; null for a codec that has none here. */
export function soundHead(name: string, packetType: number): number[] | null {
  const fourcc = FOURCC[name];
  return fourcc === undefined ? null : [0x90 | packetType, ...Array.from(fourcc, (letter) => letter.charCodeAt(0))];
}

/**
 * Joins a stream of H264 without an IDR picture behind a grey one: MSE of browsers starts at an IDR picture only, and a gradual refresh has
 * none. The grey picture has a picture parameter set of its own, because its macroblocks are written without arithmetic coding. Pure.
 */

interface GreyStart {
  /** AVC configuration record with the further parameter set. */
  readonly record: Uint8Array;
  /** The picture, with the length of its NAL unit. */
  readonly data: Uint8Array;
}

/** Pictures between a recovery point and its recovery that are held at most. */
const MAX_HIDDEN_PICTURES = 150;

export class GreyJoin {
  /** AVC configuration of the pictures; null for another codec. */
  record: Uint8Array | null = null;
  #grey: GreyStart | null = null;
  #left = 0;
  #pictures: Picture[] = [];

  /**
   * False while the pictures between a recovery point and its recovery are held, which are damaged; null if no start was found. `isStart`: a
   * recovery point, or a picture that needs no other.
   */
  begins(picture: Picture, isStart: boolean): boolean | null {
    if (this.#grey === null) {
      this.#grey = isStart && this.record !== null ? greyStart(this.record) : null;
      this.#left = Math.min(picture.recoversIn, MAX_HIDDEN_PICTURES);
    }
    if (this.#grey === null) return null;
    if (this.#left-- <= 0) return true;
    this.#pictures.push({ ...picture, compositionMs: 0, data: picture.data.slice() });
    return false;
  }

  clear(): void {
    this.#grey = null;
    this.#pictures = [];
  }

  /** A grey keyframe in front of the picture at `timeMs`, and the held pictures: a decoder needs them, and within a millisecond each is not seen. */
  write(out: TagWriter, timeMs: number): void {
    const grey = this.#grey ?? (this.record === null ? null : greyStart(this.record));
    if (grey === null) return;
    const startMs = timeMs - this.#pictures.length - 1;
    out.write(VIDEO, startMs, { tag: null, timeMs: 0 }, [0x10 | LEGACY.h264, 0, 0, 0, 0], grey.record);
    out.write(VIDEO, startMs, { tag: null, timeMs: 0 }, [0x10 | LEGACY.h264, 1, 0, 0, 0], grey.data);
    for (const [i, picture] of this.#pictures.entries()) out.writePicture(picture, startMs + 1 + i, false, null);
  }
}

/** The highest number of a picture parameter set, which encoders do not use. */
const OWN_PPS = 255;
/** H.264 7.3.2.1.1: profiles whose parameter sets contain the format of the chroma. */
const CHROMA_PROFILES = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

interface Format {
  readonly id: number;
  readonly hasChroma: boolean;
  readonly frameNumBits: number;
  readonly pocType: number;
  readonly pocBits: number;
  readonly hasPocDelta: boolean;
  readonly macroblocks: number;
}

/** Null for interlaced streams and 4:4:4. */
function greyStart(record: Uint8Array): GreyStart | null {
  const sps = readRecord('h264', record)?.sets.find((set) => (set[0]! & 31) === 7);
  const format = sps === undefined ? null : readFormat(sps);
  if (format === null) return null;
  const pps = new BitWriter(0x68).ue(OWN_PPS, format.id).u(0, 2).ue(0, 0, 0).u(0, 3).ue(0, 0, 0).u(0, 3).nal();
  const slice = new BitWriter(0x65).ue(0, 7, OWN_PPS).u(0, format.frameNumBits).ue(0);
  if (format.pocType === 0) slice.u(0, format.pocBits);
  if (format.hasPocDelta) slice.ue(0);
  slice.u(0, 2).ue(0);
  // Intra 16x16 predicted from the mean, which is grey at the first one; no change of the quantizer, no coefficient.
  for (let i = 0; i < format.macroblocks; i++) slice.ue(3, ...(format.hasChroma ? [0] : []), 0).u(1, 1);
  return { record: withSet(record, pps), data: withLength(slice.nal()) };
}

function readFormat(sps: Uint8Array): Format | null {
  const bits = new SetBits(sps);
  const se = (): number => {
    const code = bits.ue();
    return code & 1 ? (code + 1) / 2 : -code / 2;
  };
  bits.skip(8);
  const profile = bits.u(8);
  bits.skip(16);
  const id = bits.ue();
  let chroma = 1;
  if (CHROMA_PROFILES.includes(profile)) {
    chroma = bits.ue();
    if (chroma > 2) return null;
    bits.ue();
    bits.ue();
    bits.skip(1);
    if (bits.u(1) === 1) for (let list = 0; list < 8; list++) if (bits.u(1) === 1) skipScalingList(se, list < 6 ? 16 : 64);
  }
  const frameNumBits = bits.ue() + 4;
  const pocType = bits.ue();
  let [pocBits, hasPocDelta] = [0, false];
  if (pocType === 0) pocBits = bits.ue() + 4;
  if (pocType === 1) {
    hasPocDelta = bits.u(1) === 0;
    se();
    se();
    for (let left = Math.min(255, bits.ue()); left > 0; left--) se();
  }
  bits.ue();
  bits.skip(1);
  const width = bits.ue() + 1;
  const macroblocks = width * (bits.ue() + 1);
  const isProgressive = bits.u(1) === 1;
  if (!isProgressive || bits.isOver || macroblocks > MAX_MACROBLOCKS) return null;
  return { id, hasChroma: chroma > 0, frameNumBits, pocType, pocBits, hasPocDelta, macroblocks };
}

/** Level 6.2. */
const MAX_MACROBLOCKS = 139_264;

function skipScalingList(se: () => number, size: number): void {
  let [last, next] = [8, 8];
  for (let i = 0; i < size; i++) {
    if (next !== 0) next = (last + se() + 256) & 255;
    if (next !== 0) last = next;
  }
}

class BitWriter {
  readonly #bytes: number[];
  #bits = '';

  constructor(header: number) {
    this.#bytes = [header];
  }

  u(value: number, count: number): this {
    if (count > 0) this.#bits += value.toString(2).padStart(count, '0');
    while (this.#bits.length >= 8) this.#endByte();
    return this;
  }

  /** Signed 0 has the same bit. */
  ue(...values: readonly number[]): this {
    for (const value of values) {
      const text = (value + 1).toString(2);
      this.u(value + 1, text.length * 2 - 1);
    }
    return this;
  }

  /** With the stop bit and emulation prevention. */
  nal(): Uint8Array {
    this.u(1, 1);
    if (this.#bits.length > 0) this.u(0, 8 - this.#bits.length);
    const out: number[] = [];
    for (const byte of this.#bytes) {
      if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3);
      out.push(byte);
    }
    return Uint8Array.from(out);
  }

  #endByte(): void {
    this.#bytes.push(Number.parseInt(this.#bits.slice(0, 8), 2));
    this.#bits = this.#bits.slice(8);
  }
}

function withLength(nal: Uint8Array): Uint8Array {
  const data = new Uint8Array(LENGTH_BYTES + nal.length);
  new DataView(data.buffer).setUint32(0, nal.length);
  data.set(nal, LENGTH_BYTES);
  return data;
}

/** Behind the sequence parameter sets: one more picture parameter set, in front of the others. */
function withSet(record: Uint8Array, pps: Uint8Array): Uint8Array {
  let at = 6;
  for (let left = record[5]! & 0x1f; left > 0; left--) at += 2 + ((record[at]! << 8) | record[at + 1]!);
  const out = new Uint8Array(record.length + 2 + pps.length);
  out.set(record.subarray(0, at));
  out.set([record[at]! + 1, pps.length >> 8, pps.length & 255, ...pps], at);
  out.set(record.subarray(at + 1), at + 3 + pps.length);
  return out;
}
