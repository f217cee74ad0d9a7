/** The only file that runs mpegts.js. README.md lists each reliance on its interface, tests/browser/mpegts.test.ts checks each. */
import mpegts from 'mpegts.js';
import type { EngineError } from '../../rules/recovery/media-errors.ts';
import type { Tracks } from '../../rules/clock/lone-track.ts';
import { codecsOf, engineError, speedOf } from './event-fields.ts';
import type { SharedLoader } from './shared-loader.ts';

export { sharedLoader } from './shared-loader.ts';

/** Interval of the statistics, ms. */
export const STATISTICS_MS = 600;

const CONFIG: mpegts.Config = {
  isLive: true,
  // A worker fetches and demuxes. If it also owned the MediaSource, it would throw after each close, and no caller could catch that.
  lazyLoad: false,
  // The stream is requested while the element receives its source; mpegts.js queues what arrives earlier.
  deferLoadAfterSourceOpen: false,
  enableStashBuffer: false,
  // player/rules/clock/latency.ts alone decides rate and position.
  liveSync: false,
  liveBufferLatencyChasing: false,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 30,
  autoCleanupMinBackwardDuration: 10,
  statisticsInfoReportInterval: STATISTICS_MS,
};

/** Not in the types and the documents of mpegts.js, but in its exported `Events`. */
const SEI_ARRIVED: unknown = Reflect.get(mpegts.Events, 'SEI_ARRIVED');

export interface EngineSource {
  readonly url: string;
  /** A track that is false is ignored; undefined: the header of the stream decides. */
  readonly tracks: Tracks | undefined;
  /** Data channels exist on the page only, and a loader class cannot be sent to a worker: the engine then runs on the page. */
  readonly shared: SharedLoader | null;
}

export interface EngineListeners {
  readonly onError: (error: EngineError) => void;
  readonly onEnd: () => void;
  /** Value of a script tag. */
  readonly onScript: (data: unknown) => void;
  readonly onSei: (data: unknown) => void;
  /** The codecs are known. */
  readonly onCodecs: (codecs: string) => void;
  /** Bytes received since the previous call. */
  readonly onBytes: (bytes: number) => void;
}

export interface OpenEngine {
  close(): void;
}

mpegts.LoggingControl.applyConfig({ enableDebug: false, enableVerbose: false, enableInfo: false, enableWarn: false, enableError: false });

/** Starts the request and appends the stream to `video`. After an error only `close` is of use. */
export function openEngine(video: HTMLVideoElement, { url, tracks, shared }: EngineSource, listeners: EngineListeners): OpenEngine {
  const engine = mpegts.createPlayer(
    { type: 'flv', isLive: true, url, ...tracks },
    { ...CONFIG, ...(shared ? { customLoader: shared.customLoader } : { enableWorker: true }) },
  );
  const { Events } = mpegts;
  engine.on(Events.ERROR, (type: unknown, detail: unknown, info: unknown) => listeners.onError(engineError(type, detail, info)));
  engine.on(Events.LOADING_COMPLETE, () => listeners.onEnd());
  engine.on(Events.SCRIPTDATA_ARRIVED, (data: unknown) => listeners.onScript(data));
  if (typeof SEI_ARRIVED === 'string') engine.on(SEI_ARRIVED, (data: unknown) => listeners.onSei(data));
  engine.on(Events.MEDIA_INFO, (info: unknown) => listeners.onCodecs(codecsOf(info)));
  engine.on(Events.STATISTICS_INFO, (info: unknown) => listeners.onBytes((speedOf(info) * 1_024 * STATISTICS_MS) / 1_000));
  engine.attachMediaElement(video);
  revokingScripts(() => engine.load());
  return { close: () => engine.destroy() };
}

/**
 * Revokes the addresses of scripts that `start` makes. mpegts.js starts its worker from the address of a Blob and never revokes it: 250 kB
 * for each player, until the page closes. A worker that was constructed no longer needs the address.
 */
function revokingScripts(start: () => void): void {
  const original = Object.getOwnPropertyDescriptor(URL, 'createObjectURL')!;
  const create = URL.createObjectURL.bind(URL);
  const scripts: string[] = [];
  URL.createObjectURL = (made) => {
    const address = create(made);
    if (made instanceof Blob) scripts.push(address);
    return address;
  };
  try {
    start();
  } finally {
    Object.defineProperty(URL, 'createObjectURL', original);
    for (const address of scripts) URL.revokeObjectURL(address);
  }
}
