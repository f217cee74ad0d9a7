/** Maximum number of kept elements: badges and portraits of a full list of rows. */
const MAX_SPARE = 240;

/** Badges and portraits of removed rows by `kind`: an image that is inserted again is neither requested nor decoded again. */
export class SpareBadges {
  /** Oldest kind first; no list is empty. */
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

  /** Collects the badges of a removed row. */
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
