/** P13: what earlier visits left for the player layer. Anything may stand in the storage; what is not good is as if it were not there. */
import { NO_HISTORY, type PlayerHistory } from './candidates.ts';
import { PLAYER_CONSTANTS, type PlayerNumbers } from './constants.ts';
import type { PlayCommand } from './contract.ts';
import { saverAtFirst } from './data-saver.ts';
import { PLAYER_KINDS } from './names.ts';
import { decideThreads, ONE_THREAD, readThreadCosts } from './threads.ts';
import { unsharedPixels } from './unshared.ts';

/** Values that the player keeps from visit to visit. Where and how they are stored is the owner's. */
export const REMEMBERED = [
  'stallCount',
  'stayOnH264',
  'playerType',
  'volume',
  'muted',
  'dataSaver',
  'nativeHevc',
  'decodeThreads',
] as const;
export type Remembered = (typeof REMEMBERED)[number];

/** The stored value of this name; undefined where there is none that is good. */
export type ReadRemembered = (name: Remembered) => unknown;

/** `savesData`: what the browser asks for, until the viewer has chosen. */
export function readHistory(read: ReadRemembered, savesData: boolean): PlayerHistory {
  const stallCount = read('stallCount');
  const stored = read('playerType');
  return {
    stallCount: typeof stallCount === 'number' && Number.isInteger(stallCount) && stallCount >= 0 ? stallCount : NO_HISTORY.stallCount,
    staysOnH264: read('stayOnH264') === true,
    chosen: PLAYER_KINDS.find((kind) => kind === stored) ?? null,
    saver: saverAtFirst(read('dataSaver'), savesData),
    oneThreadMs: readThreadCosts(read('decodeThreads'))[1] ?? null,
  };
}

export function readSound(read: ReadRemembered): { readonly volume: number; readonly muted: boolean } {
  const volume = read('volume');
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : PLAYER_CONSTANTS.volume.value,
    muted: read('muted') === true,
  };
}

/** Threads that share memory, or one that sends its pictures, up to the size that this machine was seen to carry. */
export function decodingHere(
  read: ReadRemembered,
  { cores, sharesMemory, oneThreadMs }: { readonly cores: number; readonly sharesMemory: boolean; readonly oneThreadMs: number | null },
  numbers: PlayerNumbers,
): Pick<PlayCommand, 'threads' | 'withoutSharedMemory'> {
  if (sharesMemory) return { threads: decideThreads(cores, readThreadCosts(read('decodeThreads'))) };
  return { threads: ONE_THREAD, withoutSharedMemory: { maxPixels: unsharedPixels(numbers, oneThreadMs) } };
}
