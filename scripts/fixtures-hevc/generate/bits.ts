/** Bits of headers (H.265 7.2, 9.2) and the NAL units around them (7.3.1, annex B). */

export class BitWriter {
  readonly #bytes: number[] = [];
  #partial = 0;
  #count = 0;

  bit(value: number | boolean): void {
    this.#partial = (this.#partial << 1) | (value ? 1 : 0);
    if (++this.#count < 8) return;
    this.#bytes.push(this.#partial);
    this.#partial = this.#count = 0;
  }

  /** u(n), n up to 32. */
  u(n: number, value: number): void {
    for (let i = n - 1; i >= 0; i--) this.bit(Math.floor(value / 2 ** i) % 2);
  }

  /** ue(v), 9.2. */
  ue(value: number): void {
    const length = Math.floor(Math.log2(value + 1));
    this.u(length, 0);
    this.u(length + 1, value + 1);
  }

  /** se(v), 9.2.2. */
  se(value: number): void {
    this.ue(value > 0 ? 2 * value - 1 : -2 * value);
  }

  alignZero(): void {
    while (this.#count > 0) this.bit(0);
  }

  /** rbsp_trailing_bits(), and byte_alignment(): the same bits. */
  trailing(): void {
    this.bit(1);
    this.alignZero();
  }

  /** The written bytes; the last byte must be complete. */
  finish(): Uint8Array {
    if (this.#count > 0) throw new Error('the last byte is not complete');
    return Uint8Array.from(this.#bytes);
  }
}

/** Bytes with emulation_prevention_three_byte, 7.4.2. */
export function escape(rbsp: Uint8Array): number[] {
  const out: number[] = [];
  let zeros = 0;
  for (const byte of rbsp) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3);
      zeros = 0;
    }
    out.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return out;
}

export interface NalOptions {
  readonly layerId?: number;
  readonly temporalId?: number;
}

/** A NAL unit without start code. Payloads that end with a zero byte (cabac_zero_words) get their final 03. */
export function nalUnit(type: number, rbsp: Uint8Array, { layerId = 0, temporalId = 0 }: NalOptions = {}): Uint8Array {
  const payload = escape(rbsp);
  if (payload.at(-1) === 0) payload.push(3);
  return Uint8Array.from([(type << 1) | (layerId >> 5), ((layerId & 31) << 3) | (temporalId + 1), ...payload]);
}
