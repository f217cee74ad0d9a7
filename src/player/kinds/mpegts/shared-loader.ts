/** A custom mpegts.js loader that reads the shared stream. The engine then runs on the page, where data channels exist. */
import mpegts from 'mpegts.js';
import type { OpenP2p, P2pFigures, P2pStream } from '../shared-stream.ts';

export interface SharedLoader {
  /** The class that mpegts.js instantiates. */
  readonly customLoader: NonNullable<mpegts.Config['customLoader']>;
  readonly figures: () => P2pFigures | undefined;
}

export function sharedLoader(openP2p: OpenP2p, onFail: (detail: string) => void): SharedLoader {
  let stream: P2pStream | undefined;
  class Loader extends mpegts.BaseLoader {
    #received = 0;

    constructor() {
      super('shared-loader');
    }

    override open(source: { readonly url: string }): void {
      this._status = mpegts.LoaderStatus.kConnecting;
      stream = openP2p({
        url: source.url,
        onBytes: (bytes) => {
          this._status = mpegts.LoaderStatus.kBuffering;
          const start = this.#received;
          this.#received += bytes.length;
          this.onDataArrival?.(bytes.buffer, start, this.#received);
        },
        onFail,
      });
    }

    override abort(): void {
      stream?.close();
      this._status = mpegts.LoaderStatus.kComplete;
    }

    override destroy(): void {
      this.abort();
      super.destroy();
    }
  }
  return { customLoader: Loader, figures: () => stream?.figures() };
}
