/** Regions over the picture, in reading order. Each layer is drawn in one region, so that texts do not overlap. */
export const STAGE_REGIONS = ['flight', 'strips', 'tips', 'sticker', 'banners', 'side', 'bottom', 'lower'] as const;
export type StageRegionName = (typeof STAGE_REGIONS)[number];

/** `stage`: over the picture. `page`: beside the picture, in the page's own grid. */
export type RegionHost = 'stage' | 'page';

export interface RegionFrame {
  readonly isCompact: boolean;
  readonly isVertical: boolean;
  /** In full screen only the stage is visible. */
  readonly isFullscreen: boolean;
}

/**
 * The host of the regions. A vertical room on a phone has its header above and its chat below the free part of the picture, and the regions
 * are in that part. Everywhere else they are over the stage, so that nothing of the page moves when a layer appears.
 */
export const regionHost = ({ isCompact, isVertical, isFullscreen }: RegionFrame): RegionHost =>
  isCompact && isVertical && !isFullscreen ? 'page' : 'stage';

/** Vertical range of the flying-chat layer that another layer covers; CSS pixels from the top of the layer. */
export interface CoveredRange {
  readonly top: number;
  readonly bottom: number;
}

/** Maximum number of reported ranges; further ones are merged into the last one. */
export const MAX_COVERED_RANGES = 8;

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Ranges of `layer` that `others` cover, from top to bottom, merged where they touch; whole CSS pixels. */
export function coveredRanges(layer: Rect, others: readonly Rect[]): readonly CoveredRange[] {
  const covered = others
    .filter(({ left, top, right, bottom }) => right > layer.left && left < layer.right && bottom > layer.top && top < layer.bottom)
    .filter(({ left, top, right, bottom }) => right > left && bottom > top)
    .map(({ top, bottom }) => ({ top: Math.max(0, Math.floor(top - layer.top)), bottom: Math.ceil(bottom - layer.top) }))
    .toSorted((a, b) => a.top - b.top);
  const merged: CoveredRange[] = [];
  for (const range of covered) {
    const last = merged.at(-1);
    if (last !== undefined && (range.top <= last.bottom || merged.length === MAX_COVERED_RANGES))
      merged[merged.length - 1] = { top: last.top, bottom: Math.max(last.bottom, range.bottom) };
    else merged.push(range);
  }
  return merged;
}
