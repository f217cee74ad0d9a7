/**
 * Shares the segments of a live FLV stream with other viewers of the same address. The source lists its segments with their hashes
 * (`?p2p=index`, one line per completed segment) and serves each (`?p2p=segment&seq=n`); viewers find each other by the WebTorrent tracker
 * protocol and exchange segments over data channels. Every segment is checked against the source's hash before it is played or passed on.
 */
import { joinRoom, selfId, type RequestAction, type Room } from '@trystero-p2p/torrent';
import { readBounded } from '../../core/bounded-read.ts';
import { describe } from '../../core/describe.ts';
import { LineSplitter } from '../../core/p2p/lines.ts';
import {
  chooseSource,
  judgePeer,
  MAX_INDEX_LINE,
  readIndexLine,
  SHARING,
  SHARING_PROTOCOL,
  swarmConfig,
  type DropReason,
  type IndexHead,
  type PeerAnswer,
  type PeerState,
  type SegmentInfo,
} from '../../core/p2p/sharing.ts';
import type { OpenP2p } from '../../player/kinds/shared-stream.ts';
import { closeConnection, guardedConnection, meterOf, onViolation } from './guarded-connection.ts';

/** Sharing fails after this many consecutive segments that the source did not deliver. */
const MAX_SOURCE_FAILURES = 3;
const SOURCE_TIMEOUT_MS = 4_000;

interface Peer {
  readonly id: string;
  readonly has: Set<number>;
  /** Segments already sent to the peer: each is sent once, so that a peer cannot request data endlessly. */
  readonly given: Set<number>;
  failures: number;
  bytes: number;
}

interface Wanted {
  readonly segment: SegmentInfo;
  readonly knownMs: number;
  readonly tried: Set<string>;
  bytes: Uint8Array<ArrayBuffer> | undefined;
  isUnderway: boolean;
}

