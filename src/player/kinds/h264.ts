import { elementMs, NO_OFFSET, addOffset, type MediaOffset, decideLatency, LATENCY } from '../rules/clock/position.ts';
import { MessageQueue, messageOfScript, messageOfSei, type CarriedMessage, type StreamMessage } from '../rules/messages/stream-messages.ts';
import type { Player, PlayerProgress } from '../rules/contract.ts';
import { errorOfElement, errorOfEngine, isSourceClosed } from '../rules/recovery/media-errors.ts';
import { NO_KEYFRAME, type PlayerKind } from '../rules/names.ts';
import type { RewriteEvent } from '../flv/rewrite.ts';
import { type ByteError, type ByteSink, fetchBytes, type StartBytes } from './mpegts/byte-source.ts';
import type { OpenEngine } from './mpegts/engine.ts';
import { loadedEngine } from './mpegts/load.ts';
import type { PlayerStart, P2pStream } from './player-start.ts';
import { VideoElement } from './video-element.ts';

/**
 * P30 for a media element: the engine emits a script tag or an SEI when parsed; its message must be emitted when its picture is displayed.
 * Messages wait here until then. A timer reads the element's position and runs only while messages wait.
 */

/** Upper bound of the timer, in case the position does not advance as expected (a stall, another rate). */
const MAX_WAIT_MS = 250;
const MIN_WAIT_MS = 20;

const utf8 = new TextDecoder();

export class ElementMessages {
  readonly #video: HTMLVideoElement;
  readonly #emit: (messages: readonly StreamMessage[]) => void;
  readonly #queue = new MessageQueue();
  #offset: MediaOffset = NO_OFFSET;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(video: HTMLVideoElement, emit: (messages: readonly StreamMessage[]) => void) {
    this.#video = video;
    this.#emit = emit;
  }

  /** mpegts.js: `{ [name]: value }` without the time of the tag. The tag belongs to the end of the current buffer. */
  script(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    for (const [name, value] of Object.entries(data)) {
      const message = messageOfScript(name, value);
      if (message) this.#push(message, this.#endMs());
    }
  }

  /** mpegts.js: `{ uuid, user_data, pts }`, in milliseconds of the stream's own clock. */
  sei(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    const read = (name: string): unknown => Reflect.get(data, name);
    const [uuid, text, pts] = [read('uuid'), read('user_data'), read('pts')];
    if (!(uuid instanceof Uint8Array) || !(text instanceof Uint8Array)) return;
    const message = messageOfSei(uuid, () => utf8.decode(text));
    if (!message) return;
    const endMs = this.#endMs();
    if (typeof pts === 'number') this.#offset = addOffset(this.#offset, pts, endMs);
    this.#push(message, typeof pts === 'number' ? elementMs(this.#offset, pts) : endMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #push(message: CarriedMessage, ptsMs: number): void {
    this.#queue.push({ ...message, ptsMs });
    this.#look();
  }

  #look(): void {
    clearTimeout(this.#timer);
    const due = this.#queue.take(this.#positionMs(), performance.now());
    if (due.length > 0) this.#emit(due);
    if (this.#queue.length === 0) return;
    const waitMs = (this.#queue.nextMs - this.#positionMs()) / Math.max(0.1, this.#video.playbackRate);
    this.#timer = setTimeout(() => this.#look(), Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waitMs)));
  }

  /** NaN before the first picture, when no message can be due. */
  #positionMs(): number {
    return this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? this.#video.currentTime * 1_000 : Number.NaN;
  }

  #endMs(): number {
    const { buffered } = this.#video;
    return buffered.length > 0 ? buffered.end(buffered.length - 1) * 1_000 : 0;
  }
}

/** The page beside the video is idle: progress and latency share one timer, and a stall is handled when it occurs. */
const SECOND_MS = 1_000;
/** Time in which the element catches up with the engine: it shows the last bytes of a stream, or reports why it closed its source. */
const ELEMENT_LAG_MS = 500;

/** A paused element moves on when it is this far behind, in seconds: the engine frees what is played, and the buffer of an element is limited. */
const MAX_PAUSED_S = 120;
/** A stream whose tracks change more often is opened again by the recovery. */
const MAX_REOPENED = 3;

const STREAM_ENDED = { failure: 'ACK_NETWORK_FAIL', network: true, detail: 'the stream ended' } as const;

export const openH264 = (start: PlayerStart): Player => new FlvPlayer('h264', start);

