/** The only file that runs mpegts.js. README.md lists each reliance on its interface, src/player/tests/browser/mpegts.test.ts checks each. */
import mpegts from 'mpegts.js';
import type { EngineError } from '../../rules/recovery/media-errors.ts';
import { GopCutter } from '../../flv/gop-cutter.ts';
import { FlvRewriter, type RewriteEvent } from '../../flv/rewrite.ts';
import type { SoundFormat } from '../../flv/sound.ts';
import type { Gop } from '../../rules/kept-ring.ts';
import type { StartBytes } from './byte-source.ts';
import { codecsOf, engineError } from './event-fields.ts';
import { claimsHevc, mediaSourceClass } from '../media-source.ts';
import { loaderOf } from './loader.ts';

const CONFIG: mpegts.Config = {
  isLive: true,
  // Its worker would take 40 ms to start, and costs the page more than the reads of byte-source.ts (docs/decisions/0013).
  enableWorker: false,
  lazyLoad: false,
  // The stream is requested at once, but read when the MediaSource is open: mpegts.js loops for ever if the end of a stream arrives when
  // the source is open and its event has not been dispatched.
  deferLoadAfterSourceOpen: true,
  enableStashBuffer: false,
  // player/rules/clock/latency.ts alone decides rate and position.
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
  engine.on(Events.ERROR, (type: unknown, detail: unknown, info: unknown) => listeners.onError(engineError(type, detail, info)));
  engine.on(Events.LOADING_COMPLETE, () => listeners.onEnd());
  engine.on(Events.SCRIPTDATA_ARRIVED, (data: unknown) => listeners.onScript(data));
  if (typeof SEI_ARRIVED === 'string') engine.on(SEI_ARRIVED, (data: unknown) => listeners.onSei(data));
  engine.on(Events.MEDIA_INFO, (info: unknown) => listeners.onCodecs(codecsOf(info)));
  let isOpen = true;
  whileOpen(
    () => engine.attachMediaElement(video),
    () => isOpen,
    video,
  );
  engine.load();
  return () => {
    isOpen = false;
    engine.destroy();
  };
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
