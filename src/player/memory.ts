/** P13: values that the player keeps between visits. rules/stored-visits.ts validates them; the owner stores them. */
import { PLAYER_CONSTANTS, type PlayerNumbers } from './rules/constants.ts';
import type { PlayCommand } from './rules/contract.ts';
import type { PlayerHistory, DataSaver } from './rules/recovery/candidates.ts';
import type { PlayerKind } from './rules/names.ts';
import type { PlayerFact, Sound } from './rules/recovery/orders.ts';
import { decodingHere, measured, readHistory, readSound, type ReadRemembered, type Remembered } from './rules/recovery/stored-visits.ts';
import { decideThreads, readThreadCosts, withThreadCost, writeThreadCosts, type ThreadChoice } from './rules/decoding/threads.ts';

const DAY_S = 86_400;
/** Drivers and browsers are updated, so the result of native decoding expires. */
const NATIVE_HEVC_DAYS = 14;
/** The machine or its load may change, so the measurement expires. */
const DECODE_THREADS_DAYS = 14;

type Value = Extract<PlayerFact, { type: 'remember' }>['value'];

export type PlayerMemory = ReturnType<typeof createPlayerMemory>;

/** `savesData`: the browser's preference, used until the viewer has chosen. */
export function createPlayerMemory(stored: ReadRemembered, savesData: boolean, onFact: (fact: PlayerFact) => void, nowMs: () => number) {
  /** Values written in this visit; they take precedence. */
  const written = new Map<Remembered, Value>();
  const read: ReadRemembered = (name) => written.get(name) ?? stored(name);
  let history = readHistory(read, savesData);
  /** End of the stay-on-h264 period that a stall of this visit began. */
  let staysUntilMs: number | null = null;
  const write = (name: Remembered, value: Value, forS: number | null): void => {
    written.set(name, value);
    onFact({ type: 'remember', name, value, forS });
  };
  /** Returns the previous value. */
  const rememberSaver = (saver: DataSaver): DataSaver => {
    const before = history.saver;
    history = { ...history, saver };
    write('dataSaver', saver, null);
    if (saver !== 'lower-line' || history.chosen === null) return before;
    history = { ...history, chosen: null };
    write('playerType', '', 0);
    return before;
  };
  return {
    history(): PlayerHistory {
      // The period of an earlier visit ends when the stored value expires.
      const staysOnH264 = staysUntilMs === null ? history.staysOnH264 && read('stayOnH264') === true : nowMs() < staysUntilMs;
      return { ...history, staysOnH264 };
    },
    /** Adds one stall downgrade and keeps h264 for a while. */
    countStall(stayOnH264Ms: number): void {
      history = { ...history, stallCount: history.stallCount + 1 };
      staysUntilMs = nowMs() + stayOnH264Ms;
      write('stallCount', history.stallCount, DAY_S * PLAYER_CONSTANTS.stallCountDays.value);
      write('stayOnH264', true, stayOnH264Ms / 1_000);
    },
    rememberChoice(kind: PlayerKind): void {
      // The newer choice wins: a kind chosen by hand disables the preference for fewer bits.
      if (history.saver === 'lower-line') rememberSaver('off');
      history = { ...history, chosen: kind };
      write('playerType', kind, DAY_S * PLAYER_CONSTANTS.playerTypeDays.value);
    },
    rememberSaver,
    sound: (): Sound => readSound(read),
    /** A volume above 0 ends mute, as in `player.ts`. */
    rememberVolume(volume: number): void {
      write('volume', volume, null);
      if (volume > 0 && read('muted') === true) write('muted', false, null);
    },
    rememberMuted: (muted: boolean): void => write('muted', muted, null),
    /** Stores if native HEVC works, because browsers claim it more often than it works; saves the next visit the attempt. */
    rememberNativeHevc: (works: boolean): void => write('nativeHevc', works, DAY_S * NATIVE_HEVC_DAYS),
    /** How this machine decodes, for the next player that has its own decoder. */
    decoding: (cores: number, sharesMemory: boolean, numbers: PlayerNumbers): Pick<PlayCommand, 'threads' | 'withoutSharedMemory'> =>
      decodingHere(read, { cores, sharesMemory, oneThreadMs: history.oneThreadMs }, numbers),
    /** Busy milliseconds per megapixel with this number of threads; NaN before the first measurement. */
    decodingCost: (threads: number): number => readThreadCosts(read('decodeThreads'))[threads] ?? Number.NaN,
    /** Stores the decoding cost (busy milliseconds per picture) and returns the choice for the next start. */
    rememberThreads(cores: number, threads: number, decodeMs: number, pixels: number): ThreadChoice {
      const costs = withThreadCost(readThreadCosts(read('decodeThreads')), threads, decodeMs, pixels);
      history = { ...history, ...measured(costs) };
      write('decodeThreads', writeThreadCosts(costs), DAY_S * DECODE_THREADS_DAYS);
      return decideThreads(cores, costs);
    },
  };
}
