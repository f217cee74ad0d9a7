type Listener = (...values: readonly unknown[]) => void;

/**
 * The part of Node's `events` that mpegts.js uses; replaces it in the bundle (scripts/engine-plugin.ts), because the package is a CommonJS
 * module of ten times the size and the bundler's helper for such modules would be a further file before the first picture. An `error` event
 * without a listener is not thrown.
 */
export default class EventEmitter {
  readonly #listeners = new Map<string, readonly Listener[]>();

  addListener(event: string, listener: Listener): this {
    this.#listeners.set(event, [...this.#of(event), listener]);
    return this;
  }

  /** Removes one registration, the newest, as Node does. */
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

  /** Listeners added or removed during an event take effect from the next event on. */
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
