/**
 * H265 by our decoder: three workers and the audio thread, wired together; the page itself touches neither bytes nor pictures.
 *
 *     stream worker --units--> decode worker --frame queue--> render worker -> track of a <video> (picture-track.ts), or OffscreenCanvas,
 *            |                                                or the page's canvas (canvas-renderer.ts)
 *            \--PCM ring--> audio thread (its position is the clock that the render worker follows)
 *
 * Without shared memory (a setting of deployments) figures and pictures are sent as messages, one thread decodes, and an audio element
 * plays. One instance plays one address once. A failure is reported once; a further attempt needs a new instance.
 */
import type { Player, PlayerProgress } from '../rules/contract.ts';
import { RATE_REASONS } from '../rules/clock/pacing.ts';
import { playbackPosition, ShownTime } from '../rules/clock/position.ts';
import type { DecodeLevel } from '../rules/decoding/decode-level.ts';
import { CLOCK_SOURCE, type Metrics, type MetricsField } from '../shared-memory/shared-metrics.ts';
import type { Reporter } from '../page-player.ts';
import { twoFrames } from '../page/loading.ts';
import type { DecodeEvent } from '../workers/decode/api.ts';
import type { RenderEvent } from '../workers/render/api.ts';
import type { StreamEvent } from '../workers/stream/api.ts';
import { ElementSound } from './element-sound.ts';
import { H265Threads } from './h265-threads.ts';
import type { PlayerStart, P2pStream } from './player-start.ts';
import { RingSound } from './ring-sound.ts';

/**
 * Interval of progress and output latency, which changes with the audio device. They share one timer because the page beside the video is
 * idle.
 */
const SECOND_MS = 1_000;
/** After the last byte the buffer is played to its end; a machine that does not reach it gets this additional time. */
const END_GRACE_MS = 1_000;
/** Sound starts after the first picture, or after this time: starting an audio context (a thread and a service) would delay the picture. */
const SOUND_HELD_MS = 500;
/** A short stream may end before a busy machine displays its first picture. */
const UNSHOWN_GRACE_MS = 5_000;

interface SharedStream {
  readonly stream: P2pStream;
  readonly port: MessagePort;
}

export { beginAhead } from './h265-workers.ts';

export const openH265 = (start: PlayerStart): Player => new H265Player(start);

class H265Player implements Player {
  readonly kind = 'h265';
  readonly hasElement: boolean;
  readonly epoch: number;
  readonly #start: PlayerStart;
  readonly #reporter: Reporter;
  readonly #startedMs = performance.now();
  readonly #shared: SharedStream | null;
  readonly #threads: H265Threads;
  readonly #metrics: Metrics;
  readonly #progress: H265Progress;
  readonly #timer: ReturnType<typeof setInterval>;
  #volume: number;
  #muted: boolean;
  #sound: RingSound | ElementSound | undefined;
  /** The newest sound event of the stream, until the sound starts. */
  #heldSound: Extract<StreamEvent, { type: 'sound' }> | null = null;
  #picture = { WIDTH: 0, HEIGHT: 0 };
  #hasBegun = false;
  #hasEnded = false;
  #isRunning = false;
  #isWatched = true;

