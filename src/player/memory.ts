/** P13: values that the player keeps between visits. rules/stored-visits.ts validates them; the owner stores them. */
import type { PlayerHistory, DataSaver } from './rules/recovery/candidates.ts';
import { PLAYER_CONSTANTS, type PlayerNumbers } from './rules/constants.ts';
import type { PlayerKind } from './rules/names.ts';
import type { PlayerFact, Sound } from './rules/recovery/orders.ts';
import type { PlayFacts } from './rules/recovery/recovery-play.ts';
import { decodingHere, measured, readHistory, readSound, type ReadRemembered, type Remembered } from './rules/recovery/stored-visits.ts';
import { decideThreads, readThreadCosts, withThreadCost, writeThreadCosts, type ThreadChoice } from './rules/decoding/threads.ts';

const DAY_S = 86_400;
/** Drivers and browsers are updated, so the result of native decoding expires. */
const NATIVE_HEVC_DAYS = 14;
/** The machine or its load may change, so the measurement expires. */
const DECODE_THREADS_DAYS = 14;

type Value = Extract<PlayerFact, { type: 'remember' }>['value'];

export class PlayerMemory {
  readonly #stored: ReadRemembered;
  readonly #onFact: (fact: PlayerFact) => void;
  readonly #nowMs: () => number;
  /** Values written in this visit; they take precedence. */
  readonly #written = new Map<Remembered, Value>();
  #history: PlayerHistory;
  /** End of the stay-on-h264 period that a stall of this visit began. */
  #staysUntilMs: number | null = null;

  /** `savesData`: the browser's preference, used until the viewer has chosen. */
  constructor(stored: ReadRemembered, savesData: boolean, onFact: (fact: PlayerFact) => void, nowMs: () => number) {
    this.#stored = stored;
    this.#onFact = onFact;
    this.#nowMs = nowMs;
    this.#history = readHistory(this.#read, savesData);
  }

  history(): PlayerHistory {
    // The period of an earlier visit ends when the stored value expires.
    const staysOnH264 =
      this.#staysUntilMs === null ? this.#history.staysOnH264 && this.#read('stayOnH264') === true : this.#nowMs() < this.#staysUntilMs;
    return { ...this.#history, staysOnH264 };
  }

  /** Adds one stall downgrade and keeps h264 for a while. */
  countStall(stayOnH264Ms: number): void {
    const stallCount = this.#history.stallCount + 1;
    this.#history = { ...this.#history, stallCount };
    this.#staysUntilMs = this.#nowMs() + stayOnH264Ms;
    this.#write('stallCount', stallCount, DAY_S * PLAYER_CONSTANTS.stallCountDays.value);
    this.#write('stayOnH264', true, stayOnH264Ms / 1_000);
  }

  rememberChoice(kind: PlayerKind): void {
    // The newer choice wins: a kind chosen by hand disables the preference for fewer bits.
    if (this.#history.saver === 'lower-line') this.rememberSaver('off');
    this.#history = { ...this.#history, chosen: kind };
    this.#write('playerType', kind, DAY_S * PLAYER_CONSTANTS.playerTypeDays.value);
  }

  /** Returns the previous value. */
  rememberSaver(saver: DataSaver): DataSaver {
    const { saver: before, chosen } = this.#history;
    this.#history = { ...this.#history, saver };
    this.#write('dataSaver', saver, null);
    if (saver !== 'lower-line' || chosen === null) return before;
    this.#history = { ...this.#history, chosen: null };
    this.#write('playerType', '', 0);
    return before;
  }

  sound(): Sound {
    return readSound(this.#read);
  }

  /** A volume above 0 ends mute, as in `player.ts`. */
  rememberVolume(volume: number): void {
    this.#write('volume', volume, null);
    if (volume > 0 && this.#read('muted') === true) this.#write('muted', false, null);
  }

  rememberMuted(muted: boolean): void {
    this.#write('muted', muted, null);
  }

  /** Stores if native HEVC works, because browsers claim it more often than it works; saves the next visit the attempt. */
  rememberNativeHevc(works: boolean): void {
    this.#write('nativeHevc', works, DAY_S * NATIVE_HEVC_DAYS);
  }

  /** Stored values and properties of this machine for the next player. */
  playing(cores: number, sharesMemory: boolean, numbers: PlayerNumbers): Omit<PlayFacts, 'sound'> {
    const { saver, oneThreadMs } = this.#history;
    return { saver, decoding: decodingHere(this.#read, { cores, sharesMemory, oneThreadMs }, numbers), numbers };
  }

  /** Busy milliseconds per megapixel with this number of threads; NaN before the first measurement. */
  decodingCost(threads: number): number {
    return readThreadCosts(this.#read('decodeThreads'))[threads] ?? Number.NaN;
  }

  /** Stores the decoding cost (busy milliseconds per picture) and returns the choice for the next start. */
  rememberThreads(cores: number, threads: number, decodeMs: number, pixels: number): ThreadChoice {
    const costs = withThreadCost(readThreadCosts(this.#read('decodeThreads')), threads, decodeMs, pixels);
    this.#history = { ...this.#history, ...measured(costs) };
    this.#write('decodeThreads', writeThreadCosts(costs), DAY_S * DECODE_THREADS_DAYS);
    return decideThreads(cores, costs);
  }

  readonly #read: ReadRemembered = (name) => this.#written.get(name) ?? this.#stored(name);

  #write(name: Remembered, value: Value, forS: number | null): void {
    this.#written.set(name, value);
    this.#onFact({ type: 'remember', name, value, forS });
  }
}
