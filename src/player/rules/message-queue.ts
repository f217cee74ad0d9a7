import type { StreamMessage } from './stream-messages.ts';

/** Messages that wait for their picture; with more, the earliest are dispatched no more. Some ten seconds of the busiest stream. */
export const MAX_WAITING_MESSAGES = 256;
/** More than this ahead of what is shown is no buffer but another clock: such a message would wait for ever, and is due at once. */
export const MAX_AHEAD_MS = 30_000;
/** Dispatches are at least this far apart: a stream with a message for each picture is dispatched in batches. */
export const DISPATCH_GAP_MS = 100;

/** Stream messages in the order of their pictures. One for each player instance, which takes it along. */
export class MessageQueue {
  #waiting: StreamMessage[] = [];
  #dispatchedAtMs = Number.NEGATIVE_INFINITY;
  dropped = 0;

  get length(): number {
    return this.#waiting.length;
  }

  /** When the next one is due, media milliseconds; NaN when none waits. */
  get nextMs(): number {
    return this.#waiting[0]?.ptsMs ?? Number.NaN;
  }

  /** Later arrivals of the same time stay behind earlier ones. */
  push(message: StreamMessage): void {
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1]!.ptsMs > message.ptsMs) at--;
    this.#waiting.splice(at, 0, message);
    if (this.#waiting.length <= MAX_WAITING_MESSAGES) return;
    this.#waiting.shift();
    this.dropped++;
  }

  /**
   * Those whose picture is on the screen at `mediaMs`, earliest first; nothing while the last dispatch is younger than the gap, or no
   * picture has a time (NaN). A jump over several delivers them all: each says what is so from then on.
   */
  take(mediaMs: number, nowMs: number): readonly StreamMessage[] {
    if (this.#waiting.length === 0 || Number.isNaN(mediaMs) || nowMs - this.#dispatchedAtMs < DISPATCH_GAP_MS) return NONE;
    const isDue = ({ ptsMs }: StreamMessage): boolean => ptsMs <= mediaMs || ptsMs > mediaMs + MAX_AHEAD_MS;
    if (!this.#waiting.some(isDue)) return NONE;
    const due = this.#waiting.filter(isDue);
    this.#waiting = this.#waiting.filter((message) => !isDue(message));
    this.#dispatchedAtMs = nowMs;
    return due;
  }
}

const NONE: readonly StreamMessage[] = [];
