import type { ByteSink, OpenBytes } from './byte-source.ts';

/**
 * A stream that is requested at once and read later. Bytes that arrive before the reader are kept in their order; the caller's time limit of
 * the first picture is the bound. `close` may be called before or after `open`.
 */
export function startBytes(open: OpenBytes, url: string): { readonly open: OpenBytes; readonly close: () => void } {
  let waiting: ((sink: ByteSink) => void)[] = [];
  let sink: ByteSink | undefined;
  const pass = (event: (sink: ByteSink) => void): void => {
    if (sink !== undefined && waiting.length === 0) event(sink);
    else waiting.push(event);
  };
  const closeSource = open(url, {
    onBytes: (bytes) => pass(({ onBytes }) => onBytes(bytes)),
    onEnd: () => pass(({ onEnd }) => onEnd()),
    onError: (error) => pass(({ onError }) => onError(error)),
  });
  const close = (): void => {
    waiting = [];
    closeSource();
  };
  /** One event in each microtask, as from the network: the reader has its close function, and can use it after each event. */
  async function passWaiting(reader: ByteSink): Promise<void> {
    sink = reader;
    for (;;) {
      await Promise.resolve();
      const [event] = waiting;
      if (event === undefined) return;
      event(reader);
      waiting.shift();
    }
  }
  return {
    open(_, reader) {
      void passWaiting(reader);
      return close;
    },
    close,
  };
}
