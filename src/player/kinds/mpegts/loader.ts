/** The loader of mpegts.js for any source of bytes. */
import mpegts from 'mpegts.js';
import { OF_DEMUXER } from '../../rules/recovery/media-errors.ts';
import type { StartedBytes } from './byte-source.ts';

type LoaderClass = NonNullable<mpegts.Config['customLoader']>;

/** The class that mpegts.js instantiates. `onBytes`: number of bytes of each read. */
export function loaderOf(source: StartedBytes, onBytes: (bytes: number) => void): LoaderClass {
  return class extends mpegts.BaseLoader {
    #received = 0;
    #end: ReturnType<typeof setTimeout> | undefined;

    constructor() {
      super('footlight');
    }

    override open(): void {
      this._status = mpegts.LoaderStatus.kConnecting;
      source.read({
        onBytes: (bytes) => this.#take(bytes),
        // In a task of its own: mpegts.js appends the last bytes in microtasks, and would end the MediaSource before them.
        onEnd: () => {
          this.#end = setTimeout(() => {
            this._status = mpegts.LoaderStatus.kComplete;
            this.onComplete?.(0, this.#received - 1);
          });
        },
        onError: ({ status, message }) => this.#fail(status, message),
      });
    }

    override abort(): void {
      clearTimeout(this.#end);
      source.close();
      this._status = mpegts.LoaderStatus.kComplete;
    }

    override destroy(): void {
      this.abort();
      super.destroy();
    }

    #take(bytes: Uint8Array<ArrayBuffer>): void {
      this._status = mpegts.LoaderStatus.kBuffering;
      const start = this.#received;
      this.#received += bytes.length;
      onBytes(bytes.length);
      const { buffer } = bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
      try {
        this.onDataArrival?.(buffer, start, this.#received);
      } catch (cause) {
        // The demuxer throws for formats that it does not parse, for example AV1.
        source.close();
        this.#fail(undefined, `${OF_DEMUXER}${cause instanceof Error ? cause.message : String(cause)}`);
      }
    }

    #fail(status: number | undefined, message: string): void {
      const { LoaderErrors, LoaderStatus } = mpegts;
      this._status = LoaderStatus.kError;
      const type = status === undefined ? LoaderErrors.EXCEPTION : LoaderErrors.HTTP_STATUS_CODE_INVALID;
      this.onError?.(type as never, { code: status ?? -1, msg: message });
    }
  };
}
