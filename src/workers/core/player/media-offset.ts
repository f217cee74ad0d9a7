/**
 * Where on a media element's own timeline a time of the stream lies. The FLV engine moves the stream's times to a start of 0 and does not
 * say by how much; but when the event of a time arrives, the end of what is buffered is close behind that time: never past it, and less the
 * later the buffer takes it in. So the smallest difference seen of late is the best one.
 */
export interface MediaOffset {
  /** Stream minus element, milliseconds, newest last. */
  readonly seen: readonly number[];
}

const KEPT = 8;
/** The encoder started again, or the relay jumped: the differences before say nothing any more. */
const JUMP_MS = 3_000;

export const NO_OFFSET: MediaOffset = { seen: [] };

export function offsetSeen({ seen }: MediaOffset, streamMs: number, bufferedEndMs: number): MediaOffset {
  const offset = streamMs - bufferedEndMs;
  const isJump = seen.length > 0 && Math.abs(offset - Math.min(...seen)) > JUMP_MS;
  return { seen: isJump ? [offset] : [...seen, offset].slice(-KEPT) };
}

/** NaN before the first sample. */
export const elementMs = ({ seen }: MediaOffset, streamMs: number): number =>
  seen.length === 0 ? Number.NaN : streamMs - Math.min(...seen);
