/** Listeners of the window, the document and the browser's queries, and repeating timers, that a part of the page leaves when it is closed. */

/** React listens to it once for the whole page. */
const NOT_COUNTED = ['selectionchange'];

type Listening = (
  this: EventTarget,
  type: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: AddEventListenerOptions | boolean,
) => void;

/** Counts from now on. `left` names what has been added and not removed; the next call begins a new count. */
export function watchLeftOver(): { left(): readonly string[]; stop(): void } {
  const added = new Map<string, string>();
  const timers = new Set<unknown>();
  const prototype = EventTarget.prototype;
  const add: Listening = Reflect.get(prototype, 'addEventListener');
  const remove: Listening = Reflect.get(prototype, 'removeEventListener');
  const { setInterval: start, clearInterval: end } = globalThis;
  const ids = new WeakMap<object, number>();
  let lastId = 0;
  const idOf = (listener: object): number => {
    const known = ids.get(listener) ?? ++lastId;
    ids.set(listener, known);
    return known;
  };
  const keyOf = (name: string, listener: object, options: AddEventListenerOptions | boolean = false): string =>
    `${name} ${idOf(listener)} ${typeof options === 'boolean' ? options : (options.capture ?? false)}`;

  prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    const name = `${nameOf(target)} ${type}`;
    const given: AddEventListenerOptions = typeof options === 'object' ? options : {};
    if (listener !== null && nameOf(target) !== '' && given.once !== true && !NOT_COUNTED.includes(type)) {
      const key = keyOf(name, listener, options);
      if (given.signal?.aborted !== true) added.set(key, name);
      if (given.signal) add.call(given.signal, 'abort', () => added.delete(key));
    }
    add.call(target, type, listener, options);
  };
  prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    if (listener !== null) added.delete(keyOf(`${nameOf(target)} ${type}`, listener, options));
    remove.call(target, type, listener, options);
  };
  globalThis.setInterval = ((...given: Parameters<typeof start>) => {
    const timer = start(...given);
    timers.add(timer);
    return timer;
  }) as typeof start;
  globalThis.clearInterval = (timer) => {
    timers.delete(timer);
    end(timer);
  };
  return {
    left() {
      const names = [...added.values(), ...(timers.size === 0 ? [] : [`${timers.size} repeating timers`])];
      added.clear();
      timers.clear();
      return names;
    },
    stop() {
      Object.assign(prototype, { addEventListener: add, removeEventListener: remove });
      Object.assign(globalThis, { setInterval: start, clearInterval: end });
    },
  };
}

/** Name of a target that outlives the part of the page; '' for targets that are removed with it. */
const nameOf = (target: EventTarget): string =>
  target === window
    ? 'window'
    : target === document
      ? 'document'
      : target instanceof MediaQueryList
        ? `media ${target.media}`
        : target === window.visualViewport
          ? 'visual viewport'
          : target === navigator.mediaDevices
            ? 'devices'
            : '';
