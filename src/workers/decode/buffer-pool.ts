/**
 * Pool of transferred buffers: filled here, transferred to the drawing thread, transferred back, reused. Their total number is bounded, and
 * none is allocated while the size of the pictures stays the same.
 */
export class BufferPool {
  readonly #most: number;
  readonly #here: ArrayBuffer[] = [];
  #bytes = 0;
  #away = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Buffers that were not returned yet. */
  get away(): number {
    return this.#away;
  }

  /** A buffer of exactly this size; undefined if all are in use. It counts as in use from now on. */
  take(bytes: number): ArrayBuffer | undefined {
    if (this.#away >= this.#most) return undefined;
    if (bytes !== this.#bytes) {
      this.#here.length = 0;
      this.#bytes = bytes;
    }
    this.#away++;
    return this.#here.pop() ?? new ArrayBuffer(bytes);
  }

  /** A buffer of another size is dropped. */
  giveBack(buffer: ArrayBuffer): void {
    if (this.#away === 0) return;
    this.#away--;
    if (buffer.byteLength === this.#bytes) this.#here.push(buffer);
  }
}
