/**
 * Shares the segments of a live FLV stream with other viewers of the same address. The source lists its segments with their hashes
 * (`?p2p=index`, one line per completed segment) and serves each (`?p2p=segment&seq=n`); viewers find each other by the WebTorrent tracker
 * protocol and exchange segments over data channels. Every segment is checked against the source's hash before it is played or passed on.
 */
import { joinRoom, selfId, type RequestAction, type Room } from '@trystero-p2p/torrent';
import { readBounded } from '../../player/base/bounded-read.ts';
import { describe } from '../../player/base/errors.ts';
import {
  LineSplitter,
  chooseSource,
  judgePeer,
  MAX_INDEX_LINE,
  readIndexLine,
  SHARING,
  SHARING_PROTOCOL,
  swarmConfig,
  type IndexHead,
  type PeerAnswer,
  type SegmentInfo,
} from '../../core/p2p/sharing.ts';
import type { OpenP2p } from '../../player/kinds/player-start.ts';
import { closeConnection, guardedConnection, meterOf, onViolation, PeerList, remember } from './peers.ts';

/** Sharing fails after this many consecutive segments that the source did not deliver. */
const MAX_SOURCE_FAILURES = 3;
const SOURCE_TIMEOUT_MS = 4_000;

/** Settles when the rooms of closed streams are left; until then the library returns such a room, which ends, to a stream that joins it. */
let left: Promise<unknown> = Promise.resolve();

interface Wanted {
  readonly segment: SegmentInfo;
  readonly knownMs: number;
  readonly tried: Set<string>;
  bytes: Uint8Array<ArrayBuffer> | undefined;
  isUnderway: boolean;
}

export const openP2p: OpenP2p = (start) => {
  const swarm = new Swarm(start);
  swarm.open();
  return { figures: () => swarm.figures(), close: () => swarm.close() };
};

