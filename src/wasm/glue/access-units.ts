/**
 * Splits a raw Annex B stream into access units, for files; containers store them separately. H.265 12/2016 B.2.2 (byte stream), 7.4.2.4.4
 * (the first NAL unit of an access unit).
 */

// Bytes, as the callers of this package pass them.

type Bytes = ArrayBufferLike | ArrayBufferView;

export const viewOf = (bytes: Bytes): Uint8Array =>
  ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);
export const joinAnnexB = (nals: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> => joinBytes([...nals].flatMap((nal) => [START_CODE, nal]));

/** As of a VideoFrame or a chunk: a TypeError if the bytes do not fit. */
export function copyInto(destination: Bytes, bytes: Uint8Array): void {
  const target = viewOf(destination);
  if (target.length < bytes.length) throw new TypeError('the destination is too small');
  target.set(bytes);
}

const NAL_RASL_R = 9;
const NAL_BLA_W_LP = 16;
const NAL_CRA = 21;
const NAL_VPS = 32;
const NAL_AUD = 35;
const NAL_PREFIX_SEI = 39;

/** Offset of the next 00 00 01 at or after `from`, or the length. */
function nextStartCode(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(1, from + 2); at >= 0; at = bytes.indexOf(1, at + 1)) {
    if (bytes[at - 1] === 0 && bytes[at - 2] === 0) return at - 2;
  }
  return bytes.length;
}

/** NAL units that may begin a new access unit after a picture: parameter sets, AUD, prefix SEI, reserved and unspecified prefixes. */
const opensAccessUnit = (type: number): boolean =>
  (type >= NAL_VPS && type <= NAL_AUD) || type === NAL_PREFIX_SEI || (type >= 41 && type <= 44) || (type >= 48 && type <= 55);

/** Types of the slices of coded pictures; reserved VCL types (table 7-1) are ignored, independent of their first bit. */
const isSlice = (type: number): boolean => type <= NAL_RASL_R || (type >= NAL_BLA_W_LP && type <= NAL_CRA);

/** Views of `bytes`, one per access unit, start codes included. Bytes before the first start code are dropped. */
export function* splitAccessUnits(bytes: Uint8Array): Generator<Uint8Array> {
  let start = nextStartCode(bytes, 0);
  let hasPicture = false;
  // The first unit since the last slice that may open an access unit: it does if the next slice is the first of a picture.
  let opener: number | undefined;
  for (let code = start; code + 5 < bytes.length; code = nextStartCode(bytes, code + 3)) {
    const type = (bytes[code + 3]! >> 1) & 63;
    const layerId = ((bytes[code + 3]! & 1) << 5) | (bytes[code + 4]! >> 3);
    if (layerId !== 0) continue;
    const slice = isSlice(type);
    // first_slice_segment_in_pic_flag is the first bit after the two header bytes.
    const first = slice && (bytes[code + 5]! & 0x80) !== 0;
    if (first || opensAccessUnit(type)) opener ??= code;
    if (hasPicture && opener !== undefined && (first || type === NAL_AUD)) {
      const end = bytes[opener - 1] === 0 ? opener - 1 : opener; // The zero_byte belongs to the NAL unit that follows.
      yield bytes.subarray(start, end);
      start = end;
      hasPicture = false;
    }
    if (!slice) continue;
    hasPicture = true;
    opener = undefined;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

/** Views of the NAL units of an Annex B access unit, without start codes or trailing zeros. */
export function* splitAnnexB(unit: Uint8Array): Generator<Uint8Array> {
  for (let code = nextStartCode(unit, 0); code < unit.length;) {
    const next = nextStartCode(unit, code + 3);
    let end = next;
    while (end > code + 3 && unit[end - 1] === 0) end--;
    if (end > code + 3) yield unit.subarray(code + 3, end);
    code = next;
  }
}

/** Views of the NAL units of a length-prefixed access unit (ISO/IEC 14496-15); stops at the first length that does not fit. */
export function* splitLengthPrefixed(unit: Uint8Array, lengthBytes: number): Generator<Uint8Array> {
  for (let at = 0; at + lengthBytes <= unit.length;) {
    let size = 0;
    for (let i = 0; i < lengthBytes; i++) size = size * 256 + unit[at + i]!;
    at += lengthBytes;
    if (at + size > unit.length) return;
    yield unit.subarray(at, at + size);
    at += size;
  }
}
