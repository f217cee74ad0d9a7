/** The only file that uses mpegts.js: first its loader, then the engine that plays. README.md lists each reliance on its interface, src/player/tests/browser/mpegts.test.ts checks each. */
import mpegts from 'mpegts.js';
import { type EngineError, NOT_FLV, OF_DEMUXER } from '../../rules/recovery/media-errors.ts';
import { GopCutter } from '../../flv/gop-cutter.ts';
import { FlvRewriter, type RewriteEvent } from '../../flv/rewrite.ts';
import type { SoundFormat } from '../../flv/sound.ts';
import type { Gop } from '../../rules/kept-ring.ts';
import type { ByteError, StartBytes, StartedBytes } from './byte-source.ts';
import { codecsOf, engineError } from './event-fields.ts';
import { claimsHevc, mediaSourceClass } from '../media-source.ts';

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

const CONFIG: mpegts.Config = {
  isLive: true,
  // Its worker would take 40 ms to start, and costs the page more than the reads of byte-source.ts (docs/decisions/0013).
  enableWorker: false,
  lazyLoad: false,
  // The stream is requested at once, but read when the MediaSource is open: mpegts.js loops for ever if the end of a stream arrives when
  // the source is open and its event has not been dispatched.
  deferLoadAfterSourceOpen: true,
  enableStashBuffer: false,
  // player/rules/clock/position.ts alone decides rate and position.
  liveSync: false,
  liveBufferLatencyChasing: false,
  // The loader counts the bytes, and the timer cannot be switched off: once an hour.
  statisticsInfoReportInterval: 3_600_000,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 30,
  autoCleanupMinBackwardDuration: 10,
};

/** Not in the types and the documents of mpegts.js, but in its exported `Events`. */
const SEI_ARRIVED: unknown = Reflect.get(mpegts.Events, 'SEI_ARRIVED');

export interface EngineSource {
  readonly url: string;
  readonly soundOnly: boolean;
  readonly start: StartBytes;
}

export interface EngineListeners {
  readonly onError: (error: EngineError) => void;
  readonly onEnd: () => void;
  /** Value of a script tag. */
  readonly onScript: (data: unknown) => void;
  readonly onSei: (data: unknown) => void;
  /** Tracks of the stream, and what the reader found about them. */
  readonly onStream: (event: RewriteEvent) => void;
  /** The codecs are known. */
  readonly onCodecs: (codecs: string) => void;
  /** Bytes of each read. */
  readonly onBytes: (bytes: number) => void;
  /** The stream as it is played, cut at its keyframes; without, nothing is cut. */
  readonly onGop?: ((gop: Gop) => void) | undefined;
}

export interface OpenEngine {
  /** After `tracks-changed`: another engine continues with the same bytes, from a keyframe. */
  reopen(): void;
  close(): void;
}

mpegts.LoggingControl.applyConfig({ enableDebug: false, enableVerbose: false, enableInfo: false, enableWarn: false, enableError: false });

const SOUND_TYPES: Readonly<Record<string, string>> = {
  AAC: 'audio/mp4; codecs="mp4a.40.2"',
  MP3: 'audio/mpeg',
  Opus: 'audio/mp4; codecs="opus"',
  FLAC: 'audio/mp4; codecs="flac"',
};
const supports = (type: string | undefined): boolean => type !== undefined && (mediaSourceClass()?.isTypeSupported(type) ?? false);

/** Starts the request and appends the stream to `video`. After an error only `close` may be called. */
export function openEngine(video: HTMLVideoElement, { url, soundOnly, start }: EngineSource, listeners: EngineListeners): OpenEngine {
  const bytes = start(url);
  const rewriter = new FlvRewriter({
    playsPicture: (codec) => codec === 'h264' || claimsHevc(),
    playsSound: ({ name }: SoundFormat) => supports(SOUND_TYPES[name]),
    soundOnly,
    emit: listeners.onStream,
  });
  const cutter = listeners.onGop && new GopCutter(listeners.onGop);
  const config = { ...CONFIG, customLoader: loaderOf(bytes, rewriter, listeners.onBytes, (written) => cutter?.push(written)) };
  let close = openOn(video, url, config, listeners);
  return {
    reopen() {
      close();
      close = openOn(video, url, config, listeners);
    },
    close() {
      close();
      bytes.close();
    },
  };
}

