/** Bytes of a tag that are read: its header, and the first two of a sound, which contain the format and the type of the packet. */
const HEAD_BYTES = 13;
const TAG_HEADER_BYTES = 11;
const TRAILER_BYTES = 4;
const SOUND_TAG = 8;
const ENHANCED_FORMAT = 9;

/**
 * Maximum distance of two sounds, in ms. mpegts.js fills the distance with silent frames, about 43 a second: the frames of some days need
 * the whole memory of a tab, and it cannot append those of an hour.
 */
const JUMP_MS = 1_800_000;

/** Detects in the bytes of an FLV stream that the times of the sound jump forward. */
export class SoundJump {
  readonly #head = new Uint8Array(HEAD_BYTES);
  #filled = 0;
  #skipped = 0;
  #isInHeader = true;
  #lastMs = Number.NaN;

  /** The next bytes of the stream. True if a sound in them is too far after the sound before it. */
  isIn(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length;) {
      if (this.#skipped > 0) {
        const skipped = Math.min(this.#skipped, bytes.length - at);
        this.#skipped -= skipped;
        at += skipped;
        continue;
      }
      this.#head[this.#filled++] = bytes[at++]!;
      if (this.#filled < HEAD_BYTES) continue;
      this.#filled = 0;
      if (this.#isJump()) return true;
    }
    return false;
  }

  #isJump(): boolean {
    const head = new DataView(this.#head.buffer);
    if (this.#isInHeader) {
      this.#isInHeader = false;
      this.#skipped = head.getUint32(5) + TRAILER_BYTES - HEAD_BYTES;
      return false;
    }
    const size = head.getUint32(0) & 0xff_ffff;
    this.#skipped = TAG_HEADER_BYTES + size + TRAILER_BYTES - HEAD_BYTES;
    const first = head.getUint8(11);
    const packet = first >> 4 === ENHANCED_FORMAT ? first & 15 : head.getUint8(12);
    // Packet 0 is the configuration, whose time may be 0 in any stream.
    if (head.getUint8(0) !== SOUND_TAG || packet === 0) return false;
    // The high byte follows the low ones (annex E.4.1); signed, as mpegts.js reads it.
    const timeMs = (head.getUint32(4) >>> 8) | (head.getUint8(7) << 24);
    const step = timeMs - this.#lastMs;
    this.#lastMs = timeMs;
    return step > JUMP_MS;
  }
}
