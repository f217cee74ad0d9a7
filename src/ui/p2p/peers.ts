import { SHARING, type DropReason, type SendingFault } from '../../core/p2p/sharing.ts';
import { PeerMeter } from '../../core/p2p/peer-meter.ts';

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

/**
 * The RTCPeerConnection used by the sharing library: every message of a peer passes its meter before the library receives it, and a peer
 * that exceeds its limits is disconnected. The library takes connections for all rooms of a page from one pool, so meters and listeners are
 * shared by the page.
 */

type OnViolation = (connection: RTCPeerConnection, why: SendingFault) => void;

const meters = new WeakMap<RTCPeerConnection, PeerMeter>();
const listeners = new Set<OnViolation>();
const live = new Set<RTCPeerConnection>();

/** Called before the connection is closed; returns an unsubscribe function. */
export function onViolation(listener: OnViolation): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const meterOf = (connection: RTCPeerConnection | undefined): PeerMeter | undefined =>
  connection === undefined ? undefined : meters.get(connection);

/** Closing fires no event, and the library waits for one. */
export function closeConnection(connection: RTCPeerConnection): void {
  if (connection.connectionState === 'closed') return;
  connection.close();
  connection.dispatchEvent(new Event('connectionstatechange'));
}

/** A class created on demand, because a browser without WebRTC has no class to extend. */
export function guardedConnection(Base: typeof RTCPeerConnection = RTCPeerConnection): typeof RTCPeerConnection {
  return class extends Base {
    #hasChannel = false;
    #isRefused = false;

    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      meters.set(this, new PeerMeter());
      for (const each of live) if (each.connectionState === 'closed') live.delete(each);
      live.add(this);
      this.addEventListener('datachannel', (event) => this.#guard(event.channel));
      // Sharing uses neither audio nor video of a peer.
      this.addEventListener('track', () => this.#refuse('sends what was not asked for'));
      // If a peer floods the tracker with offers, no further connections are made; open ones are kept.
      if (live.size > SHARING.maxConnections.value) queueMicrotask(() => closeConnection(this));
    }

    /**
     * The library renews an offer older than a minute by a rollback and a restart of ICE. Chromium then does not complete the gathering of
     * candidates, and no peer connects by that offer. For a closed connection the library creates a new one with a new offer.
     */
    override async setLocalDescription(description?: RTCLocalSessionDescriptionInit): Promise<void> {
      if (description?.type === 'rollback') closeConnection(this);
      else await super.setLocalDescription(description);
    }

    override createDataChannel(label: string, options?: RTCDataChannelInit): RTCDataChannel {
      const channel = super.createDataChannel(label, options);
      this.#guard(channel);
      return channel;
    }

    #guard(channel: RTCDataChannel): void {
      if (this.#hasChannel) {
        this.#refuse('sends what was not asked for');
        return;
      }
      this.#hasChannel = true;
      const meter = meters.get(this)!;
      const send = channel.send.bind(channel) as (data: Uint8Array<ArrayBuffer>) => void;
      Object.defineProperty(channel, 'send', {
        value: (frame: Uint8Array<ArrayBuffer>) => {
          meter.onSent(frame);
          send(frame);
        },
      });
      // Registered before the library's own handler, because listeners run in the order of registration.
      channel.addEventListener('message', (event: MessageEvent<unknown>) => {
        const why = this.#isRefused ? null : meter.onReceived(event.data, performance.now());
        if (why !== null) this.#refuse(why);
        if (this.#isRefused) event.stopImmediatePropagation();
      });
    }

    #refuse(why: SendingFault): void {
      if (this.#isRefused) return;
      this.#isRefused = true;
      for (const listener of listeners) listener(this, why);
      closeConnection(this);
    }
  };
}
