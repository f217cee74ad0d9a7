/** The threads of one H265 player: three workers, wired together by memory and ports, and the surface on which the last one draws. */
import { transfer } from 'comlink';
import type { Result } from '../base/errors.ts';
import { heartbeats } from '../page/heartbeat.ts';
import type { Spawned } from '../page/spawn.ts';
import { DEFAULT_PLAYER_CONFIG } from '../rules/constants.ts';
import type { DecodeLevel } from '../rules/decoding/decode-level.ts';
import { FRAME_QUEUE_BYTES } from '../shared-memory/frame-queue.ts';
import { linkThreads, openMetrics, portsOf, type MetricsLink } from '../shared-memory/metrics-link.ts';
import { METRICS_BYTES, SharedMetrics, type Metrics } from '../shared-memory/shared-metrics.ts';
import type { DecodeApi, DecodeEvent } from '../workers/decode/api.ts';
import type { RenderEvent, SoundReady } from '../workers/render/api.ts';
import type { StreamApi, StreamEvent } from '../workers/stream/api.ts';
import { CanvasRenderer, type PictureRenderer, openTrackRenderer } from './canvas-renderer.ts';
import { takeWorkers } from './h265-workers.ts';
import { openPictureTrack, pictureSurfaceHere, type PictureTrack } from './picture-track.ts';
import type { PlayerStart } from './player-start.ts';

interface ThreadListeners {
  readonly onStream: (event: StreamEvent) => void;
  readonly onDecode: (event: DecodeEvent) => void;
  readonly onRender: (event: RenderEvent) => void;
  /** The picture-in-picture window has opened or closed. */
  readonly onWindow: (isOpen: boolean) => void;
}

/** A worker that cannot start, or ends, is a failure of the player. */
export class H265Threads {
  readonly metrics: Metrics;
  /** Null: a canvas shows the pictures. */
  readonly track: PictureTrack | null;
  readonly #start: PlayerStart;
  readonly #common: Common;
  readonly #fromStream = new MessageChannel();
  readonly #fromDecode = new MessageChannel();
  readonly #withRender = new MessageChannel();
  readonly #pictures = new MessageChannel();
  readonly #stream: Spawned<StreamApi>;
  readonly #decode: Spawned<DecodeApi>;
  readonly #renderer: PictureRenderer;
  readonly #canvas = document.createElement('canvas');
  readonly #resize: ResizeObserver;

  /** `shared`: the bytes of a stream that is shared between viewers. */
  constructor(start: PlayerStart, shared: MessagePort | null, on: ThreadListeners) {
    this.#start = start;
    this.#common = start.withoutSharedMemory ? shareByMessages() : shareMemory();
    this.metrics = this.#common.metrics;
    const { stream, decode, render } = takeWorkers();
    this.#stream = stream;
    this.#decode = decode;
    this.track = render !== null && pictureSurfaceHere() === 'track' ? openPictureTrack(start.video, on.onWindow) : null;
    if (this.track === null) this.#placeCanvas();
    const ports = {
      metrics: this.#common.forRender,
      frames: this.#common.frames,
      decode: this.#pictures.port2,
      page: this.#withRender.port2,
    };
    this.#renderer =
      this.track !== null && render !== null
        ? openTrackRenderer(this.track.frames, ports, render)
        : new CanvasRenderer(this.#canvas, ports, render);
    this.#listen(on);
    void this.#startWorkers(shared);
    this.#resize = new ResizeObserver(([entry]) => {
      const ratio = devicePixelRatio;
      if (entry) this.#renderer.setSize(Math.round(entry.contentRect.width * ratio), Math.round(entry.contentRect.height * ratio));
    });
    // The size in device pixels changes with the monitor too. Safari cannot observe it.
    const box = 'devicePixelContentBoxSize' in ResizeObserverEntry.prototype ? 'device-pixel-content-box' : 'content-box';
    this.#resize.observe(this.#canvas, { box });
  }

  setDecodeLevel(level: DecodeLevel): void {
    void this.#decode.call((api) => api.setDecodeLevel(level));
  }

  setDecoding(on: boolean): void {
    void this.#decode.call((api) => api.setSuspended(!on));
    this.#renderer.setHidden(!on);
  }

  /** The render worker follows this sound. */
  sendSound({ ring, sampleRate, channels }: Omit<SoundReady, 'type'>): void {
    this.#withRender.port1.postMessage({ type: 'sound', ring, sampleRate, channels } satisfies SoundReady);
  }

  dispose(): void {
    this.#resize.disconnect();
    for (const worker of [this.#stream, this.#decode, this.#renderer]) worker.terminate();
    for (const { port1 } of [this.#fromStream, this.#fromDecode, this.#withRender]) port1.close();
    this.#common.close();
    this.track?.dispose();
    this.#canvas.remove();
    this.#start.video.style.visibility = 'visible';
  }

  #placeCanvas(): void {
    this.#canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
    this.#canvas.setAttribute('aria-hidden', 'true');
    this.#start.video.style.visibility = 'hidden';
    this.#start.surface.append(this.#canvas);
  }

  #listen({ onStream, onDecode, onRender }: ThreadListeners): void {
    const { report } = this.#start;
    const ifAlive =
      <Data>(act: (data: Data) => void) =>
      ({ data }: MessageEvent<Data>): void => {
        if (!report.isDisposed) act(data);
      };
    this.#fromStream.port1.onmessage = ifAlive(onStream);
    this.#fromDecode.port1.onmessage = ifAlive(onDecode);
    this.#withRender.port1.onmessage = ifAlive(onRender);
    for (const worker of [this.#stream, this.#decode]) heartbeats.watch(worker);
    for (const worker of [this.#stream, this.#decode, this.#renderer])
      void worker.died.then((detail) => report.fail({ failure: 'PLAYER_ERROR', detail: `WORKER_CRASHED: ${detail}` }));
  }

  async #startWorkers(shared: MessagePort | null): Promise<void> {
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
      shared,
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
    this.#start.report.fail({
      failure: isUnsupported ? 'NO_SUPPORT' : 'PLAYER_ERROR',
      detail: `${code}: ${detail}`,
      // Drawing is the only capability that a started player may still find missing; the others are checked earlier
      // (player/rules/recovery/candidates.ts).
      ...(isUnsupported && { lacks: 'nothing draws pictures here' }),
    });
  }
}

/** Memory shared by the threads of one player. */
interface Common {
  readonly metrics: Metrics;
  readonly frames: SharedArrayBuffer | null;
  readonly forStream: MetricsLink<MessagePort>;
  readonly forDecode: MetricsLink<MessagePort>;
  readonly forRender: MetricsLink<MessagePort>;
  close(): void;
}

function shareMemory(): Common {
  const memory = new SharedArrayBuffer(METRICS_BYTES);
  const metrics = new SharedMetrics(memory);
  metrics.clear();
  const frames = new SharedArrayBuffer(FRAME_QUEUE_BYTES);
  return { metrics, frames, forStream: memory, forDecode: memory, forRender: memory, close: () => undefined };
}

function shareByMessages(): Common {
  const [own, forStream, forDecode, forRender] = linkThreads(4, () => new MessageChannel());
  const close = (): void => {
    for (const port of own!) port.close();
  };
  return {
    metrics: openMetrics(own!, setTimeout),
    frames: null,
    forStream: forStream!,
    forDecode: forDecode!,
    forRender: forRender!,
    close,
  };
}
