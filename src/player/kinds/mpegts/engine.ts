/** The only file that runs mpegts.js. README.md lists each reliance on its interface, tests/browser/mpegts.test.ts checks each. */
import mpegts from 'mpegts.js';
import type { EngineError } from '../../rules/recovery/media-errors.ts';
import type { Tracks } from '../../rules/clock/lone-track.ts';
import type { StartBytes } from './byte-source.ts';
import { codecsOf, engineError } from './event-fields.ts';
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
  /** A track that is false is ignored; undefined: the header of the stream decides. */
  readonly tracks: Tracks | undefined;
  readonly start: StartBytes;
}

export interface EngineListeners {
  readonly onError: (error: EngineError) => void;
  readonly onEnd: () => void;
  /** Value of a script tag. */
  readonly onScript: (data: unknown) => void;
  readonly onSei: (data: unknown) => void;
  /** The codecs are known. */
  readonly onCodecs: (codecs: string) => void;
  /** Bytes of each read. */
  readonly onBytes: (bytes: number) => void;
}

export interface OpenEngine {
  close(): void;
}

mpegts.LoggingControl.applyConfig({ enableDebug: false, enableVerbose: false, enableInfo: false, enableWarn: false, enableError: false });

/** Starts the request and appends the stream to `video`. After an error only `close` may be called. */
export function openEngine(video: HTMLVideoElement, { url, tracks, start }: EngineSource, listeners: EngineListeners): OpenEngine {
  const bytes = start(url);
  const engine = mpegts.createPlayer(
    { type: 'flv', isLive: true, url, ...tracks },
    { ...CONFIG, customLoader: loaderOf(bytes, listeners.onBytes) },
  );
  const { Events } = mpegts;
  engine.on(Events.ERROR, (type: unknown, detail: unknown, info: unknown) => listeners.onError(engineError(type, detail, info)));
  engine.on(Events.LOADING_COMPLETE, () => listeners.onEnd());
  engine.on(Events.SCRIPTDATA_ARRIVED, (data: unknown) => listeners.onScript(data));
  if (typeof SEI_ARRIVED === 'string') engine.on(SEI_ARRIVED, (data: unknown) => listeners.onSei(data));
  engine.on(Events.MEDIA_INFO, (info: unknown) => listeners.onCodecs(codecsOf(info)));
  engine.attachMediaElement(video);
  engine.load();
  return {
    close() {
      engine.destroy();
      bytes.close();
    },
  };
}
