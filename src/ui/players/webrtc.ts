/** WebRTC on a <video>: lowest latency, and its own statistics. Any failure is told once; the room then falls back to flv (P23). */
import type { Player, PlayerProgress } from '../../workers/core/player/contract.ts';
import type { PlayerStart } from './kinds.ts';
import { onVideo } from './on-video.ts';
import { SIGNALLING, type Answer } from './signalling.ts';
import { createTeller } from './teller.ts';

/** From the offer to the first frame of the connection; then the flv address would have been faster. */
const CONNECT_TIMEOUT_MS = 8_000;
/** `disconnected` often heals by itself; longer than this it does not. */
const DISCONNECTED_GRACE_MS = 3_000;
const STATS_EVERY_MS = 1_000;

interface Received {
  bytes: number;
  decoded: number;
  dropped: number;
  decodeMs: number;
  jitterBufferS: number;
  codec: string;
}

export function openWebRtc(start: PlayerStart): Player {
  const { epoch, url, video } = start;
  const startedAtMs = performance.now();
  const abort = new AbortController();
  const teller = createTeller(start);
  const { tell, fail } = teller;
  const element = onVideo(start, teller);
  const { on } = element;
  const connection = new RTCPeerConnection();
  const stream = new MediaStream();
  const received: Received = { bytes: 0, decoded: 0, dropped: 0, decodeMs: Number.NaN, jitterBufferS: Number.NaN, codec: '' };
  let answer: Answer | undefined;
  let painted = 0;
  let grace: ReturnType<typeof setTimeout> | undefined;

  const connectTimer = setTimeout(() => {
    if (painted === 0) fail({ failure: 'TIMEOUT', detail: `no frame after ${CONNECT_TIMEOUT_MS} ms`, network: true });
  }, CONNECT_TIMEOUT_MS);

  connection.addEventListener('track', ({ track, receiver }) => {
    // A live room prefers a late frame to a smooth one.
    if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
    stream.addTrack(track);
    if (video.srcObject !== stream) video.srcObject = stream;
  });
  connection.addEventListener('connectionstatechange', () => {
    clearTimeout(grace);
    switch (connection.connectionState) {
      case 'failed':
        fail({ failure: 'ACK_NETWORK_FAIL', detail: 'the peer connection failed', network: true });
        return;
      case 'disconnected':
        teller.status('buffering');
        grace = setTimeout(() => fail({ failure: 'ACK_NETWORK_FAIL', detail: 'the peer went away', network: true }), DISCONNECTED_GRACE_MS);
        return;
      case 'closed':
        fail({ failure: 'ACK_NETWORK_FAIL', detail: 'the peer connection closed', network: true });
        return;
      default:
    }
  });

  const onFrame = (_now: number, metadata: VideoFrameCallbackMetadata): void => {
    if (teller.isDisposed) return;
    painted++;
    if (painted === 1) {
      teller.status('playing');
      tell({ type: 'first-frame', epoch, width: metadata.width, height: metadata.height, sinceStartMs: performance.now() - startedAtMs });
    }
    video.requestVideoFrameCallback(onFrame);
  };
  video.requestVideoFrameCallback(onFrame);
  on('resize', () => {
    if (painted > 0) tell({ type: 'resolution', epoch, width: video.videoWidth, height: video.videoHeight });
  });
  on('waiting', () => teller.status('buffering'));
  on('playing', () => {
    if (painted > 0) teller.status('playing');
  });

  const connect = async (): Promise<void> => {
    const signalling = SIGNALLING[start.providerId];
    if (!signalling) {
      fail({ failure: 'NO_SUPPORT', detail: `stream provider ${start.providerId} is not known` });
      return;
    }
    connection.addTransceiver('audio', { direction: 'recvonly' });
    connection.addTransceiver('video', { direction: 'recvonly' });
    await connection.setLocalDescription();
    await gathered(connection);
    const exchanged = await signalling.exchange(url, connection.localDescription!.sdp, abort.signal);
    if (teller.isDisposed) {
      if (exchanged.ok) exchanged.value.leave();
      return;
    }
    if (!exchanged.ok) {
      const isNetwork =
        exchanged.error.code === 'HTTP_NETWORK' || exchanged.error.code === 'HTTP_STATUS' || exchanged.error.code === 'HTTP_TIMEOUT';
      fail({ failure: isNetwork ? 'ACK_NETWORK_FAIL' : 'ACK_FAIL', detail: exchanged.error.detail, network: isNetwork });
      return;
    }
    answer = exchanged.value;
    await connection.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
    await element.play();
  };
  connect().catch((cause: unknown) => fail({ failure: 'PLAYER_ERROR', detail: String(cause) }));

  const progress = (): PlayerProgress => ({
    positionS: video.currentTime,
    bufferedS: received.jitterBufferS,
    paintedFrames: painted,
    droppedFrames: received.dropped,
    bytes: received.bytes,
    audioS: Number.NaN,
    videoS: Number.NaN,
    latencyS: received.jitterBufferS,
    decodeMs: received.decodeMs,
  });
  const statsTimer = setInterval(() => {
    void connection.getStats().then((report) => {
      if (teller.isDisposed) return;
      readStats(report, received);
      tell({ type: 'progress', epoch, progress: progress() });
    });
  }, STATS_EVERY_MS);

  return {
    kind: 'webrtc',
    epoch,
    progress,
    setVolume: element.setVolume,
    // The browser decides what it decodes of a hidden track.
    setDecoding: () => undefined,
    figures: () => ({ CODEC: received.codec, WIDTH: video.videoWidth, HEIGHT: video.videoHeight }),
    requestPictureInPicture: element.requestPictureInPicture,
    dispose() {
      if (teller.isDisposed) return;
      teller.dispose();
      element.dispose();
      abort.abort();
      clearTimeout(connectTimer);
      clearTimeout(grace);
      clearInterval(statsTimer);
      answer?.leave();
      connection.close();
      video.srcObject = null;
    },
  };
}

/** Both protocols send the whole offer at once; candidates that come later than this are not worth the wait. */
const GATHER_TIMEOUT_MS = 1_000;

function gathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GATHER_TIMEOUT_MS);
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** webrtc-stats: inbound-rtp of kind video, and the bytes of all. Figures are since the start, times per frame. */
function readStats(report: RTCStatsReport, received: Received): void {
  let bytes = 0;
  for (const [, entry] of report as unknown as Iterable<[string, RTCInboundRtpStreamStats]>) {
    if (entry.type !== 'inbound-rtp') continue;
    bytes += entry.bytesReceived ?? 0;
    if (entry.kind !== 'video') continue;
    const codec: unknown = entry.codecId === undefined ? undefined : report.get(entry.codecId);
    const mime: unknown = typeof codec === 'object' && codec !== null ? Reflect.get(codec, 'mimeType') : undefined;
    if (typeof mime === 'string') received.codec = mime.replace(/^video\//, '');
    received.decoded = entry.framesDecoded ?? 0;
    received.dropped = entry.framesDropped ?? 0;
    if (received.decoded > 0) received.decodeMs = ((entry.totalDecodeTime ?? 0) / received.decoded) * 1_000;
    const emitted = entry.jitterBufferEmittedCount ?? 0;
    if (emitted > 0) received.jitterBufferS = (entry.jitterBufferDelay ?? 0) / emitted;
  }
  received.bytes = bytes;
}
