type Listener = (...values: readonly unknown[]) => void;

/**
 * What mpegts.js uses of Node's `events`, in its place (scripts/engine-plugin.ts): the package is a CommonJS module of ten times the size, and
 * the bundler's helper for such modules would be one more file before the picture. An `error` that nobody hears is not thrown.
 */
export default class EventEmitter {
  readonly #listeners = new Map<string, readonly Listener[]>();

  addListener(event: string, listener: Listener): this {
    this.#listeners.set(event, [...this.#of(event), listener]);
    return this;
  }

  /** Once, the one added last: as in Node. */
  removeListener(event: string, listener: Listener): this {
    const heard = this.#of(event);
    const place = heard.lastIndexOf(listener);
    if (place >= 0)
      this.#listeners.set(
        event,
        heard.filter((_, index) => index !== place),
      );
    return this;
  }

  removeAllListeners(): this {
    this.#listeners.clear();
    return this;
  }

  /** A listener that is added or removed meanwhile changes the next event, not this one. */
  emit(event: string, ...values: readonly unknown[]): boolean {
    const heard = this.#of(event);
    for (const listener of heard) listener.apply(this, values as unknown[]);
    return heard.length > 0;
  }

  listenerCount(event: string): number {
    return this.#of(event).length;
  }

  #of(event: string): readonly Listener[] {
    return this.#listeners.get(event) ?? [];
  }
}
