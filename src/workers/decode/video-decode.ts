/** Drives the HEVC decoder: compressed pictures in, descriptors of decoded ones out, never more of either than there is room for. */
import { Decoder, FULL_DEGREE, ROOM_LIMITS, type Degree as Work } from '../../wasm/glue/decoder.ts';
import { probeCapabilities } from '../../wasm/glue/build.ts';
import type { Picture } from '../../wasm/glue/picture.ts';
import type { Degree } from '../core/player/degree.ts';
import { done, type Result } from '../core/result.ts';
import { Board } from '../shared/board.ts';
import { FrameQueue, FrameState } from '../shared/frame-queue.ts';
import type { UnitMessage } from '../stream/api.ts';
import type { DecodeEvent, DecodeOptions, DecodeToRender } from './api.ts';
import { Copies } from './copies.ts';
import { DecodeTimes } from './decode-times.ts';
import { readMessages } from './sei.ts';
import { UnitQueue } from './unit-queue.ts';

/** Decoded pictures that may wait for their time, the shown one and one being given back included. */
const MAX_AHEAD = 6;
/** A picture this late is not worth decoding when a key picture behind it would do. */
const LATE_MS = 500;
/** How long the decoder may keep the worker from hearing messages. */
const SLICE_MS = 12;
/** So many key pictures in a row that gave nothing to show, each with an error: the stream cannot be decoded, waiting is of no use. */
const MAX_LOST_KEYS = 3;

/** What each degree means for the decoder. */
const WORK: Readonly<Record<Degree, Work>> = {
  0: FULL_DEGREE,
  1: { ...FULL_DEGREE, filters: 'references' },
  2: { ...FULL_DEGREE, filters: 'references', pictures: 'references' },
  3: { ...FULL_DEGREE, filters: 'none', pictures: 'key' },
};

export class VideoDecode {
  readonly #options: DecodeOptions;
  readonly #board: Board;
  readonly #frames: FrameQueue;
  readonly #units = new UnitQueue();
  readonly #times = new DecodeTimes();
  readonly #copies = new Copies(MAX_AHEAD + 2);
  #decoder: Decoder | undefined;
  /** What the stream said last, and what the decoder was told last. */
  #record: Uint8Array | undefined;
  #configured: Uint8Array | undefined;
  /** Since the last picture. */
  #lostKeys = 0;
  #errors = 0;
  /** Decoded, but the frame queue was full. */
  #waiting: Picture | undefined;
  #isPumping = false;
  #isSuspended = false;
  #hasEnded = false;
  #hasFlushed = false;
  #isStopped = false;
  #buffer: ArrayBufferLike | undefined;
  #memory = 0;
  #width = 0;
  #height = 0;

  constructor(options: DecodeOptions) {
    this.#options = options;
    this.#board = new Board(options.board);
    this.#frames = new FrameQueue(options.frames);
    options.units.addEventListener('message', ({ data }: MessageEvent<UnitMessage>) => this.#onUnit(data));
    options.render.addEventListener('message', () => this.#pump());
    options.units.start();
    options.render.start();
  }

  async open(): Promise<Result> {
    const opened = await Decoder.open({
      threads: this.#options.threads,
      // Shared even on one thread, so that the render worker reads the pictures where they are.
      ...(probeCapabilities().simd ? { build: 'simd-mt' as const } : {}),
      limits: { ...ROOM_LIMITS, maxHeld: MAX_AHEAD + 2 },
    });
    if (!opened.ok) return opened;
    if (this.#isStopped) {
      opened.value.close();
      return done;
    }
    this.#decoder = opened.value;
    this.#board.set('THREADS', opened.value.threads);
    this.#pump();
    return done;
  }

  setDegree(degree: Degree): void {
    this.#board.set('DEGREE', degree);
    this.#decoder?.setDegree(WORK[degree]);
  }

  setSuspended(suspended: boolean): void {
    this.#isSuspended = suspended;
    if (!suspended) return;
    // Not dropped for want of time, and nothing that it is behind with.
    this.#units.clear();
    this.#decoder?.reset();
    this.#board.set('NEWEST_DECODED_MS', Number.NaN);
  }

  stop(): void {
    this.#isStopped = true;
    this.#options.units.close();
    this.#options.render.close();
    this.#decoder?.close();
    this.#decoder = undefined;
  }

  #onUnit(message: UnitMessage): void {
    switch (message.kind) {
      case 'config':
        if (message.codec !== 'h265') {
          this.#tell({ type: 'failed', code: 'DECODER_UNSUPPORTED', detail: `the stream is ${message.codec}` });
          return;
        }
        // Servers repeat it; another one is for the pictures behind it, and earlier ones may still wait.
        if (!this.#record || !isSame(this.#record, message.record)) this.#record = message.record;
        return;
      case 'unit':
        this.#hasEnded = false;
        if (this.#isSuspended) return;
        this.#drop(this.#units.push({ ...message, record: this.#record }));
        this.#pump();
        return;
      case 'message':
        this.#toRender(message);
        return;
      case 'end':
        this.#hasEnded = true;
        this.#pump();
        return;
    }
  }

  #drop(units: number): void {
    if (units > 0) this.#board.add('DROPPED_UNDECODED', units);
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    void this.#run().finally(() => {
      this.#isPumping = false;
    });
  }

