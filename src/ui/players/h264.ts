import mpegts from 'mpegts.js';
import type { Player, PlayerProgress } from '../../workers/core/player/contract.ts';
import { decideLatency } from '../../workers/core/player/latency.ts';
import { troubleOfElement, troubleOfEngine } from '../../workers/core/player/media-errors.ts';
import type { PlayerKind } from '../../workers/core/player/names.ts';
import { ElementMessages } from './element-messages.ts';
import type { PlayerStart } from './kinds.ts';
import { onVideo } from './on-video.ts';
import { sharedLoader } from './shared-loader.ts';
import { createTeller } from './teller.ts';

const PROGRESS_MS = 1_000;
const LATENCY_LOOK_MS = 250;

const CONFIG = {
  isLive: true,
  lazyLoad: false,
  enableStashBuffer: false,
  // One owner of rate and position: core/player/latency.ts.
  liveSync: false,
  liveBufferLatencyChasing: false,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 30,
  autoCleanupMinBackwardDuration: 10,
} as const;

export const openH264 = (start: PlayerStart): Player => openFlv('h264', start);

/** The same engine: it takes HEVC in FLV too (codec id 12 and hvc1), and the browser decodes it. */
export const openNativeH265 = (start: PlayerStart): Player => openFlv('h265-native', start);

// Its console talk is for its own developers; what matters comes as events.
mpegts.LoggingControl.applyConfig({ enableDebug: false, enableVerbose: false, enableInfo: false, enableWarn: false });

/** HTTP-FLV by mpegts.js into the room's <video>. Terminal like the engine below it: after a failure only `dispose` is of use. */
export function openFlv(kind: PlayerKind, start: PlayerStart): Player {
  const { epoch, video } = start;
  const startedMs = performance.now();
  const teller = createTeller(start);
  const { tell, fail } = teller;
  const element = onVideo(start, teller);
  const { on } = element;
  let hasPicture = false;
  let bytes = 0;
  let decodeMs = NaN;
  let stalls = 0;
  let codec = '';
  let frameRequest = 0;
  let worker: EngineWorker | null = null;

  function firstPicture(width: number, height: number): void {
    if (hasPicture || teller.isDisposed) return;
    hasPicture = true;
    tell({ type: 'first-frame', epoch, width, height, sinceStartMs: performance.now() - startedMs });
  }

  /** Asked for once a second only: one callback for each picture would be work for the main thread. */
  function askForFrame(): void {
    if (!('requestVideoFrameCallback' in video) || teller.isDisposed) return;
    video.cancelVideoFrameCallback(frameRequest);
    frameRequest = video.requestVideoFrameCallback((_now, frame) => {
      if (frame.processingDuration !== undefined) decodeMs = frame.processingDuration * 1_000;
      firstPicture(frame.width, frame.height);
    });
  }

  function ranges(): { startS: number; endS: number }[] {
    const { buffered } = video;
    return Array.from({ length: buffered.length }, (_, index) => ({ startS: buffered.start(index), endS: buffered.end(index) }));
  }

  function progress(): PlayerProgress {
    const bufferedS = Math.max(0, (ranges().at(-1)?.endS ?? video.currentTime) - video.currentTime);
    return { ...element.seen(), bufferedS, bytes: Math.round(bytes), audioS: NaN, videoS: NaN, latencyS: bufferedS, decodeMs };
  }

  const tellProgress = (): void => tell({ type: 'progress', epoch, progress: progress() });

  function keepLatency(): void {
    if (teller.isDisposed || video.paused) return;
    const lumpS = (shared?.figures()?.segmentMs ?? 0) / 1_000;
    const move = decideLatency({
      isArmed: hasPicture,
      positionS: video.currentTime,
      ranges: ranges(),
      rate: video.playbackRate,
      stalls,
      lumpS,
    });
    if (video.playbackRate !== move.rate) video.playbackRate = move.rate;
    if (move.seekToS !== null) video.currentTime = move.seekToS;
  }

  on('playing', () => {
    teller.status('playing');
    tellProgress();
  });
  on('waiting', () => {
    if (hasPicture) stalls++;
    teller.status('buffering');
  });
  on('ended', () => fail({ failure: 'ACK_NETWORK_FAIL', network: true, detail: 'the stream ended' }));
  on('error', () => {
    // The element also says "error" while the engine below takes its source away.
    if (video.error !== null && !teller.hasFailed) fail(troubleOfElement(video.error.code, video.error.message));
  });
  on('resize', () => {
    if (hasPicture && video.videoWidth > 0) tell({ type: 'resolution', epoch, width: video.videoWidth, height: video.videoHeight });
  });
  on('timeupdate', () => {
    // Sound alone (a radio room) or a browser without the frame callback: progress of the position is the first sign.
    const canAsk = 'requestVideoFrameCallback' in video;
    if (!hasPicture && video.currentTime > 0 && (video.videoWidth === 0 || !canAsk || document.hidden))
      firstPicture(video.videoWidth, video.videoHeight);
  });

  // blob: workers resolve nothing against a path.
  const url = new URL(start.url, location.href).href;
  const inWorker = mediaSourceInWorker();
  const shared = start.openP2p && sharedLoader(start.openP2p, (detail) => fail({ failure: 'P2P_ERROR', detail }));
  const engine = mpegts.createPlayer(
    { type: 'flv', isLive: true, url },
    // Data channels live on the page, and a loader is not handed to a worker.
    shared ? { ...CONFIG, customLoader: shared.customLoader } : { ...CONFIG, enableWorkerForMSE: inWorker, enableWorker: !inWorker },
  );
  engine.on(mpegts.Events.ERROR, (type: unknown, detail: unknown, info: unknown) => fail(troubleOfEngine(engineError(type, detail, info))));
  const messages = new ElementMessages(video, (due) => tell({ type: 'stream-messages', epoch, messages: due }));
  engine.on(mpegts.Events.SCRIPTDATA_ARRIVED, (data: unknown) => messages.script(data));
  engine.on(SEI_ARRIVED, (data: unknown) => messages.sei(data));
  engine.on(mpegts.Events.LOADING_COMPLETE, () => {
    teller.status('end');
    fail({ failure: 'ACK_NETWORK_FAIL', network: true, detail: 'the stream ended' });
  });
  engine.on(mpegts.Events.MEDIA_INFO, (info: unknown) => {
    codec = codecsOf(info);
  });
  engine.on(mpegts.Events.STATISTICS_INFO, (info: unknown) => {
    const speed: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'speed') : undefined;
    // Kilobytes a second, told each STATISTICS_MS.
    if (typeof speed === 'number') bytes += (speed * 1_024 * STATISTICS_MS) / 1_000;
  });
  video.playbackRate = 1;
  engine.attachMediaElement(video);
  engine.load();
  worker = workerOf(engine);
  askForFrame();
  void element.play();

  const progressTimer = setInterval(() => {
    askForFrame();
    tellProgress();
  }, PROGRESS_MS);
  const latencyTimer = setInterval(keepLatency, LATENCY_LOOK_MS);

  return {
    kind,
    epoch,
    setVolume: element.setVolume,
    // The browser stops decoding a hidden picture by itself.
    setDecoding: () => undefined,
    progress,
    figures: () => ({ CODEC: codec, WIDTH: video.videoWidth, HEIGHT: video.videoHeight, ...shared?.figures() }),
    requestPictureInPicture: element.requestPictureInPicture,
    dispose() {
      if (teller.isDisposed) return;
      teller.dispose();
      messages.dispose();
      element.dispose();
      clearInterval(progressTimer);
      clearInterval(latencyTimer);
      if ('cancelVideoFrameCallback' in video) video.cancelVideoFrameCallback(frameRequest);
      // Its worker goes first: left to itself it would still read buffers that the element has let go, and throw.
      worker?.terminate();
      engine.destroy();
      if (worker?.objectURL !== undefined) URL.revokeObjectURL(worker.objectURL);
    },
  };
}

