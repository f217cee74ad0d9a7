/** Drives the HEVC decoder: compressed pictures in, descriptors of decoded ones out, both bounded. */
import { Decoder, FULL_DECODE_LEVEL, DEFAULT_LIMITS, type DecodeLevel as DecoderLevel } from '../../wasm/glue/decoder.ts';
import { chooseBuild, probeCapabilities } from '../../wasm/glue/build.ts';
import { loadModule } from '../../wasm/glue/module.ts';
import { packedBytes, type Picture } from '../../wasm/glue/picture.ts';
import type { DecodeLevel } from '../../player/rules/decode-level.ts';
import { done, type Result } from '../../core/result.ts';
import type { Metrics } from '../../shared-memory/shared-metrics.ts';
import { FrameQueue } from '../../shared-memory/frame-queue.ts';
import { openMetrics } from '../../shared-memory/metrics-link.ts';
import type { UnitMessage } from '../stream/api.ts';
import type { DecodeEvent, DecodeOptions, DecodeToRender, FramesReleased } from './api.ts';
import { aheadFor, MAX_AHEAD } from './ahead.ts';
import { DecodeTimes } from './decode-times.ts';
import { PostedLane, SharedLane, type PictureLane } from './picture-lane.ts';
import { readMessages } from './sei.ts';
import { UnitQueue } from './unit-queue.ts';

/** Where pictures lie that wait for their time: one more is being filled, one being taken away. */
const MAX_HELD = MAX_AHEAD + 2;
/** A picture this late is not worth decoding when a key picture behind it would do. */
const LATE_MS = 500;
/** How long the decoder may keep the worker from its messages. */
const SLICE_MS = 12;
/** So many key pictures in a row that gave nothing to show, each with an error: the stream cannot be decoded, and waiting does not help. */
const MAX_LOST_KEYS = 3;
/** No stream of a room reorders its pictures over more than this. */
const MAX_REORDER_MS = 2_000;

/** What each decode level means for the decoder. */
const LEVELS: Readonly<Record<DecodeLevel, DecoderLevel>> = {
  0: FULL_DECODE_LEVEL,
  1: { ...FULL_DECODE_LEVEL, filters: 'references' },
  2: { ...FULL_DECODE_LEVEL, filters: 'references', pictures: 'references' },
  3: { ...FULL_DECODE_LEVEL, filters: 'none', pictures: 'key' },
};

/** Shared even on one thread, so that the render worker reads the pictures where they are. */
const sharedBuild = (): 'simd-mt' | undefined => (probeCapabilities().simd ? 'simd-mt' : undefined);

/** The module that this page's decoder will be of; what fails is said when it is opened. */
export function compileDecoder(): void {
  const can = probeCapabilities();
  void loadModule((can.sharedMemory ? sharedBuild() : undefined) ?? chooseBuild(can, 1).build);
}

type Opened = Awaited<ReturnType<typeof Decoder.open>>;

const openDecoder = (isShared: boolean, threads: number, build = sharedBuild()): Promise<Opened> =>
  Decoder.open({
    threads: isShared ? threads : 1,
    lateThreads: true,
    ...(isShared && build !== undefined ? { build } : {}),
    limits: { ...DEFAULT_LIMITS, maxHeld: MAX_HELD },
  });

let prepared: { readonly isShared: boolean; readonly threads: number; readonly opened: Promise<Opened> } | null = null;

/** Ahead of the stream. What fails is reported when it is opened. */
export async function prepareDecoder(isShared: boolean, threads: number): Promise<void> {
  prepared ??= { isShared, threads, opened: openDecoder(isShared, threads) };
  await prepared.opened;
}

/** The one that was prepared, where it is what is wanted. */
async function takeDecoder(isShared: boolean, threads: number): Promise<Opened> {
  const ready = prepared;
  prepared = null;
  if (ready === null) return openDecoder(isShared, threads);
  const opened = await ready.opened;
  if (opened.ok && ready.isShared === isShared && ready.threads === threads) return opened;
  if (opened.ok) opened.value.close();
  return openDecoder(isShared, threads);
}

export class VideoDecode {
  readonly #options: DecodeOptions;
  readonly #metrics: Metrics;
  readonly #lane: PictureLane;
  readonly #units = new UnitQueue();
  readonly #times = new DecodeTimes();
  #decoder: Decoder | undefined;
  /** The stream's latest configuration, and the one that the decoder has. */
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
  #hasShown = false;
  #isStopped = false;
  #width = 0;
  #height = 0;
  /** For pictures of the present size. */
  #maxAhead = MAX_AHEAD;

