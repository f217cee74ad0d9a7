/**
 * @footlight/hevc/media-source: players based on MediaSource (hls.js, mpegts.js, Shaka, dash.js) play HEVC if the browser's MediaSource
 * does not support it. The browser plays the sound, which is the clock; this package decodes the pictures and draws them on a canvas.
 */
import { viewOf } from './access-units.ts';
import { HevcVideoDecoder } from './index.ts';
import { CanvasTrack, type CanvasTrackOptions } from './media-source/canvas-track.ts';
import { SampleStore, type Range } from './media-source/samples.ts';

// A SourceBuffer for HEVC: players append to it as to the browser's own, and the pictures are passed to the decoder.

const MICROS = 1_000_000;

/** An object with the interface of TimeRanges, which has no constructor. */
const timeRanges = (ranges: readonly Range[]): TimeRanges => {
  const at = (index: number): Range => {
    const range = ranges[index];
    if (!range) throw new DOMException(`there is no range ${index}`, 'IndexSizeError');
    return range;
  };
  return { length: ranges.length, start: (index) => at(index).start / MICROS, end: (index) => at(index).end / MICROS };
};

type Handler = ((event: Event) => unknown) | null;
const EVENTS = ['updatestart', 'update', 'updateend', 'error', 'abort'] as const;

export class HevcSourceBuffer extends EventTarget {
  readonly store = new SampleStore();
  mode: 'segments' | 'sequence' = 'segments';
  /** Seconds, added to the times of appended data. */
  timestampOffset = 0;
  appendWindowStart = 0;
  appendWindowEnd = Number.POSITIVE_INFINITY;
  onupdatestart: Handler = null;
  onupdate: Handler = null;
  onupdateend: Handler = null;
  onerror: Handler = null;
  onabort: Handler = null;
  #updating = false;
  /** Incremented per operation; an aborted operation reports nothing. */
  #operation = 0;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    super();
    this.#changed = changed;
    for (const type of EVENTS) this.addEventListener(type, (event) => this[`on${type}`]?.(event));
  }

  get updating(): boolean {
    return this.#updating;
  }

  get buffered(): TimeRanges {
    return timeRanges(this.store.ranges());
  }

  appendBuffer(data: ArrayBufferLike | ArrayBufferView): void {
    this.#refuseWhileUpdating();
    if (this.store.isFull) throw new DOMException('the buffer of pictures is full', 'QuotaExceededError');
    const copy = new Uint8Array(viewOf(data));
    this.#update(() => this.store.append(copy, this.timestampOffset * MICROS));
  }

  /** Seconds. */
  remove(start: number, end: number): void {
    this.#refuseWhileUpdating();
    if (!(start >= 0) || !(end > start)) throw new TypeError(`no range from ${start} to ${end}`);
    this.#update(() => {
      this.store.remove(start * MICROS, end * MICROS);
      return undefined;
    });
  }

  abort(): void {
    this.store.forget();
    if (!this.#updating) return;
    this.#operation++;
    this.#updating = false;
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('updateend'));
  }

  /** The next initialization segment contains its own description. */
  changeType(): void {
    this.#refuseWhileUpdating();
  }

  #refuseWhileUpdating(): void {
    if (this.#updating) throw new DOMException('the source buffer is updating', 'InvalidStateError');
  }

  /** Runs an operation in a separate task, with the events of MSE. */
  #update(operate: () => string | undefined): void {
    const operation = ++this.#operation;
    this.#updating = true;
    setTimeout(() => {
      if (operation !== this.#operation) return;
      this.dispatchEvent(new Event('updatestart'));
      const failure = operate();
      this.#updating = false;
      if (failure === undefined) this.#changed();
      this.dispatchEvent(new Event(failure === undefined ? 'update' : 'error'));
      this.dispatchEvent(new Event('updateend'));
    }, 0);
  }
}

export type { CanvasTrackOptions };

export interface HevcMediaSource {
  /** Restores MediaSource and closes the decoders. */
  uninstall(): void;
}

/** The replaced parts of MediaSource, as functions called with their object. */
interface Statics {
  isTypeSupported: (this: typeof MediaSource, type: string) => boolean;
}
interface Methods {
  addSourceBuffer: (this: MediaSource, type: string) => SourceBuffer | HevcSourceBuffer;
  removeSourceBuffer: (this: MediaSource, buffer: SourceBuffer) => void;
}

/** The first HEVC codec string of a MIME type: `video/mp4; codecs="hvc1.1.6.L93.B0"`. */
const hevcCodecOf = (type: string): string | undefined => /\b((?:hvc1|hev1)\.[\w.]+)/i.exec(type)?.[1];
const isDecoded = (type: string): boolean => {
  const codec = hevcCodecOf(type);
  return codec !== undefined && !type.includes('mp4a') && HevcVideoDecoder.unsupportedReason({ codec }) === undefined;
};

/**
 * From now on HEVC source buffers are drawn on `canvas` at the time of `video`, if the browser does not support their type. Must be called
 * before the player is created.
 */
export function installHevcMediaSource(
  video: HTMLMediaElement,
  canvas: HTMLCanvasElement,
  options: CanvasTrackOptions = {},
): HevcMediaSource {
  const statics: Statics = MediaSource;
  const methods: Methods = MediaSource.prototype;
  const { isTypeSupported } = statics;
  const { addSourceBuffer, removeSourceBuffer } = methods;
  const tracks = new Map<HevcSourceBuffer, CanvasTrack>();
  const isOwn = (type: string): boolean => !isTypeSupported.call(MediaSource, type) && isDecoded(type);
  statics.isTypeSupported = (type) => isTypeSupported.call(MediaSource, type) || isDecoded(type);
  const end = (buffer: HevcSourceBuffer): void => {
    tracks.get(buffer)?.close();
    tracks.delete(buffer);
  };
  methods.addSourceBuffer = function (type) {
    if (!isOwn(type)) return addSourceBuffer.call(this, type);
    const buffer = new HevcSourceBuffer(() => tracks.get(buffer)?.tick());
    tracks.set(buffer, new CanvasTrack(video, canvas, buffer.store, options));
    // As in MSE: players such as hls.js do not remove this buffer when they detach the MediaSource.
    this.addEventListener('sourceclose', () => end(buffer), { once: true });
    return buffer;
  };
  methods.removeSourceBuffer = function (buffer) {
    if (buffer instanceof HevcSourceBuffer) end(buffer);
    else removeSourceBuffer.call(this, buffer);
  };
  return {
    uninstall: () => {
      Object.assign(statics, { isTypeSupported });
      Object.assign(methods, { addSourceBuffer, removeSourceBuffer });
      for (const buffer of tracks.keys()) end(buffer);
    },
  };
}
