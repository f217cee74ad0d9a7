import type { Metrics } from '../../shared-memory/shared-metrics.ts';
import { sameBytes } from '../../../wasm/glue/access-units.ts';
import { Decoder, FULL_DECODE_LEVEL, DEFAULT_LIMITS, type DecodeLevel as DecoderLevel } from '../../../wasm/glue/decoder.ts';
import { chooseBuild, probeCapabilities } from '../../../wasm/glue/build.ts';
import { loadModule } from '../../../wasm/glue/module.ts';
import { packedBytes, type Picture } from '../../../wasm/glue/picture.ts';
import { nextTask } from '../../../wasm/glue/result.ts';
import type { DecodeLevel } from '../../rules/decoding/decode-level.ts';
import { done, type Result } from '../../base/errors.ts';
import { FrameQueue } from '../../shared-memory/frame-queue.ts';
import { openMetrics } from '../../shared-memory/metrics-link.ts';
import type { UnitMessage } from '../stream/api.ts';
import type { DecodeEvent, DecodeOptions, DecodeToRender, FramesReleased } from './api.ts';
import { PostedLane, SharedLane, type PictureLane } from './picture-lane.ts';
import { messagesOfDecoder } from '../../rules/messages/stream-messages.ts';
import { UnitQueue } from './unit-queue.ts';

const WINDOW = 64;
const text = new TextDecoder();
const utf8 = (bytes: Uint8Array): string => text.decode(bytes);

/** Interval of updates to the shared figures. */
const SHOW_EVERY_MS = 500;

/**
 * Cost of decoding: busy milliseconds per picture (the time of its calls, with all threads, until it is done or the next picture overlaps
 * it; without the time that it waits for display), average and percentiles over the last pictures, and the share of real time.
 */
class DecodeTimes {
  readonly #ms = new Float64Array(WINDOW);
  readonly #sorted = new Float64Array(WINDOW);
  #count = 0;
  #busyMs = 0;
  #firstPtsMs = Number.NaN;
  #lastPtsMs = Number.NaN;
  #shownAtMs = 0;

