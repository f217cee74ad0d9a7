/** Intra prediction modes: prev_intra_luma_pred_flag, mpm_idx, rem_intra_luma_pred_mode, intra_chroma_pred_mode (H.265 7.3.8.5, 8.4.2, 8.4.3). */
import type { CabacEncoder } from './cabac.ts';
import { CTX } from './contexts.ts';
import type { Rng } from './rng.ts';

export interface IntraState {
  /** Stride of the maps, in 4x4 blocks. */
  readonly stride: number;
  /** IntraPredModeY; INTRA_DC where a block is not intra, or PCM. */
  readonly mode: Uint8Array;
}

const DC = 1;
const VERTICAL = 26;

/** candModeList, 8.4.2. */
function candidates(left: number, above: number): number[] {
  if (left === above) {
    if (left < 2) return [0, DC, VERTICAL];
    return [left, 2 + ((left + 29) % 32), 2 + ((left - 2 + 1) % 32)];
  }
  const third = left !== 0 && above !== 0 ? 0 : left !== DC && above !== DC ? DC : VERTICAL;
  return [left, above, third];
}

const drawMode = (likely: readonly number[], rng: Rng) => (rng.chance(0.4) ? rng.pick(likely) : rng.roll(35));

interface IntraUnit {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly split: boolean;
  /** Top of the CTB: blocks above it count as DC. */
  readonly ctbY: number;
}

/** Draws and writes the luma modes of a coding unit; returns those of its quarters. */
export function writeIntraModes(
  c: CabacEncoder,
  { x, y, size, split, ctbY }: IntraUnit,
  { stride, mode }: IntraState,
  rng: Rng,
  /** Whether the block left of x is available. */
  leftOf: (x: number) => boolean,
): readonly number[] {
  const part = split ? size >> 1 : size;
  const parts = (split ? [0, 1, 2, 3] : [0]).map((i) => {
    const [px, py] = [x + (i & 1) * part, y + (i >> 1) * part];
    const at = (py >> 2) * stride + (px >> 2);
    const likely = candidates(leftOf(px) ? mode[at - 1]! : DC, py > ctbY ? mode[at - stride]! : DC);
    const drawn = drawMode(likely, rng);
    for (let row = 0; row < part >> 2; row++) mode.fill(drawn, at + row * stride, at + row * stride + (part >> 2));
    return { drawn, likely };
  });
  for (const { drawn, likely } of parts) c.bin(CTX.prevIntraLuma, likely.includes(drawn));
  for (const { drawn, likely } of parts) {
    const index = likely.indexOf(drawn);
    if (index >= 0) c.unaryBypass(index, 2);
    else c.bypassBits(5, drawn - likely.filter((candidate) => candidate < drawn).length);
  }
  return split ? parts.map(({ drawn }) => drawn) : [0, 1, 2, 3].map(() => parts[0]!.drawn);
}

/** Table 8-3: directions of 4:2:2. */
const MODES_422 = [0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 31]; // oxfmt-ignore

export interface ChromaMode {
  /** IntraPredModeC */
  readonly mode: number;
  /** intra_chroma_pred_mode is 4. */
  readonly isLuma: boolean;
}

/** Draws and writes intra_chroma_pred_mode; returns the mode that follows from it. */
export function writeChromaMode(c: CabacEncoder, lumaMode: number, is422: boolean, rng: Rng): ChromaMode {
  const coded = rng.roll(5);
  const isLuma = coded === 4;
  c.bin(CTX.intraChroma, !isLuma);
  if (!isLuma) c.bypassBits(2, coded);
  const named = isLuma ? lumaMode : [0, VERTICAL, 10, DC][coded]!;
  const mode = !isLuma && named === lumaMode ? 34 : named;
  return { mode: is422 ? MODES_422[mode]! : mode, isLuma };
}
