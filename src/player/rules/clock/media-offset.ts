/**
 * Converts stream time to the timeline of a media element. The FLV engine shifts stream times to start at 0 and does not report the offset.
 * When the event of a time arrives, the end of the buffer is at or shortly before that time, so the smallest of the recent differences is
 * the best estimate.
 */
export interface MediaOffset {
  /** Stream time minus element time in milliseconds, newest last. */
  readonly samples: readonly number[];
}

const MAX_SAMPLES = 8;
/** A larger change of the difference means that the encoder restarted or the relay jumped, so earlier differences are invalid. */
const JUMP_MS = 3_000;

export const NO_OFFSET: MediaOffset = { samples: [] };

export function addOffset({ samples }: MediaOffset, streamMs: number, bufferedEndMs: number): MediaOffset {
  const offset = streamMs - bufferedEndMs;
  const isJump = samples.length > 0 && Math.abs(offset - Math.min(...samples)) > JUMP_MS;
  return { samples: isJump ? [offset] : [...samples, offset].slice(-MAX_SAMPLES) };
}

/** NaN before the first sample. */
export const elementMs = ({ samples }: MediaOffset, streamMs: number): number =>
  samples.length === 0 ? Number.NaN : streamMs - Math.min(...samples);
