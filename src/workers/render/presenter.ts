/**
 * Shows the picture that the clock asks for. Runs on animation frames of whichever thread has the canvas; owns the pace of the whole
 * player: nobody else changes the rate, holds the sound or jumps.
 */
import { MessageQueue } from '../core/player/message-queue.ts';
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
} from '../core/player/pacing.ts';
import { Board } from '../shared/board.ts';
import { FRAME_SLOTS, FrameQueue } from '../shared/frame-queue.ts';
import { PcmRing } from '../shared/pcm-ring.ts';
import type { DecodeToRender, FramesReleased } from '../decode/api.ts';
import type { RenderEvent, SoundReady } from './api.ts';
import type { Painter, PaintedPicture } from './painter.ts';

/** The pace is decided this often; in between only pictures are picked. */
const PACE_EVERY_MS = 100;
/** The sound of a stream that has some may come this much after its pictures before time starts without it. */
const SOUND_GRACE_MS = 1_000;
/** Memories of decoders that were rebuilt; the older ones are never drawn from again. */
const MEMORIES_KEPT = 2;

/** An audio element needs a moment for a jump; it is not asked again before. */
const JUMP_EVERY_MS = 1_000;

const CLOCK_SOUND = 1;
const CLOCK_WALL = 2;
const CLOCK_ELEMENT = 3;

export interface PresenterPorts {
  readonly board: SharedArrayBuffer;
  readonly frames: SharedArrayBuffer;
  readonly decode: MessagePort;
  readonly page: MessagePort;
}

