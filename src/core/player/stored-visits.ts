/** P13: what earlier visits left for the player layer. Anything may stand in the storage; what is not good is as if it were not there. */
import { STORED_KEYS } from '../room/stored.ts';
import { NO_HISTORY, type PlayerHistory } from './candidates.ts';
import { PLAYER_CONSTANTS, type PlayerNumbers } from './constants.ts';
import type { PlayCommand } from './contract.ts';
import { saverAtFirst } from './data-saver.ts';
import { PLAYER_KINDS } from './names.ts';
import { decideThreads, ONE_THREAD, readThreadCosts } from './threads.ts';
import { unsharedPixels } from './unshared.ts';

/** A stored value by its key; undefined where there is none that is good. */
export type ReadStored = (key: string) => unknown;

/** `savesData`: what the browser asks for, until the viewer has chosen. */
export function readHistory(read: ReadStored, savesData: boolean): PlayerHistory {
  const stallCount = read(STORED_KEYS.stallCount);
  const stored = read(STORED_KEYS.playerType);
  return {
    stallCount: typeof stallCount === 'number' && Number.isInteger(stallCount) && stallCount >= 0 ? stallCount : NO_HISTORY.stallCount,
    staysOnH264: read(STORED_KEYS.stayOnH264) === true,
    chosen: PLAYER_KINDS.find((kind) => kind === stored) ?? null,
    saver: saverAtFirst(read(STORED_KEYS.dataSaver), savesData),
    oneThreadMs: readThreadCosts(read(STORED_KEYS.decodeThreads))[1] ?? null,
  };
}

export function readSound(read: ReadStored): { readonly volume: number; readonly muted: boolean } {
  const volume = read(STORED_KEYS.volume);
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : PLAYER_CONSTANTS.volume.value,
    muted: read(STORED_KEYS.muted) === true,
  };
}

/** Threads that share memory, or one that sends its pictures, up to the size that this machine was seen to carry. */
export function decodingHere(
  read: ReadStored,
  { cores, sharesMemory, oneThreadMs }: { readonly cores: number; readonly sharesMemory: boolean; readonly oneThreadMs: number | null },
  numbers: PlayerNumbers,
): Pick<PlayCommand, 'threads' | 'withoutSharedMemory'> {
  if (sharesMemory) return { threads: decideThreads(cores, readThreadCosts(read(STORED_KEYS.decodeThreads))) };
  return { threads: ONE_THREAD, withoutSharedMemory: { maxPixels: unsharedPixels(numbers, oneThreadMs) } };
}
