import type { CoveredRange } from '../../core/room/stage-regions.ts';
import type { Area, DanmakuSettings, Density, TextSize } from './rules-settings.ts';

/** The layer in which lines fly, in CSS pixels; nothing flies where a side is 0. */
export interface Layer {
  readonly width: number;
  readonly height: number;
  /** Parts that other layers of the stage cover; no line flies there. */
  readonly covered: readonly CoveredRange[];
}

export interface Lanes {
  /** Lanes that lines may take, uppermost first. Lane n is n line heights below the top of the layer. */
  readonly free: readonly number[];
  readonly laneHeightPx: number;
  readonly fontPx: number;
  readonly widthPx: number;
  /** Every line has the same speed, so that none catches up with the one before it. */
  readonly pxPerMs: number;
  /** Free between two lines of a lane. */
  readonly gapPx: number;
  /** Lines in flight at a time. */
  readonly maxFlying: number;
}

export const MAX_LANES = 16;
/** Elements on the page, at the highest density. */
export const MAX_FLYING = 48;
/** The layer's width is crossed in so long, but never slower than SLOWEST_PX_PER_MS. */
const CROSSING_MS = 8_000;
const SLOWEST_PX_PER_MS = 0.07;
const LINE_HEIGHT_EM = 1.6;
/** Padding of a line, both sides; the own line's frame is within it. */
const PADDING_EM = 1;

/** A layer narrower than this has smaller text. */
const NARROW_PX = 560;
const FONT_PX: Readonly<Record<TextSize, { readonly wide: number; readonly narrow: number }>> = {
  small: { wide: 16, narrow: 14 },
  medium: { wide: 21, narrow: 17 },
  large: { wide: 28, narrow: 22 },
};
const AREA_SHARE: Readonly<Record<Area, number>> = { quarter: 0.25, half: 0.5, full: 1 };
const DENSITY: Readonly<Record<Density, { readonly gapEm: number; readonly maxFlying: number }>> = {
  few: { gapEm: 10, maxFlying: 10 },
  normal: { gapEm: 4, maxFlying: 24 },
  many: { gapEm: 1.5, maxFlying: MAX_FLYING },
};

/** The lanes of a layer; at least one where the layer has space for a line. */
export function lanesOf({ width, height, covered }: Layer, { size, area, density }: DanmakuSettings): Lanes {
  const fontPx = FONT_PX[size][width < NARROW_PX ? 'narrow' : 'wide'];
  const laneHeightPx = Math.ceil(fontPx * LINE_HEIGHT_EM);
  const fitting = width > 0 ? Math.floor(height / laneHeightPx) : 0;
  const wanted = Math.max(1, Math.floor((height * AREA_SHARE[area]) / laneHeightPx));
  return {
    free: Array.from({ length: Math.min(MAX_LANES, fitting) }, (_, lane) => lane)
      .filter((lane) => !isLaneCovered(lane, laneHeightPx, covered))
      .slice(0, wanted),
    laneHeightPx,
    fontPx,
    widthPx: width,
    pxPerMs: Math.max(SLOWEST_PX_PER_MS, width / CROSSING_MS),
    gapPx: DENSITY[density].gapEm * fontPx,
    maxFlying: DENSITY[density].maxFlying,
  };
}

/** Whether a range touches the lane: no line may take it, and one that flies there is removed. */
export const isLaneCovered = (lane: number, laneHeightPx: number, covered: readonly CoveredRange[]): boolean =>
  covered.some(({ top, bottom }) => top < (lane + 1) * laneHeightPx && bottom > lane * laneHeightPx);

/** The uppermost lane whose last line has left the right edge far enough; null: none has. A lane without an entry is free. */
export function laneFor(lanes: Lanes, freeAtMs: readonly number[], nowMs: number): number | null {
  return lanes.free.find((lane) => (freeAtMs[lane] ?? 0) <= nowMs) ?? null;
}

export interface Flight {
  /** From the right edge of the layer until the last pixel has left it on the left. */
  readonly durationMs: number;
  /** Until the next line may follow in the same lane. */
  readonly freeAfterMs: number;
}

export function flightOf(lanes: Lanes, widthPx: number): Flight {
  return {
    durationMs: Math.round((lanes.widthPx + widthPx) / lanes.pxPerMs),
    freeAfterMs: Math.ceil((widthPx + lanes.gapPx) / lanes.pxPerMs),
  };
}

/** The place that a line is given, without asking the page: the page cuts what is wider. */
export function widthOf(text: string, fontPx: number): number {
  let em = PADDING_EM;
  for (const char of text) em += emOf(char);
  return Math.ceil(em * fontPx);
}

function emOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code > 0xffff) return 1.4;
  if (code > 0x7e) return 1.05;
  if (/[mwMW@%]/.test(char)) return 1;
  return /[A-Z#&]/.test(char) ? 0.8 : 0.64;
}
