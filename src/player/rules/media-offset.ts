/**
 * Where on a media element's own timeline a time of the stream lies. The FLV engine moves the stream's times to a start of 0 and does not
 * report by how much; but when the event of a time arrives, the end of what is buffered is close behind that time: never past it, and nearer
 * the sooner the buffer has it. So the smallest difference of the recent ones is the best.
 */
export interface MediaOffset {
  /** Stream minus element, milliseconds, newest last. */
  readonly samples: readonly number[];
}

const MAX_SAMPLES = 8;
/** The encoder started again, or the relay jumped: the differences before say nothing any more. */
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
