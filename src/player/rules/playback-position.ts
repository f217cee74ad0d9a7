/** Key pictures alone (decode-level.ts) come this far apart at most; a picture that stands longer is frozen. */
const FROZEN_MS = 5_000;

export interface PlaybackTimes {
  /** Where the sound is. Milliseconds of the stream's timeline, as the others; NaN while not known. */
  readonly mediaMs: number;
  readonly shownMs: number;
  /** Newest picture that has come. */
  readonly newestVideoMs: number;
}

/**
 * The position of what the viewer sees (P25): sound that goes on over a frozen picture is no progress, as long as there are newer pictures
 * to show. It stands then at `beforeMs`, and goes on with the picture.
 */
export function playbackPosition(beforeMs: number, { mediaMs, shownMs, newestVideoMs }: PlaybackTimes): number {
  const isFrozen = mediaMs - shownMs > FROZEN_MS && newestVideoMs - shownMs > FROZEN_MS;
  return isFrozen ? beforeMs : mediaMs;
}
