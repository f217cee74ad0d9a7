/**
 * The page around the stage, in CSS pixels. layout.ts takes it away from the viewport, the page hands it to its CSS: one table, so the
 * two cannot disagree. The stage is laid out in the flow (`layout.stage.x/y` are informative); `layout.video` and `layout.mounts` are
 * relative to the stage.
 *
 * beside, horizontal  header over all; left: star bar, stage, bottom panel; right: chat. The stage is the largest 852:480 box that fits.
 * beside, vertical    header over all; left: the portrait stage, as high as the viewport lets it; right: star bar, chat, bottom panel.
 * compact, horizontal header, stage as wide as the viewport, star bar, chat, bottom panel under each other; no padding, no gap.
 * compact, vertical   the stage is the viewport; header, star bar, chat and bottom panel overlay it.
 * low                 a phone on its side: left the stage, as high as the viewport; right: header, star bar, chat, bottom panel. No padding.
 * theatre             chosen where it would be beside: as low, in a wide window.
 * Without the chat its column goes, and what stood in it: of low and theatre the picture alone is left.
 */
export const PAGE_FRAME = {
  /** Below this viewport width the page is compact. */
  compactBelowWidth: 760,
  /** A portrait tablet shows a horizontal room compact too: beside the chat the picture would be a stamp. */
  compactPortraitBelowWidth: 1_024,
  /** The compact stage takes at most this share of the viewport's height: chat and send box keep their place above an open keyboard. */
  compactStageShare: 0.5,
  /** Below this viewport height a window that is wider than high is low. */
  lowBelowHeight: 480,
  lowSideWidth: 300,
  theatreSideWidth: 340,
  lowHeaderHeight: 44,
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
