/** Bits of an RBSP (H.265 7.2, 9.2) without emulation prevention. Reading past the end returns zeros and sets a flag. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** True if more bits were read than exist; the last values are invalid. */
  get isOverrun(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  /** u(n), n up to 32. */
  u(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++, this.#at++) {
      const bit = ((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1;
      value = value * 2 + bit;
    }
    return value;
  }

  flag(): boolean {
    return this.u(1) === 1;
  }

  /** ue(v) with at most 32 leading zeros; valid streams have no longer code. */
  ue(): number {
    let zeros = 0;
    while (zeros < 32 && this.u(1) === 0) zeros++;
    return 2 ** zeros - 1 + this.u(zeros);
  }

  /** se(v). */
  se(): number {
    const code = this.ue();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }

  skip(bits: number): void {
    this.#at += bits;
  }
}
