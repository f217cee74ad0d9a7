/** CABAC encoding (H.265 9.3.4 binarization helpers, 9.3.5 encoding process). */

// Tables of the CABAC engine: H.265 tables 9-5 to 9-37 (initValue), 9-46 (rangeTabLps), 9-47 (transIdxLps).

/** First context of each syntax element; the number of contexts is the distance to the next. */
export const CTX = {
  saoMerge: 0,
  saoTypeIdx: 1,
  splitCu: 2,
  transquantBypass: 5,
  skip: 6,
  predMode: 9,
  partMode: 10,
  prevIntraLuma: 14,
  intraChroma: 15,
  rqtRootCbf: 16,
  mergeFlag: 17,
  mergeIdx: 18,
  interPredIdc: 19,
  refIdx: 24,
  mvpFlag: 26,
  splitTransform: 27,
  cbfLuma: 30,
  cbfChroma: 32,
  mvdGreater0: 36,
  mvdGreater1: 37,
  cuQpDelta: 38,
  transformSkip: 40,
  lastX: 42,
  lastY: 60,
  codedSubBlock: 78,
  sigCoeff: 82,
  greater1: 124,
  greater2: 148,
  // range extensions
  cbfChroma4: 154,
  resScaleAbs: 155,
  resScaleSign: 163,
  chromaQpOffsetFlag: 165,
  chromaQpOffsetIdx: 166,
  explicitRdpcm: 167,
  explicitRdpcmDir: 169,
  sigCoeffSkip: 171,
  /** StatCoeff[4] after the contexts, 9.3.4.2.7: stored and reset with them, but not states. */
  statCoeff: 173,
} as const;

const CONTEXTS = 173;

/** initValue of the contexts from 154 on, by initType: only those of sig_coeff_flag differ. */
const RANGE_INIT_VALUES: readonly (readonly number[])[] = [
  [141, 111],
  [140, 140],
  [140, 140],
].map((skip) => [...Array<number>(13).fill(154), ...Array<number>(4).fill(139), ...skip]);

/** [pStateIdx * 4 + qRangeIdx] */
const RANGE_LPS: readonly number[] = [
  128, 176, 208, 240, 128, 167, 197, 227, 128, 158, 187, 216, 123, 150, 178, 205, 116, 142, 169, 195, 111, 135, 160, 185, 105, 128, 152,
  175, 100, 122, 144, 166, 95, 116, 137, 158, 90, 110, 130, 150, 85, 104, 123, 142, 81, 99, 117, 135, 77, 94, 111, 128, 73, 89, 105, 122,
  69, 85, 100, 116, 66, 80, 95, 110, 62, 76, 90, 104, 59, 72, 86, 99, 56, 69, 81, 94, 53, 65, 77, 89, 51, 62, 73, 85, 48, 59, 69, 80, 46,
  56, 66, 76, 43, 53, 63, 72, 41, 50, 59, 69, 39, 48, 56, 65, 37, 45, 54, 62, 35, 43, 51, 59, 33, 41, 48, 56, 32, 39, 46, 53, 30, 37, 43,
  50, 29, 35, 41, 48, 27, 33, 39, 45, 26, 31, 37, 43, 24, 30, 35, 41, 23, 28, 33, 39, 22, 27, 32, 37, 21, 26, 30, 35, 20, 24, 29, 33, 19,
  23, 27, 31, 18, 22, 26, 30, 17, 21, 25, 28, 16, 20, 23, 27, 15, 19, 22, 25, 14, 18, 21, 24, 14, 17, 20, 23, 13, 16, 19, 22, 12, 15, 18,
  21, 12, 14, 17, 20, 11, 14, 16, 19, 11, 13, 15, 18, 10, 12, 15, 17, 10, 12, 14, 16, 9, 11, 13, 15, 9, 11, 12, 14, 8, 10, 12, 14, 8, 9, 11,
  13, 7, 9, 11, 12, 7, 9, 10, 12, 7, 8, 10, 11, 6, 8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9, 2, 2, 2, 2,
];

const NEXT_AFTER_LPS: readonly number[] = [
  0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12, 13, 13, 15, 15, 16, 16, 18, 18, 19, 19, 21, 21, 22, 22, 23, 24, 24, 25, 26, 26, 27, 27,
  28, 29, 29, 30, 30, 30, 31, 32, 32, 33, 33, 33, 34, 34, 35, 35, 35, 36, 36, 36, 37, 37, 37, 38, 38, 63,
];