/** The viewers of one address. Requests the segments of the index, delivers them in order, and keeps the newest for its peers. */
class Swarm {
  readonly #start: Parameters<OpenP2p>[0];
  readonly #abort = new AbortController();
  readonly #peers = new PeerList();
  readonly #kept = new Map<number, Uint8Array<ArrayBuffer>>();
  readonly #wanted: Wanted[] = [];
  readonly #bytes = { fromPeersBytes: 0, fromSourceBytes: 0, toPeersBytes: 0 };
  readonly #stopWatching: () => void;
  #segmentMs = 0;
  #room: Room | undefined;
  #pieces: RequestAction<number, ArrayBuffer> | undefined;
  #sendHave: ((seqs: number[], target?: string) => void) | undefined;
  #sourceFailures = 0;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: Parameters<OpenP2p>[0]) {
    this.#start = start;
    this.#stopWatching = onViolation((connection, why) => {
      const id = Object.entries(this.#room?.getPeers() ?? {}).find(([, each]) => each === connection)?.[0];
      if (id !== undefined) this.#peers.ban(id, why);
    });
  }

  open(): void {
    // Plain http has no crypto.subtle, so segments could not be verified.
    if (globalThis.crypto.subtle === undefined) queueMicrotask(() => this.#fail('sharing needs HTTPS or localhost'));
    else this.#readIndex().catch((cause: unknown) => this.#fail(describe(cause, 200)));
  }

  figures(): ReturnType<ReturnType<OpenP2p>['figures']> {
    return { ...this.#peers.figures, ...this.#bytes, segmentMs: this.#segmentMs };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#abort.abort();
    clearTimeout(this.#timer);
    this.#stopWatching();
    left = Promise.allSettled([left, this.#room?.leave()]);
  }

  #fail(detail: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#start.onFail(detail);
  }

  async #join(head: IndexHead): Promise<void> {
    if (head.trackers.length === 0) return;
    await left;
    if (this.#isClosed) return;
    const joined = joinRoom({ ...swarmConfig(head), rtcPolyfill: guardedConnection() }, head.swarm);
    this.#room = joined;
    const have = joined.makeAction<number[]>(SHARING_PROTOCOL.have, {
      onMessage: (seqs, { peerId }) => {
        const peer = this.#peers.admit(peerId);
        if (!peer || !Array.isArray(seqs)) return;
        for (const seq of seqs.slice(0, SHARING.keptSegments.value)) if (Number.isSafeInteger(seq)) remember(peer.has, seq);
        this.#pump();
      },
    });
    this.#sendHave = (seqs, target) => void have.send(seqs, target === undefined ? {} : { target }).catch(() => undefined);
    this.#pieces = joined.makeAction<number, ArrayBuffer>(SHARING_PROTOCOL.piece, {
      kind: 'request',
      onRequest: (seq, { peerId }) => {
        const bytes = this.#kept.get(seq);
        const peer = this.#peers.get(peerId);
        if (!bytes || !peer || peer.given.has(seq)) throw new Error('not here');
        remember(peer.given, seq);
        this.#bytes.toPeersBytes += bytes.length;
        return bytes.slice().buffer;
      },
    });
    joined.onPeerJoin = (peerId) => {
      const connection = joined.getPeers()[peerId];
      if (this.#peers.isBannedForever(peerId) && connection) {
        closeConnection(connection);
        return;
      }
      this.#peers.admit(peerId);
      this.#sendHave?.([...this.#kept.keys()], peerId);
    };
    joined.onPeerLeave = (peerId) => {
      this.#peers.remove(peerId);
    };
  }

  async #readIndex(): Promise<void> {
    const response = await fetch(withQuery(this.#start.url, 'index'), { signal: this.#abort.signal, cache: 'no-store' });
    if (!response.ok || !response.body) {
      this.#fail(`the index answered status ${response.status}`);
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const splitter = new LineSplitter(MAX_INDEX_LINE);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = splitter.push(value);
      if (lines === null) {
        this.#fail('the index has a line without an end');
        return;
      }
      for (const line of lines) if (line !== '') this.#onLine(line);
    }
    this.#fail('the index ended');
  }

  #onLine(line: string): void {
    const entry = readIndexLine(line);
    switch (entry.type) {
      case 'bad':
        this.#fail(`the index has ${entry.detail}`);
        return;
      case 'head':
        this.#start.onBytes(fromBase64(entry.head.head));
        this.#join(entry.head).catch((cause: unknown) => this.#fail(describe(cause, 200)));
        return;
      case 'segment':
        if (this.#wanted.length >= SHARING.maxWanted.value) {
          this.#fail('the index runs ahead of the stream');
          return;
        }
        this.#segmentMs = Math.max(this.#segmentMs, entry.segment.durationMs);
        this.#wanted.push({ segment: entry.segment, knownMs: performance.now(), tried: new Set(), bytes: undefined, isUnderway: false });
        this.#pump();
    }
  }

  /** Starts pending requests, and delivers completed segments in order. */
  #pump(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const nowMs = performance.now();
    let wakeMs = Number.POSITIVE_INFINITY;
    const states = this.#peers.all();
    for (const item of this.#wanted) {
      if (item.bytes || item.isUnderway) continue;
      const way = chooseSource(item.segment, selfId, states, item.tried, item.knownMs, nowMs);
      switch (way.from) {
        case 'nowhere-yet':
          wakeMs = Math.min(wakeMs, way.untilMs);
          break;
        case 'peer':
          item.isUnderway = true;
          void this.#requestFromPeer(item, way.peer);
          break;
        case 'source':
          item.isUnderway = true;
          void this.#requestFromSource(item);
          break;
      }
    }
    while (this.#wanted[0]?.bytes) this.#start.onBytes(this.#wanted.shift()!.bytes!);
    if (Number.isFinite(wakeMs)) this.#timer = setTimeout(() => this.#pump(), Math.max(1, wakeMs - performance.now()));
  }

  async #requestFromPeer(item: Wanted, id: string): Promise<void> {
    item.tried.add(id);
    const bytes = await this.#fromPeer(item.segment, id);
    const answer: PeerAnswer = bytes === undefined ? 'none' : (await matches(bytes, item.segment)) ? 'right' : 'wrong';
    if (this.#isClosed) return;
    item.isUnderway = false;
    const peer = this.#peers.get(id);
    if (peer) {
      const verdict = judgePeer(peer.failures, answer);
      if (verdict.type === 'drop') this.#peers.drop(id, verdict.why, verdict.banMs);
      else peer.failures = verdict.failures;
    }
    if (bytes && answer === 'right') {
      if (peer) peer.bytes += bytes.length;
      this.#bytes.fromPeersBytes += bytes.length;
      this.#keep(item, bytes);
    }
    this.#pump();
  }

  async #fromPeer({ seq, bytes }: SegmentInfo, target: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const late = within(SHARING.requestMs.value, this.#abort.signal);
    try {
      meterOf(this.#room?.getPeers()[target])?.expect(bytes);
      // The signal limits the whole request, because the library's own timeout begins only when everything is sent, which a peer can delay
      // endlessly.
      const answer = await this.#pieces?.request(seq, { target, signal: late.signal });
      return answer instanceof ArrayBuffer || ArrayBuffer.isView(answer) ? new Uint8Array(answer) : undefined;
    } catch {
      return undefined;
    } finally {
      late.done();
    }
  }

  async #requestFromSource(item: Wanted): Promise<void> {
    const bytes = await this.#fromSource(item.segment);
    if (this.#isClosed) return;
    item.isUnderway = false;
    if (bytes) {
      this.#sourceFailures = 0;
      this.#bytes.fromSourceBytes += bytes.length;
      this.#keep(item, bytes);
    } else if (++this.#sourceFailures >= MAX_SOURCE_FAILURES) {
      this.#fail('the source does not give its segments');
    }
    this.#pump();
  }

  async #fromSource(segment: SegmentInfo): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const late = within(SOURCE_TIMEOUT_MS, this.#abort.signal);
    try {
      const response = await fetch(withQuery(this.#start.url, 'segment', segment.seq), { signal: late.signal });
      if (!response.ok) return undefined;
      const bytes = await readBounded(response.body, segment.bytes);
      return bytes !== null && (await matches(bytes, segment)) ? bytes : undefined;
    } catch {
      return undefined;
    } finally {
      late.done();
    }
  }

  #keep(item: Wanted, bytes: Uint8Array<ArrayBuffer>): void {
    item.bytes = bytes;
    this.#kept.set(item.segment.seq, bytes);
    for (const seq of this.#kept.keys()) if (this.#kept.size > SHARING.keptSegments.value) this.#kept.delete(seq);
    this.#sendHave?.([item.segment.seq]);
  }
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
