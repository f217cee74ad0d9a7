import { faultOf, type Fault } from '../backend/faults.ts';
import { openWebRtcSource } from './webrtc-source.ts';
import { fieldsOf } from '../backend/json.ts';
import type { RtcDeps, GoesOn, Relay } from '../backend/rtc.ts';
import { toAll, type ChannelMessage } from '../control.ts';
import { readLocalJson, writeLocalJson } from '../local-json.ts';
import type { Scenario } from '../scenario.ts';
import { createBroadcasts, LIVE_STATUS, type BroadcastStore } from '../sessions/broadcasts.ts';

// Broadcasts of the offline room without a server: the star's tab has a second peer that receives the star's stream and forwards it to
// viewers in other tabs. Their offers and answers are sent over the mock's channel.

/** Maximum number of viewers of one star; the oldest is disconnected. */
const MAX_VIEWERS = 6;
/** Timeout for the answer of the star's tab. */
const ANSWER_MS = 3_000;
const LOOK_EVERY_MS = 500;

interface RelayDeps {
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

function createRelay(deps: RelayDeps): Relay {
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
async function answerOffer(peer: RTCPeerConnection, offerSdp: string, stream?: MediaStream): Promise<string> {
  await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
  for (const track of stream?.getTracks() ?? []) peer.addTrack(track, stream!);
  await peer.setLocalDescription();
  await new Promise<void>((resolve) => {
    if (peer.iceGatheringState === 'complete') resolve();
    peer.addEventListener('icegatheringstatechange', () => peer.iceGatheringState === 'complete' && resolve());
  });
  return peer.localDescription?.sdp ?? '';
}

/**
 * The answering peer of the offline room: a real RTCPeerConnection in the page that publishes a recording (webrtc-source.ts), so that the
 * viewer's whole WebRTC path runs over loopback.
 */

/** Maximum number of viewers per page; the oldest is disconnected. */
const MAX_SESSIONS = 4;
/** Polling interval for faults that the panel injects during a session. */
const FAULT_LOOK_MS = 200;

function createRecordingPeers() {
  /** By session, oldest first: disconnects the viewer. */
  const sessions = new Map<string, () => void>();
  const leave = (id: string): void => {
    const close = sessions.get(id);
    sessions.delete(id);
    close?.();
  };
  /** Answers a viewer's offer with the recording `name`. */
  async function play(id: string, name: string, offerSdp: string, faults: () => readonly Fault[]): Promise<string> {
    const peer = new RTCPeerConnection();
    const opening = openWebRtcSource(name);
    let timer: ReturnType<typeof setInterval> | undefined;
    sessions.set(id, () => {
      clearInterval(timer);
      peer.close();
      void opening.then(
        (source) => source.stop(),
        () => undefined,
      );
    });
    for (const oldest of sessions.keys()) if (sessions.size > MAX_SESSIONS) leave(oldest);
    const source = await opening;
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'failed' || peer.connectionState === 'closed') leave(id);
    });
    const [track = null] = source.stream.getVideoTracks();
    // On a busy machine the frame rate is reduced instead of the size, which belongs to the room.
    if (track) track.contentHint = 'detail';
    const sdp = await answerOffer(peer, offerSdp, source.stream).catch((cause: unknown) => {
      leave(id);
      throw cause;
    });
    const picture = peer.getSenders().find((sender) => sender.track === track);
    const startMs = performance.now();
    timer = setInterval(() => {
      const elapsedMs = performance.now() - startMs;
      const cut = faultOf(faults(), 'cut');
      if (cut && elapsedMs >= cut.afterMs) leave(id);
      const stall = faultOf(faults(), 'stall');
      const isStill = stall !== undefined && elapsedMs >= stall.afterMs && elapsedMs < stall.afterMs + (stall.forMs ?? Infinity);
      const wanted = isStill ? null : track;
      if (picture && picture.track !== wanted && peer.connectionState !== 'closed') void picture.replaceTrack(wanted);
    }, FAULT_LOOK_MS);
    return sdp;
  }
  return { play, leave };
}

/**
 * Broadcasts of the offline room: the records are in local storage, which survives a reload and is shared by all tabs; relay.ts transports
 * the pictures.
 */

const keyOf = (roomId: number): string => `footlight-mock-broadcast-${roomId}`;

const STORE: BroadcastStore = {
  read(roomId) {
    const { session, sinceMs, mediaMs, hasMedia } = fieldsOf(readLocalJson(keyOf(roomId)));
    return typeof session === 'string' && session !== ''
      ? { session, sinceMs: Number(sinceMs), mediaMs: Number(mediaMs), hasMedia: hasMedia === true }
      : null;
  },
  write: (roomId, broadcast) => writeLocalJson(keyOf(roomId), broadcast),
};

interface TabBroadcastDeps extends Pick<Scenario, 'provider'> {
  readonly post: (message: ChannelMessage) => void;
  readonly listen: (listener: (message: ChannelMessage) => void) => void;
}

export function openBroadcasts({ post, listen, provider }: TabBroadcastDeps): Pick<RtcDeps, 'broadcasts' | 'relay' | 'play'> {
  const broadcasts = createBroadcasts({
    store: STORE,
    origin: () => location.origin,
    nowMs: () => Date.now(),
    newSession: () => crypto.randomUUID(),
    provider,
    onChange(roomId, isOn) {
      post({ kind: 'push', message: toAll({ id: LIVE_STATUS, body: { roomid: roomId, status: isOn ? 1 : 0 } }, roomId) });
    },
  });
  const relay = createRelay({ post, listen });
  const peers = createRecordingPeers();
  return {
    broadcasts,
    play: peers.play,
    relay: {
      ...relay,
      leave(id) {
        relay.leave(id);
        peers.leave(id);
      },
    },
  };
}
