/**
 * Server side of sharing a stream between viewers (src/ui/p2p/loader.ts): the live stream is cut at keyframes into numbered segments, the
 * same bytes for all viewers. Pure: number and bytes depend only on the recording and the time of day.
 */
import { joinBytes } from '../recordings/bytes.ts';
import type { StreamRecording } from '../recordings/recording.ts';
import { withTime } from '../recordings/replay.ts';

/** Number of segments listed for a new viewer, enough to start immediately. */
const LISTED_SEGMENTS = 2;
/** Number of newest segments that are served. */
export const SERVED_SEGMENTS = 30;

export interface SharedSegment {
  readonly seq: number;
  readonly startMs: number;
  /** Time when its last tag has arrived and it can be listed. */
  readonly endMs: number;
}

const keysOf = new WeakMap<StreamRecording, readonly number[]>();

/** Indices of the tags at which segments start. */
function keys(recording: StreamRecording): readonly number[] {
  let known = keysOf.get(recording);
  if (!known) {
    const found = recording.tags.flatMap((tag, index) => (tag.isKey && (tag.type === 'video' || !recording.hasVideo) ? [index] : []));
    known = recording.hasVideo ? found : found.filter((_, i) => i % 40 === 0);
    keysOf.set(recording, known);
  }
  return known;
}

export function segmentAt(recording: StreamRecording, seq: number): SharedSegment {
  const starts = keys(recording);
  const timeOf = (n: number): number =>
    Math.floor(n / starts.length) * recording.durationMs + recording.tags[starts[n % starts.length]!]!.timeMs;
  return { seq, startMs: timeOf(seq), endMs: timeOf(seq + 1) };
}

/** The newest segment completed at `liveMs`; -1 before the first. */
export function newestSegment(recording: StreamRecording, liveMs: number): number {
  const starts = keys(recording);
  let seq = Math.floor(liveMs / recording.durationMs) * starts.length + starts.length;
  while (seq >= 0 && segmentAt(recording, seq).endMs > liveMs) seq--;
  return seq;
}

export function segmentBytes(recording: StreamRecording, seq: number): Uint8Array<ArrayBuffer> {
  const starts = keys(recording);
  const round = Math.floor(seq / starts.length);
  const first = starts[seq % starts.length]!;
  const isLast = seq % starts.length === starts.length - 1;
  const end = isLast ? recording.tags.length : starts[(seq % starts.length) + 1]!;
  const parts = recording.tags.slice(first, end).map((tag) => withTime(tag.bytes, round * recording.durationMs + tag.timeMs));
  // Tags before the first keyframe of the recording belong to the segment that ends there.
  if (isLast) {
    for (const tag of recording.tags.slice(0, starts[0])) parts.push(withTime(tag.bytes, (round + 1) * recording.durationMs + tag.timeMs));
  }
  return joinBytes(parts);
}

export const headBytes = (recording: StreamRecording): Uint8Array<ArrayBuffer> => joinBytes(recording.head);

/** The clock of sharing starts at midnight UTC, so that all viewers agree and times stay small. */
export const shareClockMs = (nowMs: number): number => nowMs % 86_400_000;

export interface IndexPlaces {
  readonly trackers: readonly string[];
  readonly swarm: string;
}

/** The lines of an index at their due times; ends with `signal`. Needs a clock, so it is not one of the pure rules above. */
export async function* indexLines(
  recording: StreamRecording,
  { trackers, swarm }: IndexPlaces,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ version: 1, head: toBase64(headBytes(recording)), trackers, swarm })}\n`;
  let next = Math.max(0, newestSegment(recording, shareClockMs(Date.now())) - LISTED_SEGMENTS + 1);
  while (!signal.aborted) {
    const segment = segmentAt(recording, next);
    const waitMs = segment.endMs - shareClockMs(Date.now());
    // At midnight the numbers restart, and the viewers reconnect.
    if (waitMs > recording.durationMs * 2) return;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const bytes = segmentBytes(recording, next);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    yield `${JSON.stringify({ seq: next, bytes: bytes.length, sha256, durationMs: segment.endMs - segment.startMs })}\n`;
    next++;
  }
}

/** Answer to `?p2p=segment&seq=n`: null for a segment that is not complete yet or too old. */
export function servedSegment(recording: StreamRecording, seq: number, nowMs: number): Uint8Array<ArrayBuffer> | undefined {
  const newest = newestSegment(recording, shareClockMs(nowMs));
  return Number.isSafeInteger(seq) && seq >= 0 && seq <= newest && seq > newest - SERVED_SEGMENTS
    ? segmentBytes(recording, seq)
    : undefined;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
