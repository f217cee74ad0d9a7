/** Seeded choices. Every concern draws from a stream of its own, so that forcing one choice does not disturb the others: a failing case can be shrunk. */
import { seededRandom } from '../../../src/wasm/cli/mutate.ts';

export interface Rng {
  /** Integer in 0..below-1. */
  roll(below: number): number;
  /** Integer in low..high, both included. */
  range(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** FNV-1a: names of concerns become seeds. */
const hash = (text: string) => Buffer.from(text).reduce((h, byte) => Math.imul(h ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

export function rngFor(seed: number, concern: string): Rng {
  const random = seededRandom(hash(`${seed} ${concern}`));
  const roll = (below: number) => Math.floor(random() * below);
  return {
    roll,
    range: (low, high) => low + roll(high - low + 1),
    chance: (probability) => random() < probability,
    pick: (from) => from[roll(from.length)]!,
  };
}
