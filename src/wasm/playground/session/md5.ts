import { joinBytes } from '../../glue/access-units.ts';

const ROUND_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SHIFTS = Uint8Array.from({ length: 64 }, (_, i) => ROUND_SHIFTS[(i >> 4) * 4 + (i & 3)]!);
/** Index of the block's word for each step. */
const WORDS = Uint8Array.from({ length: 64 }, (_, i) => [i, 5 * i + 1, 3 * i + 5, 7 * i][i >> 4]! & 15);
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);
const BLOCK_BYTES = 64;

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

/** Reads whole blocks in place, or copies them if they are not aligned. */
const wordsOf = (bytes: Uint8Array): Int32Array => {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(buffer, byteOffset, length / 4);
};

/**
 * MD5 (RFC 1321) of bytes that arrive in pieces, as printed by `npm run wasm -- decode --frames` and ffmpeg's framemd5. WebCrypto does not
 * support MD5. Little-endian machines only, which includes every machine with a browser.
 */
export class Md5 {
  readonly #state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  /** Less than a block. */
  #rest: Uint8Array = new Uint8Array();
  #bytes = 0;

  update(bytes: Uint8Array): this {
    this.#bytes += bytes.length;
    const joined = this.#rest.length === 0 ? bytes : joinBytes([this.#rest, bytes]);
    const end = joined.length - (joined.length % BLOCK_BYTES);
    digest(this.#state, wordsOf(joined.subarray(0, end)));
    this.#rest = joined.slice(end);
    return this;
  }

  /** Finishes the hash. */
  hex(): string {
    const bits = this.#bytes * 8;
    const padding = new Uint8Array((this.#rest.length < 56 ? 64 : 128) - this.#rest.length);
    const view = new DataView(padding.buffer);
    padding[0] = 0x80;
    view.setUint32(padding.length - 8, bits >>> 0, true);
    view.setUint32(padding.length - 4, Math.floor(bits / 2 ** 32), true);
    this.update(padding);
    return [...new Uint8Array(this.#state.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

export const md5 = (bytes: Uint8Array): string => new Md5().update(bytes).hex();
