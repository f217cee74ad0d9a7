import { isCount } from '../counts.ts';

/**
 * Chooses the origin of each segment of the live stream: the source server or another viewer. Pure, and the same on every viewer, so that
 * few viewers fetch a segment from the source and pass it on. The source is always available; a peer is only faster or cheaper.
 */

/** One line of the source's index. */
export interface SegmentInfo {
  /** Increases by one per segment. */
  readonly seq: number;
  readonly bytes: number;
  /** SHA-256 of the bytes, lower-case hexadecimal, as the source computed it. */
  readonly sha256: string;
  readonly durationMs: number;
}

/** Names used between viewers; clients on the same trackers with another name are not connected. */
export const SHARING_PROTOCOL = { app: 'footlight-flv-1', have: 'have', piece: 'piece' } as const;

export const SHARING = {
  /** Longest wait for a peer before the source is asked, well below the player's buffer beyond a segment. */
  peerWaitMs: { value: 500, unit: 'ms' },
  /** Timeout of a request to one peer. */
  requestMs: { value: 400, unit: 'ms' },
  /** Number of newest segments kept for other viewers. */
  keptSegments: { value: 24, unit: 'segments' },
  maxPeers: { value: 8, unit: 'peers' },
  /** Connections of the page, including the library's prepared offers. */
  maxConnections: { value: 64, unit: 'connections' },
  /** Larger segments are fetched only from the source. */
  maxSegmentBytes: { value: 4 * 1024 * 1024, unit: 'bytes' },
  /** Larger entries of the index are rejected; a segment of two seconds at 40 Mbit/s is smaller. */
  maxSourceSegmentBytes: { value: 16 * 1024 * 1024, unit: 'bytes' },
  /** Segments named by the index and not played yet; an index that is further ahead is not one of a live stream. */
  maxWanted: { value: 64, unit: 'segments' },
  /** Consecutive late or missing answers before a peer is dropped; wrong bytes drop it at once. */
  maxFailures: { value: 3, unit: 'failures' },
  /** Ban of a slow peer; a peer that sent wrong bytes is banned while this stream is open. */
  slowBanMs: { value: 120_000, unit: 'ms' },
  maxBanned: { value: 64, unit: 'peers' },
} as const;

export interface PeerState {
  readonly id: string;
  /** Segments that the peer has announced. */
  readonly has: ReadonlySet<number>;
  /** Consecutive failures. */
  readonly failures: number;
  /** Bytes received from it: among equals the peer with the fewest is asked first. */
  readonly bytes: number;
}

const SHARE_REASONS = ['alone', 'my turn', 'a peer has it', 'its holder fetches it', 'waited long enough', 'too large to share'] as const;
type ShareReason = (typeof SHARE_REASONS)[number];

type SegmentSource =
  | { readonly from: 'source'; readonly why: ShareReason }
  | { readonly from: 'peer'; readonly peer: string; readonly why: ShareReason }
  | { readonly from: 'nowhere-yet'; readonly untilMs: number; readonly why: ShareReason };

/** `knownMs`: when the index named the segment. `tried`: peers that failed to deliver this segment. */
export function chooseSource(
  segment: SegmentInfo,
  selfId: string,
  peers: readonly PeerState[],
  tried: ReadonlySet<string>,
  knownMs: number,
  nowMs: number,
): SegmentSource {
  if (segment.bytes > SHARING.maxSegmentBytes.value) return { from: 'source', why: 'too large to share' };
  if (peers.length === 0) return { from: 'source', why: 'alone' };
  const holders = peers.filter((peer) => peer.has.has(segment.seq) && !tried.has(peer.id));
  if (holders.length > 0) {
    const [first, ...rest] = holders;
    const least = rest.reduce(
      (best, peer) => (peer.failures < best.failures || (peer.failures === best.failures && peer.bytes < best.bytes) ? peer : best),
      first!,
    );
    return { from: 'peer', peer: least.id, why: 'a peer has it' };
  }
  if (isTurnOf(selfId, segment.seq, peers)) return { from: 'source', why: 'my turn' };
  const untilMs = knownMs + SHARING.peerWaitMs.value;
  return nowMs >= untilMs ? { from: 'source', why: 'waited long enough' } : { from: 'nowhere-yet', untilMs, why: 'its holder fetches it' };
}

/** Rendezvous hashing: chooses the viewer that fetches a segment first, so that the segments are distributed among the viewers. */
function isTurnOf(selfId: string, seq: number, peers: readonly PeerState[]): boolean {
  const own = weight(selfId, seq);
  return peers.every((peer) => {
    const theirs = weight(peer.id, seq);
    return theirs < own || (theirs === own && peer.id < selfId);
  });
}

