/**
 * The page around the stage, in CSS pixels. layout.ts takes it away from the viewport, the page hands it to its CSS: one table, so the
 * two cannot disagree. The stage is laid out in the flow (`layout.stage.x/y` are informative); `layout.video` and `layout.mounts` are
 * relative to the stage.
 *
 * beside, horizontal  header over all; left: star bar, stage, bottom panel; right: chat. The stage is the largest 852:480 box that fits.
 * beside, vertical    header over all; left: the portrait stage, as high as the viewport lets it; right: star bar, chat, bottom panel.
 * compact, horizontal header, stage as wide as the viewport, star bar, chat, bottom panel under each other; no padding, no gap.
 * compact, vertical   the stage is the viewport; header, star bar, chat and bottom panel lie over it.
 */
export const PAGE_FRAME = {
  /** Below this viewport width the page is compact. */
  compactBelowWidth: 760,
  headerHeight: 56,
  compactHeaderHeight: 48,
  /** Around the columns; the header has its own. */
  padding: 16,
  gap: 12,
  starBarHeight: 72,
  bottomPanelHeight: 64,
  chatWidth: 348,
  /** Right column of a vertical room. */
  verticalSideWidth: 420,
  /** Lower than this the page scrolls instead of the stage shrinking. */
  minStageHeight: 270,
} as const;