/** The same engine: it also reads HEVC in FLV (codec id 12 and hvc1), and the browser decodes it. */
export const openNativeH265 = (start: PlayerStart): Player => new FlvPlayer('h265-native', start);

/** Plays HTTP-FLV with mpegts.js in the room's <video>. Like the engine it is terminal: after a failure only `dispose` may be called. */
class FlvPlayer extends VideoElement implements Player {
  readonly kind: PlayerKind;
  readonly #messages: ElementMessages;
  readonly #timer: ReturnType<typeof setInterval>;
  #engine: OpenEngine;
  /** Set if the stream is shared between viewers. */
  #shared: P2pStream | undefined;
  #hasAudio = false;
  #reopened = 0;
  #bytes = 0;
  #decodeMs = Number.NaN;
  #stalls = 0;
  #codec = '';
  #frameRequest = 0;

  constructor(kind: PlayerKind, start: PlayerStart) {
    super(start);
    const { epoch, video, report } = start;
    this.kind = kind;
    this.#messages = new ElementMessages(video, (messages) => report.emit({ type: 'stream-messages', epoch, messages }));
    this.#listen();
    this.#engine = this.#openEngine();
    this.#timer = setInterval(() => this.#onSecond(), SECOND_MS);
  }

  figures(): Readonly<Record<string, number | string>> {
    const { videoWidth, videoHeight } = this.video;
    return { CODEC: this.#codec, WIDTH: videoWidth, HEIGHT: videoHeight, ...this.#shared?.figures() };
  }

  progress(): PlayerProgress {
    const video = this.video;
    const bufferedS = Math.max(0, (this.#ranges().at(-1)?.endS ?? video.currentTime) - video.currentTime);
    return {
      ...this.sample(),
      bufferedS,
      bytes: Math.round(this.#bytes),
      audioS: this.#hasAudio ? video.currentTime : Number.NaN,
      videoS: this.shownS(),
      latencyS: bufferedS,
      decodeMs: this.#decodeMs,
    };
  }

  override dispose(): void {
    if (this.reporter.isDisposed) return;
    this.reporter.dispose();
    this.#messages.dispose();
    super.dispose();
    clearInterval(this.#timer);
    if ('cancelVideoFrameCallback' in this.video) this.video.cancelVideoFrameCallback(this.#frameRequest);
    this.#engine.close();
  }

  #listen(): void {
    const video = this.video;
    const { fail, status } = this.reporter;
    this.on('playing', () => {
      status('playing');
      this.#emitProgress();
    });
    this.on('waiting', () => {
      if (this.hasPicture) this.#stalls++;
      status('buffering');
      this.#keepLatency();
    });
    this.on('progress', () => {
      // Before the first picture, or after a stall without a later range: the new data may be the missing data.
      if (video.readyState < video.HAVE_FUTURE_DATA) this.#keepLatency();
    });
    this.on('ended', () => fail(STREAM_ENDED));
    this.on('error', () => {
      // The element also reports an error when the engine removes its source.
      if (video.error !== null && !this.reporter.hasFailed) fail(errorOfElement(video.error.code, video.error.message));
    });
    this.on('timeupdate', () => {
      // For sound only (a radio room), or without a frame callback: the position starts to advance.
      const hasFrameCallback = 'requestVideoFrameCallback' in video;
      if (video.currentTime > 0 && (video.videoWidth === 0 || !hasFrameCallback || document.hidden))
        this.onFirstPicture(video.videoWidth, video.videoHeight);
    });
  }

  #openEngine(): OpenEngine {
    const { fail, status } = this.reporter;
    this.video.playbackRate = 1;
    const source = { url: this.start.url, soundOnly: this.start.savings?.soundOnly ?? false, start: this.#startBytes() };
    const ended = (): void => {
      status('end');
      fail(STREAM_ENDED);
    };
    // Not called if `#reopen` replaced the engine meanwhile: the event of the old engine does not apply to the new one.
    const later = (run: () => void): void => {
      const reopened = this.#reopened;
      setTimeout(() => this.#reopened === reopened && run(), ELEMENT_LAG_MS);
    };
    const engine = loadedEngine().openEngine(this.video, source, {
      onError: (error) => {
        if (isSourceClosed(error)) later(() => fail(errorOfEngine(error)));
        else fail(errorOfEngine(error));
      },
      onEnd: () => {
        if (this.hasPicture) ended();
        // A short stream is received before its first picture: it is played, and the element reports its end.
        else later(() => this.video.buffered.length === 0 && ended());
      },
      onScript: (data) => this.#messages.script(data),
      onSei: (data) => this.#messages.sei(data),
      // In a task of its own, because the engine may be closed for it while it reads.
      onStream: (event) => void setTimeout(() => this.#onStream(event)),
      onCodecs: (codecs) => {
        this.#codec = codecs;
      },
      onBytes: (bytes) => {
        this.#bytes += bytes;
      },
      onGop: this.start.keep,
    });
    this.#play();
    return engine;
  }

  #startBytes(): StartBytes {
    const { openP2p } = this.start;
    return (url) => {
      if (openP2p === null) {
        const started = fetchBytes(url);
        const onError = (sink: ByteSink) => (error: ByteError) => {
          if (error.refusal) this.reporter.fail(error.refusal);
          sink.onError(error);
        };
        return { close: () => started.close(), read: (sink) => started.read({ ...sink, onError: onError(sink) }) };
      }
      let shared: P2pStream | undefined;
      return {
        read: ({ onBytes }) => {
          shared = openP2p({ url, onBytes, onFail: (detail) => this.reporter.fail({ failure: 'P2P_ERROR', detail }) });
          this.#shared = shared;
        },
        close: () => shared?.close(),
      };
    };
  }

  #onSecond(): void {
    this.#requestFrame();
    this.#keepLatency();
    this.#emitProgress();
  }

  #onStream(event: RewriteEvent): void {
    if (this.reporter.isDisposed) return;
    switch (event.type) {
      case 'tracks':
        this.#hasAudio = event.tracks.hasAudio;
        return;
      case 'dropped':
        this.reporter.emit({ type: 'track-dropped', epoch: this.epoch, track: event.track, name: event.name });
        return;
      case 'unplayable': {
        const { name, carries } = event;
        const lacks = 'the stream has another codec';
        const detail = `the stream is ${name}`;
        this.reporter.fail({ failure: 'NO_SUPPORT', codecUnsupported: true, detail, lacks, ...(carries && { carries }) });
        return;
      }
      case 'no-keyframe':
        this.reporter.fail({ failure: 'NO_SUPPORT', detail: NO_KEYFRAME, lacks: 'the stream has no keyframe' });
        return;
      case 'tracks-changed':
        this.#reopen();
    }
  }

  /** An engine has the tracks with which it began. */
  #reopen(): void {
    if (++this.#reopened > MAX_REOPENED) {
      this.reporter.fail({ failure: 'ACK_NETWORK_FAIL', network: true, detail: 'the tracks of the stream change' });
      return;
    }
    this.video.playbackRate = 1;
    this.#engine.reopen();
    this.#play();
  }

  #play(): void {
    this.#requestFrame();
    void this.play();
  }

  /** Requested once a second only: a callback per picture would load the main thread. */
  #requestFrame(): void {
    const video = this.video;
    if (!('requestVideoFrameCallback' in video) || this.reporter.isDisposed) return;
    video.cancelVideoFrameCallback(this.#frameRequest);
    this.#frameRequest = video.requestVideoFrameCallback((_now, frame) => {
      if (frame.processingDuration !== undefined) this.#decodeMs = frame.processingDuration * 1_000;
      this.onPicture(frame.mediaTime);
      this.onFirstPicture(frame.width, frame.height);
    });
  }

  #ranges(): { startS: number; endS: number }[] {
    const { buffered } = this.video;
    return Array.from({ length: buffered.length }, (_, index) => ({ startS: buffered.start(index), endS: buffered.end(index) }));
  }

  #emitProgress(): void {
    this.reporter.emit({ type: 'progress', epoch: this.epoch, progress: this.progress() });
  }

  #keepLatency(): void {
    const video = this.video;
    if (this.reporter.isDisposed) return;
    if (video.paused) {
      const endS = this.#ranges().at(-1)?.endS ?? 0;
      if (endS - video.currentTime > MAX_PAUSED_S) video.currentTime = endS - LATENCY.targetS;
      return;
    }
    const move = decideLatency({
      isArmed: this.hasPicture,
      positionS: video.currentTime,
      ranges: this.#ranges(),
      rate: video.playbackRate,
      stalls: this.#stalls,
      segmentS: (this.#shared?.figures().segmentMs ?? 0) / 1_000,
    });
    this.setRate(move.rate);
    if (move.seekToS !== null) video.currentTime = move.seekToS;
  }
}
