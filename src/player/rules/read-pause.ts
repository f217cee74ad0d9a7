/**
 * How long a player's worker waits for more before it hands on what it read. A live stream comes in pieces of a picture or a few samples of sound,
 * seventy a second, and each costs a pass of the demuxer, two appended segments and messages between processes. Together they cost one.
 */
export interface ReadCase {
  /** Milliseconds that the element has before it; what is known of the position may be a quarter of a second old. */
  readonly bufferedMs: number;
  readonly hasPlayed: boolean;
  /** How long the bytes were waited for, milliseconds. */
  readonly waitedMs: number;
}

/** Milliseconds; ours. */
export const READ_PAUSE = {
  pauseMs: 100,
  /** Less in the buffer than this, and every piece counts. */
  enoughMs: 600,
  /** What comes sooner was there: the stream is behind and is read as fast as it comes. */
  atOnceMs: 4,
} as const;

/** Also in the engine's worker (workers/flv/calm.ts). */
export function pauseAfterRead({ bufferedMs, hasPlayed, waitedMs }: ReadCase, limits: typeof READ_PAUSE): number {
  const isComfortable = hasPlayed && bufferedMs >= limits.enoughMs;
  return isComfortable && waitedMs >= limits.atOnceMs ? limits.pauseMs : 0;
}
