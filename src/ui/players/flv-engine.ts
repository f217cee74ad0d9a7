/** What mpegts.js does not type or does not do; nothing of its events is taken on trust. */
import type mpegts from 'mpegts.js';
import Engine from 'mpegts.js/src/player/player-engine-dedicated-thread.ts';
import type { EngineError } from '../../core/player/media-errors.ts';

/** Of mpegts.js 1.8; its types do not name it. */
export const SEI_ARRIVED = 'sei_arrived';

/** How often mpegts.js gives its statistics unless configured otherwise. */
export const STATISTICS_MS = 600;

export type EngineWorker = Worker & { readonly objectURL?: string };

const read = (value: unknown, name: string): unknown =>
  (typeof value === 'object' || typeof value === 'function') && value !== null ? Reflect.get(value, name) : undefined;

export function mediaSourceInWorker(): boolean {
  return 'MediaSource' in globalThis && read(MediaSource, 'canConstructInDedicatedWorker') === true;
}

/** Kilobytes a second. */
export function speedOf(info: unknown): number {
  const speed = read(info, 'speed');
  return typeof speed === 'number' ? speed : 0;
}

export const codecsOf = (info: unknown): string =>
  ['videoCodec', 'audioCodec']
    .map((name) => read(info, name))
    .filter((codec) => typeof codec === 'string' && codec !== '')
    .join(', ');

/** mpegts.js passes (type, detail, info) and once leaves the detail out. */
export function engineError(type: unknown, detail: unknown, info: unknown): EngineError {
  const code = read(info, 'code');
  const message = read(info, 'msg');
  return {
    type: typeof type === 'string' ? type : '',
    detail: typeof detail === 'string' ? detail : undefined,
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : '',
  };
}

/**
 * The engine keeps the blob: address of its worker (some 200 kB) for the life of the page and ends the worker only when that answers.
 * Its player does both, so that a room that recovers all night does not grow. Null where the engine has another shape.
 */
export function workerOf(engine: object): EngineWorker | null {
  const holders = [engine];
  return holders.map((holder) => read(holder, '_worker')).find((found): found is Worker => found instanceof Worker) ?? null;
}

/** Its worker is ended first: it would still read buffers that the element has released, and throw. */
export function closeEngine(engine: mpegts.Player): void {
  const worker = workerOf(engine);
  worker?.terminate();
  engine.destroy();
  if (worker?.objectURL !== undefined) URL.revokeObjectURL(worker.objectURL);
}

/** Where MediaSource is the page's own, the page has to be told of everything, and does the reading of shared streams. */
const createEngine = (source: mpegts.MediaDataSource, config: mpegts.Config): mpegts.Player => new Engine(source, config) as never;

/** Begun ahead and not taken within this time: the room plays something else, or nothing. */
const AHEAD_MS = 10_000;

let ahead: { readonly engine: mpegts.Player; readonly timer: ReturnType<typeof setTimeout> } | null = null;

/** The engine's worker is put together from the engine's own functions and takes longer to start than the room to know the address. */
export function beginEngine(config: mpegts.Config): void {
  if (ahead !== null || !mediaSourceInWorker()) return;
  const engine = createEngine({ type: 'flv', isLive: true }, config);
  const timer = setTimeout(() => {
    ahead = null;
    closeEngine(engine);
  }, AHEAD_MS);
  ahead = { engine, timer };
}

/** The one that was begun ahead, once; another one otherwise. What it is to load is told to its worker, which reads it when it loads. */
export function openEngine(source: mpegts.MediaDataSource, config: mpegts.Config, mayBeAhead: boolean): mpegts.Player {
  if (ahead === null || !mayBeAhead) return createEngine(source, config);
  const { engine, timer } = ahead;
  ahead = null;
  clearTimeout(timer);
  const worker = workerOf(engine);
  const complete = read(engine, '_config');
  if (worker !== null && complete !== undefined) {
    worker.postMessage({ cmd: 'init', media_data_source: source, config: complete });
    return engine;
  }
  closeEngine(engine);
  return createEngine(source, config);
}
