/** Transports decoded pictures to the drawing thread: by descriptors in shared memory, or without shared memory in transferred buffers. */
import { PeakLight } from '../../player/rules/decoding/peak-light.ts';
import type { FrameFields, FrameQueue } from '../../shared-memory/frame-queue.ts';
import { FrameState } from '../../shared-memory/frame-queue.ts';
import type { Decoder } from '../../wasm/glue/decoder.ts';
import { CHROMA_FORMATS, type Picture } from '../../wasm/glue/picture.ts';
import type { DecodeToRender, FramesReleased, PostedFields } from './api.ts';
import { BufferPool } from './buffer-pool.ts';
import { FrameCopies } from './frame-copies.ts';
import { copyBytes, copyPlanes, type CopiedPlane } from './plane-copy.ts';

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
