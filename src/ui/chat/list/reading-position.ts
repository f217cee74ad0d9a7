/** Smaller differences are layout rounding, because scroll positions snap to device pixels. */
const ROUNDING_PX = 1;

/**
 * Keeps the viewer's reading position: the first visible row stays at its distance from the top of the scroller. Neither the distance from
 * the end nor the browser's scroll anchoring works: rows change their height with font, width, zoom and language, rows below are removed,
 * and anchoring selects the whole column when the rows are redrawn.
 */
export class ReadingPosition {
  readonly #scroller: HTMLElement;
  readonly #list: HTMLElement;
  #row: HTMLElement | null = null;
  #offsetPx = 0;
  /** Scroll position set by `hold` or by the browser's clamping: the following scroll event is not the viewer's. */
  #heldTopPx: number | null = null;

  constructor(scroller: HTMLElement, list: HTMLElement) {
    this.#scroller = scroller;
    this.#list = list;
  }

  /** Id of the anchor row. */
  get rowId(): number | null {
    return this.#row === null ? null : Number(this.#row.dataset['id']);
  }

  /** False for a scroll event caused by `hold`; a scroll by the viewer selects a new anchor row. */
  note(): boolean {
    if (this.#heldTopPx !== null && Math.abs(this.#scroller.scrollTop - this.#heldTopPx) <= ROUNDING_PX) return false;
    this.#heldTopPx = null;
    this.#row = this.#firstInSight();
    if (this.#row !== null) this.#offsetPx = this.#offsetOf(this.#row);
    return true;
  }

  /** The rows were redrawn: the anchor row is a new element. */
  replace(row: HTMLElement | null): void {
    this.#row = row;
  }

  hold(): void {
    // A hidden list has no layout.
    if (this.#row === null || !this.#row.isConnected || this.#scroller.clientHeight === 0) return;
    const movedPx = this.#offsetOf(this.#row) - this.#offsetPx;
    if (Math.abs(movedPx) >= ROUNDING_PX) this.#scroller.scrollTop += movedPx;
    this.#heldTopPx = this.#scroller.scrollTop;
  }

  release(): void {
    this.#row = null;
    this.#heldTopPx = null;
  }

  /** In the scroller's own pixels: client rectangles are in window pixels, which `zoom` and transforms scale. */
  #offsetOf(row: HTMLElement): number {
    const box = this.#scroller.getBoundingClientRect();
    return (row.getBoundingClientRect().top - box.top) * (this.#scroller.offsetHeight / box.height);
  }

  /** Binary search, because rows are in order. */
  #firstInSight(): HTMLElement | null {
    const rows = this.#list.querySelectorAll<HTMLElement>('[data-id]');
    const topPx = this.#scroller.getBoundingClientRect().top;
    let from = 0;
    let to = rows.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (rows[middle]!.getBoundingClientRect().bottom > topPx) to = middle;
      else from = middle + 1;
    }
    return rows[from] ?? null;
  }
}
