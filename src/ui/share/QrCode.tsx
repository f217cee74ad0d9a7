/** QR codes of addresses (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10. */

/** For each version: error-correction bytes of a block, and number of data bytes of each block. */
const BLOCKS: readonly (readonly [ecBytes: number, ...dataBytes: number[]])[] = [
  [10, 16],
  [16, 28],
  [26, 44],
  [18, 32, 32],
  [24, 43, 43],
  [16, 27, 27, 27, 27],
  [18, 31, 31, 31, 31],
  [22, 38, 38, 39, 39],
  [22, 36, 36, 36, 37, 37],
  [26, 43, 43, 43, 43, 44],
];
/** Centres of the alignment patterns of each version. */
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
/** Longest text of the largest version, in bytes. */
export const MAX_QR_BYTES = 213;

/** Tables of the field GF(256) with the polynomial 0x11d. */
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}

function errorCorrection(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root++) {
    const next = [...generator, 0];
    for (const [at, value] of generator.entries()) if (value !== 0) next[at + 1]! ^= EXP[LOG[value]! + root]!;
    generator = next;
  }
  const rest = [...data, ...Array.from<number>({ length: count }).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at]!;
    if (lead !== 0) for (const [offset, value] of generator.entries()) rest[at + offset]! ^= EXP[LOG[lead]! + LOG[value]!]!;
  }
  return rest.slice(data.length);
}

/** Codewords in the order in which they are placed. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [ecBytes, ...sizes] = BLOCKS[version - 1]!;
  const capacity = sizes.reduce((sum, size) => sum + size, 0);
  // Mode 4 in four bits, the length in 8 or 16 bits, the bytes, four zero bits: every field is half a byte off.
  const head = version < 10 ? [bytes.length] : [bytes.length >> 8, bytes.length & 255];
  const parts = [4, ...[...head, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: parts.length / 2 }, (_, at) => (parts[2 * at]! << 4) | parts[2 * at + 1]!);
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const checks = blocks.map((block) => errorCorrection(block, ecBytes));
  const woven = (lists: readonly number[][]): number[] =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
      lists.flatMap((list) => (at < list.length ? [list[at]!] : [])),
    ).flat();
  return [...woven(blocks), ...woven(checks)];
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Remainder of `value` with `degree` check bits. */
function checkBits(value: number, polynomial: number, degree: number): number {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = rest === 0 ? -1 : 31 - Math.clz32(rest)) rest ^= polynomial << (bit - degree);
  return (value << degree) | rest;
}

/** Penalty of the standard: runs, blocks, patterns like a finder, and uneven numbers of dark and light modules. */
function penaltyOf(rows: readonly (readonly boolean[])[]): number {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map((row) => row[x]!));
  let penalty = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const dark = Number(rows[y]![x]) + Number(rows[y - 1]![x]) + Number(rows[y]![x - 1]) + Number(rows[y - 1]![x - 1]);
      if (dark % 4 === 0) penalty += 3;
    }
  const dark = rows.flat().filter(Boolean).length;
  return penalty + 10 * Math.floor(Math.abs(dark / size ** 2 - 0.5) * 20);
}

/** A symbol while it is built: modules, and those that the mask leaves as they are. */
class Modules {
  readonly dark: boolean[][];
  readonly fixed: boolean[][];
  readonly size: number;
  readonly #version: number;

  constructor(version: number) {
    this.#version = version;
    this.size = 17 + 4 * version;
    const rows = (): boolean[][] => Array.from({ length: this.size }, () => Array.from<boolean>({ length: this.size }).fill(false));
    this.dark = rows();
    this.fixed = rows();
    this.#patterns();
  }

