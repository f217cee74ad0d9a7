/**
 * Times of the room worker on the page. The two threads have clocks with different origins. A message is never early, so the smallest
 * difference that was seen is the true one, and a message that waited for the main thread is recognized by a larger one.
 */
export class RoomTime {
  #offsetMs = Number.POSITIVE_INFINITY;
  /** Page time when an object of a view was made by the room worker. */
  readonly #made = new WeakMap<object, number>();

  /** A restarted room worker has another clock. */
  restart(): void {
    this.#offsetMs = Number.POSITIVE_INFINITY;
  }

  /** A message arrives: `roomMs` is the time when it was sent. */
  arrive(roomMs: number, nowMs: number, objects: readonly object[]): void {
    this.#offsetMs = Math.min(this.#offsetMs, nowMs - roomMs);
    for (const object of objects) this.#made.set(object, roomMs + this.#offsetMs);
  }

  /** Age of a moment of the room worker; 0 for a moment that is unknown or in the future. */
  ageMs(roomMs: number, nowMs = performance.now()): number {
    return Number.isFinite(this.#offsetMs) ? Math.max(0, nowMs - roomMs - this.#offsetMs) : 0;
  }

  /** Page time when the object was made; an unknown object was made now. */
  madeMs(object: object, nowMs = performance.now()): number {
    return Math.min(nowMs, this.#made.get(object) ?? nowMs);
  }
}

export const roomTime = new RoomTime();