/** Of mpegts.js 1.8; its types do not name it. */
const SEI_ARRIVED = 'sei_arrived';

/** mpegts.js tells statistics this often unless configured otherwise. */
const STATISTICS_MS = 600;

type EngineWorker = Worker & { readonly objectURL?: string };

function mediaSourceInWorker(): boolean {
  const known: unknown = 'MediaSource' in globalThis ? Reflect.get(MediaSource, 'canConstructInDedicatedWorker') : false;
  return known === true;
}

function codecsOf(info: unknown): string {
  if (typeof info !== 'object' || info === null) return '';
  return ['videoCodec', 'audioCodec']
    .map((name): unknown => Reflect.get(info, name))
    .filter((codec) => typeof codec === 'string' && codec !== '')
    .join(', ');
}

/** mpegts.js passes (type, detail, info) and once leaves the detail out; nothing of it is taken on trust. */
function engineError(type: unknown, detail: unknown, info: unknown): Parameters<typeof troubleOfEngine>[0] {
  const read = (name: string): unknown => (typeof info === 'object' && info !== null ? Reflect.get(info, name) : undefined);
  const code = read('code');
  const message = read('msg');
  return {
    type: typeof type === 'string' ? type : '',
    detail: typeof detail === 'string' ? detail : undefined,
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : '',
  };
}

/**
 * The engine keeps the blob: address of its worker (some 200 kB) for the life of the page and ends the worker only when that answers.
 * `dispose` does both, so that a room that recovers all night does not grow. Null where the engine has another shape.
 */
function workerOf(engine: object): EngineWorker | null {
  const inner: unknown = Reflect.get(engine, '_player_engine');
  if (typeof inner !== 'object' || inner === null) return null;
  const transmuxer: unknown = Reflect.get(inner, '_transmuxer');
  const holders = [inner, transmuxer].filter((holder): holder is object => typeof holder === 'object' && holder !== null);
  return holders.map((holder): unknown => Reflect.get(holder, '_worker')).find((found): found is Worker => found instanceof Worker) ?? null;
}