  constructor(start: PlayerStart) {
    const { epoch, report } = start;
    this.epoch = epoch;
    this.#start = start;
    this.#volume = start.volume;
    this.#muted = start.muted;
    this.#reporter = report;
    this.#shared = this.#share();
    this.#threads = new H265Threads(start, this.#shared?.port ?? null, {
      onStream: (event) => this.#onStream(event),
      onDecode: (event) => this.#onDecode(event),
      onRender: (event) => this.#onRender(event),
      onWindow: (active) => {
        report.emit({ type: 'picture-in-picture', epoch, active });
        this.#applyDecoding();
      },
    });
    this.hasElement = this.#threads.track !== null;
    this.#metrics = this.#threads.metrics;
    this.#progress = new H265Progress(this.#metrics);
    this.#timer = setInterval(() => {
      report.emit({ type: 'progress', epoch, progress: this.progress() });
      if (this.#sound instanceof RingSound) this.#sound.measureLatency();
    }, SECOND_MS);
  }

  progress(): PlayerProgress {
    return this.#progress.read();
  }

  figures(): Readonly<Record<string, number | string>> {
    return {
      CODEC: 'hevc',
      ...this.#picture,
      ...readFigures(this.#metrics),
      ...this.#shared?.stream.figures(),
      THREADS_WHY: this.#start.threads?.why ?? '',
    };
  }

  setVolume(volume: number, muted: boolean): void {
    this.#volume = volume;
    this.#muted = muted;
    this.#sound?.setVolume(volume, muted);
  }

  setDecodeLevel(level: DecodeLevel): void {
    this.#threads.setDecodeLevel(level);
  }

  setDecoding(on: boolean): void {
    this.#isWatched = on;
    this.#applyDecoding();
  }

  /** A canvas cannot enter picture-in-picture, so player.ts switches to h264 (P23). */
  async requestPictureInPicture(): Promise<boolean> {
    return (await this.#threads.track?.requestPictureInPicture()) ?? false;
  }

  dispose(): void {
    if (this.#reporter.isDisposed) return;
    this.#reporter.dispose();
    clearInterval(this.#timer);
    this.#sound?.dispose();
    this.#shared?.stream.close();
    this.#threads.dispose();
  }

  /** Decoding continues in a hidden tab while the picture-in-picture window is open. */
  #applyDecoding(): void {
    const on = this.#isWatched || (this.#threads.track?.isInWindow ?? false);
    this.#progress.setDecoding(on);
    this.#threads.setDecoding(on);
  }

  #onStream(event: StreamEvent): void {
    switch (event.type) {
      case 'sound':
        this.#heldSound = event;
        if (this.#hasBegun || this.#metrics.get('HAS_VIDEO') === 0) this.#startSound();
        else setTimeout(() => this.#startSound(), SOUND_HELD_MS);
        return;
      case 'sound-segment':
        this.#sound ??= ElementSound.open({ mime: event.mime, running: this.#isRunning, ...this.#soundOptions() });
        if (this.#sound instanceof ElementSound) this.#sound.append(event.segment, event.baseMs);
        return;
      case 'track-dropped':
        this.#reporter.emit({ ...event, epoch: this.epoch });
        return;
      case 'kept':
        this.#start.keep?.(event.gop);
        return;
      case 'failed':
        this.#reporter.fail(event);
        return;
      case 'ended':
        this.#hasEnded = true;
        setTimeout(() => this.#end(), this.#leftMs());
    }
  }

  #startSound(): void {
    const event = this.#heldSound;
    this.#heldSound = null;
    if (event === null || this.#reporter.isDisposed) return;
    this.#sound?.dispose();
    this.#sound = new RingSound({ ...event, ...this.#soundOptions() });
    this.#threads.sendSound(event);
  }

  #soundOptions(): { metrics: Metrics; volume: number; muted: boolean; onBlocked: (blocked: boolean) => void } {
    return {
      metrics: this.#metrics,
      volume: this.#volume,
      muted: this.#muted,
      onBlocked: (blocked) => this.#reporter.emit({ type: 'autoplay', epoch: this.epoch, blocked, muted: this.#muted || blocked }),
    };
  }

  #onDecode({ code, detail }: DecodeEvent): void {
    const isTooLarge = code === 'DECODER_LIMIT' && this.#start.withoutSharedMemory !== undefined;
    this.#reporter.fail({
      failure: code === 'DECODER_UNSUPPORTED' || isTooLarge ? 'NO_SUPPORT' : 'PLAYER_ERROR',
      detail: `${code}: ${detail}`,
      // Live info does not always contain the size.
      ...(isTooLarge && { lacks: 'too large without shared memory' }),
      ...(code === 'DECODER_UNSUPPORTED' && { lacks: 'the decoder does not decode this format' }),
    });
  }

  #onRender(event: RenderEvent): void {
    switch (event.type) {
      case 'first-frame':
        void (this.#threads.track?.shown() ?? Promise.resolve()).then(
          () => !this.#reporter.isDisposed && this.#onSize(event.width, event.height),
        );
        return;
      case 'resolution':
        this.#onSize(event.width, event.height);
        return;
      case 'running':
        this.#onRunning(event.running);
        return;
      case 'jump':
        if (this.#sound instanceof ElementSound) this.#sound.jump(event.toMs);
        return;
      case 'messages':
        this.#reporter.emit({ type: 'stream-messages', epoch: this.epoch, messages: event.messages });
    }
  }

  #onRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    if (this.#sound instanceof ElementSound) this.#sound.setRunning(isRunning);
    if (this.#hasEnded && !isRunning) {
      this.#end();
      return;
    }
    this.#reporter.status(isRunning ? 'playing' : 'buffering');
    if (isRunning && !this.#hasBegun && this.#metrics.get('HAS_VIDEO') === 0) this.#onSize(0, 0);
  }

  /** The first size confirms playback: pictures, or sound only (0x0). */
  #onSize(width: number, height: number): void {
    const { epoch } = this;
    this.#picture = { WIDTH: width, HEIGHT: height };
    if (this.#hasBegun) this.#reporter.emit({ type: 'resolution', epoch, width, height });
    else this.#reporter.emit({ type: 'first-frame', epoch, width, height, sinceStartMs: performance.now() - this.#startedMs });
    this.#hasBegun = true;
    void twoFrames().then(() => this.#startSound());
  }

  /** Playing time that remains after the last byte. */
  #leftMs(): number {
    const hasMedia = !Number.isNaN(this.#metrics.get('NEWEST_VIDEO_MS'));
    const graceMs = hasMedia && !this.#hasBegun ? UNSHOWN_GRACE_MS : 0;
    return (Math.max(0, this.#metrics.get('BUFFERED_MS')) || 0) + END_GRACE_MS + graceMs;
  }

  #end(): void {
    this.#reporter.status('end');
    this.#reporter.fail({ failure: 'ACK_NETWORK_FAIL', detail: 'the stream ended', network: true });
  }

  /** P2P: data channels exist only on the page, which forwards the bytes to the stream worker by a separate port. */
  #share(): SharedStream | null {
    const { openP2p, url } = this.#start;
    if (!openP2p) return null;
    const { port1, port2 } = new MessageChannel();
    const stream = openP2p({
      url: new URL(url, location.href).href,
      onBytes: (bytes) => {
        // The loader keeps its own bytes for other viewers, so the page sends a copy.
        const copy = bytes.slice().buffer;
        port1.postMessage(copy, [copy]);
        this.#metrics.set('SEGMENT_MS', stream.figures().segmentMs);
      },
      onFail: (detail) => this.#reporter.fail({ failure: 'P2P_ERROR', detail }),
    });
    return { stream, port: port2 };
  }
}

/** What the threads have written, converted to progress. */
export class H265Progress {
  readonly #metrics: Metrics;
  readonly #shown = new ShownTime();
  #isDecoding = true;
  #positionMs = Number.NaN;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  setDecoding(on: boolean): void {
    this.#isDecoding = on;
    this.#shown.setHidden(!on, performance.now());
  }

  read(): PlayerProgress {
    const metrics = this.#metrics;
    const mediaMs = metrics.get('MEDIA_MS');
    const shownMs = metrics.get('SHOWN_MS');
    this.#shown.update(shownMs / 1_000);
    // A hidden tab displays no picture, so the position is that of the sound.
    const times = { mediaMs, shownMs, newestVideoMs: metrics.get('NEWEST_VIDEO_MS') };
    this.#positionMs = this.#isDecoding ? playbackPosition(this.#positionMs, times) : mediaMs;
    const bufferedS = metrics.get('BUFFERED_MS') / 1_000;
    const isHeard = metrics.get('CLOCK_SOURCE') !== CLOCK_SOURCE.WALL;
    return {
      positionS: this.#positionMs / 1_000,
      bufferedS,
      paintedFrames: metrics.get('PAINTED'),
      droppedFrames: metrics.get('DROPPED_LATE') + metrics.get('DROPPED_UNDECODED'),
      bytes: metrics.get('BYTES'),
      audioS: isHeard ? mediaMs / 1_000 : Number.NaN,
      videoS: metrics.get('HAS_VIDEO') === 1 ? this.#shown.at(performance.now()) : Number.NaN,
      latencyS: bufferedS,
      decodeMs: metrics.get('DECODE_MS_AVERAGE'),
      own: {
        load: metrics.get('LOAD'),
        behindMs: Math.max(0, mediaMs - metrics.get('HANDLED_MS')) || 0,
        decodeLevel: metrics.get('DECODE_LEVEL') as DecodeLevel,
        threads: metrics.get('THREADS'),
        decoded: metrics.get('DECODED'),
      },
    };
  }
}

/** Figures of the overlay, by their names there. */
const FIGURES = [
  'THREADS',
  'DECODE_MS_AVERAGE',
  'DECODE_MS_P50',
  'DECODE_MS_P95',
  'LOAD',
  'DECODE_LEVEL',
  'QUEUED_UNITS',
  'NEWEST_DECODED_MS',
  'DECODED',
  'PAINTED',
  'PAINT_MS',
  'DROPPED_LATE',
  'DROPPED_UNDECODED',
  'DAMAGED_PICTURES',
  'DAMAGED_TAGS',
  'TIME_JUMPS',
  'REBUILDS',
  'AV_OFFSET_MS',
  'BUFFERED_MS',
  'RATE',
  'UNDERRUNS',
  'OUTPUT_LATENCY_MS',
  'CLOCK_SOURCE',
  'MEMORY_BYTES',
  'BYTES',
] as const satisfies readonly MetricsField[];

export function readFigures(metrics: Metrics): Readonly<Record<string, number | string>> {
  const figures: Record<string, number | string> = { PACE: RATE_REASONS[metrics.get('PACE')] ?? '' };
  for (const field of FIGURES) figures[field] = metrics.get(field);
  return figures;
}
