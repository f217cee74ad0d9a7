/** WebRTC on a <video>: lowest latency, and its own statistics. Any failure is told once; the room then falls back to flv (P23). */
import type { Player, PlayerProgress } from '../../workers/core/player/contract.ts';
import type { Received } from '../../workers/core/player/receiver-watch.ts';
import type { PlayerStart } from './kinds.ts';
import { onVideo } from './on-video.ts';
import { SIGNALLING, type Answer } from './signalling.ts';
import { createTeller } from './teller.ts';

/** From the offer to the first frame of the connection; then the flv address would have been faster. */
const CONNECT_TIMEOUT_MS = 8_000;
/** `disconnected` often heals by itself; longer than this it does not. */
const DISCONNECTED_GRACE_MS = 3_000;
const STATS_EVERY_MS = 1_000;

/** One look at the statistics. Figures of `counts` are since the start. */
interface Statistics {
  readonly bytes: number;
  readonly decodeMs: number;
  readonly jitterBufferS: number;
  readonly codec: string;
  readonly counts: Received;
}

const NOTHING: Statistics = {
  bytes: 0,
  decodeMs: NaN,
  jitterBufferS: NaN,
  codec: '',
  counts: { decodedFrames: 0, decodeMs: NaN, freezesMs: NaN, packets: 0, lostPackets: 0 },
};

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
  let statistics = NOTHING;
  let answer: Answer | undefined;
  let hasPicture = false;
  let grace: ReturnType<typeof setTimeout> | undefined;

  const connectTimer = setTimeout(() => {
    if (!hasPicture) fail({ failure: 'TIMEOUT', detail: `no frame after ${CONNECT_TIMEOUT_MS} ms`, network: true });
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

  // The first only: one callback for each picture would be work for the main thread.
  const frameRequest = video.requestVideoFrameCallback((_now, { width, height }) => {
    hasPicture = true;
    teller.status('playing');
    tell({ type: 'first-frame', epoch, width, height, sinceStartMs: performance.now() - startedAtMs });
  });
  on('resize', () => {
    if (hasPicture) tell({ type: 'resolution', epoch, width: video.videoWidth, height: video.videoHeight });
  });
  on('waiting', () => teller.status('buffering'));
  on('playing', () => {
    if (hasPicture) teller.status('playing');
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

  const progress = (): PlayerProgress => {
    const { bytes, decodeMs, jitterBufferS, counts } = statistics;
    return {
      ...element.seen(),
      bufferedS: jitterBufferS,
      bytes,
      audioS: NaN,
      videoS: NaN,
      latencyS: jitterBufferS,
      decodeMs,
      received: counts,
    };
  };
  // Once a second, and the rule that looks at them is the room worker's.
  const statsTimer = setInterval(() => {
    void connection.getStats().then((report) => {
      if (teller.isDisposed) return;
      statistics = readStatistics(report, statistics);
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
    figures: () => ({ CODEC: statistics.codec, WIDTH: video.videoWidth, HEIGHT: video.videoHeight }),
    requestPictureInPicture: element.requestPictureInPicture,
    dispose() {
      if (teller.isDisposed) return;
      teller.dispose();
      element.dispose();
      video.cancelVideoFrameCallback(frameRequest);
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

/** W3C webrtc-stats, inbound-rtp: of kind video, and the bytes of all. What a browser does not count is NaN. */
function readStatistics(report: RTCStatsReport, before: Statistics): Statistics {
  const inbound = ([...(report as unknown as Map<string, RTCInboundRtpStreamStats>).values()] as const).filter(
    ({ type }) => type === 'inbound-rtp',
  );
  const bytes = inbound.reduce((sum, { bytesReceived = 0 }) => sum + bytesReceived, 0);
  const video = inbound.find(({ kind }) => kind === 'video');
  if (!video) return { ...before, bytes };
  const codec: unknown = video.codecId === undefined ? undefined : report.get(video.codecId);
  const mime: unknown = typeof codec === 'object' && codec !== null ? Reflect.get(codec, 'mimeType') : undefined;
  const counts: Received = {
    decodedFrames: video.framesDecoded ?? 0,
    decodeMs: (video.totalDecodeTime ?? NaN) * 1_000,
    freezesMs: (video.totalFreezesDuration ?? NaN) * 1_000,
    packets: video.packetsReceived ?? 0,
    lostPackets: video.packetsLost ?? 0,
  };
  const last = before.counts;
  const emitted = video.jitterBufferEmittedCount ?? 0;
  return {
    bytes,
    codec: typeof mime === 'string' ? mime.replace(/^video\//, '') : '',
    // Of the pictures since the last look; where there are none, as before.
    decodeMs:
      counts.decodedFrames > last.decodedFrames
        ? (counts.decodeMs - (last.decodeMs || 0)) / (counts.decodedFrames - last.decodedFrames)
        : before.decodeMs,
    jitterBufferS: emitted > 0 ? (video.jitterBufferDelay ?? NaN) / emitted : NaN,
    counts,
  };
}