function openOn(video: HTMLVideoElement, url: string, config: mpegts.Config, listeners: EngineListeners): () => void {
  const engine = mpegts.createPlayer({ type: 'flv', isLive: true, url }, config);
  const { Events } = mpegts;
  let isOpen = true;
  // After the engine's own step, which goes on behind the event and must not find itself destroyed.
  engine.on(Events.ERROR, (type: unknown, detail: unknown, info: unknown) =>
    queueMicrotask(() => isOpen && listeners.onError(engineError(type, detail, info))),
  );
  engine.on(Events.LOADING_COMPLETE, () => listeners.onEnd());
  engine.on(Events.SCRIPTDATA_ARRIVED, (data: unknown) => listeners.onScript(data));
  if (typeof SEI_ARRIVED === 'string') engine.on(SEI_ARRIVED, (data: unknown) => listeners.onSei(data));
  engine.on(Events.MEDIA_INFO, (info: unknown) => listeners.onCodecs(codecsOf(info)));
  whileOpen(
    () => engine.attachMediaElement(video),
    () => isOpen,
    video,
  );
  engine.load();
  return () => {
    isOpen = false;
    endSeek(engine);
    engine.destroy();
  };
}

/** For 150 ms after a seek mpegts.js looks at its element again, and would also do it when it has been destroyed. It has no interface for this. */
function endSeek(engine: mpegts.Player): void {
  const inside = (of: unknown, name: string): unknown => (typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined);
  const handler = inside(inside(engine, '_player_engine'), '_seeking_handler');
  if (typeof handler === 'object' && handler !== null) Reflect.set(handler, '_seek_request_record_clocktime', null);
}

/**
 * `attach` constructs the source of the engine, which has no interface for its buffers. An append that ends after the engine was destroyed,
 * because the element has closed the source before, would throw in the engine: its listeners are called only while it is open. Listeners of a
 * buffer are called in the order in which they were added, capture or not, so that this one is added first.
 */
function whileOpen(attach: () => void, isOpen: () => boolean, video: HTMLVideoElement): void {
  const Source = mediaSourceClass();
  if (Source === null) {
    attach();
    return;
  }
  const name = 'MediaSource' in globalThis ? 'MediaSource' : 'ManagedMediaSource';
  class Observed extends Source {
    override addSourceBuffer(type: string): SourceBuffer {
      const buffer = super.addSourceBuffer(type);
      for (const event of ['updateend', 'error']) buffer.addEventListener(event, (of) => isOpen() || of.stopImmediatePropagation());
      keepRoom(buffer, video, isOpen);
      return buffer;
    }
  }
  Reflect.set(globalThis, name, Observed);
  try {
    attach();
  } finally {
    Reflect.set(globalThis, name, Source);
  }
}

/** Seconds that stay behind the position, as of the engine's own cleaning, and seconds that stay of a buffer in which less was played. */
const BEHIND_S = 10;
const NEWEST_S = 3;
/** The position moves this far into what is left, because the buffers begin at different times. */
const INSIDE_S = 0.05;

/**
 * The quota of a buffer is about 150 MB in Chromium: seconds of a paused 4K stream. mpegts.js would end the reading of the stream there. So
 * what was played is removed first, then everything but the newest seconds, to which the position moves; data that finds no room then is
 * left out.
 */
function keepRoom(buffer: SourceBuffer, video: HTMLVideoElement, isOpen: () => boolean): void {
  const append = buffer.appendBuffer.bind(buffer);
  let waiting: BufferSource | null = null;
  let isLast = false;
  const free = (): boolean => {
    const { buffered } = buffer;
    if (buffered.length === 0 || isLast) return false;
    const startS = buffered.start(0);
    const playedS = video.currentTime - BEHIND_S;
    isLast = playedS <= startS;
    const endS = isLast ? buffered.end(buffered.length - 1) - NEWEST_S : playedS;
    if (endS <= startS) return false;
    buffer.remove(startS, endS);
    return true;
  };
  const add = (data: BufferSource): void => {
    try {
      append(data);
      waiting = null;
    } catch (cause) {
      const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
      waiting = isFull && free() ? data : null;
      if (!isFull) throw cause;
    }
    if (waiting === null) isLast = false;
  };
  buffer.appendBuffer = add;
  buffer.addEventListener('updateend', (event) => {
    if (waiting === null || !isOpen()) return;
    event.stopImmediatePropagation();
    // Behind the removal, which also takes the pictures up to the next keyframe: mpegts.js would begin anew for a position without data.
    const firstS = buffer.buffered.length > 0 ? buffer.buffered.start(0) : 0;
    if (video.currentTime < firstS) video.currentTime = firstS + INSIDE_S;
    try {
      add(waiting);
    } catch {
      // The element has failed meanwhile, and reports it.
      waiting = null;
    }
    // Left out: the engine goes on with the next data.
    if (!buffer.updating) buffer.dispatchEvent(new Event('updateend'));
  });
}
