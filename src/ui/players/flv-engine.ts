/** What mpegts.js does not type or does not do; nothing of its events is taken on trust. */
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
  const inner = read(engine, '_player_engine');
  const holders = [inner, read(inner, '_transmuxer')];
  return holders.map((holder) => read(holder, '_worker')).find((found): found is Worker => found instanceof Worker) ?? null;
}
