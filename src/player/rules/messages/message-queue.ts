import type { StreamMessage } from './stream-messages.ts';

/** Upper bound of waiting messages, about ten seconds of the busiest stream; the earliest ones are dropped. */
const MAX_WAITING_MESSAGES = 256;
/** A message further ahead than this belongs to another clock and would wait forever, so it is dispatched at once. */
const MAX_AHEAD_MS = 30_000;
/** Minimum time between dispatches; a stream with one message per picture is dispatched in batches. */
const DISPATCH_GAP_MS = 100;

/** Stream messages in the order of their pictures. Each player instance has its own queue. */
export class MessageQueue {
  #waiting: StreamMessage[] = [];
  #dispatchedAtMs = Number.NEGATIVE_INFINITY;
  dropped = 0;

  get length(): number {
    return this.#waiting.length;
  }

  /** Media time of the next message in milliseconds; NaN if the queue is empty. */
  get nextMs(): number {
    return this.#waiting[0]?.ptsMs ?? Number.NaN;
  }

  /** Messages of the same time keep the order of arrival. */
  push(message: StreamMessage): void {
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1]!.ptsMs > message.ptsMs) at--;
    this.#waiting.splice(at, 0, message);
    if (this.#waiting.length <= MAX_WAITING_MESSAGES) return;
    this.#waiting.shift();
    this.dropped++;
  }

  /**
   * Returns the messages whose picture is displayed at `mediaMs`, earliest first; empty within the dispatch gap or if no picture has a time
   * (NaN). A jump over several messages returns all of them, because each one changes the state.
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
