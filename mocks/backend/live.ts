/**
 * Live streams of a server: HTTP-FLV from a recording in real time, and its segments for viewers who share it. The service worker of the
 * offline room and the origin server answer with it.
 */
import { readShape, shapeBody } from '../recordings/network-shape.ts';
import { type StreamRecording, joinBytes } from '../recordings/recording.ts';
import { dueStream, joinStream, liveTime, MAX_WAIT_MS, OPEN_HEADERS, openingOf, withTime } from '../recordings/replay.ts';
import { addMessages } from '../recordings/stream-messages.ts';
import type { Scenario } from '../scenario.ts';
import { SEED } from '../scenarios.ts';
import { faultOf, faultsNow, faultsOn, type Fault, type Injected } from './faults.ts';

// Server side of sharing a stream between viewers (src/ui/p2p/loader.ts): the live stream is cut at keyframes into numbered segments, the
// same bytes for all viewers. Pure: number and bytes depend only on the recording and the time of day.

/** Number of segments listed for a new viewer, enough to start immediately. */
const LISTED_SEGMENTS = 2;
/** Number of newest segments that are served. */
export const SERVED_SEGMENTS = 30;

interface SharedSegment {
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

interface IndexPlaces {
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

/** The name of a live stream in its path. */
export const LIVE_STREAM = /^\/live\/([\w.-]{1,80})\.flv$/;
/** Maximum number of paths with a connection count. */
const MAX_COUNTED = 200;

export interface LiveDeps {
  /** null: no such stream. */
  load(name: string): Promise<StreamRecording | null>;
  injected(): Injected;
  /** Addresses of the trackers through which viewers find each other. */
  trackers(): Promise<readonly string[]>;
  /** Receives the sent data. */
  tap?(name: string, bytes: Uint8Array<ArrayBuffer>): void;
}

/** Answers requests of live streams. */
export function createLive(deps: LiveDeps): (url: URL, name: string, scenario: Scenario) => Promise<Response> {
  const connections = new Map<string, number>();
  return async (url, name, { faults, messages }) => {
    const isShared = url.searchParams.has('p2p');
    const path = isShared ? `${url.pathname}${url.search}` : url.pathname;
    const earlier = isShared ? 0 : (connections.get(path) ?? 0);
    if (!isShared) connections.set(path, earlier + 1);
    if (connections.size > MAX_COUNTED) connections.clear();
    const hit = faultsOn([...deps.injected().faults, ...faults], 'stream', path, earlier);
    const opening = openingOf(hit);
    if (opening.name === 'refused') return Response.error();
    if (opening.name === 'status') return new Response(null, { status: opening.status, headers: OPEN_HEADERS });
    const recording = await deps.load(name);
    if (recording === null) return new Response('no such stream', { status: 404, headers: OPEN_HEADERS });
    if (isShared) return share(recording, url, await deps.trackers(), faultOf(hit, 'cut')?.afterMs);
    const played = messages.length > 0 ? addMessages(recording, messages) : recording;
    const body = streamBody(
      played,
      earlier,
      (startMs) => faultsNow(faults, deps.injected(), { channel: 'stream', path, earlier, startMs }),
      (bytes) => deps.tap?.(name, bytes),
    );
    const shape = readShape(url.searchParams.get('shape'));
    return new Response(shape === null ? body : shapeBody(body, shape, Date.now), {
      headers: { ...OPEN_HEADERS, 'content-type': 'video/x-flv' },
    });
  };
}

const CUT = 'the connection was cut';

/** An endless body in real time. Pull-based: a viewer who does not read delays it, and a viewer who disconnects ends it. */
function streamBody(
  recording: StreamRecording,
  earlier: number,
  faults: (startMs: number) => readonly Fault[],
  tap: (bytes: Uint8Array<ArrayBuffer>) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const startMs = Date.now();
  let cursor = joinStream(recording, liveTime(startMs));
  let isGone = false;
  return new ReadableStream(
    {
      async pull(controller) {
        while (!isGone) {
          const elapsedMs = Date.now() - startMs;
          const due = dueStream(recording, cursor, elapsedMs, faults(startMs), SEED + earlier);
          cursor = due.cursor;
          for (const chunk of due.chunks) {
            tap(chunk);
            controller.enqueue(chunk);
          }
          isGone = due.isCut || due.isEnded;
          if (due.isCut) controller.error(new TypeError(CUT));
          else if (due.isEnded) controller.close();
          if (isGone || due.chunks.length > 0) return;
          await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_WAIT_MS, Math.max(1, due.nextMs - elapsedMs))));
        }
      },
      cancel() {
        isGone = true;
      },
    },
    // Nothing is prepared before it is read.
    { highWaterMark: 0 },
  );
}

/** `?p2p=index` and `?p2p=segment&seq=n` of a live stream. */
function share(recording: StreamRecording, url: URL, trackers: readonly string[], cutMs: number | undefined): Response {
  if (url.searchParams.get('p2p') === 'segment') {
    const bytes = servedSegment(recording, Number(url.searchParams.get('seq')), Date.now());
    const headers = { ...OPEN_HEADERS, 'content-type': 'application/octet-stream' };
    return new Response(bytes ?? null, { status: bytes ? 200 : 404, headers });
  }
  const abort = new AbortController();
  const lines = indexLines(recording, { trackers, swarm: url.pathname.slice(1) }, abort.signal);
  const utf8 = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (cutMs !== undefined) setTimeout(() => controller.error(new TypeError(CUT)), cutMs);
    },
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
    cancel: () => abort.abort(),
  });
  return new Response(body, { headers: { ...OPEN_HEADERS, 'content-type': 'application/x-ndjson' } });
}
