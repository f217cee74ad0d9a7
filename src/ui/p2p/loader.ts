/**
 * Shares the segments of a live FLV stream with other viewers of the same address. The source lists its segments with their hashes
 * (`?p2p=index`, lines as they are complete) and serves each (`?p2p=segment&seq=n`); viewers find one another by the WebTorrent tracker
 * protocol and pass segments on over data channels. Every segment is checked against the source's hash before it is played or passed on.
 */
import { joinRoom, selfId, type RequestAction, type Room } from '@trystero-p2p/torrent';
import {
  chooseWay,
  judgePeer,
  readIndexLine,
  SHARING,
  type IndexHead,
  type PeerState,
  type SegmentInfo,
} from '../../workers/core/p2p/sharing.ts';
import type { OpenP2p } from '../players/p2p.ts';

/** Names the application on the tracker; others that use the same trackers do not meet us. */
const APP_ID = 'footlight-flv-1';
/** The source is given up after so many of its segments failed in a row. */
const MAX_SOURCE_FAILURES = 3;
const SOURCE_TIMEOUT_MS = 4_000;

interface Peer {
  readonly id: string;
  readonly has: Set<number>;
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

export const openP2p: OpenP2p = ({ url, onBytes, onFail }) => {
  const abort = new AbortController();
  const peers = new Map<string, Peer>();
  const banned = new Set<string>();
  const kept = new Map<number, Uint8Array<ArrayBuffer>>();
  const wanted: Wanted[] = [];
  const figures = { peers: 0, fromPeersBytes: 0, fromSourceBytes: 0, toPeersBytes: 0, droppedPeers: 0 };
  let room: Room | undefined;
  let pieces: RequestAction<number, ArrayBuffer> | undefined;
  let sendHave: ((seqs: number[], target?: string) => void) | undefined;
  let sourceFailures = 0;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    abort.abort();
    clearTimeout(timer);
    void room?.leave();
  }

  function fail(detail: string): void {
    if (isClosed) return;
    close();
    onFail(detail);
  }

  function join({ trackers, swarm }: IndexHead): void {
    if (trackers.length === 0) return;
    const joined = joinRoom({ appId: APP_ID, relayConfig: { urls: [...trackers], warnOnRelayFailure: false } }, swarm);
    room = joined;
    const have = joined.makeAction<number[]>('have', {
      onMessage: (seqs, { peerId }) => {
        const peer = peers.get(peerId);
        if (!peer || !Array.isArray(seqs)) return;
        for (const seq of seqs.slice(0, SHARING.keptSegments.value)) if (Number.isSafeInteger(seq)) peer.has.add(seq);
        while (peer.has.size > SHARING.keptSegments.value * 2) peer.has.delete(peer.has.values().next().value!);
        pump();
      },
    });
    sendHave = (seqs, target) => void have.send(seqs, target === undefined ? {} : { target }).catch(() => undefined);
    pieces = joined.makeAction<number, ArrayBuffer>('piece', {
      kind: 'request',
      onRequest: (seq) => {
        const bytes = kept.get(seq);
        if (!bytes) throw new Error('not here');
        figures.toPeersBytes += bytes.length;
        return bytes.slice().buffer;
      },
    });
    joined.onPeerJoin = (peerId) => {
      if (banned.has(peerId) || peers.size >= SHARING.maxPeers.value) return;
      peers.set(peerId, { id: peerId, has: new Set(), failures: 0, bytes: 0 });
      figures.peers = peers.size;
      sendHave?.([...kept.keys()], peerId);
    };
    joined.onPeerLeave = (peerId) => {
      peers.delete(peerId);
      figures.peers = peers.size;
    };
  }

  function dropPeer(id: string): void {
    peers.delete(id);
    banned.add(id);
    figures.peers = peers.size;
    figures.droppedPeers++;
  }

  async function readIndex(): Promise<void> {
    const response = await fetch(withQuery(url, 'index'), { signal: abort.signal, cache: 'no-store' });
    if (!response.ok || !response.body) {
      fail(`the index answered status ${response.status}`);
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      rest += value;
      const lines = rest.split('\n');
      rest = lines.pop()!;
      for (const line of lines) if (line !== '') onLine(line);
      if (rest.length > SHARING.maxSegmentBytes.value) break;
    }
    fail('the index ended');
  }

  function onLine(line: string): void {
    const entry = readIndexLine(line);
    switch (entry.is) {
      case 'bad':
        fail(`the index has ${entry.detail}`);
        return;
      case 'head':
        onBytes(fromBase64(entry.head.head));
        join(entry.head);
        return;
      case 'segment':
        wanted.push({ segment: entry.segment, knownMs: performance.now(), tried: new Set(), bytes: undefined, isUnderway: false });
        pump();
    }
  }

  /** Starts what can be started, hands over what is complete and in order. */
  function pump(): void {
    if (isClosed) return;
    clearTimeout(timer);
    const nowMs = performance.now();
    let wakeMs = Number.POSITIVE_INFINITY;
    const states: PeerState[] = [...peers.values()];
    for (const item of wanted) {
      if (item.bytes || item.isUnderway) continue;
      const way = chooseWay(item.segment, selfId, states, item.tried, item.knownMs, nowMs);
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
    const peer = peers.get(id);
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    try {
      const answer = await pieces?.request(item.segment.seq, { target: id, timeoutMs: SHARING.requestMs.value, signal: abort.signal });
      if (answer instanceof ArrayBuffer || ArrayBuffer.isView(answer)) bytes = new Uint8Array(answer);
    } catch {
      bytes = undefined;
    }
    const isTrue = bytes !== undefined && (await matches(bytes, item.segment));
    item.isUnderway = false;
    if (peer) {
      if (!isTrue) peer.failures++;
      if (judgePeer(peer, bytes !== undefined && !isTrue) === 'drop') dropPeer(id);
    }
    if (bytes && isTrue) {
      if (peer) peer.bytes += bytes.length;
      figures.fromPeersBytes += bytes.length;
      keep(item, bytes);
    }
    pump();
  }

  async function askSource(item: Wanted): Promise<void> {
    const bytes = await fromSource(item.segment);
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
    try {
      const response = await fetch(withQuery(url, 'segment', segment.seq), {
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(SOURCE_TIMEOUT_MS)]),
      });
      if (!response.ok) return undefined;
      const bytes = new Uint8Array(await response.arrayBuffer());
      return (await matches(bytes, segment)) ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  function keep(item: Wanted, bytes: Uint8Array<ArrayBuffer>): void {
    item.bytes = bytes;
    kept.set(item.segment.seq, bytes);
    for (const seq of kept.keys()) if (kept.size > SHARING.keptSegments.value) kept.delete(seq);
    sendHave?.([item.segment.seq]);
  }

  readIndex().catch((cause: unknown) => fail(String(cause)));
  return { figures: () => ({ ...figures }), close };
};

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
