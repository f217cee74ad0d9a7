/** A SourceBuffer for HEVC: players append to it as to the browser's own, and the pictures are passed to the decoder. */
import { SampleStore, type Range } from './samples.ts';

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
    const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
    const copy = bytes.slice();
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
