/**
 * Queue of decoded pictures for the display: descriptors of pictures that stay in the decoder's shared memory, without their samples. One
 * producer (decode worker), one consumer (render worker).
 *
 *   FREE -> READY (decode worker publishes) -> SHOWING (render worker takes) -> DONE (render worker gives back) -> FREE (decode worker
 *   releases the handle). Each transition belongs to one thread; the store of STATE after the fields makes them visible.
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
  /** Number of the decoder memory that contains the addresses: a restarted decoder has another one. */
  MEMORY: 17,
  SERIAL: 18,
  /** H.273 codes; PEAK_NITS is 0 if the stream does not contain the peak luminance. */
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

  /** A buffer that is not shared is used by one thread, which receives the pictures as messages. */
  constructor(buffer: ArrayBufferLike) {
    this.#words = new Int32Array(buffer, 0, FRAME_SLOTS * SLOT_WORDS);
    this.#pts = new Float64Array(buffer, PTS_OFFSET_BYTES, FRAME_SLOTS);
  }

  /** Decode worker: returns false if all slots are taken; the decoder then waits (back-pressure). */
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

  /** Decode worker: frees returned slots and calls `release` for each handle. May miss a slot that is being returned at this moment. */
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

  /** Fills `slots` with those in state READY, earliest presentation time first, and returns their number. No allocation. */
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

  /** Render worker: READY to SHOWING. Returns false if the slot was not ready. */
  take(slot: number): boolean {
    return Atomics.compareExchange(this.#words, slot * SLOT_WORDS, FrameState.READY, FrameState.SHOWING) === FrameState.READY;
  }

  /** Render worker: the samples are uploaded, or the picture is dropped. */
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
