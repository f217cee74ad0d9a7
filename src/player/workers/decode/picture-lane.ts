/** Transports decoded pictures to the drawing thread: by descriptors in shared memory, or without shared memory in transferred buffers. */
import { PeakLight } from '../../rules/decoding/tone-mapping.ts';
import { type FrameFields, type FrameQueue, FrameState } from '../../shared-memory/frame-queue.ts';
import type { Decoder } from '../../../wasm/glue/decoder.ts';
import { CHROMA_FORMATS, type Picture } from '../../../wasm/glue/picture.ts';
import type { DecodeToRender, FramesReleased, PostedFields } from './api.ts';

/** Rows of a copied plane are aligned. */
const ALIGN_BYTES = 64;

interface CopiedPlane {
  readonly offset: number;
  readonly strideBytes: number;
}

const strideOf = (rowBytes: number): number => Math.ceil(rowBytes / ALIGN_BYTES) * ALIGN_BYTES;

const copyBytes = ({ planes, bytesPerSample }: Pick<Picture, 'planes' | 'bytesPerSample'>): number =>
  planes.reduce((sum, { width, height }) => sum + height * strideOf(width * bytesPerSample), 0);

/** Copies the planes one after the other, for drawing from another memory than the decoder's. `into` has `copyBytes` bytes from `at` on. */
function copyPlanes(memory: ArrayBufferLike, picture: Picture, into: ArrayBufferLike, at: number): readonly CopiedPlane[] {
  let offset = at;
  return picture.planes.map((plane) => {
    const start = offset;
    const rowBytes = plane.width * picture.bytesPerSample;
    const strideBytes = strideOf(rowBytes);
    for (let y = 0; y < plane.height; y++, offset += strideBytes)
      new Uint8Array(into, offset, rowBytes).set(new Uint8Array(memory, plane.offset + y * plane.strideBytes, rowBytes));
    return { offset: start, strideBytes };
  });
}

export type ToRender = (message: DecodeToRender, transfer?: Transferable[]) => void;

export interface PictureLane {
  /** Number of pictures that wait for display, are shown, or are being returned. */
  ahead(): number;
  /** Frees pictures that were returned without a message. */
  reclaim(decoder: Decoder): void;
  onReleased(message: FramesReleased): void;
  /** Returns false if there is no free place; the decoder then waits (back-pressure). */
  send(decoder: Decoder, memory: ArrayBufferLike, picture: Picture): boolean;
}

function fieldsOf(picture: Picture, planes: readonly CopiedPlane[], peakNits: number): PostedFields {
  const [luma, cb, cr] = planes;
  return {
    PLANE_Y: luma!.offset,
    PLANE_CB: cb?.offset ?? 0,
    PLANE_CR: cr?.offset ?? 0,
    STRIDE_Y: luma!.strideBytes,
    STRIDE_C: cb?.strideBytes ?? 0,
    WIDTH: picture.width,
    HEIGHT: picture.height,
    BIT_DEPTH: picture.bytesPerSample === 1 ? 8 : picture.bitDepth,
    CHROMA: cb ? Math.max(1, CHROMA_FORMATS.indexOf(picture.chroma)) : 0,
    MATRIX: picture.colour.matrix,
    FULL_RANGE: picture.colour.fullRange ? 1 : 0,
    PRIMARIES: picture.colour.primaries,
    TRANSFER: picture.colour.transfer,
    PEAK_NITS: peakNits,
    SAR_WIDTH: picture.sar[0],
    SAR_HEIGHT: picture.sar[1],
    IS_KEY: picture.key ? 1 : 0,
    DAMAGED: picture.damaged ? 1 : 0,
  };
}

/** Pictures stay in the decoder's memory if it is shared; otherwise they are copied into shared memory once. */
export class SharedLane implements PictureLane {
  readonly #frames: FrameQueue;
  readonly #copies: FrameCopies;
  readonly #peak = new PeakLight();
  readonly #toRender: ToRender;
  #buffer: ArrayBufferLike | undefined;
  #memory = 0;
  /** Epoch of the newest picture, and number of the first memory of this epoch. */
  #epoch = Number.NaN;
  #firstMemory = 0;

  constructor(frames: FrameQueue, most: number, toRender: ToRender) {
    this.#frames = frames;
    this.#copies = new FrameCopies(most);
    this.#toRender = toRender;
  }

  ahead(): number {
    return this.#frames.count(FrameState.READY) + this.#frames.count(FrameState.SHOWING) + this.#frames.count(FrameState.DONE);
  }

  reclaim(decoder: Decoder): void {
    this.#frames.reclaim((handle, memory) => {
      if (decoder.memory() instanceof SharedArrayBuffer) {
        // Pictures in an older memory were freed with their decoder instance; the new instance uses the same handles again.
        if (memory >= this.#firstMemory) decoder.release({ handle, epoch: this.#epoch });
      } else if (memory === this.#memory) this.#copies.release(handle);
    });
  }

  onReleased(): void {
    return undefined;
  }

  send(decoder: Decoder, memory: ArrayBufferLike, picture: Picture): boolean {
    const shared = memory instanceof SharedArrayBuffer;
    const copy = shared ? undefined : this.#copies.copy(memory, picture);
    if (!shared && !copy) return false;
    this.#showMemory(shared ? memory : this.#copies.buffer);
    if (picture.epoch !== this.#epoch) {
      this.#epoch = picture.epoch;
      this.#firstMemory = this.#memory;
    }
    const fields: FrameFields = {
      ...fieldsOf(picture, copy?.planes ?? picture.planes, this.#peak.of(picture, memory)),
      HANDLE: copy?.slot ?? picture.handle,
      MEMORY: this.#memory,
    };
    if (!this.#frames.publish(picture.ptsMs, fields)) {
      if (copy) this.#copies.release(copy.slot);
      return false;
    }
    if (copy) decoder.release(picture);
    return true;
  }

  /** A memory that grew, or was recreated after a trap, has a new number; the render worker receives it before its first picture. */
  #showMemory(buffer: SharedArrayBuffer): void {
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.#memory++;
    this.#toRender({ type: 'memory', memory: this.#memory, buffer });
  }
}

/** One copy out of the decoder's memory; the buffer is then transferred. */
export class PostedLane implements PictureLane {
  readonly #pool: BufferPool;
  readonly #peak = new PeakLight();
  readonly #toRender: ToRender;

  constructor(most: number, toRender: ToRender) {
    this.#pool = new BufferPool(most);
    this.#toRender = toRender;
  }

  ahead(): number {
    return this.#pool.away;
  }

  reclaim(): void {
    return undefined;
  }

  onReleased({ buffers }: FramesReleased): void {
    for (const buffer of buffers) this.#pool.giveBack(buffer);
  }

  send(decoder: Decoder, memory: ArrayBufferLike, picture: Picture): boolean {
    const buffer = this.#pool.take(copyBytes(picture));
    if (!buffer) return false;
    const fields = fieldsOf(picture, copyPlanes(memory, picture, buffer, 0), this.#peak.of(picture, memory));
    decoder.release(picture);
    this.#toRender({ type: 'picture', ptsMs: picture.ptsMs, fields, buffer }, [buffer]);
    return true;
  }
}

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
