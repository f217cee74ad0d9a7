/** What mpegts.js does not type or does not do; nothing of its events is taken on trust. */
import type mpegts from 'mpegts.js';
import EngineOnPage from 'mpegts.js/src/player/player-engine-dedicated-thread.ts';
import type { EngineError } from '../rules/media-errors.ts';
import { mediaSourceInWorker } from './media-source.ts';
import type { WholeEngine } from './whole-engine.ts';

/** How often mpegts.js gives its statistics unless configured otherwise. */
export const STATISTICS_MS = 600;

export type EngineWorker = Worker & { readonly objectURL?: string };

const read = (value: unknown, name: string): unknown =>
  (typeof value === 'object' || typeof value === 'function') && value !== null ? Reflect.get(value, name) : undefined;

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
 * The whole engine keeps the blob: address of its worker (some 200 kB) for the life of the page, and either ends its worker only when that
 * answers. Its player does both, so that a room that recovers all night does not grow. Null where the engine has another shape.
 */
export function workerOf(engine: object): EngineWorker | null {
  const inner = read(engine, '_player_engine');
  const holders = [engine, inner, read(inner, '_transmuxer')];
  return holders.map((holder) => read(holder, '_worker')).find((found): found is Worker => found instanceof Worker) ?? null;
}

/** A worker's error without a message: its script could not be loaded, and nothing else will be said. */
export function onUnloadable(engine: object, act: () => void): void {
  workerOf(engine)?.addEventListener('error', (event) => {
    if (!event.message) act();
  });
}

/** Its worker is ended first: it would still read buffers that the element has released, and throw. */
export function closeEngine(engine: mpegts.Player): void {
  const worker = workerOf(engine);
  worker?.terminate();
  engine.destroy();
  if (worker?.objectURL !== undefined) URL.revokeObjectURL(worker.objectURL);
}

let whole: WholeEngine | null = null;

/** Where MediaSource is the page's own, the page has to be told of everything; it does the reading of shared streams as well. */
export async function loadEngine(isShared: boolean): Promise<void> {
  if (isShared || !mediaSourceInWorker()) whole ??= (await import('./whole-engine.ts')).wholeEngine;
}

export function loadedWhole(): WholeEngine {
  if (whole === null) throw new Error('the whole engine was not loaded');
  return whole;
}

function createEngine(source: mpegts.MediaDataSource, config: mpegts.Config): mpegts.Player {
  if (!config.enableWorkerForMSE) return loadedWhole().create(source, config);
  return new EngineOnPage(source, config);
}

/** Begun ahead and not taken within this time: the room plays something else, or nothing. */
const AHEAD_MS = 10_000;

let ahead: { readonly engine: mpegts.Player; readonly timer: ReturnType<typeof setTimeout> } | null = null;

/** The engine and its worker take longer to start than the room to know the address. */
export function beginEngine(config: mpegts.Config): void {
  if (ahead !== null || !mediaSourceInWorker()) return;
  const engine = createEngine({ type: 'flv', isLive: true }, config);
  const end = (): void => {
    if (ahead?.engine !== engine) return;
    clearTimeout(timer);
    ahead = null;
    closeEngine(engine);
  };
  const timer = setTimeout(end, AHEAD_MS);
  // Not to be taken: its script could not be loaded.
  onUnloadable(engine, end);
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
