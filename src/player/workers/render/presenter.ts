/**
 * Shows the picture that is due by the clock. Runs on animation frames of the thread that has the canvas, and controls the pace of the
 * whole player: no other code changes the rate, pauses the sound or jumps.
 */
import { CHROMA_FORMATS, CHROMA_SUBSAMPLING } from '../../../wasm/glue/picture.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../rules/constants.ts';
import { MessageQueue } from '../../rules/messages/stream-messages.ts';
import {
  decidePace,
  pacingFor,
  followClock,
  PACING,
  pickPicture,
  RATE_REASONS,
  type Pace,
  type Pick,
  type SmoothClock,
} from '../../rules/clock/pacing.ts';
import { heardMs, SoundMotion } from '../../rules/clock/position.ts';
import { CLOCK_SOURCE, type Metrics } from '../../shared-memory/shared-metrics.ts';
import { FRAME_QUEUE_BYTES, FRAME_SLOTS, FrameQueue } from '../../shared-memory/frame-queue.ts';
import { openMetrics, type MetricsLink } from '../../shared-memory/metrics-link.ts';
import { PcmRing } from '../../shared-memory/pcm-ring.ts';
import type { DecodeToRender, FramesReleased } from '../decode/api.ts';
import type { RenderEvent, SoundReady } from './api.ts';
import type { PaintedPicture, PicturePainter } from './picture-painter.ts';

/** Interval without animation frames: the frame rate of P29. */
const FALLBACK_TICK_MS = 1_000 / DEFAULT_PLAYER_CONFIG.numbers.fps;
/** Interval of the timer that replaces animation frames: a picture is at most this late, ms. */
const TIMER_TICK_MS = 8;
/** Interval of pace decisions; in between only pictures are selected. */
const PACE_EVERY_MS = 100;
/** How long the start waits for the sound after the pictures have arrived. */
const SOUND_GRACE_MS = 1_000;
/** Number of decoder memories kept after restarts; pictures of older ones are not drawn. */
const MAX_MEMORIES = 2;

/** Share of a new paint in the running average. */
const PAINT_SMOOTHING = 0.1;
/** Minimum interval between jumps of an audio element, which needs time to seek. */
const JUMP_EVERY_MS = 1_000;

export interface PresenterPorts {
  readonly metrics: MetricsLink<MessagePort>;
  /** Null: pictures arrive by `decode`, and their buffers are returned by it. */
  readonly frames: SharedArrayBuffer | null;
  readonly decode: MessagePort;
  readonly page: MessagePort;
}

