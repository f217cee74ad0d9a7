/**
 * The answering peer of the offline room: a real RTCPeerConnection in the page that publishes a recording (webrtc-source.ts), so that the
 * viewer's whole WebRTC path runs over loopback.
 */
import { faultOf, type Fault } from '../backend/faults.ts';
import { answerOffer } from './relay.ts';
import { openWebRtcSource } from './webrtc-source.ts';

/** Maximum number of viewers per page; the oldest is disconnected. */
const MAX_SESSIONS = 4;
/** Polling interval for faults that the panel injects during a session. */
const FAULT_LOOK_MS = 200;

export function createRecordingPeers() {
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
