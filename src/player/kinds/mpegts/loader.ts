/** The loader of mpegts.js for any source of bytes. */
import mpegts from 'mpegts.js';
import { OF_DEMUXER } from '../../rules/recovery/media-errors.ts';
import { SoundJump } from '../../rules/clock/sound-jump.ts';
import type { OpenBytes } from './byte-source.ts';

type LoaderClass = NonNullable<mpegts.Config['customLoader']>;

/** The class that mpegts.js instantiates for each request. `onBytes`: number of bytes of each read. */
export function loaderOf(open: OpenBytes, onBytes: (bytes: number) => void): LoaderClass {
  return class extends mpegts.BaseLoader {
    #received = 0;
    #close: (() => void) | null = null;
    #end: ReturnType<typeof setTimeout> | undefined;
    readonly #jump = new SoundJump();

    constructor() {
      super('footlight');
    }

    override open({ url }: { readonly url: string }): void {
      this._status = mpegts.LoaderStatus.kConnecting;
      this.#close = open(url, {
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
      this.#close?.();
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
      if (this.#jump.isIn(bytes)) {
        this.#close?.();
        this.#fail(undefined, 'the times of the sound jump forward');
        return;
      }
      const { buffer } = bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
      try {
        this.onDataArrival?.(buffer, start, this.#received);
      } catch (cause) {
        // The demuxer throws for formats that it does not parse, for example AV1.
        this.#close?.();
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
