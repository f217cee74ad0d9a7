/** The loader of mpegts.js for any source of bytes. */
import mpegts from 'mpegts.js';
import { createSoundJump } from '../../rules/clock/sound-jump.ts';
import { OF_DEMUXER } from '../../rules/recovery/media-errors.ts';
import type { StartedBytes } from './byte-source.ts';

type LoaderClass = NonNullable<mpegts.Config['customLoader']>;

/** The class that mpegts.js instantiates once for a source. `onBytes`: number of bytes of each read. */
export function loaderOf(source: StartedBytes, onBytes: (bytes: number) => void): LoaderClass {
  const hasSoundJump = createSoundJump();
  let received = 0;
  let end: ReturnType<typeof setTimeout> | undefined;
  // Variables, because the build converts private members to much longer code, which is loaded before the first picture.
  return class extends mpegts.BaseLoader {
    constructor() {
      super('footlight');
    }

    override open(): void {
      const { LoaderErrors, LoaderStatus } = mpegts;
      const fail = (status: number | undefined, message: string): void => {
        this._status = LoaderStatus.kError;
        const type = status === undefined ? LoaderErrors.EXCEPTION : LoaderErrors.HTTP_STATUS_CODE_INVALID;
        this.onError?.(type as never, { code: status ?? -1, msg: message });
      };
      const refuse = (message: string): void => {
        source.close();
        fail(undefined, message);
      };
      this._status = LoaderStatus.kConnecting;
      source.read({
        onBytes: (bytes) => {
          this._status = LoaderStatus.kBuffering;
          const start = received;
          received += bytes.length;
          onBytes(bytes.length);
          if (hasSoundJump(bytes)) {
            refuse('the times of the sound jumped forward');
            return;
          }
          const { buffer } = bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
          try {
            this.onDataArrival?.(buffer, start, received);
          } catch (cause) {
            // The demuxer throws for formats that it does not parse, for example AV1.
            refuse(`${OF_DEMUXER}${cause instanceof Error ? cause.message : String(cause)}`);
          }
        },
        // In a task of its own: mpegts.js appends the last bytes in microtasks, and would end the MediaSource before them.
        onEnd: () => {
          end = setTimeout(() => {
            this._status = LoaderStatus.kComplete;
            this.onComplete?.(0, received - 1);
          });
        },
        onError: ({ status, message }) => fail(status, message),
      });
    }

    override abort(): void {
      clearTimeout(end);
      source.close();
      this._status = mpegts.LoaderStatus.kComplete;
    }

    override destroy(): void {
      this.abort();
      super.destroy();
    }
  };
}