  #fix(x: number, y: number, isDark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y]![x] = isDark;
    this.fixed[y]![x] = true;
  }

  /** Concentric squares around a centre: the finder has radius 4 with its margin, an alignment pattern has radius 2. */
  #squares(centreX: number, centreY: number, radius: number, light: readonly number[]): void {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) this.#fix(centreX + x, centreY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  }

  #patterns(): void {
    const { size } = this;
    const version = this.#version;
    for (let at = 0; at < size; at++) {
      this.#fix(at, 6, at % 2 === 0);
      this.#fix(6, at, at % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      this.#squares(x, y, 4, [2, 4]);
    const centres = ALIGNMENT[version - 1]!;
    for (const x of centres)
      for (const y of centres) if (!(x < 9 && y < 9) && !(x < 9 && y > size - 10) && !(x > size - 10 && y < 9)) this.#squares(x, y, 2, [1]);
    if (version >= 7) {
      const bits = checkBits(version, 0x1f25, 12);
      for (let at = 0; at < 18; at++) {
        const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
        this.#fix(far, near, ((bits >> at) & 1) === 1);
        this.#fix(near, far, ((bits >> at) & 1) === 1);
      }
    }
    this.format(0);
  }

  /** Writes level M and the number of the mask, twice. */
  format(mask: number): void {
    const { size } = this;
    const bits = checkBits(mask, 0x537, 10) ^ 0x5412;
    const places = [0, 1, 2, 3, 4, 5, 7, 8] as const;
    for (let at = 0; at < 15; at++) {
      const isDark = ((bits >> at) & 1) === 1;
      if (at < 8) this.#fix(8, places[at]!, isDark);
      else this.#fix(places[14 - at]!, 8, isDark);
      if (at < 8) this.#fix(size - 1 - at, 8, isDark);
      else this.#fix(8, size - 15 + at, isDark);
    }
    this.#fix(8, size - 8, true);
  }

  /** Fills pairs of columns from the right, upwards and downwards in turn, and skips the vertical timing pattern. */
  place(words: readonly number[]): void {
    let bit = 0;
    for (let right = this.size - 1, isUp = true; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp)
      for (let step = 0; step < this.size; step++)
        for (const x of [right, right - 1]) {
          const y = isUp ? this.size - 1 - step : step;
          if (this.fixed[y]![x]) continue;
          this.dark[y]![x] = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
          bit++;
        }
  }

  masked(mask: number): boolean[][] {
    this.format(mask);
    return this.dark.map((row, y) => row.map((isDark, x) => isDark !== (!this.fixed[y]![x] && MASKS[mask]!(x, y))));
  }
}

/** Rows of modules, true is dark; null if the text is too long. */
export function qrCode(text: string): readonly (readonly boolean[])[] | null {
  const bytes = new TextEncoder().encode(text);
  const at = BLOCKS.findIndex(([, ...sizes], index) => bytes.length + (index < 9 ? 2 : 3) <= sizes.reduce((sum, size) => sum + size, 0));
  if (at === -1) return null;
  const symbol = new Modules(at + 1);
  symbol.place(codewords(bytes, at + 1));
  const candidates = MASKS.map((_, mask) => symbol.masked(mask)).map((rows) => ({ rows, penalty: penaltyOf(rows) }));
  return candidates.reduce((best, one) => (one.penalty < best.penalty ? one : best)).rows;
}

/** Path of the dark modules in a square of `size + 8` with the light margin that readers need. */
function qrPath(rows: readonly (readonly boolean[])[]): { readonly size: number; readonly path: string } {
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join('');
  return { size: rows.length + 8, path };
}

/** A code for the camera of a phone; nothing if the text is too long for one. Dark on white in both themes, because readers expect it. */
export function QrCode({ text, sizePx, label }: { readonly text: string; readonly sizePx: number; readonly label: string }) {
  const rows = qrCode(text);
  if (rows === null) return null;
  const { size, path } = qrPath(rows);
  return (
    <svg width={sizePx} height={sizePx} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" rx="1.5" />
      <path d={path} fill="#101218" />
    </svg>
  );
}
