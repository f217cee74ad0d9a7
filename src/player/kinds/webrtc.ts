/** WebRTC on a <video>: lowest latency, with its own statistics. A failure is reported once; then player.ts falls back to flv (P23). */
import type { Player, PlayerProgress } from '../rules/contract.ts';
import type { Received } from '../rules/recovery/receiver-watch.ts';
import type { PlayerStart } from './player-start.ts';
import { gathered, SIGNALLING, type Answer } from './signalling.ts';
import { VideoElement } from './video-element.ts';

/** Maximum time from the offer to the first frame; beyond it flv would have been faster. */
const CONNECT_TIMEOUT_MS = 8_000;
/** `disconnected` often recovers; after this time the connection is closed. */
const DISCONNECTED_GRACE_MS = 3_000;
const STATS_EVERY_MS = 1_000;

/** One sample of the statistics. Values of `counts` are totals since the start. */
interface Statistics {
  readonly bytes: number;
  readonly decodeMs: number;
  readonly jitterBufferS: number;
  readonly codec: string;
  readonly droppedFrames: number;
  /** Capture time of what is played now, in seconds of the sender's clock; NaN if the browser does not estimate it. */
  readonly audioS: number;
  readonly videoS: number;
  readonly counts: Received;
}

const NOTHING: Statistics = {
  bytes: 0,
  decodeMs: NaN,
  jitterBufferS: NaN,
  codec: '',
  droppedFrames: 0,
  audioS: NaN,
  videoS: NaN,
  counts: { decodedFrames: 0, decodeMs: NaN, freezesMs: NaN, packets: 0, lostPackets: 0 },
};

export const openWebRtc = (start: PlayerStart): Player => new WebRtcPlayer(start);

class WebRtcPlayer extends VideoElement implements Player {
  readonly kind = 'webrtc';
  readonly #abort = new AbortController();
  readonly #connection = new RTCPeerConnection();
  readonly #stream = new MediaStream();
  readonly #frameRequest: number;
  #connectTimer: ReturnType<typeof setTimeout>;
  readonly #statsTimer: ReturnType<typeof setInterval>;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #statistics = NOTHING;
  #answer: Answer | undefined;

  constructor(start: PlayerStart) {
    super(start);
    this.#connection.addEventListener('track', ({ track, receiver }) => this.#onTrack(track, receiver));
    this.#connection.addEventListener('connectionstatechange', () => this.#onConnection());
    this.#listen();
    // Only the first one: a callback per picture would load the main thread.
    this.#frameRequest = this.video.requestVideoFrameCallback((_now, { width, height }) => this.#onFirstPicture(width, height));
    this.#connectTimer = this.#awaitPicture();
    // The rule that evaluates the statistics is in rules/recovery/receiver-watch.ts.
    this.#statsTimer = setInterval(() => void this.#readStatistics(), STATS_EVERY_MS);
    this.#connect().catch((cause: unknown) => this.reporter.fail({ failure: 'PLAYER_ERROR', detail: String(cause) }));
  }

  figures(): Readonly<Record<string, number | string>> {
    return { CODEC: this.#statistics.codec, WIDTH: this.video.videoWidth, HEIGHT: this.video.videoHeight };
  }

  progress(): PlayerProgress {
    const { bytes, decodeMs, jitterBufferS, counts, droppedFrames, audioS, videoS } = this.#statistics;
    return {
      // On the element, Firefox counts no pictures of a MediaStream.
      ...this.sample({ decoded: counts.decodedFrames, dropped: droppedFrames }),
      bufferedS: jitterBufferS,
      bytes,
      audioS,
      videoS,
      latencyS: jitterBufferS,
      decodeMs,
      ...(!this.#isSoundOnly() && { received: counts }),
    };
  }

  override dispose(): void {
    if (this.reporter.isDisposed) return;
    this.reporter.dispose();
    super.dispose();
    this.video.cancelVideoFrameCallback(this.#frameRequest);
    this.#abort.abort();
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#graceTimer);
    clearInterval(this.#statsTimer);
    this.#answer?.leave();
    this.#connection.close();
    this.video.srcObject = null;
  }

  /** A hidden tab may paint no picture, so the time starts again there; a lost connection reports itself. */
  #awaitPicture(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      if (this.hasPicture) return;
      if (document.hidden) this.#connectTimer = this.#awaitPicture();
      else this.#fail('TIMEOUT', `no frame after ${CONNECT_TIMEOUT_MS} ms`);
    }, CONNECT_TIMEOUT_MS);
  }

  #listen(): void {
    const video = this.video;
    this.on('timeupdate', () => {
      // A hidden tab and a radio room call no frame callback: the position starts to advance.
      const callsNothing = this.#isSoundOnly() || (document.hidden && video.videoWidth > 0);
      if (callsNothing && video.currentTime > 0) this.#onFirstPicture(video.videoWidth, video.videoHeight);
    });
    this.on('waiting', () => this.reporter.status('buffering'));
    this.on('playing', () => {
      if (this.hasPicture) this.reporter.status('playing');
    });
  }