  constructor(options: DecodeOptions) {
    this.#options = options;
    this.#metrics = openMetrics(options.metrics, setTimeout);
    const toRender = (message: DecodeToRender, transfer?: Transferable[]): void => this.#toRender(message, transfer);
    this.#lane = options.frames ? new SharedLane(new FrameQueue(options.frames), MAX_HELD, toRender) : new PostedLane(MAX_HELD, toRender);
    options.units.addEventListener('message', ({ data }: MessageEvent<UnitMessage>) => this.#onUnit(data));
    options.render.addEventListener('message', ({ data }: MessageEvent<FramesReleased>) => {
      this.#lane.onReleased(data);
      this.#startThreads();
      this.#pump();
    });
    options.units.start();
    options.render.start();
  }

  async open(): Promise<Result> {
    const opened = await takeDecoder(this.#options.frames !== null, this.#options.threads);
    if (!opened.ok) return opened;
    if (this.#isStopped) {
      opened.value.close();
      return done;
    }
    this.#decoder = opened.value;
    this.#metrics.set('THREADS', opened.value.threads);
    this.#pump();
    return done;
  }

  /** When the first picture was shown: until then their start would be its time. */
  #startThreads(): void {
    const decoder = this.#decoder;
    if (this.#hasShown || decoder === undefined) return;
    this.#hasShown = true;
    void decoder.startThreads().then(() => this.#metrics.set('THREADS', decoder.threads));
  }

  setDecodeLevel(decodeLevel: DecodeLevel): void {
    this.#metrics.set('DECODE_LEVEL', decodeLevel);
    this.#decoder?.setDecodeLevel(LEVELS[decodeLevel]);
  }

  setSuspended(suspended: boolean): void {
    this.#isSuspended = suspended;
    if (!suspended) return;
    // Not dropped for want of time, and nothing that it is behind with.
    this.#units.clear();
    this.#decoder?.reset();
    this.#metrics.set('NEWEST_DECODED_MS', Number.NaN);
    this.#metrics.set('HANDLED_MS', Number.NaN);
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
          this.#emit({ type: 'failed', code: 'DECODER_UNSUPPORTED', detail: `the stream is ${message.codec}` });
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
    if (units > 0) this.#metrics.add('DROPPED_UNDECODED', units);
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
    this.#metrics.set('QUEUED_UNITS', this.#units.length);
  }

  /** One unit in, or one picture out. False when there is nothing to do, or no room to do it. */
  async #step(decoder: Decoder): Promise<boolean> {
    this.#lane.reclaim(decoder);
    if (this.#waiting) {
      const picture = this.#waiting;
      if (!this.#publish(decoder, picture)) return false;
      this.#waiting = undefined;
      return true;
    }
    // The first picture is drawn before the next ones take the processors.
    if (this.#lane.ahead() >= (this.#hasShown ? this.#maxAhead : 1)) return false;
    // What is there goes out before more is decoded: a picture that waits inside has the decoder take memory for one more.
    if (this.#take(decoder)) return true;
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
      // With pictures to spare, and before there are other threads, this thread helps until this one is there; where they run short the next one overlaps it instead.
      if (!this.#hasShown || this.#units.length === 0 || this.#lane.ahead() >= this.#maxAhead / 2) decoder.wait();
      this.#times.add(performance.now() - start, unit.ptsMs);
      this.#times.show(this.#metrics);
    }
    return this.#take(decoder) || pushed.value === 'taken';
  }

  #shift(): void {
    const unit = this.#units.shift();
    if (!unit) return;
    if (unit.isKey) this.#lostKeys++;
    const handledMs = this.#metrics.get('HANDLED_MS');
    // Pictures are decoded out of their order on the screen; a jump back is another timeline.
    if (!(unit.ptsMs < handledMs && handledMs - unit.ptsMs < MAX_REORDER_MS)) this.#metrics.set('HANDLED_MS', unit.ptsMs);
  }

  /** When the clock has left the queue behind, what lies before the latest key picture that is due is not decoded at all. */
  #skipToLive(decoder: Decoder): void {
    const mediaMs = this.#metrics.get('MEDIA_MS');
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
        this.#metrics.add('DAMAGED_PICTURES', 1);
        if (Math.min(++this.#errors, this.#lostKeys) > MAX_LOST_KEYS) return this.#fail(code, detail);
        return true;
      case 'DECODER_TRAPPED':
        this.#metrics.add('REBUILDS', 1);
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
    this.#emit({ type: 'failed', code, detail });
    this.#isStopped = true;
    return false;
  }

  #publish(decoder: Decoder, picture: Picture): boolean {
    const memory = decoder.memory();
    if (!memory || picture.epoch !== decoder.epoch) return true;
    const { maxPixels } = this.#options;
    if (picture.width * picture.height > maxPixels) {
      this.#fail('DECODER_LIMIT', `${picture.width}x${picture.height} is more than ${maxPixels} pixels`);
      return true;
    }
    // Before it is sent: from then on its message may be written over.
    const messages = picture.sei.bytes === 0 ? [] : readMessages(memory, picture.sei.offset, picture.sei.bytes);
    this.#metrics.set('MEMORY_BYTES', memory.byteLength);
    if (!this.#lane.send(decoder, memory, picture)) return false;
    this.#afterPublish(picture);
    for (const message of messages) this.#toRender({ kind: 'message', message: { ...message, ptsMs: picture.ptsMs } });
    return true;
  }

  #afterPublish(picture: Picture): void {
    this.#lostKeys = this.#errors = 0;
    this.#metrics.add('DECODED', 1);
    this.#metrics.set('NEWEST_DECODED_MS', picture.ptsMs);
    this.#maxAhead = aheadFor(packedBytes(picture));
    if (picture.damaged) this.#metrics.add('DAMAGED_PICTURES', 1);
    if (picture.width !== this.#width || picture.height !== this.#height) {
      this.#width = picture.width;
      this.#height = picture.height;
      this.#emit({ type: 'resolution', width: picture.width, height: picture.height });
    }
  }

  #toRender(message: DecodeToRender, transfer: Transferable[] = []): void {
    this.#options.render.postMessage(message, transfer);
  }

  #emit(event: DecodeEvent): void {
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
