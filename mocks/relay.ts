/**
 * The server of the offline room's broadcasts, without a server: the tab of the star holds a second peer that takes what the star sends, and
 * answers the viewers of other tabs with it. Their offers and answers cross by the mock's channel.
 */
import type { ChannelMessage } from './control.ts';

/** Viewers of one star; the oldest is disconnected. */
const MAX_VIEWERS = 6;
/** A tab that has the star answers by then. */
const ANSWER_MS = 3_000;
const LOOK_EVERY_MS = 500;

export interface RelayDeps {
  post(message: ChannelMessage): void;
  /** Every message of the other tabs. */
  listen(listener: (message: ChannelMessage) => void): void;
}

/** Asked while the star's pictures come, with the time since the offer: false ends it. */
export type GoesOn = (elapsedMs: number) => boolean;

export interface Relay {
  /** The answer to the star's offer; `id` is the publication's. */
  publish(id: string, roomId: number, offerSdp: string, goesOn: GoesOn): Promise<string>;
  /** Ends this one; a later one goes on. */
  unpublish(id: string): void;
  /** The answer of the tab that has the star; null: none has. */
  watch(id: string, roomId: number, offerSdp: string): Promise<string | null>;
  leave(id: string): void;
}

interface Publisher {
  readonly id: string;
  readonly roomId: number;
  readonly peer: RTCPeerConnection;
  readonly stream: MediaStream;
  /** By the id that the viewer's tab gave. */
  readonly viewers: Map<string, RTCPeerConnection>;
  close(): void;
}

export function createRelay(deps: RelayDeps): Relay {
  let publisher: Publisher | null = null;
  const waiting = new Map<string, (sdp: string) => void>();

  deps.listen((message) => {
    if (message.kind === 'watched') waiting.get(message.id)?.(message.sdp);
    else if (message.kind === 'unwatch') leave(message.id);
    else if (message.kind === 'watch' && publisher?.roomId === message.roomId && publisher.peer.connectionState === 'connected')
      void answerViewer(publisher, message.id, message.sdp).then((sdp) => deps.post({ kind: 'watched', id: message.id, sdp }));
  });
  function leave(id: string): void {
    publisher?.viewers.get(id)?.close();
    publisher?.viewers.delete(id);
  }

  return {
    async publish(id, roomId, offerSdp, goesOn) {
      publisher?.close();
      const opened = openPublisher(id, roomId, goesOn);
      publisher = opened;
      const { peer } = opened;
      await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
      await peer.setLocalDescription();
      await gathered(peer);
      return peer.localDescription?.sdp ?? '';
    },
    unpublish(id) {
      if (publisher?.id !== id) return;
      publisher.close();
      publisher = null;
    },
    async watch(id, roomId, offerSdp) {
      const answer = new Promise<string | null>((resolve) => {
        waiting.set(id, resolve);
        setTimeout(() => resolve(null), ANSWER_MS);
      });
      deps.post({ kind: 'watch', id, roomId, sdp: offerSdp });
      const sdp = await answer;
      waiting.delete(id);
      return sdp;
    },
    leave: (id) => deps.post({ kind: 'unwatch', id }),
  };
}

function openPublisher(id: string, roomId: number, goesOn: GoesOn): Publisher {
  const peer = new RTCPeerConnection();
  const stream = new MediaStream();
  const viewers = new Map<string, RTCPeerConnection>();
  // Chromium takes sound from a connection only while something plays it.
  const pump = new Audio();
  pump.muted = true;
  const bornMs = performance.now();
  const timer = setInterval(() => {
    if (peer.connectionState === 'connected' && !goesOn(performance.now() - bornMs)) close();
  }, LOOK_EVERY_MS);
  function close(): void {
    clearInterval(timer);
    pump.srcObject = null;
    peer.close();
    for (const viewer of viewers.values()) viewer.close();
    viewers.clear();
  }
  peer.addEventListener('track', ({ track }) => {
    stream.addTrack(track);
    pump.srcObject = stream;
    void pump.play().catch(() => undefined);
  });
  return { id, roomId, peer, stream, viewers, close };
}

async function answerViewer({ stream, viewers }: Publisher, id: string, offerSdp: string): Promise<string> {
  for (const [oldest, peer] of viewers) {
    if (viewers.size < MAX_VIEWERS) break;
    peer.close();
    viewers.delete(oldest);
  }
  const peer = new RTCPeerConnection();
  viewers.set(id, peer);
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed') peer.close();
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') viewers.delete(id);
  });
  await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
  for (const track of stream.getTracks()) peer.addTrack(track, stream);
  await peer.setLocalDescription();
  await gathered(peer);
  return peer.localDescription?.sdp ?? '';
}

/** Settles when the description holds all candidates of the peer: the answer is not amended later. */
export const gathered = (peer: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => {
    if (peer.iceGatheringState === 'complete') resolve();
    peer.addEventListener('icegatheringstatechange', () => peer.iceGatheringState === 'complete' && resolve());
  });
