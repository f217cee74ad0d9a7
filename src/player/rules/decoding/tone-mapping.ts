/**
 * Converts HDR to a standard-range screen: PQ and HLG (BT.2100) to sRGB, by the EETF of BT.2390 and the primaries of BT.709. The shader of
 * the WebGL painter computes the same; this is its reference and the implementation of the painter without WebGL.
 */

const TRANSFER_PQ = 16;
const TRANSFER_HLG = 18;
const PRIMARIES_BT2020 = 9;

type HdrTransfer = 'pq' | 'hlg';
/** Undefined for a standard-range transfer; such a picture is painted unchanged. */
const hdrTransferOf = (transfer: number): HdrTransfer | undefined =>
  transfer === TRANSFER_PQ ? 'pq' : transfer === TRANSFER_HLG ? 'hlg' : undefined;

/** HDR reference white (BT.2408) in cd/m²: the luminance of the brightest screen sample. */
export const SDR_WHITE_NITS = 203;
/** Default if the stream does not contain the peak of its mastering display; for HLG the nominal display of BT.2100. */
const DEFAULT_PEAK_NITS = 1_000;
const PQ_MAX_NITS = 10_000;

/** SMPTE ST 2084. */
const [M1, M2, C1, C2, C3] = [2610 / 16384, (2523 / 4096) * 128, 3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32];

export function pqToNits(code: number): number {
  const power = Math.max(code, 0) ** (1 / M2);
  return PQ_MAX_NITS * (Math.max(power - C1, 0) / (C2 - C3 * power)) ** (1 / M1);
}

export function nitsToPq(nits: number): number {
  const power = Math.max(nits / PQ_MAX_NITS, 0) ** M1;
  return ((C1 + C2 * power) / (1 + C3 * power)) ** M2;
}

/** BT.2100 HLG: code to scene light, 0 to 1. */
const [HLG_A, HLG_B, HLG_C] = [0.17883277, 0.28466892, 0.55991073];
export const hlgToScene = (code: number): number => (code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - HLG_C) / HLG_A) + HLG_B) / 12);
/** System gamma for a display of 1,000 cd/m². */
const HLG_GAMMA = 1.2;

