/** CABAC encoding (H.265 9.3.4 binarization helpers, 9.3.5 encoding process). */
import { BitWriter } from './bits.ts';
import { CONTEXTS, INIT_VALUES, NEXT_AFTER_LPS, RANGE_INIT_VALUES, RANGE_LPS } from './contexts.ts';

/** Per context: pStateIdx << 1 | valMps. */
export type Contexts = Uint8Array;

/** 9.3.2.2 */
export function initContexts(initType: number, sliceQp: number): Contexts {
  const qp = Math.min(Math.max(sliceQp, 0), 51);
  const values = [...INIT_VALUES[initType]!, ...RANGE_INIT_VALUES[initType]!];
  return Uint8Array.from({ length: CONTEXTS + 4 }, (_, i) => {
    const value = values[i];
    if (value === undefined) return 0; // StatCoeff
    const slope = (value >> 4) * 5 - 45;
    const offset = ((value & 15) << 3) - 16;
    const pre = Math.min(Math.max(((slope * qp) >> 4) + offset, 1), 126);
    const mps = pre <= 63 ? 0 : 1;
    return ((mps ? pre - 64 : 63 - pre) << 1) | mps;
  });
}

/** One substream. The contexts belong to the caller and change as bins are written. */
export class CabacEncoder {
  contexts: Contexts;
  #bits = new BitWriter();
  #low = 0;
  #range = 510;
  #outstanding = 0;
  #first = true;

  constructor(contexts: Contexts) {
    this.contexts = contexts;
  }

  #put(bit: number): void {
    if (this.#first) this.#first = false;
    else this.#bits.bit(bit);
    for (; this.#outstanding > 0; this.#outstanding--) this.#bits.bit(1 - bit);
  }

  #renormalize(): void {
    for (; this.#range < 256; this.#range <<= 1, this.#low <<= 1) {
      if (this.#low < 256) this.#put(0);
      else if (this.#low >= 512) {
        this.#low -= 512;
        this.#put(1);
      } else {
        this.#low -= 256;
        this.#outstanding++;
      }
    }
  }

  bin(context: number, value: number | boolean): void {
    const state = this.contexts[context]! >> 1;
    let mps = this.contexts[context]! & 1;
    const lps = RANGE_LPS[state * 4 + ((this.#range >> 6) & 3)]!;
    this.#range -= lps;
    if ((value ? 1 : 0) === mps) {
      this.contexts[context] = (Math.min(state + 1, 62) << 1) | mps;
    } else {
      this.#low += this.#range;
      this.#range = lps;
      if (state === 0) mps = 1 - mps;
      this.contexts[context] = (NEXT_AFTER_LPS[state]! << 1) | mps;
    }
    this.#renormalize();
  }

  bypass(value: number | boolean): void {
    this.#low <<= 1;
    if (value) this.#low += this.#range;
    if (this.#low >= 1024) {
      this.#low -= 1024;
      this.#put(1);
    } else if (this.#low < 512) this.#put(0);
    else {
      this.#low -= 512;
      this.#outstanding++;
    }
  }

  /** FL with n bins. */
  bypassBits(n: number, value: number): void {
    for (let i = n - 1; i >= 0; i--) this.bypass((value >> i) & 1);
  }

  /** EGk, 9.3.3.5. */
  expGolomb(k: number, value: number): void {
    let rest = value;
    let order = k;
    for (; rest >= 2 ** order; order++) {
      this.bypass(1);
      rest -= 2 ** order;
    }
    this.bypass(0);
    for (let i = order - 1; i >= 0; i--) this.bypass(Math.floor(rest / 2 ** i) % 2);
  }

  /** Truncated unary in bypass bins, from bin `from` on. */
  unaryBypass(value: number, max: number, from = 0): void {
    for (let i = from; i < max; i++) {
      this.bypass(value > i);
      if (value <= i) return;
    }
  }

  /** 1 ends the engine's bits with the stop bit (9.3.5.6 EncodeFlush). */
  terminate(value: number | boolean): void {
    this.#range -= 2;
    if (!value) {
      this.#renormalize();
      return;
    }
    this.#low += this.#range;
    this.#range = 2;
    this.#renormalize();
    this.#put((this.#low >> 9) & 1);
    this.#bits.u(2, ((this.#low >> 7) & 3) | 1);
    this.#bits.alignZero();
  }

  /** After terminate(1): pcm_sample(), then a fresh engine. */
  raw(write: (bits: BitWriter) => void): void {
    write(this.#bits);
    this.#bits.alignZero();
    this.#low = 0;
    this.#range = 510;
    this.#outstanding = 0;
    this.#first = true;
  }

  /** After terminate(1). */
  finish(): Uint8Array {
    return this.#bits.finish();
  }
}
