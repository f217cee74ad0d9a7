/** One HTTP-FLV address, from the first byte to the last: fetch, demux, timeline, output to the decoders. */
import { NO_KEYFRAME, type PullFailureName } from '../../rules/names.ts';
import type { StreamWhy } from '../../rules/recovery/candidates.ts';
import { refusalOf, type StreamRefusal } from '../../rules/recovery/media-errors.ts';
import { messageOfScript } from '../../rules/messages/stream-messages.ts';
import { openMetrics } from '../../shared-memory/metrics-link.ts';
import type { Metrics } from '../../shared-memory/shared-metrics.ts';
import type { StreamEvent, StreamOptions, UnitMessage } from './api.ts';
import type { VideoCodec } from '../../flv/nal-units.ts';
import type { Picture } from '../../flv/pictures.ts';
import { copyOf, FlvReader, type FlvEvent } from '../../flv/reader.ts';
import type { SoundFormat } from '../../flv/sound.ts';
import { Timeline, type Track } from '../../flv/timeline.ts';
import { Sound } from './sound.ts';
import { SoundSegments } from './sound-segments.ts';

const NO_BODY: StreamRefusal = { failure: 'ACK_FAIL', detail: 'no body', network: false };

/**
 * If a keyframe arrives this many ms after the first one, and neither a configuration has arrived nor a picture was painted, the player
 * fails: the server does not store the configuration for viewers who join later.
 */
const UNCONFIGURED_MS = 4_000;

const VIDEO_GAP_MS = 40;
const AUDIO_GAP_MS = 23;
/** A held picture is decoded if no further bytes arrive for this time, in ms. */
const HOLD_MS = 60;
/** A stream without a keyframe is refused by name within the first-fail wait. Milliseconds. */
const MAX_KEYLESS_MS = 12_000;
/** The code that keeps the stream is loaded after this number of chunks: some seconds, when the first picture is painted. */
const KEEP_AFTER_CHUNKS = 50;
/** If its code takes longer than this number of chunks, nothing of this stream is kept. */
const MAX_UNKEPT_CHUNKS = 1_000;
/** Without a picture that this player decodes, sound has to begin within this time, in ms. */
const LONE_SOUND_MS = 1_500;

