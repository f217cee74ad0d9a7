/**
 * Seeded random choices. Each concern has its own generator, so that forcing one choice does not change the others and a failing case can
 * be shrunk.
 */
import { seededRandom } from '../../../src/wasm/cli/mutate.ts';

export interface Rng {
  /** Integer in 0..below-1. */
  roll(below: number): number;
  /** Integer in low..high, both included. */
  range(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** FNV-1a: converts names of concerns to seeds. */
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
