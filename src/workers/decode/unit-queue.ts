import { DEFAULT_PLAYER_CONFIG } from '../../player/rules/constants.ts';

/** Compressed pictures that wait for the decoder, in decoding order. Bounded in bytes; what is dropped is dropped up to a key picture. */
export interface Unit {
  readonly data: Uint8Array;
  readonly ptsMs: number;
  readonly isKey: boolean;
  /** Decoder configuration in force for this picture; the same object for as long as it is the same. */
  readonly record: Uint8Array | undefined;
}

const { chunkBytes, cachedSegments } = DEFAULT_PLAYER_CONFIG.numbers;
/** Our reading of the two numbers: so many bytes wait at most. */
export const MAX_QUEUED_BYTES = chunkBytes * cachedSegments;

export class UnitQueue {
  #units: Unit[] = [];
  #head = 0;
  #bytes = 0;
  /** After a drop nothing is decodable before the next key picture. */
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

  /** Returns how many units were dropped to make room, or because they cannot be decoded. */
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
   * Drops everything before the latest key picture at or before `ptsMs`, the first unit excepted; with `must`, drops all when there is no
   * such key and waits for the next. Returns how many were dropped.
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
