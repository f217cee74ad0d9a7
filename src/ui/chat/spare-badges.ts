import type { Badge } from '../../core/room/view.ts';

/** Elements kept: those of a list of rows, as many badges in each as crowds wear. */
const MAX_SPARE = 240;

/** Badges with an icon of rows that have left, by what they show: an image that is put in again is not asked for and loaded once more. */
export class SpareBadges {
  /** Oldest kind first; none is empty. */
  readonly #spare = new Map<string, HTMLElement[]>();
  readonly #kinds = new WeakMap<Element, string>();
  #count = 0;

  take(badge: Badge, make: () => HTMLElement): HTMLElement {
    if (badge.iconUrl === '') return make();
    const kind = `${badge.type} ${badge.level} ${badge.iconUrl} ${badge.text}`;
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
