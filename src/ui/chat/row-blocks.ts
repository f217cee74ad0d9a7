import css from './Chat.module.css';
import { CHAT_LIMITS } from './limits.ts';

/**
 * The rows of the live list, in blocks. A block is a layer of its own, painted when its rows come: rows that come later move it, which the compositor
 * does with the pixels that are there, where rows of one layer would all be painted and rastered again at each batch. So it grows at its end only,
 * and leaves as a whole.
 */
export class RowBlocks {
  readonly #list: HTMLElement;
  readonly #left: (row: Element) => void;
  #rows = 0;

  /** `left` hears of each row that is gone. */
  constructor(list: HTMLElement, left: (row: Element) => void) {
    this.#list = list;
    this.#left = left;
  }

  get rows(): number {
    return this.#rows;
  }

  /** At the end. Of more than `max` rows the oldest blocks leave. */
  append(rows: readonly HTMLElement[], max: number): void {
    let from = 0;
    while (from < rows.length) {
      const block = this.#blockFor(rows.length - from);
      const next = from + CHAT_LIMITS.blockRows - block.childElementCount;
      block.append(...rows.slice(from, next));
      from = next;
    }
    this.#rows += rows.length;
    while (this.#rows > max) this.#removeOldest();
  }

  /** These and no others. */
  replaceAll(rows: readonly HTMLElement[]): void {
    while (this.#list.firstElementChild !== null) this.#removeOldest();
    this.append(rows, rows.length);
  }

  remove(row: Element): void {
    const block = row.parentElement;
    row.remove();
    if (block?.childElementCount === 0) block.remove();
    this.#rows--;
    this.#left(row);
  }

  /** A batch is not divided where a new block takes it whole: what is painted already stays as it is. */
  #blockFor(count: number): Element {
    const last = this.#list.lastElementChild;
    if (last !== null && last.childElementCount + Math.min(count, CHAT_LIMITS.blockRows) <= CHAT_LIMITS.blockRows) return last;
    const block = document.createElement('div');
    block.className = css.block ?? '';
    this.#list.append(block);
    return block;
  }

  #removeOldest(): void {
    const block = this.#list.firstElementChild!;
    block.remove();
    this.#rows -= block.childElementCount;
    for (const row of block.children) this.#left(row);
  }
}