  async #run(): Promise<void> {
    let sliceStart = performance.now();
    while (!this.#isStopped && this.#decoder && (await this.#step(this.#decoder))) {
      if (performance.now() - sliceStart < SLICE_MS) continue;
      await nextTask();
      sliceStart = performance.now();
    }
    this.#board.set('QUEUED_UNITS', this.#units.length);
  }

  /** One unit in, or one picture out. False when there is nothing to do, or no room to do it. */
  async #step(decoder: Decoder): Promise<boolean> {
    this.#frames.reclaim((handle, memory) => this.#release(handle, memory));
    if (this.#waiting) {
      const picture = this.#waiting;
      if (!this.#publish(decoder, picture)) return false;
      this.#waiting = undefined;
      return true;
    }
    if (this.#ahead() >= MAX_AHEAD) return false;
    this.#skipToLive(decoder);
    const unit = this.#units.peek();
    if (!unit) return this.#hasEnded && this.#drain(decoder);
    this.#hasFlushed = false;
    if (unit.record && unit.record !== this.#configured) {
      this.#configured = unit.record;
      const configured = decoder.configure(unit.record);
      if (!configured.ok) return this.#onError(decoder, configured.error.code, configured.error.detail);
    }
    const start = performance.now();
    const pushed = decoder.push(unit.data, unit.ptsMs, 'length-prefixed');
    if (!pushed.ok) {
      this.#shift();
      return this.#onError(decoder, pushed.error.code, pushed.error.detail);
    }
    if (pushed.value === 'skipped') {
      await decoder.settled();
      return true;
    }
    if (pushed.value === 'taken') {
      this.#shift();
      // With pictures to spare this thread helps until this one is there; where they run short the next one overlaps it instead.
      if (this.#units.length === 0 || this.#ahead() >= MAX_AHEAD / 2) decoder.wait();
      this.#times.add(performance.now() - start, unit.ptsMs);
      this.#times.show(this.#board);
    }
    return this.#take(decoder) || pushed.value === 'taken';
  }

  #shift(): void {
    if (this.#units.shift()?.isKey) this.#lostKeys++;
  }

  #ahead(): number {
    return this.#frames.count(FrameState.READY) + this.#frames.count(FrameState.SHOWING) + this.#frames.count(FrameState.DONE);
  }

  /** When the clock has left the queue behind, what lies before the latest key picture that is due is not decoded at all. */
  #skipToLive(decoder: Decoder): void {
    const mediaMs = this.#board.get('MEDIA_MS');
    const first = this.#units.peek();
    if (!first || Number.isNaN(mediaMs) || first.ptsMs > mediaMs - LATE_MS) return;
    const dropped = this.#units.dropToKey(mediaMs, false);
    if (dropped === 0) return;
    this.#drop(dropped);
    decoder.reset();
  }

  /** After the last unit: everything that the decoder still holds. */
  #drain(decoder: Decoder): boolean {
    if (!this.#hasFlushed) {
      decoder.flush();
      this.#hasFlushed = true;
    }
    return this.#take(decoder);
  }

  #take(decoder: Decoder): boolean {
    const start = performance.now();
    const pulled = decoder.pull();
    if (!pulled.ok) return this.#onError(decoder, pulled.error.code, pulled.error.detail);
    if (pulled.value.at !== 'picture') return false;
    this.#times.addWait(performance.now() - start);
    const { picture } = pulled.value;
    if (!this.#publish(decoder, picture)) this.#waiting = picture;
    return true;
  }

  #onError(decoder: Decoder, code: string, detail: string): boolean {
    switch (code) {
      case 'DECODER_DAMAGED':
        this.#board.add('DAMAGED_PICTURES', 1);
        if (Math.min(++this.#errors, this.#lostKeys) > MAX_LOST_KEYS) return this.#fail(code, detail);
        return true;
      case 'DECODER_TRAPPED':
        this.#board.add('REBUILDS', 1);
        // Pictures of the memory that is gone must not be drawn, and the new instance starts at a key picture.
        this.#drop(this.#units.dropToKey(Number.POSITIVE_INFINITY, true));
        this.#waiting = undefined;
        void decoder.settled().then(() => this.#pump());
        return false;
      default:
        return this.#fail(code, detail);
    }
  }

  #fail(code: string, detail: string): false {
    this.#tell({ type: 'failed', code, detail });
    this.#isStopped = true;
    return false;
  }

  #publish(decoder: Decoder, picture: Picture): boolean {
    const memory = decoder.memory();
    if (!memory || picture.epoch !== decoder.epoch) return true;
    const shared = memory instanceof SharedArrayBuffer;
    const copy = shared ? undefined : this.#copies.copy(memory, picture);
    if (!shared && !copy) return false;
    this.#board.set('MEMORY_BYTES', memory.byteLength);
    this.#showMemory(shared ? memory : this.#copies.buffer);
    const [luma, cb, cr] = copy ? copy.planes : picture.planes;
    const isPublished = this.#frames.publish(picture.ptsMs, {
      HANDLE: copy ? copy.slot : picture.handle,
      PLANE_Y: luma!.offset,
      PLANE_CB: cb?.offset ?? 0,
      PLANE_CR: cr?.offset ?? 0,
      STRIDE_Y: luma!.strideBytes,
      STRIDE_C: cb?.strideBytes ?? 0,
      WIDTH: picture.width,
      HEIGHT: picture.height,
      BIT_DEPTH: picture.bytesPerSample === 1 ? 8 : picture.bitDepth,
      CHROMA: cb ? 1 : 0,
      MATRIX: picture.colour.matrix,
      FULL_RANGE: picture.colour.fullRange ? 1 : 0,
      SAR_WIDTH: picture.sar[0],
      SAR_HEIGHT: picture.sar[1],
      IS_KEY: picture.key ? 1 : 0,
      DAMAGED: picture.damaged ? 1 : 0,
      MEMORY: this.#memory,
    });
    if (!isPublished) {
      if (copy) this.#copies.release(copy.slot);
      return false;
    }
    if (copy) decoder.release(picture);
    this.#afterPublish(memory, picture);
    return true;
  }

  #afterPublish(memory: ArrayBufferLike, picture: Picture): void {
    this.#lostKeys = this.#errors = 0;
    this.#board.add('DECODED', 1);
    this.#board.set('NEWEST_DECODED_MS', picture.ptsMs);
    if (picture.damaged) this.#board.add('DAMAGED_PICTURES', 1);
    if (picture.width !== this.#width || picture.height !== this.#height) {
      this.#width = picture.width;
      this.#height = picture.height;
      this.#tell({ type: 'resolution', width: picture.width, height: picture.height });
    }
    if (picture.sei.bytes === 0) return;
    for (const message of readMessages(memory, picture.sei.offset, picture.sei.bytes))
      this.#toRender({ kind: 'message', message: { ...message, ptsMs: picture.ptsMs } });
  }

  /** A memory that grew, or was made anew after a trap, has another number; the render worker hears of it before its first picture. */
  #showMemory(buffer: SharedArrayBuffer): void {
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.#memory++;
    this.#toRender({ kind: 'memory', memory: this.#memory, buffer });
  }

  #toRender(message: DecodeToRender): void {
    this.#options.render.postMessage(message);
  }

  #release(handle: number, memory: number): void {
    if (!this.#decoder) return;
    if (this.#decoder.memory() instanceof SharedArrayBuffer) this.#decoder.release({ handle, epoch: this.#decoder.epoch });
    else if (memory === this.#memory) this.#copies.release(handle);
  }

  #tell(event: DecodeEvent): void {
    this.#options.page.postMessage(event);
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Lets waiting messages in; a timer would be clamped to 4 ms. */
const channel = new MessageChannel();
const resumes: (() => void)[] = [];
channel.port1.addEventListener('message', () => resumes.shift()?.());
channel.port1.start();
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    resumes.push(resolve);
    channel.port2.postMessage(0);
  });