  async #connect(): Promise<void> {
    const { providerId, url } = this.start;
    const connection = this.#connection;
    const signalling = SIGNALLING.play[providerId];
    if (!signalling) {
      this.reporter.fail({ failure: 'NO_SUPPORT', detail: `stream provider ${providerId} is not known` });
      return;
    }
    connection.addTransceiver('audio', { direction: 'recvonly' });
    connection.addTransceiver('video', { direction: 'recvonly' });
    await connection.setLocalDescription();
    await gathered(connection);
    const exchanged = await signalling.exchange(url, connection.localDescription!.sdp, this.#abort.signal);
    if (this.reporter.isDisposed) {
      if (exchanged.ok) exchanged.value.leave();
      return;
    }
    if (!exchanged.ok) {
      const { code, detail } = exchanged.error;
      const isNetwork = code === 'HTTP_NETWORK' || code === 'HTTP_STATUS' || code === 'HTTP_TIMEOUT';
      this.reporter.fail({ failure: isNetwork ? 'ACK_NETWORK_FAIL' : 'ACK_FAIL', detail, network: isNetwork });
      return;
    }
    this.#answer = exchanged.value;
    await connection.setRemoteDescription({ type: 'answer', sdp: this.#answer.sdp });
    await this.play();
  }

  #onTrack(track: MediaStreamTrack, receiver: RTCRtpReceiver): void {
    // Minimum delay is more important than smoothness in a live room.
    if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
    this.#stream.addTrack(track);
    if (this.video.srcObject !== this.#stream) this.video.srcObject = this.#stream;
  }

  /** The tracks of an answer are added together. */
  #isSoundOnly(): boolean {
    return this.video.srcObject === this.#stream && this.#stream.getVideoTracks().length === 0;
  }

  #onConnection(): void {
    clearTimeout(this.#graceTimer);
    switch (this.#connection.connectionState) {
      case 'connected':
        // After `disconnected`. The element has not changed and reports nothing.
        if (this.hasPicture) this.reporter.status(this.video.paused ? 'paused' : 'playing');
        return;
      case 'failed':
        this.#fail('ACK_NETWORK_FAIL', 'the peer connection failed');
        return;
      case 'disconnected':
        this.reporter.status('buffering');
        this.#graceTimer = setTimeout(() => this.#fail('ACK_NETWORK_FAIL', 'the peer went away'), DISCONNECTED_GRACE_MS);
        return;
      case 'closed':
        this.#fail('ACK_NETWORK_FAIL', 'the peer connection closed');
        return;
      default:
    }
  }

  #onFirstPicture(width: number, height: number): void {
    if (!this.hasPicture) this.reporter.status('playing');
    this.onFirstPicture(width, height);
  }

  async #readStatistics(): Promise<void> {
    const report = await this.#connection.getStats();
    if (this.reporter.isDisposed) return;
    this.#statistics = readStatistics(report, this.#statistics);
    this.reporter.emit({ type: 'progress', epoch: this.epoch, progress: this.progress() });
  }

  #fail(failure: 'TIMEOUT' | 'ACK_NETWORK_FAIL', detail: string): void {
    this.reporter.fail({ failure, detail, network: true });
  }
}

/** W3C webrtc-stats, inbound-rtp of kind video; bytes of all kinds. A value that the browser does not report is NaN. */
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
    droppedFrames: video.framesDropped ?? 0,
    audioS: playoutS(inbound.find(({ kind }) => kind === 'audio')),
    videoS: playoutS(video),
    // Average over the pictures since the last sample; without pictures the previous value.
    decodeMs:
      counts.decodedFrames > last.decodedFrames
        ? (counts.decodeMs - (last.decodeMs || 0)) / (counts.decodedFrames - last.decodedFrames)
        : before.decodeMs,
    jitterBufferS: emitted > 0 ? (video.jitterBufferDelay ?? NaN) / emitted : NaN,
    counts,
  };
}

/** `estimatedPlayoutTimestamp` of webrtc-stats: NTP milliseconds of the sender; missing in TypeScript's library. */
function playoutS(inbound: RTCInboundRtpStreamStats | undefined): number {
  const playoutMs: unknown = inbound === undefined ? undefined : Reflect.get(inbound, 'estimatedPlayoutTimestamp');
  return typeof playoutMs === 'number' ? playoutMs / 1_000 : Number.NaN;
}
