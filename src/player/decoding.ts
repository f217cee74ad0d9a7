/** Controls how much an H265 player decodes: decode level, number of threads, and no decoding in a tab that has been hidden for a while. */
import type { Clock } from './base/clock.ts';
import { type DecisionLog, createRunner } from './base/machine.ts';
import type { PlayerProgress, PlayerLogBody } from './rules/contract.ts';
import { decodeLevelMachine, type DecodeLevel } from './rules/decoding/decode-level.ts';
import { MEASURED_PICTURES } from './rules/decoding/threads.ts';
import type { PlayerMemory } from './memory.ts';

/** Upper bound of the frame rate for which the threshold of P25 is given. */
const PICTURES_PER_S = 30;

export interface DecodingDeps {
  readonly platform: Clock & { readonly cores: number };
  readonly decisions: DecisionLog;
  readonly memory: PlayerMemory;
  /** Without shared memory one thread decodes. If it is too slow, the next start does not use it (player/rules/decoding/threads.ts). */
  readonly sharesMemory: boolean;
  hiddenStopMs(): number;
  /** Minimum decode level chosen by the viewer, independent of the machine. */
  leastLevel(): DecodeLevel;
  log(body: PlayerLogBody): void;
  setLevel(level: DecodeLevel): void;
  setDecoding(on: boolean): void;
}

export type Decoding = ReturnType<typeof createDecoding>;

export function createDecoding(deps: DecodingDeps) {
  const { platform, memory } = deps;
  let isVisible = true;
  let isDecoding = true;
  let decided: DecodeLevel = 0;
  const atLeast = (): DecodeLevel => Math.max(decided, deps.leastLevel()) as DecodeLevel;
  let cancelHidden: () => void = () => undefined;
  /** Epoch of the player whose threads were measured last. */
  let measuredEpoch = 0;
  let last: { readonly epoch: number; readonly threads: number; readonly decodeMs: number; readonly pixels: number } | null = null;
  const levels = createRunner(decodeLevelMachine, {
    clock: platform,
    decisions: deps.decisions,
    context: () => null,
    execute({ level, why }) {
      // The machine is too slow; the measurement does not wait for more pictures.
      if (level === 1 && !deps.sharesMemory && last && last.epoch !== measuredEpoch) remember(last);
      deps.log({ type: 'decode-level', level, why });
      decided = level;
      deps.setLevel(atLeast());
    },
  });

  function remember({ epoch, threads, decodeMs, pixels }: NonNullable<typeof last>): void {
    measuredEpoch = epoch;
    const next = memory.rememberThreads(platform.cores, threads, decodeMs, pixels);
    deps.log({ type: 'threads', decodeMs, threads, next: next.threads, why: next.why });
  }

  /** Load of decoding everything, by the cost that was measured before. */
  const expectedLoad = (threads: number, pixels: number): number =>
    (memory.decodingCost(threads) * pixels * PICTURES_PER_S) / 1_000_000_000;

  function setDecoding(on: boolean, why: 'hidden' | 'visible'): void {
    if (on === isDecoding) return;
    isDecoding = on;
    deps.log({ type: 'decoding', on, why });
    deps.setDecoding(on);
  }

  function armHidden(): void {
    cancelHidden();
    cancelHidden = isVisible ? () => undefined : platform.after(deps.hiddenStopMs(), () => setDecoding(false, 'hidden'));
  }

  return {
    /** A new player decodes. In a hidden tab the stop timer of the previous player continues. */
    onPlay(): void {
      isDecoding = true;
      decided = 0;
      armHidden();
    },
    /** The minimum decode level has changed. */
    onLeastLevel: (): void => deps.setLevel(atLeast()),
    onSample(epoch: number, own: NonNullable<PlayerProgress['own']>, decodeMs: number, pixels: number): void {
      last = own.decodeLevel === 0 ? { epoch, threads: own.threads, decodeMs, pixels } : null;
      // A hidden tab decodes less on purpose, so its samples are ignored.
      if (isVisible)
        levels.send({ type: 'sample', epoch, load: own.load, behindMs: own.behindMs, expectedLoad: expectedLoad(own.threads, pixels) });
      // One measurement per player, after enough fully decoded pictures, for the next start (player/rules/decoding/threads.ts).
      if (epoch === measuredEpoch || own.decoded < MEASURED_PICTURES || pixels === 0) return;
      if (last) remember(last);
    },
    setVisible(next: boolean): void {
      isVisible = next;
      if (isVisible) setDecoding(true, 'visible');
      armHidden();
    },
    dispose(): void {
      levels.dispose();
      cancelHidden();
    },
  };
}
