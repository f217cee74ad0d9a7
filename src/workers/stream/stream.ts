/** One HTTP-FLV address, from the first byte to the last: fetch, demux, timeline, output to the decoders. */
import type { PullFailureName } from '../../player/rules/names.ts';
import { isNetworkError } from '../../player/rules/recovery/network-error.ts';
import { messageOfScript } from '../../player/rules/messages/stream-messages.ts';
import { openMetrics } from '../../shared-memory/metrics-link.ts';
import type { Metrics } from '../../shared-memory/shared-metrics.ts';
import type { StreamEvent, StreamOptions, UnitMessage } from './api.ts';
import { FlvDemuxer, type FlvEvent } from './flv.ts';
import type { AudioTag, VideoTag } from './flv-tags.ts';
import { Sound } from './sound.ts';
import { SoundSegments } from './sound-segments.ts';
import { Timeline } from './timeline.ts';

const OK = 200;

/**
 * If a keyframe arrives this many ms after the first one, and neither a configuration has arrived nor a picture was painted, the player
 * fails: the server does not store the configuration for viewers who join later.
 */
const UNCONFIGURED_MS = 4_000;

const VIDEO_GAP_MS = 40;
const AUDIO_GAP_MS = 23;

export class Stream {
  readonly #options: StreamOptions;
  readonly #metrics: Metrics;
  readonly #abort = new AbortController();
  readonly #timeline = new Timeline();
  readonly #demuxer: FlvDemuxer;
  readonly #sound: Sound | SoundSegments;
  /** Nothing can be decoded before the first keyframe. */
  #hasKey = false;
  #expectsPictures = false;
  /** Arrival of the first keyframe without a configuration. */
  #unconfiguredMs = Number.NaN;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#metrics = openMetrics(options.metrics, setTimeout);
    this.#demuxer = new FlvDemuxer((event) => this.#onFlv(event));
    this.#sound = options.soundByElement
      ? new SoundSegments(this.#metrics, (event) => this.#emit(event))
      : new Sound(this.#metrics, (event) =>
          this.#emit(event.type === 'format' ? { ...event, type: 'sound' } : { type: 'sound-failed', detail: event.detail }),
        );
  }

  async run(): Promise<void> {
    try {
      await this.#read();
    } catch (cause) {
      if (!this.#abort.signal.aborted) this.#fail('ACK_NETWORK_FAIL', String(cause), true, -1);
    } finally {
      this.#sound.close();
    }
  }

  stop(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    let watchdog = this.#watch();
    try {
      const { shared } = this.#options;
      const body = shared ? sharedBody(shared, this.#abort.signal) : await this.#fetch();
      if (!body) return;
      const reader = body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        clearTimeout(watchdog);
        if (done) break;
        watchdog = this.#watch();
        this.#metrics.add('BYTES', value.byteLength);
        if (!this.#demuxer.push(value)) {
          this.#fail('PLAYER_ERROR', 'the answer is not FLV', false, OK);
          this.#abort.abort();
          return;
        }
      }
      this.#demuxer.end();
      this.#metrics.set('ENDED', 1);
      this.#toDecode({ type: 'end' });
      this.#emit({ type: 'ended' });
    } finally {
      clearTimeout(watchdog);
    }
  }

  /** Null without a usable response; the failure was then emitted. */
  async #fetch(): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
    const response = await fetch(this.#options.url, { signal: this.#abort.signal, cache: 'no-store', credentials: 'omit' });
    const { ok, body, status } = response;
    if (ok && body) return body;
    await body?.cancel();
    const isNetwork = isNetworkError({ status });
    this.#fail(isNetwork ? 'ACK_NETWORK_FAIL' : 'ACK_FAIL', `status ${status}`, isNetwork, status);
    return null;
  }

  /** P29: flv connect frequency, used as the timeout of a connection without bytes. */
  #watch(): ReturnType<typeof setTimeout> {
    const { connectMs } = this.#options;
    return setTimeout(() => {
      this.#fail('TIMEOUT', `no bytes for ${connectMs} ms`, true, -1);
      this.#abort.abort();
    }, connectMs);
  }