  add(ms: number, ptsMs: number): void {
    this.#ms[this.#count++ % WINDOW] = ms;
    this.#busyMs += ms;
    this.#lastPtsMs = Number.isNaN(this.#lastPtsMs) ? ptsMs : Math.max(this.#lastPtsMs, ptsMs);
    if (Number.isNaN(this.#firstPtsMs)) this.#firstPtsMs = ptsMs;
  }

  /** Adds the time to take pictures out and to wait for unfinished threads, which counts for the newest picture. */
  addWait(ms: number): void {
    this.#busyMs += ms;
    if (this.#count > 0) this.#ms[(this.#count - 1) % WINDOW]! += ms;
  }

  show(metrics: Metrics): void {
    const now = performance.now();
    if (now - this.#shownAtMs < SHOW_EVERY_MS) return;
    this.#shownAtMs = now;
    const n = Math.min(this.#count, WINDOW);
    const sorted = this.#sorted.subarray(0, n);
    sorted.set(this.#ms.subarray(0, n));
    sorted.sort();
    metrics.set('DECODE_MS_AVERAGE', n === 0 ? Number.NaN : sorted.reduce((sum, ms) => sum + ms, 0) / n);
    metrics.set('DECODE_MS_P50', sorted[Math.floor(n * 0.5)] ?? 0);
    metrics.set('DECODE_MS_P95', sorted[Math.floor(n * 0.95)] ?? 0);
    const mediaMs = this.#lastPtsMs - this.#firstPtsMs;
    if (mediaMs > 0) metrics.set('LOAD', this.#busyMs / mediaMs);
    this.#busyMs = 0;
    this.#firstPtsMs = this.#lastPtsMs;
  }
}

/** Drives the HEVC decoder: compressed pictures in, descriptors of decoded ones out, both bounded. */

/** Maximum number of decoded pictures ahead, including the shown one and one being returned. */
const MAX_AHEAD = 6;
/** With fewer, a single picture that takes long to decode is shown late. */
const MIN_AHEAD = 5;
/** Maximum size of all of them: with 1080p pictures in 10 bits the decoder stays below 64 MiB. */
const MAX_AHEAD_BYTES = 32 * 1024 ** 2;

export const aheadFor = (pictureBytes: number): number =>
  Math.max(MIN_AHEAD, Math.min(MAX_AHEAD, Math.floor(MAX_AHEAD_BYTES / pictureBytes)));

/** Slots for pictures ahead, plus one being filled and one being returned. */
const MAX_HELD = MAX_AHEAD + 2;
/** A picture later than this is skipped if a following keyframe is due. */
const LATE_MS = 500;
/** Maximum time that decoding blocks the worker's messages. */
const SLICE_MS = 12;
/** After more consecutive keyframes without a picture, and as many errors, the stream counts as undecodable. */
const MAX_LOST_KEYS = 3;
/** Upper bound of picture reordering in a stream of a room. */
const MAX_REORDER_MS = 2_000;

/** Decoder settings of each decode level. */
const LEVELS: Readonly<Record<DecodeLevel, DecoderLevel>> = {
  0: FULL_DECODE_LEVEL,
  1: { ...FULL_DECODE_LEVEL, filters: 'references' },
  2: { ...FULL_DECODE_LEVEL, filters: 'references', pictures: 'references' },
  3: { ...FULL_DECODE_LEVEL, filters: 'none', pictures: 'key' },
};

/** Shared memory even with one thread, so that the render worker reads the pictures in place. */
const sharedBuild = (): 'simd-mt' | undefined => (probeCapabilities().simd ? 'simd-mt' : undefined);

/** Compiles the wasm build that this page will need; failures are reported when it is opened. */
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

/** Called before the stream starts. Failures are reported when the decoder is opened. */
export async function prepareDecoder(isShared: boolean, threads: number): Promise<void> {
  prepared ??= { isShared, threads, opened: openDecoder(isShared, threads) };
  await prepared.opened;
}

/** Returns the prepared decoder if it matches the options. */
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
  /** The newest configuration of the stream, and the decoder's current one. */
  #record: Uint8Array | undefined;
  #configured: Uint8Array | undefined;
  /** Counted since the last picture. */
  #lostKeys = 0;
  #errors = 0;
  /** A decoded picture for which the frame queue had no space. */
  #waiting: Picture | undefined;
  #isPumping = false;
  #isSuspended = false;
  #hasEnded = false;
  #hasFlushed = false;
  #hasShown = false;
  #isStopped = false;
  /** For pictures of the current size. */
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
    this.#decoder = opened.value;
    this.#metrics.set('THREADS', opened.value.threads);
    this.#pump();
    return done;
  }

  /** Threads start after the first picture was shown, because their start would delay it. */
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
    // These units are not counted as dropped for lack of time, and the decoder is not behind because of them.
    this.#units.clear();
    if (this.#waiting) this.#decoder?.release(this.#waiting);
    this.#waiting = undefined;
    this.#decoder?.reset();
    this.#metrics.set('NEWEST_DECODED_MS', Number.NaN);
    this.#metrics.set('HANDLED_MS', Number.NaN);
  }

  #onUnit(message: UnitMessage): void {
    switch (message.type) {
      case 'config':
        // Servers repeat the configuration; a different one applies to the following pictures, while earlier ones may still wait.
        if (!this.#record || !sameBytes(this.#record, message.record)) this.#record = message.record;
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

  /** Decodes one unit or outputs one picture. Returns false if there is nothing to do, or no space. */
  async #step(decoder: Decoder): Promise<boolean> {
    this.#lane.reclaim(decoder);
    if (this.#waiting) {
      const picture = this.#waiting;
      if (!this.#publish(decoder, picture)) return false;
      this.#waiting = undefined;
      return true;
    }
    // The first picture is drawn before the decoding of the next ones takes the processors.
    if (this.#lane.ahead() >= (this.#hasShown ? this.#maxAhead : 1)) return false;
    // Existing pictures are output first, because a picture waiting inside makes the decoder allocate memory for a further one.
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
      // With enough pictures ahead, and before other threads exist, this thread helps until the picture is done; otherwise the next picture
      // overlaps it.
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
    // Pictures are not decoded in presentation order; a jump back means a new timeline.
    if (!(unit.ptsMs < handledMs && handledMs - unit.ptsMs < MAX_REORDER_MS)) this.#metrics.set('HANDLED_MS', unit.ptsMs);
  }

  /** If the clock has passed the queue, units before the latest due keyframe are skipped without decoding. */
  #skipToLive(decoder: Decoder): void {
    const mediaMs = this.#metrics.get('MEDIA_MS');
    const first = this.#units.peek();
    if (!first || Number.isNaN(mediaMs) || first.ptsMs > mediaMs - LATE_MS) return;
    const dropped = this.#units.dropToKey(mediaMs, false);
    if (dropped === 0) return;
    this.#drop(dropped);
    decoder.reset();
  }

  /** After the last unit: outputs all pictures that the decoder still holds. */
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
    if (pulled.value.name !== 'picture') return false;
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
        // Pictures of the old memory must not be drawn, and the new instance starts at a keyframe.
        this.#drop(this.#units.dropToKey(Number.POSITIVE_INFINITY, true));
        this.#waiting = undefined;
        void decoder.settled().then(() => this.#pump());
        return false;
      default:
        return this.#fail(code, detail);
    }
  }

  #fail(code: string, detail: string): false {
    this.#options.page.postMessage({ type: 'failed', code, detail } satisfies DecodeEvent);
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
    // Before the picture is sent, because its SEI memory may be overwritten afterwards.
    const messages = picture.sei.bytes === 0 ? [] : messagesOfDecoder(new Uint8Array(memory, picture.sei.offset, picture.sei.bytes), utf8);
    this.#metrics.set('MEMORY_BYTES', memory.byteLength);
    if (!this.#lane.send(decoder, memory, picture)) return false;
    this.#afterPublish(picture);
    for (const message of messages) this.#toRender({ type: 'message', message: { ...message, ptsMs: picture.ptsMs } });
    return true;
  }

  #afterPublish(picture: Picture): void {
    this.#lostKeys = this.#errors = 0;
    this.#metrics.add('DECODED', 1);
    this.#metrics.set('NEWEST_DECODED_MS', picture.ptsMs);
    this.#maxAhead = aheadFor(packedBytes(picture));
    if (picture.damaged) this.#metrics.add('DAMAGED_PICTURES', 1);
  }

  #toRender(message: DecodeToRender, transfer: Transferable[] = []): void {
    this.#options.render.postMessage(message, transfer);
  }
}
