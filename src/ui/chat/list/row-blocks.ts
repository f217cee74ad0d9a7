import css from '../Chat.module.css';
import { CHAT_LIMITS } from '../limits.ts';

/**
 * The rows of the live list, grouped into blocks. A block is a layer of its own, painted when its rows are added: later rows move it, which
 * the compositor does with the existing pixels. Rows of one layer would all be painted and rasterized again at each batch. Therefore the
 * list grows only at its end, and blocks are removed as a whole.
 */
export class RowBlocks {
  readonly #list: HTMLElement;
  #rows = 0;

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Appends at the end. Beyond `max` rows the oldest blocks are removed. */
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

  /** Replaces all rows. */
  replaceAll(rows: readonly HTMLElement[]): void {
    while (this.#list.firstElementChild !== null) this.#removeOldest();
    this.append(rows, rows.length);
  }

  remove(row: Element): void {
    const block = row.parentElement;
    row.remove();
    if (block?.childElementCount === 0) block.remove();
    this.#rows--;
  }

  /** A batch is not split if a new block holds it completely, so that painted blocks stay unchanged. */
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
  }
}
