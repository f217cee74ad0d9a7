/** Workers without threads: the API of a worker is an object of the test, reached by Comlink over a port as in the browser. */
import { expose } from 'comlink';

export interface FakeWorker {
  readonly name: string;
  isTerminated(): boolean;
  /** As the browser reports a worker whose script throws or cannot be loaded. */
  crash(message: string): void;
  /** A message that cannot be deserialized. */
  garble(): void;
  close(): void;
}

/** A class for `globalThis.Worker`; `apiOf` returns the API of a worker by name, null for one that never answers. */
export function fakeWorkerClass(apiOf: (name: string) => object | null) {
  const made: FakeWorker[] = [];
  class Fake extends EventTarget {
    readonly #channel = new MessageChannel();
    constructor(_address: URL | string, { name = '' }: WorkerOptions = {}) {
      super();
      const { port1, port2 } = this.#channel;
      const api = apiOf(name);
      if (api !== null) expose(api, port2);
      port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.dispatchEvent(new MessageEvent('message', { data })));
      port1.start();
      let isTerminated = false;
      this.terminate = () => {
        isTerminated = true;
        port1.close();
      };
      made.push({
        name,
        isTerminated: () => isTerminated,
        crash: (message) => this.dispatchEvent(Object.assign(new Event('error'), { message })),
        garble: () => this.dispatchEvent(new Event('messageerror')),
        close: () => port1.close(),
      });
    }
    terminate: () => void;
    postMessage(message: unknown, transfer: Transferable[] = []): void {
      this.#channel.port1.postMessage(message, transfer);
    }
  }
  return { Worker: Fake as unknown as typeof Worker, made };
}
