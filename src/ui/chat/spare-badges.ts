/** Elements kept: those of a list of rows, as many badges in each as crowds wear, and a portrait. */
const MAX_SPARE = 240;

/** Badges and portraits of rows that have left the list, by `kind`: an image that is inserted again is not requested and decoded again. */
export class SpareBadges {
  /** Oldest kind first; none is empty. */
  readonly #spare = new Map<string, HTMLElement[]>();
  readonly #kinds = new WeakMap<Element, string>();
  #count = 0;

  /** Elements of one `kind` look the same. */
  take(kind: string, make: () => HTMLElement): HTMLElement {
    const same = this.#spare.get(kind);
    const spare = same?.pop();
    if (same?.length === 0) this.#spare.delete(kind);
    if (spare === undefined) {
      const made = make();
      this.#kinds.set(made, kind);
      return made;
    }
    this.#count--;
    return spare;
  }

  /** Takes the badges out of a row that has left the list. */
  giveBack(row: Element): void {
    for (const badge of row.querySelectorAll<HTMLElement>('[data-type]')) {
      const kind = this.#kinds.get(badge);
      if (kind === undefined) continue;
      badge.remove();
      const same = this.#spare.get(kind) ?? [];
      same.push(badge);
      this.#spare.set(kind, same);
      this.#count++;
      while (this.#count > MAX_SPARE) this.#dropOldestKind();
    }
  }

  #dropOldestKind(): void {
    const [kind, badges] = this.#spare.entries().next().value!;
    this.#spare.delete(kind);
    this.#count -= badges.length;
  }
}
