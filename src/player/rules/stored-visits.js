/** P13: what earlier visits left for the player layer. Anything may stand in the storage; what is not good is as if it were not there. */
import { NO_HISTORY } from './candidates.ts';
import { PLAYER_CONSTANTS } from './constants.ts';
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
];
/** `savesData`: what the browser asks for, until the viewer has chosen. */
export function readHistory(read, savesData) {
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
export function readSound(read) {
    const volume = read('volume');
    return {
        volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : PLAYER_CONSTANTS.volume.value,
        muted: read('muted') === true,
    };
}
/** Threads that share memory, or one that sends its pictures, up to the size that this machine was seen to carry. */
export function decodingHere(read, { cores, sharesMemory, oneThreadMs }, numbers) {
    if (sharesMemory)
        return { threads: decideThreads(cores, readThreadCosts(read('decodeThreads'))) };
    return { threads: ONE_THREAD, withoutSharedMemory: { maxPixels: unsharedPixels(numbers, oneThreadMs) } };
}