/** [initType][context] */
const INIT_VALUES: readonly (readonly number[])[] = [
  [
    153, 200, 139, 141, 157, 154, 154, 154, 154, 154, 184, 154, 154, 154, 184, 63, 154, 154, 154, 154, 154, 154, 154, 154, 154, 154, 154,
    153, 138, 138, 111, 141, 94, 138, 182, 154, 154, 154, 154, 154, 139, 139, 110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143,
    127, 111, 79, 108, 123, 63, 110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63, 91, 171, 134, 141,
    111, 111, 125, 110, 110, 94, 124, 108, 124, 107, 125, 141, 179, 153, 125, 107, 125, 141, 179, 153, 125, 107, 125, 141, 179, 153, 125,
    140, 139, 182, 182, 152, 136, 152, 136, 153, 136, 139, 111, 136, 139, 111, 140, 92, 137, 138, 140, 152, 138, 139, 153, 74, 149, 92, 139,
    107, 122, 152, 140, 179, 166, 182, 140, 227, 122, 197, 138, 153, 136, 167, 152, 152,
  ],
  [
    153, 185, 107, 139, 126, 154, 197, 185, 201, 149, 154, 139, 154, 154, 154, 152, 79, 110, 122, 95, 79, 63, 31, 31, 153, 153, 168, 124,
    138, 94, 153, 111, 149, 107, 167, 154, 140, 198, 154, 154, 139, 139, 125, 110, 94, 110, 95, 79, 125, 111, 110, 78, 110, 111, 111, 95,
    94, 108, 123, 108, 125, 110, 94, 110, 95, 79, 125, 111, 110, 78, 110, 111, 111, 95, 94, 108, 123, 108, 121, 140, 61, 154, 155, 154, 139,
    153, 139, 123, 123, 63, 153, 166, 183, 140, 136, 153, 154, 166, 183, 140, 136, 153, 154, 166, 183, 140, 136, 153, 154, 170, 153, 123,
    123, 107, 121, 107, 121, 167, 151, 183, 140, 151, 183, 140, 154, 196, 196, 167, 154, 152, 167, 182, 182, 134, 149, 136, 153, 121, 136,
    137, 169, 194, 166, 167, 154, 167, 137, 182, 107, 167, 91, 122, 107, 167,
  ],
  [
    153, 160, 107, 139, 126, 154, 197, 185, 201, 134, 154, 139, 154, 154, 183, 152, 79, 154, 137, 95, 79, 63, 31, 31, 153, 153, 168, 224,
    167, 122, 153, 111, 149, 92, 167, 154, 169, 198, 154, 154, 139, 139, 125, 110, 124, 110, 95, 94, 125, 111, 111, 79, 125, 126, 111, 111,
    79, 108, 123, 93, 125, 110, 124, 110, 95, 94, 125, 111, 111, 79, 125, 126, 111, 111, 79, 108, 123, 93, 121, 140, 61, 154, 170, 154, 139,
    153, 139, 123, 123, 63, 124, 166, 183, 140, 136, 153, 154, 166, 183, 140, 136, 153, 154, 166, 183, 140, 136, 153, 154, 170, 153, 138,
    138, 122, 121, 122, 121, 167, 151, 183, 140, 151, 183, 140, 154, 196, 167, 167, 154, 152, 167, 182, 182, 134, 149, 136, 153, 121, 136,
    122, 169, 208, 166, 167, 154, 152, 167, 182, 107, 167, 91, 107, 107, 167,
  ],
];

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

  /** Truncated unary of at most `max` bins; `contextOf` gives the context of a bin. */
  unary(value: number, max: number, contextOf: (bin: number) => number): void {
    for (let i = 0; i < max; i++) {
      this.bin(contextOf(i), value > i);
      if (value <= i) return;
    }
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

  flags(...values: readonly (number | boolean)[]): void {
    for (const value of values) this.bit(value);
  }

  /** u(n), n up to 32. */
  u(n: number, value: number): void {
    for (let i = n - 1; i >= 0; i--) this.bit(Math.floor(value / 2 ** i) % 2);
  }

  /** ue(v), 9.2, of each value. */
  ue(...values: readonly number[]): void {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1));
      this.u(length, 0);
      this.u(length + 1, value + 1);
    }
  }

  /** se(v), 9.2.2, of each value. */
  se(...values: readonly number[]): void {
    for (const value of values) this.ue(value > 0 ? 2 * value - 1 : -2 * value);
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
