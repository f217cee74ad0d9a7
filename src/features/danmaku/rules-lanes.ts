import type { CoveredRange } from '../../core/room/stage.ts';

/** The viewer's settings for flying lines: each has a few values, the first of which is not always the default. */
export const SETTINGS = {
  density: ['few', 'normal', 'many'],
  speed: ['slow', 'normal', 'fast'],
  size: ['small', 'medium', 'large'],
  font: ['sans', 'serif', 'kai'],
  weight: ['normal', 'bold'],
  outline: ['none', 'shadow', 'stroke'],
  area: ['quarter', 'half', 'full'],
  /** `free`: the middle third of the picture, in which the star's face is, stays free. */
  middle: ['free', 'used'],
  /** Whose lines fly; the viewer's own always do. */
  kinds: ['all', 'star'],
} as const;
export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];
export type Setting<Name extends SettingName> = (typeof SETTINGS)[Name][number];

export type DanmakuSettings = { readonly [Name in SettingName]: Setting<Name> } & {
  /** Percent, MIN_OPACITY to 100. */
  readonly opacity: number;
};

export const MIN_OPACITY = 30;
export const OPACITY_STEP = 10;
export const DEFAULT_SETTINGS: DanmakuSettings = {
  density: 'normal',
  speed: 'normal',
  size: 'medium',
  font: 'sans',
  weight: 'bold',
  outline: 'shadow',
  area: 'half',
  middle: 'free',
  kinds: 'all',
  opacity: 90,
};

/** Reads stored or received values; an unknown value keeps the previous setting. */
export function readSettings(given: Readonly<Record<string, unknown>>, before: DanmakuSettings): DanmakuSettings {
  const { opacity } = given;
  const known = SETTING_NAMES.flatMap((name) => {
    const values: readonly unknown[] = SETTINGS[name];
    return values.includes(given[name]) ? [[name, given[name]]] : [];
  });
  return {
    ...before,
    ...(Object.fromEntries(known) as Partial<DanmakuSettings>),
    opacity:
      typeof opacity === 'number' && Number.isFinite(opacity) ? Math.round(Math.min(100, Math.max(MIN_OPACITY, opacity))) : before.opacity,
  };
}

/** The layer in which lines fly, in CSS pixels; no line flies if a side is 0. */
export interface Layer {
  readonly width: number;
  readonly height: number;
  /** Vertical ranges covered by other layers of the stage; no line flies there. */
  readonly covered: readonly CoveredRange[];
}

export interface Lanes {
  /** Usable lanes, uppermost first. Lane n begins n line heights below the top of the layer. */
  readonly free: readonly number[];
  /** Ranges without lines: covered by other layers, below the layer, and the middle third if it stays free. */
  readonly closed: readonly CoveredRange[];
  readonly laneHeightPx: number;
  readonly fontPx: number;
  readonly widthPx: number;
  /** All lines have the same speed, so that no line catches up with the previous one. */
  readonly pxPerMs: number;
  readonly gapPx: number;
  readonly maxFlying: number;
}

const MAX_LANES = 16;
/** Maximum number of elements on the page, at the highest density. */
export const MAX_FLYING = 48;
/** Time to cross the layer's width; the speed is at least SLOWEST_PX_PER_MS. */
const CROSSING_MS: Readonly<Record<Setting<'speed'>, number>> = { slow: 12_000, normal: 8_000, fast: 5_000 };
const SLOWEST_PX_PER_MS = 0.07;
const LINE_HEIGHT_EM = 1.6;
/** Padding of a line, both sides together; it includes the frame of an own line. */
const PADDING_EM = 1;

/** Layers narrower than this use smaller text. */
const NARROW_PX = 560;
const FONT_PX: Readonly<Record<Setting<'size'>, { readonly wide: number; readonly narrow: number }>> = {
  small: { wide: 16, narrow: 14 },
  medium: { wide: 21, narrow: 17 },
  large: { wide: 28, narrow: 22 },
};
/** Share of the picture's height that lanes take; with a free middle, half of the picture is its upper third. */
const AREA_SHARE: Readonly<Record<Setting<'middle'>, Readonly<Record<Setting<'area'>, number>>>> = {
  used: { quarter: 0.25, half: 0.5, full: 1 },
  free: { quarter: 0.25, half: 1 / 3, full: 2 / 3 },
};
const DENSITY: Readonly<Record<Setting<'density'>, { readonly gapEm: number; readonly maxFlying: number }>> = {
  few: { gapEm: 10, maxFlying: 10 },
  normal: { gapEm: 4, maxFlying: 24 },
  many: { gapEm: 1.5, maxFlying: MAX_FLYING },
};

/** The lanes of a layer; at least one if the layer has space for a line. */
export function lanesOf({ width, height, covered }: Layer, { size, area, density, speed, middle }: DanmakuSettings): Lanes {
  const fontPx = FONT_PX[size][width < NARROW_PX ? 'narrow' : 'wide'];
  const laneHeightPx = Math.ceil(fontPx * LINE_HEIGHT_EM);
  const closed = [...covered, { top: height, bottom: MAX_LANES * laneHeightPx }];
  // A layer whose upper third has no space for a line has no middle to leave free.
  if (middle === 'free' && height / 3 >= laneHeightPx) closed.push({ top: height / 3, bottom: (height * 2) / 3 });
  const wanted = Math.max(1, Math.floor((height * AREA_SHARE[middle][area]) / laneHeightPx));
  return {
    free: Array.from({ length: width > 0 ? MAX_LANES : 0 }, (_, lane) => lane)
      .filter((lane) => !isLaneCovered(lane, laneHeightPx, closed))
      .slice(0, wanted),
    closed,
    laneHeightPx,
    fontPx,
    widthPx: width,
    pxPerMs: Math.max(SLOWEST_PX_PER_MS, width / CROSSING_MS[speed]),
    gapPx: DENSITY[density].gapEm * fontPx,
    maxFlying: DENSITY[density].maxFlying,
  };
}

/** Whether a range touches the lane: no line may start in it, and lines in flight there are removed. */
export const isLaneCovered = (lane: number, laneHeightPx: number, covered: readonly CoveredRange[]): boolean =>
  covered.some(({ top, bottom }) => top < (lane + 1) * laneHeightPx && bottom > lane * laneHeightPx);

/** The uppermost lane whose last line is far enough from the right edge; null: none. A lane without an entry is free. */
export function laneFor(lanes: Lanes, freeAtMs: readonly number[], nowMs: number): number | null {
  return lanes.free.find((lane) => (freeAtMs[lane] ?? 0) <= nowMs) ?? null;
}

export interface Flight {
  /** Time from the right edge until the last pixel has left at the left edge. */
  readonly durationMs: number;
  /** Time until the next line may start in the same lane. */
  readonly freeAfterMs: number;
}

export function flightOf(lanes: Lanes, widthPx: number): Flight {
  return {
    durationMs: Math.round((lanes.widthPx + widthPx) / lanes.pxPerMs),
    freeAfterMs: Math.ceil((widthPx + lanes.gapPx) / lanes.pxPerMs),
  };
}

/** Estimated width of a line, computed without measuring on the page; the page truncates a wider line. */
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
