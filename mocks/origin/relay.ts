/**
 * Broadcast relay of the origin server: one peer receives a star's stream (WHIP), others forward the same packets to viewers (WHEP).
 * Nothing is decoded, so star and viewers use the same codecs.
 */
import {
  RTCPeerConnection,
  useAbsSendTime,
  useNACK,
  useOPUS,
  usePLI,
  useREMB,
  useSdesMid,
  useTransportWideCC,
  useTWCC,
  useVP8,
} from 'werift';
import type { MediaStreamTrack, RTCRtpSender } from 'werift';
import type { GoesOn, Relay } from '../backend/rtc.ts';

/** Maximum number of viewers of a room; further ones are refused. */
const MAX_VIEWERS = 16;
/** Time in ms within which a viewer has to connect. A viewer who left before that keeps no place, because ICE may never report a failure. */
const CONNECT_MS = 15_000;
const SEEN_EVERY_MS = 500;

/** A previous publisher of a room is disconnected by the next one, the viewers stay. */
export interface OriginRelay extends Relay {
  /** Ends the broadcast: star and viewers are disconnected. */
  end(roomId: number): Promise<void>;
  close(): Promise<void>;
}

interface Viewer {
  readonly peer: RTCPeerConnection;
  readonly senders: readonly RTCRtpSender[];
}

interface Room {
  publisher: { readonly id: string; readonly peer: RTCPeerConnection } | null;
  /** Forwarded tracks: one audio, one video. */
  tracks: readonly MediaStreamTrack[];
  readonly viewers: Map<string, Viewer>;
}

const newPeer = (): RTCPeerConnection =>
  new RTCPeerConnection({
    codecs: { audio: [useOPUS()], video: [useVP8({ rtcpFeedback: [useNACK(), usePLI(), useREMB(), useTWCC()] })] },
    headerExtensions: { audio: [useSdesMid()], video: [useSdesMid(), useAbsSendTime(), useTransportWideCC()] },
    iceServers: [],
    // Both ends are on this machine.
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });

async function answerOf(peer: RTCPeerConnection): Promise<string> {
  await peer.setLocalDescription(await peer.createAnswer());
  return peer.localDescription?.sdp ?? '';
}

export function createOriginRelay(connectMs = CONNECT_MS): OriginRelay {
  const rooms = new Map<number, Room>();

  async function end(roomId: number): Promise<void> {
    const room = rooms.get(roomId);
    rooms.delete(roomId);
    await room?.publisher?.peer.close();
    await Promise.all([...(room?.viewers.values() ?? [])].map(({ peer }) => peer.close()));
  }

  return {
    async publish(id, roomId, offerSdp, goesOn) {
      const room = rooms.get(roomId) ?? { publisher: null, tracks: [], viewers: new Map<string, Viewer>() };
      rooms.set(roomId, room);
      await room.publisher?.peer.close();
      room.tracks = [];
      const peer = newPeer();
      room.publisher = { id, peer };
      peer.onTrack.subscribe((track) => {
        if (room.publisher?.id === id) void passOn(room, track, goesOn);
      });
      await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
      return answerOf(peer);
    },
    unpublish(id) {
      for (const room of rooms.values()) {
        if (room.publisher?.id !== id) continue;
        void room.publisher.peer.close();
        room.publisher = null;
      }
    },
    end,
    async watch(id, roomId, offerSdp) {
      const room = rooms.get(roomId);
      if (room === undefined || room.viewers.size >= MAX_VIEWERS) return null;
      const peer = newPeer();
      const senders: RTCRtpSender[] = [];
      room.viewers.set(id, { peer, senders });
      const late = setTimeout(() => void peer.close(), connectMs).unref();
      peer.connectionStateChange.subscribe((state) => {
        if (state !== 'connecting') clearTimeout(late);
        if (state === 'connected') askForKeyPicture(room);
        if (state === 'failed' || state === 'closed') room.viewers.delete(id);
      });
      await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
      senders.push(...room.tracks.map((track) => peer.addTrack(track)));
      for (const sender of senders) sender.onPictureLossIndication.subscribe(() => askForKeyPicture(room));
      return answerOf(peer);
    },
    leave(id) {
      for (const { viewers } of rooms.values()) {
        const viewer = viewers.get(id);
        viewers.delete(id);
        void viewer?.peer.close();
      }
    },
    close: async () => {
      await Promise.all([...rooms.keys()].map((roomId) => end(roomId)));
    },
  };
}

async function passOn(room: Room, track: MediaStreamTrack, goesOn: GoesOn): Promise<void> {
  room.tracks = [...room.tracks.filter(({ kind }) => kind !== track.kind), track];
  const startMs = Date.now();
  let seenMs = 0;
  track.onReceiveRtp.subscribe(() => {
    const nowMs = Date.now();
    if (track.kind !== 'video' || nowMs - seenMs < SEEN_EVERY_MS) return;
    seenMs = nowMs;
    if (!goesOn(nowMs - startMs)) void room.publisher?.peer.close();
  });
  const senders = [...room.viewers.values()].flatMap((viewer) => viewer.senders.filter(({ kind }) => kind === track.kind));
  await Promise.all(senders.map((sender) => sender.replaceTrack(track)));
  askForKeyPicture(room);
}

/** Requests a keyframe, which a new viewer or one with losses needs. */
function askForKeyPicture({ publisher, tracks }: Room): void {
  const ssrc = tracks.find(({ kind }) => kind === 'video')?.ssrc;
  const receiver = publisher?.peer.getReceivers().find(({ kind }) => kind === 'video');
  if (receiver && ssrc !== undefined) void receiver.sendRtcpPLI(ssrc);
}
