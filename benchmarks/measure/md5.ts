/** MD5 (RFC 1321) of bytes that arrive in pieces; browsers have none. */

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, i) => Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))) | 0);
const BLOCK_BYTES = 64;

export class Md5 {
  #state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  readonly #words = new Int32Array(16);
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #restBytes = 0;
  #bytes = 0;

  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    let at = 0;
    if (this.#restBytes > 0) {
      at = Math.min(BLOCK_BYTES - this.#restBytes, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#restBytes);
      this.#restBytes += at;
      if (this.#restBytes < BLOCK_BYTES) return;
      this.#block(this.#rest, 0);
    }
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.#block(bytes, at);
    this.#restBytes = bytes.length - at;
    this.#rest.set(bytes.subarray(at));
  }

  /** Finishes the hash. */
  hex(): string {
    const bits = this.#bytes * 8;
    const padding = new Uint8Array((this.#restBytes < 56 ? 56 : 120) - this.#restBytes + 8);
    padding[0] = 0x80;
    new DataView(padding.buffer).setUint32(padding.length - 8, bits >>> 0, true);
    new DataView(padding.buffer).setUint32(padding.length - 4, Math.floor(bits / 2 ** 32), true);
    this.update(padding);
    return [...new Uint8Array(this.#state.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  #block(bytes: Uint8Array, from: number): void {
    const words = this.#words;
    for (let i = 0; i < 16; i++) {
      const at = from + 4 * i;
      words[i] = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    }
    let [a, b, c, d] = this.#state as unknown as [number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const mixed = round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const word = [i, 5 * i + 1, 3 * i + 5, 7 * i][round]! & 15;
      const sum = (a + mixed + SINES[i]! + words[word]!) | 0;
      const shift = SHIFTS[4 * round + (i & 3)]!;
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
    }
    const state = this.#state;
    state[0] = state[0]! + a;
    state[1] = state[1]! + b;
    state[2] = state[2]! + c;
    state[3] = state[3]! + d;
  }
}
