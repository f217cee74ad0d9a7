/** Gives the bytes of a stream to one engine of mpegts.js after another, rewritten for them. */
import mpegts from 'mpegts.js';
import type { FlvRewriter } from '../../flv/rewrite.ts';
import { NOT_FLV, OF_DEMUXER } from '../../rules/recovery/media-errors.ts';
import type { ByteError, StartedBytes } from './byte-source.ts';

type LoaderClass = NonNullable<mpegts.Config['customLoader']>;

/** While bytes are held, in ms: what the other track has to wait for, or slices of one picture. */
const HOLD_MS = 60;
/** Without bytes, in ms: keyframes that are seconds apart are completed. */
const IDLE_MS = 500;

/** The engine that reads now. */
interface Reader {
  onBytes(bytes: Uint8Array<ArrayBuffer>): void;
  onEnd(): void;
  onError(error: ByteError): void;
}

/** One stream for one engine after another. Public members, because the build converts private ones to much longer code. */
class Feed {
  readonly source: StartedBytes;
  readonly rewriter: FlvRewriter;
  readonly onRead: (bytes: number) => void;
  readonly onWritten: (bytes: Uint8Array) => void;
  reader: Reader | null = null;
  isRead = false;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** End or failure of the stream while no engine reads. */
  last: ((to: Reader) => void) | null = null;

  constructor(source: StartedBytes, rewriter: FlvRewriter, onRead: (bytes: number) => void, onWritten: (bytes: Uint8Array) => void) {
    this.source = source;
    this.rewriter = rewriter;
    this.onRead = onRead;
    this.onWritten = onWritten;
  }

  open(reader: Reader): void {
    this.reader = reader;
    this.rewriter.begin();
    if (this.isRead) this.deliver();
    else this.read();
    if (this.last !== null) this.finish(this.last);
  }

  close(): void {
    clearTimeout(this.timer);
    this.reader = null;
  }

  read(): void {
    this.isRead = true;
    this.source.read({
      onBytes: (bytes) => {
        this.onRead(bytes.length);
        this.rewriter.push(bytes, performance.now());
        if (this.rewriter.facts.damage['not FLV'] !== undefined) {
          this.source.close();
          this.finish((to) => to.onError({ status: undefined, message: NOT_FLV }));
        } else this.deliver();
      },
      onEnd: () => {
        this.rewriter.end();
        this.deliver();
        this.finish((to) => to.onEnd());
      },
      onError: (error) => this.finish((to) => to.onError(error)),
    });
  }

  deliver(): void {
    clearTimeout(this.timer);
    const bytes = this.reader === null ? null : this.rewriter.take();
    if (bytes !== null) {
      this.reader?.onBytes(bytes);
      this.onWritten(bytes);
    }
    // An engine that refuses the bytes has ended the reading.
    if (this.reader === null) return;
    this.timer = setTimeout(
      () => {
        this.rewriter.tick(performance.now());
        this.deliver();
      },
      this.rewriter.isHolding ? HOLD_MS : IDLE_MS,
    );
  }

  finish(report: (to: Reader) => void): void {
    clearTimeout(this.timer);
    if (this.reader === null) this.last = report;
    else report(this.reader);
  }
}

/**
 * The class that mpegts.js instantiates once for an engine; an engine that is opened later continues. `onRead`: number of bytes of each read.
 * `onWritten`: what the engine has received.
 */
export function loaderOf(
  source: StartedBytes,
  rewriter: FlvRewriter,
  onRead: (bytes: number) => void,
  onWritten: (bytes: Uint8Array) => void = () => undefined,
): LoaderClass {
  const feed = new Feed(source, rewriter, onRead, onWritten);
  return class extends mpegts.BaseLoader {
    constructor() {
      super('footlight');
    }

    override open(): void {
      const { LoaderErrors, LoaderStatus } = mpegts;
      let passed = 0;
      const onError = ({ status, message }: ByteError): void => {
        this._status = LoaderStatus.kError;
        const type = status === undefined ? LoaderErrors.EXCEPTION : LoaderErrors.HTTP_STATUS_CODE_INVALID;
        this.onError?.(type as never, { code: status ?? -1, msg: message });
      };
      this._status = LoaderStatus.kConnecting;
      feed.open({
        onBytes: (bytes) => {
          this._status = LoaderStatus.kBuffering;
          const start = passed;
          passed += bytes.length;
          try {
            this.onDataArrival?.(bytes.buffer, start, passed);
          } catch (cause) {
            // The demuxer throws for formats that it does not parse.
            source.close();
            feed.close();
            onError({ status: undefined, message: `${OF_DEMUXER}${cause instanceof Error ? cause.message : String(cause)}` });
          }
        },
        // In a task of its own: mpegts.js appends the last bytes in microtasks, and would end the MediaSource before them.
        onEnd: () => {
          feed.timer = setTimeout(() => {
            this._status = LoaderStatus.kComplete;
            this.onComplete?.(0, passed - 1);
          });
        },
        onError,
      });
    }

    override abort(): void {
      feed.close();
      this._status = mpegts.LoaderStatus.kComplete;
    }

    override destroy(): void {
      this.abort();
      super.destroy();
    }
  };
}
