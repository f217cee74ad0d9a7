/** At most `max` entries. The oldest one that is not kept is dropped first; `isKept` names, for example, those of the viewer. */
export function bounded<Entry>(entries: readonly Entry[], max: number, isKept: (entry: Entry) => boolean): readonly Entry[] {
  let left = entries;
  while (left.length > max) {
    const leaves = left.find((entry) => !isKept(entry)) ?? left[0];
    left = left.filter((entry) => entry !== leaves);
  }
  return left;
}
