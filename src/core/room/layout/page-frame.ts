/**
 * The page around the stage, in CSS pixels. layout.ts subtracts it from the viewport, and the page passes it to its CSS, so that both use
 * one table. The stage is laid out in the flow (`layout.stage.x/y` are informative); `layout.video` and `layout.mounts` are relative to the
 * stage.
 * - beside, horizontal: header over both columns; left: star bar, stage, bottom panel; right: chat. The stage is the largest 852:480 box
 *   that fits.
 * - beside, vertical: header over both columns; left: the portrait stage, as high as the viewport allows; right: star bar, chat, bottom
 *   panel.
 * - compact, horizontal: header, stage as wide as the viewport, star bar, chat, bottom panel below each other; no padding, no gap.
 * - compact, vertical: the stage is the viewport; header, star bar, chat and bottom panel overlay it.
 * - low: a phone in landscape: left the stage, as high as the viewport; right: header, star bar, chat, bottom panel. No padding.
 * - theatre: chosen by the viewer instead of beside: like low, in a wide window.
 *
 * If the chat is hidden, its column is hidden with everything in it: low and theatre then show only the picture.
 */
export const PAGE_FRAME = {
  /** Below this viewport width the page is compact. */
  compactBelowWidth: 760,
  /** A portrait tablet shows a horizontal room compact too, because beside the chat the picture would be very small. */
  compactPortraitBelowWidth: 1_024,
  /** Maximum share of the viewport's height for the compact stage, so that chat and send box remain visible above an open keyboard. */
  compactStageShare: 0.5,
  /**
   * A window lower and wider than this is low. A portrait phone with an open keyboard or a page at a zoom of 400 % is narrower: its picture
   * would be as small as an icon beside the column.
   */
  lowBelow: 480,
  lowSideWidth: 300,
  theatreSideWidth: 340,
  lowHeaderHeight: 44,
  headerHeight: 56,
  compactHeaderHeight: 48,
  /** Padding around the columns; the header has its own. */
  padding: 16,
  gap: 12,
  starBarHeight: 72,
  bottomPanelHeight: 64,
  chatWidth: 348,
  /** Right column of a vertical room. */
  verticalSideWidth: 420,
  /** Minimum height of the stage; below it the page scrolls. */
  minStageHeight: 270,
} as const;
