/** Facts about a clip that the page plays on the stage: advertisement, lead-in, replay. The feature decides what happens next. */
export type ClipFact =
  /** At most once a second of the clip. Both are what the element says: `durationS` may be NaN. */
  | { readonly do: 'progress'; readonly positionS: number; readonly durationS: number }
  | { readonly do: 'paused'; readonly isPaused: boolean }
  | { readonly do: 'ended'; readonly failed: boolean };

/** The documents name no such times. */
export const CLIP = {
  /** A clip that plays and does not move for so long is frozen. */
  freezeMs: 8_000,
  /** A clip that says to be longer, or does not say how long it is, is taken to be as long as it was announced. */
  maxS: 3_600,
} as const;

/** Seconds that are left of a clip: by its own length where that is known, else by the announced one. */
export function clipLeftS(positionS: number, durationS: number, announcedS: number): number {
  const lengthS = durationS > 0 && durationS <= CLIP.maxS ? durationS : announcedS;
  return Math.max(0, lengthS - (positionS > 0 ? positionS : 0));
}
