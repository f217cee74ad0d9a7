/** The viewer's settings for flying lines. */
export const DENSITIES = ['few', 'normal', 'many'] as const;
export const SIZES = ['small', 'medium', 'large'] as const;
export const AREAS = ['quarter', 'half', 'full'] as const;
export type Density = (typeof DENSITIES)[number];
export type TextSize = (typeof SIZES)[number];
export type Area = (typeof AREAS)[number];

export interface DanmakuSettings {
  readonly density: Density;
  readonly size: TextSize;
  readonly area: Area;
  /** Percent, MIN_OPACITY to 100. */
  readonly opacity: number;
}

export const MIN_OPACITY = 30;
export const OPACITY_STEP = 10;
export const DEFAULT_SETTINGS: DanmakuSettings = { density: 'normal', size: 'medium', area: 'half', opacity: 90 };

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T => known.find((one) => one === value) ?? otherwise;

/** Reads stored or received values; an unknown value keeps the previous setting. */
export function readSettings(given: Readonly<Record<string, unknown>>, before: DanmakuSettings): DanmakuSettings {
  const { opacity } = given;
  return {
    density: oneOf(DENSITIES, given['density'], before.density),
    size: oneOf(SIZES, given['size'], before.size),
    area: oneOf(AREAS, given['area'], before.area),
    opacity:
      typeof opacity === 'number' && Number.isFinite(opacity) ? Math.round(Math.min(100, Math.max(MIN_OPACITY, opacity))) : before.opacity,
  };
}
