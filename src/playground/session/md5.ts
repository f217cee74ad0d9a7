/** MD5 (RFC 1321) of planes, as printed by `npm run decode -- --frames` and ffmpeg's framemd5. WebCrypto does not support MD5. */

const ROUND_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SHIFTS = Uint8Array.from({ length: 64 }, (_, i) => ROUND_SHIFTS[(i >> 4) * 4 + (i & 3)]!);
/** Index of the block's word for each step. */
const WORDS = Uint8Array.from({ length: 64 }, (_, i) => [i, 5 * i + 1, 3 * i + 5, 7 * i][i >> 4]! & 15);
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);

/** Processes complete blocks of 64 bytes of `words` into `state`. */
function digest(state: Int32Array, words: Int32Array): void {
  for (let block = 0; block + 16 <= words.length; block += 16) {
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    for (let i = 0; i < 64; i++) {
      let mix: number;
      if (i < 16) mix = (b & c) | (~b & d);
      else if (i < 32) mix = (d & b) | (~d & c);
      else if (i < 48) mix = b ^ c ^ d;
      else mix = c ^ (b | ~d);
      const sum = (a + mix + SINES[i]! + words[block + WORDS[i]!]!) | 0;
      const shift = SHIFTS[i]!;
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
    }
    state[0] = (state[0]! + a) | 0;
    state[1] = (state[1]! + b) | 0;
    state[2] = (state[2]! + c) | 0;
    state[3] = (state[3]! + d) | 0;
  }
}

/** Little-endian machines only, which includes every machine with a browser. */
export function md5(bytes: Uint8Array): string {
  const state = Int32Array.from([0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]);
  const whole = bytes.length & ~63;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  digest(state, new Int32Array(aligned.buffer, aligned.byteOffset, whole / 4));
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, (bytes.length * 8) >>> 0, true);
  view.setUint32(tail.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  digest(state, new Int32Array(tail.buffer));
  return [...new Uint8Array(state.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
