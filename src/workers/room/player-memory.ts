/** P13: what the player layer stores from visit to visit; how it is read is player/rules/stored-visits.ts. */
import type { PlayerHistory } from '../../player/rules/candidates.ts';
import { PLAYER_CONSTANTS, type PlayerNumbers } from '../../player/rules/constants.ts';
import type { DataSaver } from '../../player/rules/data-saver.ts';
import type { PlayerKind } from '../../player/rules/names.ts';
import type { PlayFacts } from '../../player/rules/play-command.ts';
import { decodingHere, readHistory, readSound } from '../../player/rules/stored-visits.ts';
import { decideThreads, readThreadCosts, withThreadCost, writeThreadCosts, type ThreadChoice } from '../../player/rules/threads.ts';
import { rememberedIn, STORED_KEYS } from '../../core/room/stored.ts';
import type { Storage } from './storage.ts';

const DAY_S = 86_400;
/** Drivers and browsers are updated: what a visit showed of native decoding is tried again after so long. */
const NATIVE_HEVC_DAYS = 14;
/** The machine may be another one by then, or do something else beside. */
const DECODE_THREADS_DAYS = 14;

export interface PlayerMemory {
  history(): PlayerHistory;
  /** One stall downgrade more, and h264 for a while. */
  countStall(stayOnH264Ms: number): void;
  rememberChoice(kind: PlayerKind): void;
  /** Returns the one before. */
  rememberSaver(saver: DataSaver): DataSaver;
  sound(): { readonly volume: number; readonly muted: boolean };
  rememberVolume(volume: number): void;
  rememberMuted(muted: boolean): void;
  /** Native HEVC is claimed more often than it works: what was seen saves the next visit the try. */
  rememberNativeHevc(works: boolean): void;
  /** What the next player is told of earlier visits and of this machine. */
  playing(cores: number, sharesMemory: boolean, numbers: PlayerNumbers): Omit<PlayFacts, 'sound'>;
  /** What decoding cost, busy milliseconds of a picture; returns the choice for the next start. */
  rememberThreads(cores: number, threads: number, decodeMs: number, pixels: number): ThreadChoice;
}

/** `savesData`: what the browser asks for, until the viewer has chosen. */
export function createPlayerMemory(storage: Storage, savesData: boolean): PlayerMemory {
  let history = readHistory(rememberedIn(storage.read), savesData);
  const threadCosts = (): ReturnType<typeof readThreadCosts> => readThreadCosts(storage.read(STORED_KEYS.decodeThreads));
  const rememberSaver = (saver: DataSaver): DataSaver => {
    const before = history.saver;
    history = { ...history, saver };
    storage.write(STORED_KEYS.dataSaver, saver, null);
    if (saver !== 'lower-line' || history.chosen === null) return before;
    history = { ...history, chosen: null };
    storage.write(STORED_KEYS.playerType, '', 0);
    return before;
  };
  return {
    history: () => history,
    countStall(stayOnH264Ms) {
      history = { ...history, stallCount: history.stallCount + 1, staysOnH264: true };
      storage.write(STORED_KEYS.stallCount, history.stallCount, DAY_S * PLAYER_CONSTANTS.stallCountDays.value);
      storage.write(STORED_KEYS.stayOnH264, true, stayOnH264Ms / 1_000);
    },
    rememberChoice(kind) {
      // The newer wish holds: a kind chosen by hand is not put behind one with fewer bits.
      if (history.saver === 'lower-line') rememberSaver('off');
      history = { ...history, chosen: kind };
      storage.write(STORED_KEYS.playerType, kind, DAY_S * PLAYER_CONSTANTS.playerTypeDays.value);
    },
    rememberSaver,
    sound: () => readSound(rememberedIn(storage.read)),
    rememberVolume: (volume) => storage.write(STORED_KEYS.volume, volume, null),
    rememberMuted: (muted) => storage.write(STORED_KEYS.muted, muted, null),
    rememberNativeHevc: (works) => storage.write(STORED_KEYS.nativeHevc, works, DAY_S * NATIVE_HEVC_DAYS),
    playing: (cores, sharesMemory, numbers) => ({
      saver: history.saver,
      decoding: decodingHere(rememberedIn(storage.read), { cores, sharesMemory, oneThreadMs: history.oneThreadMs }, numbers),
      numbers,
    }),
    rememberThreads(cores, threads, decodeMs, pixels) {
      const costs = withThreadCost(threadCosts(), threads, decodeMs, pixels);
      history = { ...history, oneThreadMs: costs[1] ?? null };
      storage.write(STORED_KEYS.decodeThreads, writeThreadCosts(costs), DAY_S * DECODE_THREADS_DAYS);
      return decideThreads(cores, costs);
    },
  };
}
