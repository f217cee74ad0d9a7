import { seededRandom } from '../cli/mutate.ts';

/** A small seeded random generator (mulberry32) for tests with many inputs: the same seed always gives the same inputs. */
export interface Seeded {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  int(below: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** A copy with one to four flipped bits; empty input stays empty. */
  flip(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
}

export function seeded(seed: number): Seeded {
  const next = seededRandom(seed);
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    pick: (items) => items[int(items.length)]!,
    bytes: (length) => Uint8Array.from({ length }, () => int(256)),
    flip(bytes) {
      const copy = new Uint8Array(bytes);
      if (copy.length === 0) return copy;
      for (let flips = 1 + int(4); flips > 0; flips--) copy[int(copy.length)]! ^= 1 << int(8);
      return copy;
    },
  };
}
