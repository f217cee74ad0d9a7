/**
 * Where the decoder's memory is not shared (no SIMD: Chrome 80 to 90), its pictures are copied into shared memory once. The render worker
 * sees no difference: descriptors with another memory number.
 */
import type { Picture } from '../../wasm/glue/picture.ts';

export interface Copy {
  readonly slot: number;
  readonly planes: readonly { readonly offset: number; readonly strideBytes: number }[];
}

const ALIGN_BYTES = 64;

export class Copies {
  readonly #slots: number;
  #slotBytes = 0;
  #free: number[] = [];
  buffer = new SharedArrayBuffer(0);

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Undefined when all slots are taken. A larger picture makes a new, larger buffer; slots of the old one are forgotten. */
  copy(memory: ArrayBufferLike, picture: Picture): Copy | undefined {
    const strides = picture.planes.map((plane) => Math.ceil((plane.width * picture.bytesPerSample) / ALIGN_BYTES) * ALIGN_BYTES);
    const bytes = picture.planes.reduce((sum, plane, i) => sum + plane.height * strides[i]!, 0);
    if (bytes > this.#slotBytes) {
      this.#slotBytes = bytes;
      this.buffer = new SharedArrayBuffer(bytes * this.#slots);
      this.#free = Array.from({ length: this.#slots }, (_, slot) => slot);
    }
    const slot = this.#free.pop();
    if (slot === undefined) return undefined;
    let offset = slot * this.#slotBytes;
    const planes = picture.planes.map((plane, i) => {
      const strideBytes = strides[i]!;
      const start = offset;
      const rowBytes = plane.width * picture.bytesPerSample;
      for (let y = 0; y < plane.height; y++, offset += strideBytes) {
        new Uint8Array(this.buffer, offset, rowBytes).set(new Uint8Array(memory, plane.offset + y * plane.strideBytes, rowBytes));
      }
      return { offset: start, strideBytes };
    });
    return { slot, planes };
  }

  release(slot: number): void {
    this.#free.push(slot);
  }
}
