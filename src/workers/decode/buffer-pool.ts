/**
 * Buffers that travel: filled here, transferred to whoever draws, transferred back, filled again. There are never more than so many, on
 * both sides together, and none is made anew while the size of the pictures stays.
 */
export class BufferPool {
  readonly #most: number;
  readonly #here: ArrayBuffer[] = [];
  #bytes = 0;
  #away = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Buffers that have not come back. */
  get away(): number {
    return this.#away;
  }

  /** Exactly so long; undefined when all are away. It counts as away from now on. */
  take(bytes: number): ArrayBuffer | undefined {
    if (this.#away >= this.#most) return undefined;
    if (bytes !== this.#bytes) {
      this.#here.length = 0;
      this.#bytes = bytes;
    }
    this.#away++;
    return this.#here.pop() ?? new ArrayBuffer(bytes);
  }

  /** One of another size has no further use. */
  giveBack(buffer: ArrayBuffer): void {
    if (this.#away === 0) return;
    this.#away--;
    if (buffer.byteLength === this.#bytes) this.#here.push(buffer);
  }
}
