/** Peak brightness of an HDR stream from its SEI messages: mastering display (type 137) and content light level (type 144). */

const MASTERING_DISPLAY = 137;
const CONTENT_LIGHT_LEVEL = 144;
/** Offset after three primaries and the white point of two u16 each; the unit is 0.0001 cd/m². */
const MAX_LUMINANCE_AT = 16;
const LUMINANCE_UNITS = 10_000;

/** `records`: u8 type, u24 size (big endian), payload, repeated. Returns 0 if they contain no peak. */
export function peakNitsOf(records: Uint8Array): number {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  let display = 0;
  let content = 0;
  for (let at = 0; at + 4 <= records.length;) {
    const head = view.getUint32(at);
    const [type, size, from] = [head >>> 24, head & 0xff_ffff, at + 4];
    at = from + size;
    if (at > records.length) break;
    if (type === MASTERING_DISPLAY && size >= MAX_LUMINANCE_AT + 4) display = view.getUint32(from + MAX_LUMINANCE_AT) / LUMINANCE_UNITS;
    if (type === CONTENT_LIGHT_LEVEL && size >= 2) content = view.getUint16(from);
  }
  // The content does not exceed its own level; the mastering display limits its grading.
  return Math.round(content > 0 && display > 0 ? Math.min(content, display) : Math.max(content, display));
}

/** Only some pictures contain the messages; the last ones of a sequence apply to all following pictures. */
export class PeakLight {
  #sequence = -1;
  #nits = 0;

  of(
    picture: { readonly sequence: number; readonly sei: { readonly offset: number; readonly bytes: number } },
    memory: ArrayBufferLike,
  ): number {
    const { sequence, sei } = picture;
    if (sequence !== this.#sequence) this.#nits = 0;
    this.#sequence = sequence;
    if (sei.bytes > 0) this.#nits = peakNitsOf(new Uint8Array(memory, sei.offset, sei.bytes)) || this.#nits;
    return this.#nits;
  }
}
