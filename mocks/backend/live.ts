/**
 * Live streams of a server: HTTP-FLV from a recording in real time, and its segments for viewers who share it. The service worker of the
 * offline room and the origin server answer with it.
 */
import { indexLines, servedSegment } from '../media/p2p-source.ts';
import type { StreamRecording } from '../recordings/recording.ts';
import { dueStream, joinStream, liveTime, MAX_WAIT_MS, OPEN_HEADERS, openingOf } from '../recordings/replay.ts';
import { addMessages } from '../recordings/stream-messages.ts';
import type { Scenario } from '../scenario.ts';
import { SEED } from '../scenarios.ts';
import { faultOf, faultsNow, faultsOn, type Fault, type Injected } from './faults.ts';

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
    return new Response(body, { headers: { ...OPEN_HEADERS, 'content-type': 'video/x-flv' } });
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

/** `?p2p=index` and `?p2p=segment&seq=n` of a live stream (p2p-source.ts). */
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
