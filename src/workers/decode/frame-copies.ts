/**
 * If the decoder's memory is not shared (no SIMD: Chrome 80 to 90), its pictures are copied into shared memory once. For the render worker
 * only the memory number of the descriptors differs.
 */
import type { Picture } from '../../wasm/glue/picture.ts';
import { copyBytes, copyPlanes, type CopiedPlane } from './plane-copy.ts';

export interface Copy {
  readonly slot: number;
  readonly planes: readonly CopiedPlane[];
}

export class FrameCopies {
  readonly #slots: number;
  #slotBytes = 0;
  #free: number[] = [];
  buffer = new SharedArrayBuffer(0);

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Undefined if all slots are taken. A larger picture allocates a new buffer; slots of the old one are dropped. */
  copy(memory: ArrayBufferLike, picture: Picture): Copy | undefined {
    const bytes = copyBytes(picture);
    if (bytes > this.#slotBytes) {
      this.#slotBytes = bytes;
      this.buffer = new SharedArrayBuffer(bytes * this.#slots);
      this.#free = Array.from({ length: this.#slots }, (_, slot) => slot);
    }
    const slot = this.#free.pop();
    if (slot === undefined) return undefined;
    return { slot, planes: copyPlanes(memory, picture, this.buffer, slot * this.#slotBytes) };
  }

  release(slot: number): void {
    this.#free.push(slot);
  }
}
