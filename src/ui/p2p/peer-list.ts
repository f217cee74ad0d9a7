import { SHARING, type DropReason } from '../../core/p2p/sharing.ts';

export interface Peer {
  readonly id: string;
  readonly has: Set<number>;
  /** Segments already sent to the peer: each is sent once, so that a peer cannot request data endlessly. */
  readonly given: Set<number>;
  failures: number;
  bytes: number;
}

/** The admitted peers, and the banned peers until their ban ends; both lists are limited. */
export class PeerList {
  readonly #peers = new Map<string, Peer>();
  /** End of each ban, performance.now() milliseconds. */
  readonly #banned = new Map<string, number>();
  #dropped = 0;
  #dropWhy: DropReason | '' = '';

  get figures(): { readonly peers: number; readonly droppedPeers: number; readonly dropWhy: DropReason | '' } {
    return { peers: this.#peers.size, droppedPeers: this.#dropped, dropWhy: this.#dropWhy };
  }

  get(id: string): Peer | undefined {
    return this.#peers.get(id);
  }

  all(): readonly Peer[] {
    return [...this.#peers.values()];
  }

  /** Returns the peer if it may be asked; a peer that was over the limit or too slow is admitted again with its next message. */
  admit(id: string): Peer | undefined {
    const known = this.#peers.get(id);
    if (known) return known;
    if (this.#peers.size >= SHARING.maxPeers.value || performance.now() < (this.#banned.get(id) ?? 0)) return undefined;
    const peer: Peer = { id, has: new Set(), given: new Set(), failures: 0, bytes: 0 };
    this.#peers.set(id, peer);
    return peer;
  }

  isBannedForever(id: string): boolean {
    return this.#banned.get(id) === Number.POSITIVE_INFINITY;
  }

  drop(id: string, why: DropReason, banMs: number): void {
    if (this.#peers.has(id)) this.#ban(id, why, banMs);
  }

  /** Without an end, also if the peer is not admitted. */
  ban(id: string, why: DropReason): void {
    this.#ban(id, why, Number.POSITIVE_INFINITY);
  }

  #ban(id: string, why: DropReason, banMs: number): void {
    this.#peers.delete(id);
    this.#banned.set(id, performance.now() + banMs);
    for (const oldest of this.#banned.keys()) if (this.#banned.size > SHARING.maxBanned.value) this.#banned.delete(oldest);
    this.#dropped++;
    this.#dropWhy = why;
  }

  remove(id: string): void {
    this.#peers.delete(id);
  }
}

/** Adds to a set that is limited to twice the number of kept segments; the oldest are dropped. */
export function remember(seqs: Set<number>, seq: number): void {
  seqs.add(seq);
  for (const oldest of seqs) if (seqs.size > SHARING.keptSegments.value * 2) seqs.delete(oldest);
}
