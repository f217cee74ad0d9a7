/** st_ref_pic_set(), H.265 7.3.7 and 7.4.8: coded explicitly, or predicted from an earlier set if possible. */
import type { BitWriter } from './bits.ts';
import type { Rng } from './rng.ts';
import type { ShortTermEntry, ShortTermSet } from './types.ts';

/** Negative deltas by increasing distance, then positive ones: the order that decoders use. */
export const sortSet = (entries: readonly ShortTermEntry[]): ShortTermSet => [
  ...entries.filter(({ delta }) => delta < 0).sort((a, b) => b.delta - a.delta),
  ...entries.filter(({ delta }) => delta > 0).sort((a, b) => a.delta - b.delta),
];

export const sameSet = (a: ShortTermSet, b: ShortTermSet) =>
  a.length === b.length && a.every(({ delta, used }, i) => delta === b[i]!.delta && used === b[i]!.used);

interface Prediction {
  readonly source: ShortTermSet;
  /** Distance to the source set. */
  readonly back: number;
  readonly deltaRps: number;
}

/** All predictions of `set` from an earlier set: each wanted delta is deltaRps, or one of the source's plus deltaRps. */
function predictions(set: ShortTermSet, earlier: readonly ShortTermSet[], onlyLast: boolean): Prediction[] {
  return (onlyLast ? earlier.slice(-1) : earlier).flatMap((source, i, sources) => {
    const reach = [0, ...source.map(({ delta }) => delta)];
    const shifts = new Set(set.length > 0 ? reach.map((delta) => set[0]!.delta - delta) : [1, -1]);
    return [...shifts]
      .filter((shift) => shift !== 0 && set.every(({ delta }) => reach.includes(delta - shift)))
      .map((deltaRps) => ({ source, back: sources.length - i, deltaRps }));
  });
}

/**
 * Writes set number `earlier.length`; in a slice header (`inSlice`) any set of the SPS may be the source, in the SPS only the previous one.
 */
export function writeShortTermSet(b: BitWriter, set: ShortTermSet, earlier: readonly ShortTermSet[], inSlice: boolean, rng: Rng): void {
  const possible = predictions(set, earlier, !inSlice);
  const prediction = possible.length > 0 && rng.chance(0.7) ? rng.pick(possible) : undefined;
  if (earlier.length > 0) b.bit(prediction !== undefined);
  if (prediction) {
    const { source, back, deltaRps } = prediction;
    if (inSlice) b.ue(back - 1);
    b.bit(deltaRps < 0);
    b.ue(Math.abs(deltaRps) - 1);
    for (const base of [...source.map(({ delta }) => delta), 0]) {
      const wanted = set.find(({ delta }) => delta === base + deltaRps);
      b.bit(wanted?.used === true);
      if (wanted?.used !== true) b.bit(wanted !== undefined); // use_delta_flag
    }
    return;
  }
  const negative = set.filter(({ delta }) => delta < 0);
  const positive = set.filter(({ delta }) => delta > 0);
  b.ue(negative.length);
  b.ue(positive.length);
  for (const side of [negative, positive]) {
    let last = 0;
    for (const { delta, used } of side) {
      b.ue(Math.abs(delta - last) - 1);
      b.bit(used);
      last = delta;
    }
  }
}