  #onFlv(event: FlvEvent): void {
    switch (event.type) {
      case 'header':
        return;
      case 'damage':
        this.#metrics.add('DAMAGED_TAGS', 1);
        return;
      case 'video':
        if (!this.#options.soundOnly) this.#onVideo(event.timeMs, event.tag);
        return;
      case 'audio':
        this.#onAudio(event.timeMs, event.tag);
        return;
      case 'script': {
        const message = messageOfScript(event.script.name, event.script.values[0]);
        if (message) this.#toDecode({ type: 'message', message: { ...message, ptsMs: this.#timeline.of(event.timeMs) } });
      }
    }
  }

  #onVideo(rawMs: number, tag: VideoTag): void {
    switch (tag.type) {
      case 'config':
        this.#expectsPictures = true;
        this.#toDecode({ type: 'config', codec: tag.codec, record: tag.data });
        return;
      case 'picture': {
        if (!this.#hasKey && !tag.isKey) return;
        this.#hasKey = true;
        const { timeMs, change } = this.#timeline.at('video', rawMs, VIDEO_GAP_MS);
        if (change === 'jump') this.#metrics.add('TIME_JUMPS', 1);
        if (tag.isKey && !this.#expectsPictures && this.#isUnconfigured()) return;
        const ptsMs = timeMs + tag.compositionMs;
        this.#metrics.set('HAS_VIDEO', 1);
        const newest = this.#metrics.get('NEWEST_VIDEO_MS');
        this.#metrics.set('NEWEST_VIDEO_MS', Number.isNaN(newest) ? ptsMs : Math.max(newest, ptsMs));
        this.#toDecode({ type: 'unit', data: tag.data, dtsMs: timeMs, ptsMs, isKey: tag.isKey });
        return;
      }
      case 'end':
        // Makes the decoder output the pictures that it holds for reordering, whether or not another sequence follows.
        this.#toDecode({ type: 'end' });
        return;
      case 'info':
        return;
    }
  }

  /** Keyframes may contain their parameter sets: then they are painted without a configuration. */
  #isUnconfigured(): boolean {
    const nowMs = performance.now();
    if (Number.isNaN(this.#unconfiguredMs)) this.#unconfiguredMs = nowMs;
    if (nowMs - this.#unconfiguredMs < UNCONFIGURED_MS || this.#metrics.get('PAINTED') > 0) return false;
    this.#emit({
      type: 'failed',
      failure: 'NO_SUPPORT',
      detail: `no configuration within ${UNCONFIGURED_MS} ms`,
      network: false,
      status: OK,
      lacks: 'the stream has no decoder configuration',
    });
    this.#abort.abort();
    return true;
  }

  #onAudio(rawMs: number, tag: AudioTag): void {
    if (tag.type === 'config') {
      this.#sound.configure(tag.data);
      return;
    }
    const { timeMs, change } = this.#timeline.at('audio', rawMs, AUDIO_GAP_MS);
    if (change === 'jump') this.#metrics.add('TIME_JUMPS', 1);
    this.#metrics.set('HAS_AUDIO', 1);
    this.#sound.frame(tag.data, timeMs);
  }

  #fail(failure: PullFailureName, detail: string, network: boolean, status: number): void {
    this.#emit({ type: 'failed', failure, detail, network, status });
  }

  #toDecode(message: UnitMessage): void {
    const transfer = message.type === 'unit' ? [message.data.buffer] : [];
    this.#options.decode.postMessage(message, transfer as ArrayBuffer[]);
  }

  #emit(event: StreamEvent): void {
    this.#options.page.postMessage(event, event.type === 'sound-segment' ? [event.segment.buffer as ArrayBuffer] : []);
  }
}

/** A body made of the bytes from the page's loader, which paces them and reports their end or failure. */
function sharedBody(port: MessagePort, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => controller.enqueue(new Uint8Array(data));
      signal.addEventListener('abort', () => {
        port.close();
        controller.error(signal.reason);
      });
    },
  });
}
