/** A group of pictures of an FLV stream: a player starts with `head` and `bytes`, and continues with the bytes of later ones. Times are those of the tags, in ms. */
export interface Gop {
  /** File header and configurations. */
  readonly head: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly startMs: number;
  readonly endMs: number;
}

/** The last part of the broadcast that can be looked at again, in ms. */
export const KEPT_MS = 120_000;

const MB = 1024 * 1024;
/** Upper bound of the kept bytes, by the memory of the machine in GB (`navigator.deviceMemory`; Firefox and Safari do not report it). */
const KEPT_BYTES = [
  { upToGb: 1, bytes: 8 * MB },
  { upToGb: 2, bytes: 16 * MB },
  { upToGb: 4, bytes: 32 * MB },
  { upToGb: Number.POSITIVE_INFINITY, bytes: 64 * MB },
] as const;
const UNKNOWN_MEMORY_BYTES = 32 * MB;

export const keptBytes = (memoryGb: number | undefined): number =>
  KEPT_BYTES.find(({ upToGb }) => memoryGb !== undefined && memoryGb <= upToGb)?.bytes ?? UNKNOWN_MEMORY_BYTES;

/**
 * A kept group, with its place on the line of everything that was received: groups follow each other without gaps there, also those of
 * another player after a lost connection.
 */
export interface Kept<From> {
  readonly gop: Gop;
  /** The player that received it. Another player starts anew with it. */
  readonly from: From;
  readonly startMs: number;
  readonly endMs: number;
}

/** The newest groups, bounded by time and bytes. Pure: `nowMs` is a monotonic clock. */
export class KeptRing<From> {
  readonly #maxBytes: number;
  #kept: Kept<From>[] = [];
  #bytes = 0;
  #arrivedMs = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(gop: Gop, from: From, nowMs: number): void {
    const startMs = this.#kept.at(-1)?.endMs ?? 0;
    const endMs = startMs + gop.endMs - gop.startMs;
    this.#kept.push({ gop, from, startMs, endMs });
    this.#bytes += gop.bytes.length;
    this.#arrivedMs = nowMs;
    while (this.#kept.length > 1 && (this.#bytes > this.#maxBytes || endMs - this.#kept[0]!.endMs >= KEPT_MS))
      this.#bytes -= this.#kept.shift()!.gop.bytes.length;
  }

  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
  }

  /** Place of the live picture on the line: it moves on between two groups, for as long as the newest one lasts. */
  liveMs(nowMs: number): number {
    const newest = this.#kept.at(-1);
    return newest === undefined ? 0 : newest.endMs + Math.min(nowMs - this.#arrivedMs, newest.endMs - newest.startMs);
  }

  /** Time in ms that can be looked back. */
  keptMs(nowMs: number): number {
    return this.#kept.length === 0 ? 0 : Math.min(KEPT_MS, this.liveMs(nowMs) - this.#kept[0]!.startMs);
  }

  /** The group at this place, or the oldest; null if the place is newer than the newest complete group. */
  at(lineMs: number): Kept<From> | null {
    return this.#kept.find(({ endMs }) => endMs > lineMs) ?? null;
  }

  /** The group that follows on `kept`; the oldest if that one was removed. */
  after(kept: Kept<From>): Kept<From> | null {
    return this.at(kept.endMs);
  }
}
