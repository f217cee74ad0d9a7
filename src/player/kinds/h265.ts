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
import { transfer } from 'comlink';
import { DEFAULT_PLAYER_CONFIG } from '../rules/constants.ts';
import type { Player, PlayerProgress } from '../rules/contract.ts';
import type { DecodeLevel } from '../rules/decoding/decode-level.ts';
import type { Result } from '../base/result.ts';
import { portsOf } from '../shared-memory/metrics-link.ts';
import type { Metrics } from '../shared-memory/shared-metrics.ts';
import type { DecodeApi, DecodeEvent } from '../workers/decode/api.ts';
import type { RenderEvent, SoundReady } from '../workers/render/api.ts';
import type { StreamApi, StreamEvent } from '../workers/stream/api.ts';
import { heartbeats } from '../page/heartbeat.ts';
import type { Spawned } from '../page/spawn.ts';
import { twoFrames } from '../page/two-frames.ts';
import { openCanvasRenderer, type PictureRenderer, openTrackRenderer } from './canvas-renderer.ts';
import { ElementSound } from './element-sound.ts';
import { H265Progress, readFigures, shareByMessages, shareMemory, type Common } from './h265-figures.ts';
import { takeWorkers } from './h265-workers.ts';
import { openPictureTrack, pictureSurfaceHere, type PictureTrack } from './picture-track.ts';
import type { P2pStream } from './shared-stream.ts';
import type { PlayerStart } from './player-start.ts';
import { createReporter, type Reporter } from './reporter.ts';
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
  readonly #common: Common;
  readonly #metrics: Metrics;
  readonly #progress: H265Progress;
  readonly #fromStream = new MessageChannel();
  readonly #fromDecode = new MessageChannel();
  readonly #withRender = new MessageChannel();
  readonly #pictures = new MessageChannel();
  readonly #stream: Spawned<StreamApi>;
  readonly #decode: Spawned<DecodeApi>;
  readonly #renderer: PictureRenderer;
  readonly #track: PictureTrack | null;
  readonly #canvas = document.createElement('canvas');
  readonly #shared: SharedStream | null;
  readonly #resize: ResizeObserver;
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
    this.epoch = start.epoch;
    this.#start = start;
    this.#volume = start.volume;
    this.#muted = start.muted;
    this.#reporter = createReporter(start);
    this.#common = start.withoutSharedMemory ? shareByMessages() : shareMemory();
    this.#metrics = this.#common.metrics;
    this.#progress = new H265Progress(this.#metrics);
    const { stream, decode, render } = takeWorkers();
    this.#stream = stream;
    this.#decode = decode;
    this.#shared = this.#share();
    this.#track = render !== null && pictureSurfaceHere() === 'track' ? this.#openTrack() : null;
    this.hasElement = this.#track !== null;
    if (this.#track === null) this.#placeCanvas();
    const ports = {
      metrics: this.#common.forRender,
      frames: this.#common.frames,
      decode: this.#pictures.port2,
      page: this.#withRender.port2,
    };
    this.#renderer =
      this.#track !== null && render !== null
        ? openTrackRenderer(this.#track.frames, ports, render)
        : openCanvasRenderer(this.#canvas, ports, render);
    this.#listen();
    void this.#startWorkers();
    this.#resize = new ResizeObserver(([entry]) => {
      const ratio = devicePixelRatio;
      if (entry) this.#renderer.setSize(Math.round(entry.contentRect.width * ratio), Math.round(entry.contentRect.height * ratio));
    });
    // The size in device pixels changes with the monitor too. Safari cannot observe it.
    const box = 'devicePixelContentBoxSize' in ResizeObserverEntry.prototype ? 'device-pixel-content-box' : 'content-box';
    this.#resize.observe(this.#canvas, { box });
    this.#timer = setInterval(() => {
      this.#reporter.emit({ type: 'progress', epoch: this.epoch, progress: this.progress() });
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
    void this.#decode.call((api) => api.setDecodeLevel(level));
  }

  setDecoding(on: boolean): void {
    this.#isWatched = on;
    this.#applyDecoding();
  }

  /** A canvas cannot enter picture-in-picture, so player.ts switches to h264 (P23). */
  async requestPictureInPicture(): Promise<boolean> {
    return (await this.#track?.requestPictureInPicture()) ?? false;
  }

  dispose(): void {
    if (this.#reporter.isDisposed) return;
    this.#reporter.dispose();
    clearInterval(this.#timer);
    this.#resize.disconnect();
    this.#sound?.dispose();
    this.#shared?.stream.close();
    for (const worker of [this.#stream, this.#decode, this.#renderer]) worker.terminate();
    for (const { port1 } of [this.#fromStream, this.#fromDecode, this.#withRender]) port1.close();
    this.#common.close();
    this.#track?.dispose();
    this.#canvas.remove();
    this.#start.video.style.visibility = 'visible';
  }

  #openTrack(): PictureTrack {
    const { epoch } = this;
    return openPictureTrack(this.#start.video, (active) => {
      this.#reporter.emit({ type: 'picture-in-picture', epoch, active });
      this.#applyDecoding();
    });
  }

  /** Decoding continues in a hidden tab while the picture-in-picture window is open. */
  #applyDecoding(): void {
    const on = this.#isWatched || (this.#track?.isInWindow ?? false);
    this.#progress.setDecoding(on);
    void this.#decode.call((api) => api.setSuspended(!on));
    this.#renderer.setHidden(!on);
  }

  #placeCanvas(): void {
    this.#canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
    this.#canvas.setAttribute('aria-hidden', 'true');
    this.#start.video.style.visibility = 'hidden';
    this.#start.surface.append(this.#canvas);
  }

  #listen(): void {
    const ifAlive =
      <Data>(act: (data: Data) => void) =>
      ({ data }: MessageEvent<Data>): void => {
        if (!this.#reporter.isDisposed) act(data);
      };
    this.#fromStream.port1.onmessage = ifAlive<StreamEvent>((event) => this.#onStream(event));
    this.#fromDecode.port1.onmessage = ifAlive<DecodeEvent>((event) => this.#onDecode(event));
    this.#withRender.port1.onmessage = ifAlive<RenderEvent>((event) => this.#onRender(event));
    for (const worker of [this.#stream, this.#decode]) heartbeats.watch(worker);
    for (const worker of [this.#stream, this.#decode, this.#renderer])
      void worker.died.then((detail) => this.#reporter.fail({ failure: 'PLAYER_ERROR', detail: `WORKER_CRASHED: ${detail}` }));
  }

  async #startWorkers(): Promise<void> {
    const units = new MessageChannel();
    const { url, connectMs, threads, withoutSharedMemory, savings } = this.#start;
    const { forStream, forDecode, frames } = this.#common;
    const decoding = {
      metrics: forDecode,
      frames,
      maxPixels: withoutSharedMemory?.maxPixels ?? Number.POSITIVE_INFINITY,
      units: units.port2,
      render: this.#pictures.port1,
      page: this.#fromDecode.port2,
      threads: threads?.threads ?? 1,
    };
    const streaming = {
      url,
      shared: this.#shared?.port ?? null,
      connectMs: connectMs ?? DEFAULT_PLAYER_CONFIG.numbers.flvConnectMs,
      metrics: forStream,
      decode: units.port1,
      page: this.#fromStream.port2,
      soundByElement: frames === null || typeof AudioDecoder !== 'function',
      soundOnly: savings?.soundOnly ?? false,
      keeps: this.#start.keep !== undefined,
    };
    const results = await Promise.all([
      this.#renderer.started,
      this.#decode.call((api) => api.start(transfer(decoding, [decoding.units, decoding.render, decoding.page, ...portsOf(forDecode)]))),
      this.#stream.call((api) =>
        api.start(
          transfer(streaming, [streaming.decode, streaming.page, ...portsOf(forStream), ...(streaming.shared ? [streaming.shared] : [])]),
        ),
      ),
    ]);
    for (const result of results) this.#onStarted(result);
    if (savings?.leastLevel) this.setDecodeLevel(savings.leastLevel);
  }

  #onStarted(result: Result): void {
    if (result.ok) return;
    const { code, detail } = result.error;
    const isUnsupported = code === 'NO_SUPPORT';
    this.#reporter.fail({
      failure: isUnsupported ? 'NO_SUPPORT' : 'PLAYER_ERROR',
      detail: `${code}: ${detail}`,
      // Drawing is the only capability that a started player may still find missing; the others are checked earlier
      // (player/rules/recovery/candidates.ts).
      ...(isUnsupported && { lacks: 'nothing draws pictures here' }),
    });
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
    const { ring, sampleRate, channels } = event;
    this.#withRender.port1.postMessage({ type: 'sound', ring, sampleRate, channels } satisfies SoundReady);
  }

  #soundOptions(): { metrics: Metrics; volume: number; muted: boolean; onBlocked: (blocked: boolean) => void } {
    return {
      metrics: this.#metrics,
      volume: this.#volume,
      muted: this.#muted,
      onBlocked: (blocked) => this.#reporter.emit({ type: 'autoplay', epoch: this.epoch, blocked, muted: this.#muted || blocked }),
    };
  }

  #onDecode(event: DecodeEvent): void {
    if (event.type !== 'failed') return;
    const { code, detail } = event;
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
        void (this.#track?.shown() ?? Promise.resolve()).then(() => !this.#reporter.isDisposed && this.#onSize(event.width, event.height));
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
        return;
      case 'context':
        return;
      case 'failed':
        this.#reporter.fail({ failure: 'PLAYER_ERROR', detail: event.detail });
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
