/**
 * Decoded pictures on their way to the screen: descriptors of pictures that stay in the decoder's shared memory, never the samples.
 * Written by the decode worker, read by the render worker; one producer, one consumer.
 *
 *   FREE -> READY (decode worker publishes) -> SHOWING (render worker takes) -> DONE (render worker gives back) -> FREE (decode worker
 *   releases the handle). Each arrow has one owner; the store of STATE after the fields is what makes them visible.
 */
export const FRAME_SLOTS = 16;

/** Int32 words of one slot. Planes are byte addresses in the decoder's memory, strides in bytes, sizes in luma samples. */
export const SLOT = {
  STATE: 0,
  HANDLE: 1,
  PLANE_Y: 2,
  PLANE_CB: 3,
  PLANE_CR: 4,
  STRIDE_Y: 5,
  STRIDE_C: 6,
  WIDTH: 7,
  HEIGHT: 8,
  BIT_DEPTH: 9,
  CHROMA: 10,
  MATRIX: 11,
  FULL_RANGE: 12,
  SAR_WIDTH: 13,
  SAR_HEIGHT: 14,
  IS_KEY: 15,
  DAMAGED: 16,
  /** Which decoder memory the addresses are of: a rebuilt decoder has another. */
  MEMORY: 17,
  SERIAL: 18,
  /** H.273 codes; PEAK_NITS is 0 where the stream does not name the peak of its light. */
  PRIMARIES: 19,
  TRANSFER: 20,
  PEAK_NITS: 21,
} as const;

const SLOT_WORDS = 32;
const PTS_OFFSET_BYTES = FRAME_SLOTS * SLOT_WORDS * 4;

export const FRAME_QUEUE_BYTES = PTS_OFFSET_BYTES + FRAME_SLOTS * 8;

export const FrameState = { FREE: 0, READY: 1, SHOWING: 2, DONE: 3 } as const;

export type FrameFields = { readonly [Name in Exclude<keyof typeof SLOT, 'STATE' | 'SERIAL'>]: number };

export class FrameQueue {
  readonly #words: Int32Array;
  /** Presentation times, milliseconds of the stream's timeline. */
  readonly #pts: Float64Array;
  #serial = 0;

  /** A buffer that is not shared serves one thread: the pictures come to it by messages. */
  constructor(buffer: ArrayBufferLike) {
    this.#words = new Int32Array(buffer, 0, FRAME_SLOTS * SLOT_WORDS);
    this.#pts = new Float64Array(buffer, PTS_OFFSET_BYTES, FRAME_SLOTS);
  }

  /** Decode worker: false when every slot is taken; then the decoder waits, which is the back-pressure. */
  publish(ptsMs: number, fields: FrameFields): boolean {
    for (let slot = 0; slot < FRAME_SLOTS; slot++) {
      const base = slot * SLOT_WORDS;
      if (Atomics.load(this.#words, base) !== FrameState.FREE) continue;
      for (const name of FIELD_NAMES) this.#words[base + SLOT[name]] = fields[name];
      this.#words[base + SLOT.SERIAL] = this.#serial = (this.#serial + 1) | 0;
      this.#pts[slot] = ptsMs;
      Atomics.store(this.#words, base, FrameState.READY);
      return true;
    }
    return false;
  }

  /** Decode worker: frees what the render worker gave back, calling `release` for each handle. May miss one that is given back right now. */
  reclaim(release: (handle: number, memory: number) => void): number {
    let freed = 0;
    for (let slot = 0; slot < FRAME_SLOTS; slot++) {
      const base = slot * SLOT_WORDS;
      if (Atomics.load(this.#words, base) !== FrameState.DONE) continue;
      release(this.#words[base + SLOT.HANDLE]!, this.#words[base + SLOT.MEMORY]!);
      Atomics.store(this.#words, base, FrameState.FREE);
      freed++;
    }
    return freed;
  }

  /** Fills `slots` with those that are READY, earliest presentation first; returns how many. No allocation. */
  ready(slots: Int32Array): number {
    let count = 0;
    for (let slot = 0; slot < FRAME_SLOTS; slot++) {
      if (Atomics.load(this.#words, slot * SLOT_WORDS) !== FrameState.READY) continue;
      let at = count++;
      while (at > 0 && this.#isBefore(slot, slots[at - 1]!)) {
        slots[at] = slots[at - 1]!;
        at--;
      }
      slots[at] = slot;
    }
    return count;
  }

  #isBefore(a: number, b: number): boolean {
    const difference = this.#pts[a]! - this.#pts[b]!;
    if (difference !== 0) return difference < 0;
    return ((this.#words[a * SLOT_WORDS + SLOT.SERIAL]! - this.#words[b * SLOT_WORDS + SLOT.SERIAL]!) | 0) < 0;
  }

  ptsMs(slot: number): number {
    return this.#pts[slot]!;
  }

  field(slot: number, name: keyof typeof SLOT): number {
    return this.#words[slot * SLOT_WORDS + SLOT[name]]!;
  }

  /** Render worker: READY to SHOWING. False when the slot was not ready. */
  take(slot: number): boolean {
    return Atomics.compareExchange(this.#words, slot * SLOT_WORDS, FrameState.READY, FrameState.SHOWING) === FrameState.READY;
  }

  /** Render worker: its samples are uploaded or it is dropped unseen. */
  giveBack(slot: number): void {
    Atomics.store(this.#words, slot * SLOT_WORDS, FrameState.DONE);
  }

  count(state: number): number {
    let count = 0;
    for (let slot = 0; slot < FRAME_SLOTS; slot++) if (Atomics.load(this.#words, slot * SLOT_WORDS) === state) count++;
    return count;
  }
}

const FIELD_NAMES = (Object.keys(SLOT) as (keyof typeof SLOT)[]).filter(
  (name): name is keyof FrameFields => name !== 'STATE' && name !== 'SERIAL',
);
