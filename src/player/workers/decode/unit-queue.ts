import { DEFAULT_PLAYER_CONFIG } from '../../rules/constants.ts';

/** A compressed picture. */
export interface Unit {
  readonly data: Uint8Array;
  readonly ptsMs: number;
  readonly isKey: boolean;
  /** Decoder configuration of this picture; the same object while it does not change. */
  readonly record: Uint8Array | undefined;
}

const { chunkBytes, cachedSegments } = DEFAULT_PLAYER_CONFIG.numbers;
/** P29 gives a chunk size and a number of cached segments; their product is used as the limit. */
export const MAX_QUEUED_BYTES = chunkBytes * cachedSegments;

/** Queue of compressed pictures in decoding order. Bounded in bytes; drops always extend to the next keyframe. */
export class UnitQueue {
  #units: Unit[] = [];
  #head = 0;
  #bytes = 0;
  /** After a drop nothing can be decoded before the next keyframe. */
  #awaitsKey = true;
  readonly #maxBytes: number;

  constructor(maxBytes = MAX_QUEUED_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#units.length - this.#head;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the number of units that were dropped to make space or because they cannot be decoded. */
  push(unit: Unit): number {
    if (this.#awaitsKey && !unit.isKey) return 1;
    this.#awaitsKey = false;
    this.#units.push(unit);
    this.#bytes += unit.data.length;
    return this.#bytes > this.#maxBytes ? this.dropToKey(Number.POSITIVE_INFINITY, true) : 0;
  }

  peek(): Unit | undefined {
    return this.#units[this.#head];
  }

  shift(): Unit | undefined {
    const unit = this.#units[this.#head];
    if (!unit) return undefined;
    this.#head++;
    this.#bytes -= unit.data.length;
    if (this.#head > 64 && this.#head * 2 > this.#units.length) {
      this.#units = this.#units.slice(this.#head);
      this.#head = 0;
    }
    return unit;
  }

  /**
   * Drops everything before the latest keyframe at or before `ptsMs`; the first unit does not count as such a keyframe. With `must` and no
   * such keyframe, drops everything and waits for the next keyframe. Returns the number of dropped units.
   */
  dropToKey(ptsMs: number, must: boolean): number {
    for (let i = this.#units.length - 1; i > this.#head; i--) {
      const unit = this.#units[i]!;
      if (unit.isKey && unit.ptsMs <= ptsMs) return this.#dropUntil(i);
    }
    return must ? this.clear() : 0;
  }

  clear(): number {
    const dropped = this.#dropUntil(this.#units.length);
    this.#awaitsKey = true;
    return dropped;
  }

  #dropUntil(index: number): number {
    const dropped = index - this.#head;
    for (let i = this.#head; i < index; i++) this.#bytes -= this.#units[i]!.data.length;
    this.#units = this.#units.slice(index);
    this.#head = 0;
    return dropped;
  }
}
