import { SNAP_MS } from './pacing.ts';

/** Keyframes-only decoding (decode-level.ts) shows a picture at least this often; a picture displayed longer is frozen. */
const FROZEN_MS = 5_000;

export interface PlaybackTimes {
  /** Position of the sound. All times are milliseconds of the stream's timeline; NaN if unknown. */
  readonly mediaMs: number;
  readonly shownMs: number;
  /** Time of the newest received picture. */
  readonly newestVideoMs: number;
}

/**
 * The visible position (P25): sound that continues over a frozen picture is no progress while newer pictures exist. The position then stays
 * at `beforeMs` and continues with the picture. It also waits while the time is corrected back by less than SNAP_MS.
 */
export function playbackPosition(beforeMs: number, { mediaMs, shownMs, newestVideoMs }: PlaybackTimes): number {
  const isFrozen = mediaMs - shownMs > FROZEN_MS && newestVideoMs - shownMs > FROZEN_MS;
  return isFrozen || (mediaMs < beforeMs && mediaMs > beforeMs - SNAP_MS) ? beforeMs : mediaMs;
}