export class Presenter {
  readonly #painter: Painter;
  readonly #board: Board;
  readonly #frames: FrameQueue;
  readonly #decode: MessagePort;
  readonly #page: MessagePort;
  readonly #memories = new Map<number, SharedArrayBuffer>();
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
    matrix: 2,
    fullRange: false,
  };
  readonly #messages = new MessageQueue();
  #ring: PcmRing | undefined;
  #sampleRate = 0;
  #pace: Pace = { running: false, rate: 1, jumpMs: 0, why: 'buffering' };
  #clock: SmoothClock | null = null;
  #paceAtMs = 0;
  #firstReadyAtMs = Number.NaN;
  #hasShown = false;
  #isHidden = false;
  #width = 0;
  #height = 0;

  constructor(painter: Painter, { board, frames, decode, page }: PresenterPorts) {
    this.#painter = painter;
    this.#board = new Board(board);
    this.#frames = new FrameQueue(frames);
    this.#decode = decode;
    this.#page = page;
    decode.addEventListener('message', ({ data }: MessageEvent<DecodeToRender>) => this.#onDecode(data));
    page.addEventListener('message', ({ data }: MessageEvent<SoundReady>) => this.#onSound(data));
    decode.start();
    page.start();
  }

  set hidden(hidden: boolean) {
    this.#isHidden = hidden;
  }

  stop(): void {
    this.#decode.close();
    this.#page.close();
    this.#painter.close();
  }

  /** Once per animation frame, or by a timer where there are none. `nowMs` is performance.now() of this thread. */
  tick(nowMs: number): void {
    const count = this.#ready(nowMs);
    const mediaMs = this.#advance(nowMs);
    pickPicture(this.#pts, count, mediaMs, this.#pace.running, this.#hasShown, PACING, this.#pick);
    const { show, drop } = this.#pick;
    for (let i = 0; i < drop; i++) {
      if (this.#frames.take(this.#slots[i]!)) this.#frames.giveBack(this.#slots[i]!);
      this.#board.add('DROPPED_LATE', 1);
    }
    if (show >= 0) this.#show(this.#slots[show]!, mediaMs);
    if (show >= 0 || drop > 0) this.#decode.postMessage({ kind: 'released' } satisfies FramesReleased);
    const messages = this.#messages.take(mediaMs, nowMs);
    if (messages.length > 0) this.#tell({ type: 'messages', messages });
  }

  #ready(nowMs: number): number {
    const count = this.#frames.ready(this.#slots);
    for (let i = 0; i < count; i++) this.#pts[i] = this.#frames.ptsMs(this.#slots[i]!);
    if (count > 0 && Number.isNaN(this.#firstReadyAtMs)) this.#firstReadyAtMs = nowMs;
    return count;
  }

  /** Moves time on and returns it: media milliseconds that are heard right now. */
  #advance(nowMs: number): number {
    const source = this.#sample(nowMs);
    if (nowMs - this.#paceAtMs >= PACE_EVERY_MS) {
      this.#paceAtMs = nowMs;
      this.#repace(nowMs);
    }
    if (!this.#clock) return Number.NaN;
    const mediaMs = this.#pace.running ? this.#clock.mediaMs + (nowMs - this.#clock.atMs) * this.#clock.rate : this.#clock.mediaMs;
    this.#board.set('MEDIA_MS', mediaMs);
    this.#board.set('CLOCK_SOURCE', source);
    return mediaMs;
  }

  /** Asks whoever keeps time now; the smooth clock follows. */
  #sample(nowMs: number): number {
    if (this.#ring && this.#board.get('SOUND_RUNS') === 1) {
      const heardMs = this.#soundMs(this.#ring);
      if (this.#pace.running && this.#ring.bufferedFrames > 0) this.#clock = followClock(this.#clock, heardMs, nowMs, this.#pace.rate);
      return CLOCK_SOUND;
    }
    const elementMs = this.#board.get('ELEMENT_MS');
    if (!Number.isNaN(elementMs)) {
      const atMs = this.#board.get('ELEMENT_AT_MS') - performance.timeOrigin;
      this.#clock = followClock(this.#clock, elementMs + (nowMs - atMs), nowMs, 1);
      return CLOCK_ELEMENT;
    }
    return CLOCK_WALL;
  }

  #soundMs(ring: PcmRing): number {
    const frames = (ring.readIndex - this.#board.get('AUDIO_BASE_INDEX')) | 0;
    return this.#board.get('AUDIO_BASE_MS') + (frames / this.#sampleRate) * 1_000 - this.#board.get('OUTPUT_LATENCY_MS');
  }

  #repace(nowMs: number): void {
    const before = this.#pace;
    const startMs = this.#startMs(nowMs);
    if (Number.isNaN(startMs)) return;
    const mediaMs = this.#clock ? this.#clock.mediaMs + (before.running ? (nowMs - this.#clock.atMs) * this.#clock.rate : 0) : startMs;
    const bufferedMs = this.#newestMs() - mediaMs;
    this.#board.set('BUFFERED_MS', bufferedMs);
    const decided = decidePace(before, bufferedMs, this.#board.get('ENDED') === 1, pacingFor(this.#board.get('LUMP_MS')));
    const { jumpMs } = decided;
    this.#pace = decided;
    this.#clock = { mediaMs: mediaMs + jumpMs, atMs: nowMs, rate: decided.running ? decided.rate : 0 };
    this.#board.set('RATE', decided.rate);
    this.#board.set('PACE', RATE_REASONS.indexOf(decided.why));
    this.#steerSound(decided, jumpMs, nowMs);
    if (decided.running !== before.running) this.#tell({ type: 'running', running: decided.running, why: decided.why });
  }

  /** Where time starts: the first picture, or the first sound where there are no pictures. NaN while neither is there. */
  #startMs(nowMs: number): number {
    if (this.#clock) return this.#clock.mediaMs;
    const count = this.#frames.ready(this.#slots);
    const pictureMs = count > 0 ? this.#frames.ptsMs(this.#slots[0]!) : Number.NaN;
    const soundMs = this.#ring ? this.#board.get('AUDIO_BASE_MS') : Number.NaN;
    if (this.#board.get('HAS_VIDEO') === 0) return soundMs;
    if (this.#board.get('HAS_AUDIO') === 1 && Number.isNaN(soundMs) && !(nowMs - this.#firstReadyAtMs > SOUND_GRACE_MS)) return Number.NaN;
    return this.#hasShown && Number.isNaN(pictureMs) ? this.#board.get('SHOWN_MS') : pictureMs;
  }

  /** Newest time that both tracks have reached: time must not outrun the slower one. */
  #newestMs(): number {
    const video = this.#board.get('NEWEST_VIDEO_MS');
    const audio = this.#ring ? this.#board.get('NEWEST_AUDIO_MS') : Number.NaN;
    if (Number.isNaN(audio)) return video;
    if (Number.isNaN(video)) return audio;
    // A track that fell silent (no camera, no microphone) does not hold the other one back.
    return Math.abs(video - audio) > PACING.preloadMs ? Math.max(video, audio) : Math.min(video, audio);
  }

  #steerSound(pace: Pace, jumpMs: number, nowMs: number): void {
    const ring = this.#ring;
    if (!ring) {
      if (jumpMs > 0 && this.#clock && nowMs - this.#jumpedAtMs > JUMP_EVERY_MS && !Number.isNaN(this.#board.get('ELEMENT_MS'))) {
        this.#jumpedAtMs = nowMs;
        this.#tell({ type: 'jump', toMs: this.#clock.mediaMs });
      }
      return;
    }
    this.#board.set('UNDERRUNS', ring.underruns);
    ring.rate = pace.rate;
    ring.running = pace.running;
    const isSoundTheClock = this.#board.get('SOUND_RUNS') === 1;
    if (!this.#clock || (isSoundTheClock && jumpMs === 0 && this.#hasAligned)) return;
    // The sound is put where time is: at the start, after a jump, and while it may not be heard.
    const wantedMs = this.#clock.mediaMs + this.#board.get('OUTPUT_LATENCY_MS') - this.#board.get('AUDIO_BASE_MS');
    ring.skipTo(this.#board.get('AUDIO_BASE_INDEX') + Math.round((wantedMs * this.#sampleRate) / 1_000));
    this.#hasAligned = isSoundTheClock;
  }

  #hasAligned = false;
  #jumpedAtMs = Number.NEGATIVE_INFINITY;

  #show(slot: number, mediaMs: number): void {
    if (!this.#frames.take(slot)) return;
    const memory = this.#memories.get(this.#frames.field(slot, 'MEMORY'));
    const width = this.#frames.field(slot, 'WIDTH');
    const height = this.#frames.field(slot, 'HEIGHT');
    const ptsMs = this.#frames.ptsMs(slot);
    if (memory && !this.#isHidden) {
      this.#describe(slot, memory);
      this.#painter.paint(this.#picture, this.#frames.field(slot, 'SAR_WIDTH'), this.#frames.field(slot, 'SAR_HEIGHT'));
    }
    this.#frames.giveBack(slot);
    this.#board.add('PAINTED', 1);
    this.#board.set('SHOWN_MS', ptsMs);
    if (!Number.isNaN(mediaMs)) this.#board.set('AV_OFFSET_MS', ptsMs - mediaMs);
    if (!this.#hasShown) this.#tell({ type: 'first-frame', width, height });
    else if (width !== this.#width || height !== this.#height) this.#tell({ type: 'resolution', width, height });
    this.#hasShown = true;
    this.#width = width;
    this.#height = height;
  }

  #describe(slot: number, memory: SharedArrayBuffer): void {
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
    picture.hasChroma = frames.field(slot, 'CHROMA') === 1;
    picture.matrix = frames.field(slot, 'MATRIX');
    picture.fullRange = frames.field(slot, 'FULL_RANGE') === 1;
  }

  #onDecode(data: DecodeToRender): void {
    if (data.kind === 'message') {
      this.#messages.push(data.message);
      return;
    }
    this.#memories.set(data.memory, data.buffer);
    this.#memories.delete(data.memory - MEMORIES_KEPT);
  }

  #onSound({ ring, sampleRate, channels }: SoundReady): void {
    this.#ring = new PcmRing(ring, channels);
    this.#sampleRate = sampleRate;
    this.#hasAligned = false;
  }

  #tell(event: RenderEvent): void {
    this.#page.postMessage(event);
  }
}
