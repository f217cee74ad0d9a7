/**
 * Bytes of a tag that are read: its header of 11, and the first two of a sound, which contain the format and the type of the packet. The
 * header of the stream, usually 9 bytes, has as many with the length of 4 bytes that follows it.
 */
const HEAD_BYTES = 13;
/** First byte of the header of the stream; no tag begins with it. */
const STREAM_HEADER = 0x46;
const SOUND_TAG = 8;
const ENHANCED_FORMAT = 9;

/**
 * Maximum distance of two sounds, in ms. mpegts.js fills the distance with silent frames, about 43 a second: it cannot append those of an
 * hour, and those of some days need the whole memory of a tab.
 */
const JUMP_MS = 600_000;

/** The function receives the bytes of an FLV stream in any pieces. It returns true if a sound is too far after the sound before it. */
export function createSoundJump(): (bytes: Uint8Array) => boolean {
  const head = new DataView(new ArrayBuffer(HEAD_BYTES));
  let filled = 0;
  let lastMs = NaN;
  /** Position in the next piece. */
  let at = 0;
  return (bytes) => {
    for (; at < bytes.length; at++) {
      head.setUint8(filled++, bytes[at]!);
      if (filled < HEAD_BYTES) continue;
      filled = 0;
      const type = head.getUint8(0);
      // The bytes of a longer stream header (DataOffset, annex E.2), or the rest of the body and the length of the tag in 4 bytes.
      at += type === STREAM_HEADER ? head.getUint32(5) - 9 : (head.getUint32(0) & 0xff_ffff) + 2;
      const first = head.getUint8(11);
      const packet = first >> 4 === ENHANCED_FORMAT ? first & 15 : head.getUint8(12);
      // Packet 0 is the configuration, whose time may be 0 in any stream.
      if (type !== SOUND_TAG || packet === 0) continue;
      // Signed, as mpegts.js reads it. The high byte follows the low ones (annex E.4.1).
      const timeMs = (head.getUint32(4) >>> 8) | (head.getUint8(7) << 24);
      if (timeMs - lastMs > JUMP_MS) return true;
      // mpegts.js drops a sound that is before the last one.
      if (!(timeMs < lastMs)) lastMs = timeMs;
    }
    at -= bytes.length;
    return false;
  };
}
