/**
 * Broadcasts of the offline room without a server: the star's tab has a second peer that receives the star's stream and forwards it to
 * viewers in other tabs. Their offers and answers are sent over the mock's channel.
 */
import type { GoesOn, Relay } from '../backend/rtc.ts';
import type { ChannelMessage } from '../control.ts';

/** Maximum number of viewers of one star; the oldest is disconnected. */
const MAX_VIEWERS = 6;
/** Timeout for the answer of the star's tab. */
const ANSWER_MS = 3_000;
const LOOK_EVERY_MS = 500;

export interface RelayDeps {
  post(message: ChannelMessage): void;
  /** Registers a listener for messages of the other tabs. */
  listen(listener: (message: ChannelMessage) => void): void;
}

interface Publisher {
  readonly id: string;
  readonly roomId: number;
  readonly peer: RTCPeerConnection;
  readonly stream: MediaStream;
  /** By the id assigned by the viewer's tab. */
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
      answerViewer(publisher, message.id, message.sdp).then(
        (sdp) => deps.post({ kind: 'watched', id: message.id, sdp }),
        () => leave(message.id),
      );
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
      return answerOffer(opened.peer, offerSdp);
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
  // Chromium takes audio from a connection only while an element plays it.
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
  return answerOffer(peer, offerSdp, stream);
}

/** The answer to an offer, with the tracks of a stream. It contains all candidates of the peer, because it is not amended later. */
export async function answerOffer(peer: RTCPeerConnection, offerSdp: string, stream?: MediaStream): Promise<string> {
  await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
  for (const track of stream?.getTracks() ?? []) peer.addTrack(track, stream!);
  await peer.setLocalDescription();
  await new Promise<void>((resolve) => {
    if (peer.iceGatheringState === 'complete') resolve();
    peer.addEventListener('icegatheringstatechange', () => peer.iceGatheringState === 'complete' && resolve());
  });
  return peer.localDescription?.sdp ?? '';
}