export class Stream {
  readonly #options: StreamOptions;
  readonly #metrics: Metrics;
  readonly #abort = new AbortController();
  readonly #timeline = new Timeline();
  readonly #reader: FlvReader;
  readonly #sound: Sound | SoundSegments;
  /** Nothing can be decoded before the first keyframe. */
  #hasKey = false;
  #expectsPictures = false;
  /** Arrival of the first keyframe without a configuration, and of the first picture of another codec. */
  #unconfiguredMs = Number.NaN;
  #otherMs = Number.NaN;
  /** Arrival of the first picture that needs an earlier one. */
  #keylessMs = Number.NaN;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  /** Names of the tracks that were reported as left out. */
  readonly #dropped = { audio: '', video: '' };
  /** Parts of the stream that wait for the code that keeps them; then that code receives them. */
  #unkept: FlvEvent[] | null;
  #keep: ((event: FlvEvent, nowMs: number) => void) | null = null;
  #chunks = 0;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#metrics = openMetrics(options.metrics, setTimeout);
    this.#unkept = options.keeps ? [] : null;
    this.#reader = new FlvReader((event) => this.#onFlv(event));
    this.#sound = options.soundByElement
      ? new SoundSegments(this.#metrics, (event) =>
          event.type === 'unsupported' ? this.#drop('audio', event.name) : this.#emit({ ...event, type: 'sound-segment' }),
        )
      : new Sound(this.#metrics, (event) =>
          event.type === 'unsupported' ? this.#drop('audio', event.name) : this.#emit({ ...event, type: 'sound' }),
        );
  }

  async run(): Promise<void> {
    try {
      await this.#read();
    } catch (cause) {
      if (!this.#abort.signal.aborted) this.#fail('ACK_NETWORK_FAIL', String(cause), true);
    } finally {
      clearTimeout(this.#holdTimer);
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
        if (++this.#chunks === KEEP_AFTER_CHUNKS && this.#unkept !== null) void this.#startKeeping();
        else if (this.#chunks === MAX_UNKEPT_CHUNKS) this.#unkept = null;
        if (!this.#push(value)) {
          this.#fail('PLAYER_ERROR', 'the answer is not FLV', false);
          this.#abort.abort();
          return;
        }
      }
      this.#reader.end();
      this.#metrics.set('ENDED', 1);
      this.#toDecode({ type: 'end' });
      this.#emit({ type: 'ended' });
    } finally {
      clearTimeout(watchdog);
    }
  }

  /** Later than the first picture, which its code would delay. */
  async #startKeeping(): Promise<void> {
    try {
      const { cutRead } = await import('../../flv/gop-cutter.ts');
      const keep = cutRead((gop) => this.#emit({ type: 'kept', gop }));
      for (const event of this.#unkept ?? []) keep(event, performance.now());
      if (this.#unkept !== null) this.#keep = keep;
    } catch {
      // Nothing of this stream can be looked at again.
    } finally {
      this.#unkept = null;
    }
  }

  #push(bytes: Uint8Array): boolean {
    clearTimeout(this.#holdTimer);
    const isFlv = this.#reader.push(bytes);
    if (this.#reader.isHolding) this.#holdTimer = setTimeout(() => this.#reader.flush(), HOLD_MS);
    return isFlv;
  }

  /** Null without a usable response; the failure was then emitted. */
  async #fetch(): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
    const response = await fetch(this.#options.url, { signal: this.#abort.signal, cache: 'no-store', credentials: 'omit' });
    const { body } = response;
    const refusal = refusalOf(response, Date);
    if (refusal === null && body !== null) return body;
    await body?.cancel();
    const { failure, detail, network, retryAfterMs } = refusal ?? NO_BODY;
    this.#fail(failure, detail, network, retryAfterMs);
    return null;
  }

  /** P29: flv connect frequency, used as the timeout of a connection without bytes. */
  #watch(): ReturnType<typeof setTimeout> {
    const { connectMs } = this.#options;
    return setTimeout(() => {
      this.#fail('TIMEOUT', `no bytes for ${connectMs} ms`, true);
      this.#abort.abort();
    }, connectMs);
  }

  #onFlv(event: FlvEvent): void {
    this.#keep?.(event, performance.now());
    this.#unkept?.push(copyOf(event));
    switch (event.type) {
      case 'header':
        return;
      case 'damage':
        this.#metrics.add('DAMAGED_TAGS', 1);
        return;
      case 'video-config':
        this.#onConfig(event.codec, event.record);
        return;
      case 'picture':
        if (!this.#options.soundOnly && event.codec === 'h265') this.#onPicture(event);
        return;
      case 'video-end':
        // Makes the decoder output the pictures that it holds for reordering, whether or not another sequence follows.
        this.#toDecode({ type: 'end' });
        return;
      case 'other-picture':
        if (!this.#options.soundOnly) this.#onOtherPicture(event.name);
        return;
      case 'sound-config':
        this.#onSoundFormat(event.format);
        return;
      case 'sound':
        this.#onSound(event.timeMs, event.data);
        return;
      case 'script': {
        const message = messageOfScript(event.script.name, event.script.values[0]);
        if (message) this.#toDecode({ type: 'message', message: { ...message, ptsMs: this.#timeline.of(event.timeMs) } });
      }
    }
  }

  #onConfig(codec: VideoCodec, record: Uint8Array): void {
    if (this.#options.soundOnly) return;
    if (codec === 'h265') {
      this.#expectsPictures = true;
      this.#toDecode({ type: 'config', record: record.slice() });
    } else this.#refuse(`the stream is ${codec}`, { lacks: 'the stream has another codec', carries: codec });
  }

  #onPicture({ timeMs: rawMs, isKey, compositionMs, data }: Picture): void {
    if (!this.#hasKey && !isKey) {
      this.#onKeyless();
      return;
    }
    this.#hasKey = true;
    this.#dropped.video = '';
    const { ownMs, change } = this.#timeline.at('video', rawMs, VIDEO_GAP_MS);
    if (change === 'jump') this.#metrics.add('TIME_JUMPS', 1);
    if (isKey && !this.#expectsPictures && this.#isUnconfigured()) return;
    const ptsMs = ownMs + compositionMs;
    this.#metrics.set('HAS_VIDEO', 1);
    const newest = this.#metrics.get('NEWEST_VIDEO_MS');
    this.#metrics.set('NEWEST_VIDEO_MS', Number.isNaN(newest) ? ptsMs : Math.max(newest, ptsMs));
    this.#toDecode({ type: 'unit', data: data.slice(), ptsMs, isKey });
  }

  /** The sound plays alone until a keyframe comes; without sound the stream is refused. */
  #onKeyless(): void {
    const nowMs = performance.now();
    if (Number.isNaN(this.#keylessMs)) this.#keylessMs = nowMs;
    if (nowMs - this.#keylessMs <= MAX_KEYLESS_MS) return;
    if (this.#metrics.get('HAS_AUDIO') > 0) this.#drop('video', NO_KEYFRAME);
    else this.#refuse(`no keyframe within ${MAX_KEYLESS_MS} ms`, { lacks: 'the stream has no keyframe' });
  }

  /** The sound plays alone; without sound the stream is refused. */
  #onOtherPicture(name: string): void {
    const nowMs = performance.now();
    if (Number.isNaN(this.#otherMs)) this.#otherMs = nowMs;
    if (this.#metrics.get('HAS_AUDIO') > 0) this.#drop('video', name);
    else if (nowMs - this.#otherMs > LONE_SOUND_MS) this.#refuse(`the stream is ${name}`, { lacks: 'the stream has another codec' });
  }

  /** Keyframes may contain their parameter sets: then they are painted without a configuration. */
  #isUnconfigured(): boolean {
    const nowMs = performance.now();
    if (Number.isNaN(this.#unconfiguredMs)) this.#unconfiguredMs = nowMs;
    if (nowMs - this.#unconfiguredMs < UNCONFIGURED_MS || this.#metrics.get('PAINTED') > 0) return false;
    this.#refuse(`no configuration within ${UNCONFIGURED_MS} ms`, { lacks: 'the stream has no decoder configuration' });
    return true;
  }

  #onSoundFormat(format: SoundFormat): void {
    if (format.codec === null) {
      this.#drop('audio', format.name);
      return;
    }
    this.#dropped.audio = '';
    this.#sound.configure(format);
  }

  #onSound(rawMs: number, data: Uint8Array): void {
    const { timeMs, change } = this.#timeline.at('audio', rawMs, AUDIO_GAP_MS);
    if (change === 'jump') this.#metrics.add('TIME_JUMPS', 1);
    if (this.#dropped.audio !== '') return;
    this.#metrics.set('HAS_AUDIO', 1);
    this.#sound.frame(data.slice(), timeMs);
  }

  /** Reports each name once. The picture no longer waits for a sound that was left out. */
  #drop(track: Track, name: string): void {
    if (this.#dropped[track] === name) return;
    this.#dropped[track] = name;
    if (track === 'audio') this.#metrics.set('HAS_AUDIO', 0);
    this.#emit({ type: 'track-dropped', track, name });
  }

  #refuse(detail: string, why: { readonly lacks: StreamWhy; readonly carries?: VideoCodec }): void {
    this.#emit({ type: 'failed', failure: 'NO_SUPPORT', detail, network: false, ...why });
    this.#abort.abort();
  }

  #fail(failure: PullFailureName, detail: string, network: boolean, retryAfterMs?: number): void {
    this.#emit({ type: 'failed', failure, detail, network, ...(retryAfterMs && { retryAfterMs }) });
  }

  #toDecode(message: UnitMessage): void {
    const transfer = message.type === 'unit' ? [message.data.buffer] : [];
    this.#options.decode.postMessage(message, transfer as ArrayBuffer[]);
  }

  #emit(event: StreamEvent): void {
    const moved = event.type === 'sound-segment' ? [event.segment.buffer] : event.type === 'kept' ? [event.gop.bytes.buffer] : [];
    this.#options.page.postMessage(event, moved as ArrayBuffer[]);
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