// Long: one swarm: all events of peers, source and index change its peers, its wanted segments and its kept segments.
export const openP2p: OpenP2p = ({ url, onBytes, onFail }) => {
  const abort = new AbortController();
  const peers = new Map<string, Peer>();
  /** End of each peer's ban, performance.now() milliseconds. */
  const banned = new Map<string, number>();
  const kept = new Map<number, Uint8Array<ArrayBuffer>>();
  const wanted: Wanted[] = [];
  const figures = { peers: 0, fromPeersBytes: 0, fromSourceBytes: 0, toPeersBytes: 0, droppedPeers: 0, dropWhy: '', segmentMs: 0 };
  let room: Room | undefined;
  let pieces: RequestAction<number, ArrayBuffer> | undefined;
  let sendHave: ((seqs: number[], target?: string) => void) | undefined;
  let sourceFailures = 0;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stopWatching = onViolation((connection, why) => {
    const id = Object.entries(room?.getPeers() ?? {}).find(([, each]) => each === connection)?.[0];
    if (id === undefined) return;
    // A peer without admission is registered too, so that it is rejected when it reconnects.
    admit(id);
    drop(id, why, Number.POSITIVE_INFINITY);
  });

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    abort.abort();
    clearTimeout(timer);
    stopWatching();
    void room?.leave();
  }

  function fail(detail: string): void {
    if (isClosed) return;
    close();
    onFail(detail);
  }

  function join(head: IndexHead): void {
    if (head.trackers.length === 0) return;
    const joined = joinRoom({ ...swarmConfig(head), rtcPolyfill: guardedConnection() }, head.swarm);
    room = joined;
    const have = joined.makeAction<number[]>(SHARING_PROTOCOL.have, {
      onMessage: (seqs, { peerId }) => {
        const peer = admit(peerId);
        if (!peer || !Array.isArray(seqs)) return;
        for (const seq of seqs.slice(0, SHARING.keptSegments.value)) if (Number.isSafeInteger(seq)) remember(peer.has, seq);
        pump();
      },
    });
    sendHave = (seqs, target) => void have.send(seqs, target === undefined ? {} : { target }).catch(() => undefined);
    pieces = joined.makeAction<number, ArrayBuffer>(SHARING_PROTOCOL.piece, {
      kind: 'request',
      onRequest: (seq, { peerId }) => {
        const bytes = kept.get(seq);
        const peer = peers.get(peerId);
        if (!bytes || !peer || peer.given.has(seq)) throw new Error('not here');
        remember(peer.given, seq);
        figures.toPeersBytes += bytes.length;
        return bytes.slice().buffer;
      },
    });
    joined.onPeerJoin = (peerId) => {
      const connection = joined.getPeers()[peerId];
      if (banned.get(peerId) === Number.POSITIVE_INFINITY && connection) {
        closeConnection(connection);
        return;
      }
      admit(peerId);
      sendHave?.([...kept.keys()], peerId);
    };
    joined.onPeerLeave = (peerId) => {
      peers.delete(peerId);
      figures.peers = peers.size;
    };
  }

  /** Returns the peer if it may be asked; a peer that was over the limit or too slow is admitted again with its next message. */
  function admit(id: string): Peer | undefined {
    const known = peers.get(id);
    if (known) return known;
    if (peers.size >= SHARING.maxPeers.value || performance.now() < (banned.get(id) ?? 0)) return undefined;
    const peer: Peer = { id, has: new Set(), given: new Set(), failures: 0, bytes: 0 };
    peers.set(id, peer);
    figures.peers = peers.size;
    return peer;
  }

  function drop(id: string, why: DropReason, banMs: number): void {
    if (!peers.delete(id)) return;
    banned.set(id, performance.now() + banMs);
    for (const oldest of banned.keys()) if (banned.size > SHARING.maxBanned.value) banned.delete(oldest);
    figures.peers = peers.size;
    figures.droppedPeers++;
    figures.dropWhy = why;
  }

  async function readIndex(): Promise<void> {
    const response = await fetch(withQuery(url, 'index'), { signal: abort.signal, cache: 'no-store' });
    if (!response.ok || !response.body) {
      fail(`the index answered status ${response.status}`);
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const splitter = new LineSplitter(MAX_INDEX_LINE);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = splitter.push(value);
      if (lines === null) {
        fail('the index has a line without an end');
        return;
      }
      for (const line of lines) if (line !== '') onLine(line);
    }
    fail('the index ended');
  }

  function onLine(line: string): void {
    const entry = readIndexLine(line);
    switch (entry.type) {
      case 'bad':
        fail(`the index has ${entry.detail}`);
        return;
      case 'head':
        onBytes(fromBase64(entry.head.head));
        join(entry.head);
        return;
      case 'segment':
        if (wanted.length >= SHARING.maxWanted.value) {
          fail('the index runs ahead of the stream');
          return;
        }
        figures.segmentMs = Math.max(figures.segmentMs, entry.segment.durationMs);
        wanted.push({ segment: entry.segment, knownMs: performance.now(), tried: new Set(), bytes: undefined, isUnderway: false });
        pump();
    }
  }

  /** Starts pending requests, and delivers completed segments in order. */
  function pump(): void {
    if (isClosed) return;
    clearTimeout(timer);
    const nowMs = performance.now();
    let wakeMs = Number.POSITIVE_INFINITY;
    const states: PeerState[] = [...peers.values()];
    for (const item of wanted) {
      if (item.bytes || item.isUnderway) continue;
      const way = chooseSource(item.segment, selfId, states, item.tried, item.knownMs, nowMs);
      switch (way.from) {
        case 'nowhere-yet':
          wakeMs = Math.min(wakeMs, way.untilMs);
          break;
        case 'peer':
          item.isUnderway = true;
          void askPeer(item, way.peer);
          break;
        case 'source':
          item.isUnderway = true;
          void askSource(item);
          break;
      }
    }
    while (wanted[0]?.bytes) onBytes(wanted.shift()!.bytes!);
    if (Number.isFinite(wakeMs)) timer = setTimeout(pump, Math.max(1, wakeMs - performance.now()));
  }

  async function askPeer(item: Wanted, id: string): Promise<void> {
    item.tried.add(id);
    const bytes = await fromPeer(item.segment, id);
    const answer: PeerAnswer = bytes === undefined ? 'none' : (await matches(bytes, item.segment)) ? 'right' : 'wrong';
    if (isClosed) return;
    item.isUnderway = false;
    const peer = peers.get(id);
    if (peer) {
      const verdict = judgePeer(peer.failures, answer);
      if (verdict.type === 'drop') drop(id, verdict.why, verdict.banMs);
      else peer.failures = verdict.failures;
    }
    if (bytes && answer === 'right') {
      if (peer) peer.bytes += bytes.length;
      figures.fromPeersBytes += bytes.length;
      keep(item, bytes);
    }
    pump();
  }

  async function fromPeer({ seq, bytes }: SegmentInfo, target: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const late = within(SHARING.requestMs.value, abort.signal);
    try {
      meterOf(room?.getPeers()[target])?.expect(bytes);
      // The signal limits the whole request, because the library's own timeout begins only when everything is sent, which a peer can delay
      // endlessly.
      const answer = await pieces?.request(seq, { target, signal: late.signal });
      return answer instanceof ArrayBuffer || ArrayBuffer.isView(answer) ? new Uint8Array(answer) : undefined;
    } catch {
      return undefined;
    } finally {
      late.done();
    }
  }

  async function askSource(item: Wanted): Promise<void> {
    const bytes = await fromSource(item.segment);
    if (isClosed) return;
    item.isUnderway = false;
    if (bytes) {
      sourceFailures = 0;
      figures.fromSourceBytes += bytes.length;
      keep(item, bytes);
    } else if (++sourceFailures >= MAX_SOURCE_FAILURES) {
      fail('the source does not give its segments');
    }
    pump();
  }

  async function fromSource(segment: SegmentInfo): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const late = within(SOURCE_TIMEOUT_MS, abort.signal);
    try {
      const response = await fetch(withQuery(url, 'segment', segment.seq), { signal: late.signal });
      if (!response.ok) return undefined;
      const bytes = await readBounded(response.body, segment.bytes);
      return bytes !== null && (await matches(bytes, segment)) ? bytes : undefined;
    } catch {
      return undefined;
    } finally {
      late.done();
    }
  }

  function keep(item: Wanted, bytes: Uint8Array<ArrayBuffer>): void {
    item.bytes = bytes;
    kept.set(item.segment.seq, bytes);
    for (const seq of kept.keys()) if (kept.size > SHARING.keptSegments.value) kept.delete(seq);
    sendHave?.([item.segment.seq]);
  }

  // Plain http has no crypto.subtle, so segments could not be verified.
  if (globalThis.crypto.subtle === undefined) queueMicrotask(() => fail('sharing needs HTTPS or localhost'));
  else readIndex().catch((cause: unknown) => fail(describe(cause, 200)));
  return { figures: () => ({ ...figures }), close };
};

/** Adds to a set that is limited to twice the number of kept segments; the oldest are dropped. */
function remember(seqs: Set<number>, seq: number): void {
  seqs.add(seq);
  for (const oldest of seqs) if (seqs.size > SHARING.keptSegments.value * 2) seqs.delete(oldest);
}

/** A signal that aborts with `outer` or after `ms`. AbortSignal.any is newer than the oldest browser with sharing (Safari 17.4). */
function within(ms: number, outer: AbortSignal): { readonly signal: AbortSignal; readonly done: () => void } {
  const inner = new AbortController();
  const end = (): void => inner.abort();
  const timer = setTimeout(end, ms);
  outer.addEventListener('abort', end);
  return {
    signal: inner.signal,
    done() {
      clearTimeout(timer);
      outer.removeEventListener('abort', end);
    },
  };
}

function withQuery(url: string, what: 'index' | 'segment', seq?: number): string {
  const full = new URL(url, location.href);
  full.searchParams.set('p2p', what);
  if (seq !== undefined) full.searchParams.set('seq', String(seq));
  return full.href;
}

async function matches(bytes: Uint8Array<ArrayBuffer>, segment: SegmentInfo): Promise<boolean> {
  if (bytes.length !== segment.bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === segment.sha256;
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
