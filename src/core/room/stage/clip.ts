/** Facts about a clip that the page plays on the stage: advertisement, lead-in, replay. The feature decides what happens next. */
export type ClipFact =
  /** At most once per second of the clip. Values of the media element: `durationS` may be NaN. */
  | { readonly type: 'progress'; readonly positionS: number; readonly durationS: number }
  | { readonly type: 'paused'; readonly isPaused: boolean }
  | { readonly type: 'ended'; readonly failed: boolean };

/** The specification gives no such times. */
export const CLIP = {
  /** A playing clip whose position does not change for this time counts as frozen. */
  freezeMs: 8_000,
  /** If a clip reports a longer duration or none, its announced duration is used. */
  maxS: 3_600,
} as const;

/** Remaining seconds of a clip: by its own duration if known, else by the announced one. */
export function clipLeftS(positionS: number, durationS: number, announcedS: number): number {
  const lengthS = durationS > 0 && durationS <= CLIP.maxS ? durationS : announcedS;
  return Math.max(0, lengthS - (positionS > 0 ? positionS : 0));
}