/** BT.2390 section 5.4.1 with both black levels 0: maps a PQ code of the source to a PQ code of the target. */
export function eetf(code: number, sourcePq: number, targetPq: number): number {
  const maxLuminance = targetPq / sourcePq;
  const knee = 1.5 * maxLuminance - 0.5;
  const e = Math.min(code / sourcePq, 1);
  if (maxLuminance >= 1 || e < knee) return e * sourcePq;
  const t = (e - knee) / (1 - knee);
  const [t2, t3] = [t * t, t * t * t];
  return ((2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * maxLuminance) * sourcePq;
}

/** BT.2087, row by row. */
const TO_BT709 = [
  [1.660491, -0.587641, -0.07285],
  [-0.12455, 1.1329, -0.008349],
  [-0.018151, -0.100579, 1.11873],
] as const;

const toSrgb = (linear: number): number => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

export interface ToneMap {
  readonly transfer: HdrTransfer;
  /** True for the primaries of BT.2020. */
  readonly isWide: boolean;
  readonly peakNits: number;
}

/** Undefined for a standard-range picture. `peakNits` is 0 if the stream does not contain it. */
export function toneMapOf(picture: {
  readonly transfer: number;
  readonly primaries: number;
  readonly peakNits: number;
}): ToneMap | undefined {
  const transfer = hdrTransferOf(picture.transfer);
  if (transfer === undefined) return undefined;
  const named = Math.min(Math.max(picture.peakNits, SDR_WHITE_NITS), PQ_MAX_NITS);
  const peakNits = transfer === 'hlg' || picture.peakNits <= 0 ? DEFAULT_PEAK_NITS : named;
  return { transfer, isWide: picture.primaries === PRIMARIES_BT2020, peakNits };
}

type Rgb = readonly [r: number, g: number, b: number];

/** Luminance on the mastering display in cd/m². */
function displayLight([r, g, b]: Rgb, transfer: HdrTransfer): Rgb {
  if (transfer === 'pq') return [pqToNits(r), pqToNits(g), pqToNits(b)];
  const scene = [hlgToScene(r), hlgToScene(g), hlgToScene(b)] as const;
  const factor = hlgFactor(scene);
  return [scene[0] * factor, scene[1] * factor, scene[2] * factor];
}

/** The OOTF of BT.2100: cd/m² per unit of scene light. */
const hlgFactor = ([r, g, b]: Rgb): number => DEFAULT_PEAK_NITS * (0.2627 * r + 0.678 * g + 0.0593 * b) ** (HLG_GAMMA - 1);

/** Factor for a sample's light, from its brightest component, so that the hue does not change. */
function gainOf(nits: number, peakNits: number): number {
  if (nits <= 0) return 0;
  return pqToNits(eetf(nitsToPq(nits), nitsToPq(peakNits), nitsToPq(SDR_WHITE_NITS))) / nits / SDR_WHITE_NITS;
}

/** Converts R'G'B' codes, 0 to 1, to sRGB codes. */
export function toSdr(codes: Rgb, { transfer, isWide, peakNits }: ToneMap): Rgb {
  const [r, g, b] = displayLight(codes, transfer);
  const gain = gainOf(Math.max(r, g, b), peakNits);
  const light: Rgb = [r * gain, g * gain, b * gain];
  const [sr, sg, sb] = isWide ? narrowed(light) : light;
  return [toSrgb(clamp(sr)), toSrgb(clamp(sg)), toSrgb(clamp(sb))];
}

function narrowed([r, g, b]: Rgb): Rgb {
  const [first, second, third] = TO_BT709;
  return [
    first[0] * r + first[1] * g + first[2] * b,
    second[0] * r + second[1] * g + second[2] * b,
    third[0] * r + third[1] * g + third[2] * b,
  ];
}

/** Size of the light tables; the index is the square root of the light, which gives dark values more entries. */
const STEPS = 4_095;

/** The mapper of `map`: the last one if its map is equal, because computing the tables takes longer than one picture may. */
export function mapperOf(map: ToneMap, last: PixelToneMapper | undefined): PixelToneMapper {
  const { transfer, isWide, peakNits } = last?.map ?? {};
  const isSame = transfer === map.transfer && isWide === map.isWide && peakNits === map.peakNits;
  return last && isSame ? last : new PixelToneMapper(map);
}

/** For 8-bit pixels, by tables: a few nanoseconds per pixel. */
export class PixelToneMapper {
  readonly map: ToneMap;
  readonly #light = new Float32Array(256);
  readonly #gain = new Float32Array(STEPS + 1);
  readonly #code = new Uint8ClampedArray(STEPS + 1);
  readonly #factor = new Float32Array(STEPS + 1);

  constructor(map: ToneMap) {
    this.map = map;
    const isPq = map.transfer === 'pq';
    for (let code = 0; code < 256; code++) this.#light[code] = isPq ? pqToNits(code / 255) : hlgToScene(code / 255);
    for (let step = 0; step <= STEPS; step++) {
      const square = (step / STEPS) ** 2;
      this.#gain[step] = gainOf(square * PQ_MAX_NITS, map.peakNits);
      this.#code[step] = Math.round(toSrgb(square) * 255);
      this.#factor[step] = DEFAULT_PEAK_NITS * square ** (HLG_GAMMA - 1);
    }
  }

  /** RGBA, in place. */
  apply(rgba: Uint8ClampedArray): void {
    const [light, gains, codes, factors] = [this.#light, this.#gain, this.#code, this.#factor];
    const isHlg = this.map.transfer === 'hlg';
    const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = this.map.isWide ? TO_BT709 : IDENTITY;
    const codeOf = (value: number): number => codes[value <= 0 ? 0 : value >= 1 ? STEPS : Math.round(Math.sqrt(value) * STEPS)]!;
    for (let at = 0; at < rgba.length; at += 4) {
      let [r, g, b] = [light[rgba[at]!]!, light[rgba[at + 1]!]!, light[rgba[at + 2]!]!];
      if (isHlg) {
        const factor = factors[Math.round(Math.sqrt(Math.min(0.2627 * r + 0.678 * g + 0.0593 * b, 1)) * STEPS)]!;
        r *= factor;
        g *= factor;
        b *= factor;
      }
      const gain = gains[Math.min(STEPS, Math.ceil(Math.sqrt(Math.max(r, g, b) / PQ_MAX_NITS) * STEPS))]!;
      r *= gain;
      g *= gain;
      b *= gain;
      rgba[at] = codeOf(rr * r + rg * g + rb * b);
      rgba[at + 1] = codeOf(gr * r + gg * g + gb * b);
      rgba[at + 2] = codeOf(br * r + bg * g + bb * b);
    }
  }
}

const IDENTITY = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

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
