/**
 * Where the decoder's memory is not shared (no SIMD: Chrome 80 to 90), its pictures are copied into shared memory once. The render worker
 * sees no difference: descriptors with another memory number.
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

  /** Undefined when all slots are taken. A larger picture makes a new, larger buffer; slots of the old one are forgotten. */
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