export class Presenter {
  readonly #painter: PicturePainter;
  readonly #metrics: Metrics;
  readonly #frames: FrameQueue;
  readonly #decode: MessagePort;
  readonly #page: MessagePort;
  readonly #isPosted: boolean;
  /** By memory number: decoder memories, or the buffer of each picture that arrived as a message. */
  readonly #memories = new Map<number, ArrayBufferLike>();
  readonly #slots = new Int32Array(FRAME_SLOTS);
  readonly #pts = new Float64Array(FRAME_SLOTS);
  readonly #pick: Pick = { show: -1, drop: 0, why: 'nothing ready' };
  readonly #picture: PaintedPicture = {
    memory: new ArrayBuffer(0),
    planeY: 0,
    planeCb: 0,
    planeCr: 0,
    strideY: 0,
    strideC: 0,
    width: 0,
    height: 0,
    bitDepth: 8,
    hasChroma: false,
    subsampling: [2, 2],
    matrix: 2,
    fullRange: false,
    primaries: 1,
    transfer: 1,
    peakNits: 0,
  };
  readonly #messages = new MessageQueue();
  readonly #stopTicking: () => void;
  readonly #soundMotion = new SoundMotion();
  #ring: PcmRing | undefined;
  /** The sound is audible and advances: it is the clock. */
  #isSoundClock = false;
  #sampleRate = 0;
  #pace: Pace = { running: false, rate: 1, jumpMs: 0, why: 'buffering' };
  #clock: SmoothClock | null = null;
  #paceAtMs = 0;
  #firstReadyAtMs = Number.NaN;
  #hasShown = false;
  #hasAligned = false;
  #jumpedAtMs = Number.NEGATIVE_INFINITY;
  #isHidden = false;
  #posted = 0;
  #width = 0;
  #height = 0;

  constructor(painter: PicturePainter, { metrics, frames, decode, page }: PresenterPorts, ticks: 'frames' | 'timer' = 'frames') {
    this.#painter = painter;
    this.#metrics = openMetrics(metrics, setTimeout);
    this.#isPosted = frames === null;
    this.#frames = new FrameQueue(frames ?? new ArrayBuffer(FRAME_QUEUE_BYTES));
    this.#decode = decode;
    this.#page = page;
    decode.addEventListener('message', ({ data }: MessageEvent<DecodeToRender>) => this.#onDecode(data));
    page.addEventListener('message', ({ data }: MessageEvent<SoundReady>) => this.#onSound(data));
    decode.start();
    page.start();
    const tick = (nowMs: number): void => this.#tick(nowMs);
    this.#stopTicking = ticks === 'timer' ? tickByTimer(tick, TIMER_TICK_MS) : startTicking(tick);
  }

  setHidden(hidden: boolean): void {
    this.#isHidden = hidden;
  }

  stop(): void {
    this.#stopTicking();
    this.#decode.close();
    this.#page.close();
    this.#painter.close();
  }

  /** `nowMs` is performance.now() of this thread. */
  #tick(nowMs: number): void {
    const count = this.#ready(nowMs);
    const mediaMs = this.#advance(nowMs);
    pickPicture(this.#pts, count, mediaMs, this.#pace.running, this.#hasShown, PACING, this.#pick);
    const { show, drop } = this.#pick;
    for (let i = 0; i < drop; i++) {
      if (this.#frames.take(this.#slots[i]!)) this.#frames.giveBack(this.#slots[i]!);
      this.#metrics.add('DROPPED_LATE', 1);
    }
    if (show >= 0) this.#show(this.#slots[show]!, mediaMs);
    if (show >= 0 || drop > 0) this.#sayReleased();
    const messages = this.#messages.take(mediaMs, nowMs);
    if (messages.length > 0) this.#emit({ type: 'messages', messages });
  }

  #sayReleased(): void {
    const buffers: ArrayBuffer[] = [];
    if (this.#isPosted)
      this.#frames.reclaim((_handle, memory) => {
        const buffer = this.#memories.get(memory);
        this.#memories.delete(memory);
        if (buffer) buffers.push(buffer as ArrayBuffer);
      });
    this.#decode.postMessage({ type: 'released', buffers } satisfies FramesReleased, buffers);
  }

  #ready(nowMs: number): number {
    const count = this.#frames.ready(this.#slots);
    for (let i = 0; i < count; i++) this.#pts[i] = this.#frames.ptsMs(this.#slots[i]!);
    if (count > 0 && Number.isNaN(this.#firstReadyAtMs)) this.#firstReadyAtMs = nowMs;
    return count;
  }

  /** Advances the time and returns it: the audible position in media milliseconds. */
  #advance(nowMs: number): number {
    const source = this.#sample(nowMs);
    if (nowMs - this.#paceAtMs >= PACE_EVERY_MS) {
      this.#paceAtMs = nowMs;
      this.#repace(nowMs);
    }
    if (!this.#clock) return Number.NaN;
    const mediaMs = this.#pace.running ? this.#clock.mediaMs + (nowMs - this.#clock.atMs) * this.#clock.rate : this.#clock.mediaMs;
    this.#metrics.set('MEDIA_MS', mediaMs);
    this.#metrics.set('CLOCK_SOURCE', source);
    return mediaMs;
  }

  /** Reads the current clock; the smoothed clock follows it. */
  #sample(nowMs: number): number {
    const ring = this.#ring;
    this.#isSoundClock =
      ring !== undefined &&
      this.#metrics.get('SOUND_RUNS') === 1 &&
      !this.#soundMotion.isStuck(ring.readIndex, this.#pace.running && ring.bufferedFrames > 0, nowMs);
    if (ring && this.#isSoundClock) {
      if (this.#pace.running && ring.bufferedFrames > 0)
        this.#clock = followClock(this.#clock, this.#soundMs(ring), nowMs, this.#pace.rate);
      return CLOCK_SOURCE.SOUND;
    }
    const elementMs = this.#metrics.get('ELEMENT_MS');
    if (!Number.isNaN(elementMs)) {
      const atMs = this.#metrics.get('ELEMENT_AT_MS') - performance.timeOrigin;
      this.#clock = followClock(this.#clock, elementMs + (nowMs - atMs), nowMs, 1);
      return CLOCK_SOURCE.ELEMENT;
    }
    return CLOCK_SOURCE.WALL;
  }

  #soundMs(ring: PcmRing): number {
    const frames = (ring.readIndex - this.#metrics.get('AUDIO_BASE_INDEX')) | 0;
    const metrics = this.#metrics;
    return heardMs(metrics.get('AUDIO_BASE_MS'), (frames / this.#sampleRate) * 1_000, metrics.get('OUTPUT_LATENCY_MS'));
  }

  #repace(nowMs: number): void {
    const before = this.#pace;
    const startMs = this.#startMs(nowMs);
    if (Number.isNaN(startMs)) return;
    const mediaMs = this.#clock ? this.#clock.mediaMs + (before.running ? (nowMs - this.#clock.atMs) * this.#clock.rate : 0) : startMs;
    const bufferedMs = this.#newestMs() - mediaMs;
    this.#metrics.set('BUFFERED_MS', bufferedMs);
    const decided = decidePace(before, bufferedMs, this.#metrics.get('ENDED') === 1, pacingFor(this.#metrics.get('SEGMENT_MS')));
    const { jumpMs } = decided;
    this.#pace = decided;
    this.#clock = { mediaMs: mediaMs + jumpMs, atMs: nowMs, rate: decided.running ? decided.rate : 0 };
    this.#metrics.set('RATE', decided.rate);
    this.#metrics.set('PACE', RATE_REASONS.indexOf(decided.why));
    this.#steerSound(decided, jumpMs, nowMs);
    if (decided.running !== before.running) this.#emit({ type: 'running', running: decided.running });
  }

  /** Start time: the first picture, or the first sound without pictures. NaN if neither has arrived. */
  #startMs(nowMs: number): number {
    if (this.#clock) return this.#clock.mediaMs;
    const count = this.#frames.ready(this.#slots);
    const pictureMs = count > 0 ? this.#frames.ptsMs(this.#slots[0]!) : Number.NaN;
    const soundMs = this.#ring ? this.#metrics.get('AUDIO_BASE_MS') : Number.NaN;
    if (this.#metrics.get('HAS_VIDEO') === 0) return soundMs;
    if (this.#metrics.get('HAS_AUDIO') === 1 && Number.isNaN(soundMs) && !(nowMs - this.#firstReadyAtMs > SOUND_GRACE_MS))
      return Number.NaN;
    return this.#hasShown && Number.isNaN(pictureMs) ? this.#metrics.get('SHOWN_MS') : pictureMs;
  }

  /** Newest time that both tracks have reached, because time must not pass the slower one. */
  #newestMs(): number {
    const video = this.#metrics.get('NEWEST_VIDEO_MS');
    const audio = this.#ring ? this.#metrics.get('NEWEST_AUDIO_MS') : Number.NaN;
    if (Number.isNaN(audio)) return video;
    if (Number.isNaN(video)) return audio;
    // A track that stopped (no camera, no microphone) does not hold the other one back.
    return Math.abs(video - audio) > PACING.preloadMs ? Math.max(video, audio) : Math.min(video, audio);
  }

  #steerSound(pace: Pace, jumpMs: number, nowMs: number): void {
    const ring = this.#ring;
    if (!ring) {
      if (jumpMs > 0 && this.#clock && nowMs - this.#jumpedAtMs > JUMP_EVERY_MS && !Number.isNaN(this.#metrics.get('ELEMENT_MS'))) {
        this.#jumpedAtMs = nowMs;
        this.#emit({ type: 'jump', toMs: this.#clock.mediaMs });
      }
      return;
    }
    this.#metrics.set('UNDERRUNS', ring.underruns);
    ring.rate = pace.rate;
    ring.running = pace.running;
    if (!this.#clock || (this.#isSoundClock && jumpMs === 0 && this.#hasAligned)) return;
    // Aligns the sound with the time: at the start, after a jump, and while it is not audible.
    const wantedMs = this.#clock.mediaMs + this.#metrics.get('OUTPUT_LATENCY_MS') - this.#metrics.get('AUDIO_BASE_MS');
    ring.skipTo(this.#metrics.get('AUDIO_BASE_INDEX') + Math.round((wantedMs * this.#sampleRate) / 1_000));
    this.#hasAligned = this.#isSoundClock;
  }

  #show(slot: number, mediaMs: number): void {
    if (!this.#frames.take(slot)) return;
    const memory = this.#memories.get(this.#frames.field(slot, 'MEMORY'));
    const width = this.#frames.field(slot, 'WIDTH');
    const height = this.#frames.field(slot, 'HEIGHT');
    const ptsMs = this.#frames.ptsMs(slot);
    let isPainted = this.#isHidden;
    if (memory && !this.#isHidden) {
      this.#describe(slot, memory);
      const startMs = performance.now();
      isPainted = this.#painter.paint(this.#picture, this.#frames.field(slot, 'SAR_WIDTH'), this.#frames.field(slot, 'SAR_HEIGHT'));
      const paintMs = this.#metrics.get('PAINT_MS');
      this.#metrics.set('PAINT_MS', paintMs + (performance.now() - startMs - paintMs) * PAINT_SMOOTHING);
    }
    this.#frames.giveBack(slot);
    // While the context is lost nothing is visible, and nothing is counted as painted.
    if (!isPainted) return;
    this.#metrics.add('PAINTED', 1);
    this.#metrics.set('SHOWN_MS', ptsMs);
    if (!Number.isNaN(mediaMs)) this.#metrics.set('AV_OFFSET_MS', ptsMs - mediaMs);
    if (!this.#hasShown) this.#emit({ type: 'first-frame', width, height });
    else if (width !== this.#width || height !== this.#height) this.#emit({ type: 'resolution', width, height });
    this.#hasShown = true;
    this.#width = width;
    this.#height = height;
  }

  #describe(slot: number, memory: ArrayBufferLike): void {
    const picture = this.#picture;
    const frames = this.#frames;
    picture.memory = memory;
    picture.planeY = frames.field(slot, 'PLANE_Y') >>> 0;
    picture.planeCb = frames.field(slot, 'PLANE_CB') >>> 0;
    picture.planeCr = frames.field(slot, 'PLANE_CR') >>> 0;
    picture.strideY = frames.field(slot, 'STRIDE_Y');
    picture.strideC = frames.field(slot, 'STRIDE_C');
    picture.width = frames.field(slot, 'WIDTH');
    picture.height = frames.field(slot, 'HEIGHT');
    picture.bitDepth = frames.field(slot, 'BIT_DEPTH');
    const format = CHROMA_FORMATS[frames.field(slot, 'CHROMA')] ?? 'monochrome';
    picture.hasChroma = format !== 'monochrome';
    picture.subsampling = CHROMA_SUBSAMPLING[format];
    picture.matrix = frames.field(slot, 'MATRIX');
    picture.fullRange = frames.field(slot, 'FULL_RANGE') === 1;
    picture.primaries = frames.field(slot, 'PRIMARIES');
    picture.transfer = frames.field(slot, 'TRANSFER');
    picture.peakNits = frames.field(slot, 'PEAK_NITS');
  }

  #onDecode(data: DecodeToRender): void {
    switch (data.type) {
      case 'message':
        this.#messages.push(data.message);
        return;
      case 'memory':
        this.#memories.set(data.memory, data.buffer);
        this.#memories.delete(data.memory - MAX_MEMORIES);
        // This message arrives with the first picture, which is drawn without waiting for a display frame.
        if (!this.#hasShown) this.#tick(performance.now());
        return;
      case 'picture': {
        const { ptsMs, fields, buffer } = data;
        const memory = ++this.#posted;
        this.#memories.set(memory, buffer);
        // Always fits, because there are fewer buffers than slots.
        this.#frames.publish(ptsMs, { ...fields, HANDLE: 0, MEMORY: memory });
      }
    }
  }

  #onSound({ ring, sampleRate, channels }: SoundReady): void {
    this.#ring = new PcmRing(ring, channels);
    this.#sampleRate = sampleRate;
    this.#hasAligned = false;
  }

  #emit(event: RenderEvent): void {
    this.#page.postMessage(event);
  }
}

/** Called once per animation frame, or by a timer without animation frames. */
function startTicking(tick: (nowMs: number) => void): () => void {
  if (typeof requestAnimationFrame !== 'function') return tickByTimer(tick, FALLBACK_TICK_MS);
  let frame = 0;
  const onFrame = (): void => {
    frame = requestAnimationFrame(onFrame);
    tick(performance.now());
  };
  frame = requestAnimationFrame(onFrame);
  return () => cancelAnimationFrame(frame);
}

function tickByTimer(tick: (nowMs: number) => void, everyMs: number): () => void {
  const timer = setInterval(() => tick(performance.now()), everyMs);
  return () => clearInterval(timer);
}
