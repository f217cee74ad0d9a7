/** Controls how much an H265 player decodes: decode level, number of threads, and no decoding in a tab that has been hidden for a while. */
import type { Clock } from './base/clock.ts';
import type { DecisionLog } from './base/decision-log.ts';
import { createRunner, type Runner } from './base/machine.ts';
import type { PlayerProgress } from './rules/contract.ts';
import { decodeLevelMachine, type DecodeLevel, type DecodeLevelEvent, type DecodeLevelState } from './rules/decoding/decode-level.ts';
import type { PlayerLogBody } from './rules/log.ts';
import { MEASURED_PICTURES } from './rules/decoding/threads.ts';
import type { PlayerMemory } from './memory.ts';

/** Upper bound of the frame rate for which the threshold of P25 is given. */
const PICTURES_PER_S = 30;

interface Measured {
  readonly epoch: number;
  readonly threads: number;
  readonly decodeMs: number;
  readonly pixels: number;
}

export interface DecodingDeps {
  readonly platform: Clock & { readonly cores: number };
  readonly decisions: DecisionLog;
  readonly memory: PlayerMemory;
  /** Without shared memory one thread decodes. If it is too slow, the next start does not use it (player/rules/decoding/unshared.ts). */
  readonly sharesMemory: boolean;
  readonly hiddenStopMs: () => number;
  /** Minimum decode level chosen by the viewer, independent of the machine. */
  readonly leastLevel: () => DecodeLevel;
  readonly log: (body: PlayerLogBody) => void;
  readonly setLevel: (level: DecodeLevel) => void;
  readonly setDecoding: (on: boolean) => void;
}

export class Decoding {
  readonly #deps: DecodingDeps;
  readonly #levels: Runner<DecodeLevelState, DecodeLevelEvent>;
  #isVisible = true;
  #isDecoding = true;
  #decided: DecodeLevel = 0;
  #cancelHidden: () => void = () => undefined;
  /** Epoch of the player whose threads were measured last. */
  #measuredEpoch = 0;
  #last: Measured | null = null;

  constructor(deps: DecodingDeps) {
    this.#deps = deps;
    this.#levels = createRunner(decodeLevelMachine, {
      clock: deps.platform,
      decisions: deps.decisions,
      context: () => null,
      execute: ({ level, why }) => {
        // The machine is too slow; the measurement does not wait for more pictures.
        if (level === 1 && !deps.sharesMemory && this.#last && this.#last.epoch !== this.#measuredEpoch) this.#remember(this.#last);
        deps.log({ type: 'decode-level', level, why });
        this.#decided = level;
        this.onLeastLevel();
      },
    });
  }

  /** A new player decodes. In a hidden tab the stop timer of the previous player continues. */
  onPlay(): void {
    this.#isDecoding = true;
    this.#decided = 0;
    this.#armHidden();
  }

  /** The minimum decode level has changed. */
  onLeastLevel(): void {
    this.#deps.setLevel(Math.max(this.#decided, this.#deps.leastLevel()) as DecodeLevel);
  }

  onSample(epoch: number, own: NonNullable<PlayerProgress['own']>, decodeMs: number, pixels: number): void {
    const { load, behindMs, threads, decoded } = own;
    this.#last = own.decodeLevel === 0 ? { epoch, threads, decodeMs, pixels } : null;
    // Load of decoding everything, by the cost that was measured before.
    const expectedLoad = (this.#deps.memory.decodingCost(threads) * pixels * PICTURES_PER_S) / 1_000_000_000;
    // A hidden tab decodes less on purpose, so its samples are ignored.
    if (this.#isVisible) this.#levels.send({ type: 'sample', epoch, load, behindMs, expectedLoad });
    // One measurement per player, after enough fully decoded pictures, for the next start (player/rules/decoding/threads.ts).
    if (epoch === this.#measuredEpoch || decoded < MEASURED_PICTURES || pixels === 0) return;
    if (this.#last) this.#remember(this.#last);
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) this.#setDecoding(true, 'visible');
    this.#armHidden();
  }

  dispose(): void {
    this.#levels.dispose();
    this.#cancelHidden();
  }

  #remember({ epoch, threads, decodeMs, pixels }: Measured): void {
    const { platform, memory, log } = this.#deps;
    this.#measuredEpoch = epoch;
    const next = memory.rememberThreads(platform.cores, threads, decodeMs, pixels);
    log({ type: 'threads', decodeMs, threads, next: next.threads, why: next.why });
  }

  #setDecoding(on: boolean, why: 'hidden' | 'visible'): void {
    if (on === this.#isDecoding) return;
    this.#isDecoding = on;
    this.#deps.log({ type: 'decoding', on, why });
    this.#deps.setDecoding(on);
  }

  #armHidden(): void {
    const { platform, hiddenStopMs } = this.#deps;
    this.#cancelHidden();
    this.#cancelHidden = this.#isVisible ? () => undefined : platform.after(hiddenStopMs(), () => this.#setDecoding(false, 'hidden'));
  }
}
