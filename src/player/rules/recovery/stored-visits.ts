/** P13: validates the values that earlier visits stored for the player. An invalid value is treated as missing. */
import { NO_HISTORY, type PlayerHistory, saverAtFirst } from './candidates.ts';
import { PLAYER_CONSTANTS, type PlayerNumbers } from '../constants.ts';
import type { PlayCommand } from '../contract.ts';
import { PLAYER_KINDS } from '../names.ts';
import { decideThreads, ONE_THREAD, readThreadCosts, type ThreadCosts, unsharedPixels } from '../decoding/threads.ts';

/** Names of the values that the player keeps between visits. The owner stores them. */
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

/** Returns the stored value of this name; undefined if there is no valid one. */
export type ReadRemembered = (name: Remembered) => unknown;

/** `savesData`: the browser's preference, used until the viewer has chosen. */
export function readHistory(read: ReadRemembered, savesData: boolean): PlayerHistory {
  const stallCount = read('stallCount');
  const costs = readThreadCosts(read('decodeThreads'));
  const stored = read('playerType');
  return {
    stallCount: typeof stallCount === 'number' && Number.isInteger(stallCount) && stallCount >= 0 ? stallCount : NO_HISTORY.stallCount,
    staysOnH264: read('stayOnH264') === true,
    chosen: PLAYER_KINDS.find((kind) => kind === stored) ?? null,
    saver: saverAtFirst(read('dataSaver'), savesData),
    ...measured(costs),
  };
}

/** The costs that limit the size of H265 (candidates.ts). */
export const measured = (costs: ThreadCosts): Pick<PlayerHistory, 'oneThreadMs' | 'fastestMs'> => ({
  oneThreadMs: costs[1] ?? null,
  fastestMs: Object.values(costs).reduce<number | null>(
    (least, cost) => (cost === undefined ? least : Math.min(cost, least ?? cost)),
    null,
  ),
});

export function readSound(read: ReadRemembered): { readonly volume: number; readonly muted: boolean } {
  const stored = read('volume');
  const volume = typeof stored === 'number' && stored >= 0 && stored <= 1 ? stored : PLAYER_CONSTANTS.volume.value;
  // Volume 0 needs no permission of the browser, and the page requests no click for it.
  return { volume, muted: read('muted') === true || volume === 0 };
}

/** Decoding options: threads with shared memory, or one thread that posts its pictures, up to the size that this machine can decode. */
export function decodingHere(
  read: ReadRemembered,
  { cores, sharesMemory, oneThreadMs }: { readonly cores: number; readonly sharesMemory: boolean; readonly oneThreadMs: number | null },
  numbers: PlayerNumbers,
): Pick<PlayCommand, 'threads' | 'withoutSharedMemory'> {
  if (sharesMemory) return { threads: decideThreads(cores, readThreadCosts(read('decodeThreads'))) };
  return { threads: ONE_THREAD, withoutSharedMemory: { maxPixels: unsharedPixels(numbers, oneThreadMs) } };
}