/** FNV-1a, 32 bit, with a final mix so that neighbouring numbers differ in all bits: for distribution, not for secrecy. */
function weight(id: string, seq: number): number {
  let hash = 0x811c9dc5;
  for (const letter of `${id}/${seq}`) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Faults of answers, and faults found by the meter while pieces arrive (peer-meter.ts). */
export const ANSWER_FAULTS = ['wrong bytes', 'does not answer'] as const;
const SENDING_FAULTS = ['sends what was not asked for', 'sends too much', 'sends what is no message'] as const;
export type SendingFault = (typeof SENDING_FAULTS)[number];
export type DropReason = (typeof ANSWER_FAULTS)[number] | SendingFault;

/** `wrong`: the hash differs from the source's. `none`: late, refused or disconnected. */
export type PeerAnswer = 'right' | 'wrong' | 'none';

type PeerVerdict =
  | { readonly type: 'keep'; readonly failures: number }
  | { readonly type: 'drop'; readonly why: DropReason; /** How long the peer is not asked. */ readonly banMs: number };

/** Verdict on a peer's answer; `failures` counts consecutive failures before it. */
export function judgePeer(failures: number, answer: PeerAnswer): PeerVerdict {
  if (answer === 'right') return { type: 'keep', failures: 0 };
  if (answer === 'wrong') return { type: 'drop', why: 'wrong bytes', banMs: Number.POSITIVE_INFINITY };
  const now = failures + 1;
  return now < SHARING.maxFailures.value
    ? { type: 'keep', failures: now }
    : { type: 'drop', why: 'does not answer', banMs: SHARING.slowBanMs.value };
}

/** First line of an index, followed by one line per completed segment. Lines are JSON. */
export interface IndexHead {
  readonly version: 1;
  /** Base64 of the FLV header and the tags that every viewer needs first (metadata, sequence headers). */
  readonly head: string;
  readonly trackers: readonly string[];
  /** STUN servers for the viewers' external address; only servers named by the source are used. */
  readonly stun: readonly string[];
  readonly swarm: string;
}

/** Options of @trystero-p2p/torrent to join the swarm of an index. */
export const swarmConfig = ({ trackers, stun }: IndexHead) => ({
  appId: SHARING_PROTOCOL.app,
  relayConfig: { urls: [...trackers], warnOnRelayFailure: false },
  rtcConfig: { iceServers: stun.map((urls) => ({ urls })) },
});

/** Longest accepted line; a head with parameter sets has a few kilobytes. */
export const MAX_INDEX_LINE = 64 * 1024;

type IndexLine =
  | { readonly type: 'head'; readonly head: IndexHead }
  | { readonly type: 'segment'; readonly segment: SegmentInfo }
  | { readonly type: 'bad'; readonly detail: string };

export function readIndexLine(line: string): IndexLine {
  if (line.length > MAX_INDEX_LINE) return { type: 'bad', detail: `a line of ${line.length} characters` };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { type: 'bad', detail: 'not JSON' };
  }
  if (typeof value !== 'object' || value === null) return { type: 'bad', detail: 'not an object' };
  const fields = value as Readonly<Record<string, unknown>>;
  if ('head' in fields) {
    const { version, head, trackers, stun = [], swarm } = fields;
    const isGood =
      version === 1 &&
      typeof head === 'string' &&
      /^[A-Za-z0-9+/]*={0,2}$/.test(head) &&
      typeof swarm === 'string' &&
      /^[\w./-]{1,200}$/.test(swarm) &&
      isListOf(trackers, /^wss?:\/\/\S{1,500}$/) &&
      isListOf(stun, /^stuns?:\S{1,200}$/);
    return isGood ? { type: 'head', head: { version: 1, head, swarm, trackers, stun } } : { type: 'bad', detail: 'a bad head' };
  }
  const { seq, bytes, sha256, durationMs } = fields;
  const isGood =
    isCount(seq) &&
    isCount(bytes) &&
    bytes > 0 &&
    bytes <= SHARING.maxSourceSegmentBytes.value &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    isCount(durationMs);
  return isGood ? { type: 'segment', segment: { seq, bytes, sha256, durationMs } } : { type: 'bad', detail: 'a bad segment' };
}

const MAX_SERVERS = 8;
const isListOf = (value: unknown, pattern: RegExp): value is string[] =>
  Array.isArray(value) && value.length <= MAX_SERVERS && value.every((name) => typeof name === 'string' && pattern.test(name));

/**
 * Splits text that arrives in pieces into lines. Each character is visited once, even for small pieces, and an unfinished line holds at
 * most `maxChars` characters.
 */
export class LineSplitter {
  readonly #maxChars: number;
  #pieces: string[] = [];
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Lines completed by this piece; null once a line is too long, after which nothing more is read. */
  push(piece: string): readonly string[] | null {
    const lines: string[] = [];
    for (let from = 0; ;) {
      const end = piece.indexOf('\n', from);
      const part = piece.slice(from, end < 0 ? undefined : end);
      this.#chars += part.length;
      if (this.#chars > this.#maxChars) return null;
      this.#pieces.push(part);
      if (end < 0) return lines;
      lines.push(this.#pieces.join(''));
      this.#pieces = [];
      this.#chars = 0;
      from = end + 1;
    }
  }
}
