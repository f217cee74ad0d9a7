/** Smaller differences are rounding of the layout: scroll positions snap to pixels of the screen. */
const ROUNDING_PX = 1;

/**
 * Holds what a viewer reads further up where it stands: the first row in sight, at its distance from the top of the scroller. Neither the
 * distance from the end nor the browser's scroll anchoring does that: rows change their height with the font, the width, the zoom and
 * the language, rows below leave, and anchoring settles on the whole column when the rows are drawn again.
 */
export class ReadingPosition {
  readonly #scroller: HTMLElement;
  readonly #list: HTMLElement;
  #row: HTMLElement | null = null;
  #offsetPx = 0;
  /** Where `hold` or the browser's clamping left the scroller: the scroll event that follows is not the viewer's. */
  #heldTopPx: number | null = null;

  constructor(scroller: HTMLElement, list: HTMLElement) {
    this.#scroller = scroller;
    this.#list = list;
  }

  /** The id of the row that is held. */
  get rowId(): number | null {
    return this.#row === null ? null : Number(this.#row.dataset['id']);
  }

  /** False for the scroll event that `hold` caused; the viewer's own scrolling says what to hold from now on. */
  note(): boolean {
    if (this.#heldTopPx !== null && Math.abs(this.#scroller.scrollTop - this.#heldTopPx) <= ROUNDING_PX) return false;
    this.#heldTopPx = null;
    this.#row = this.#firstInSight();
    if (this.#row !== null) this.#offsetPx = this.#offsetOf(this.#row);
    return true;
  }

  /** The rows were drawn again: the same row is another element now. */
  replace(row: HTMLElement | null): void {
    this.#row = row;
  }

  hold(): void {
    // A hidden list has no places.
    if (this.#row === null || !this.#row.isConnected || this.#scroller.clientHeight === 0) return;
    const movedPx = this.#offsetOf(this.#row) - this.#offsetPx;
    if (Math.abs(movedPx) >= ROUNDING_PX) this.#scroller.scrollTop += movedPx;
    this.#heldTopPx = this.#scroller.scrollTop;
  }

  release(): void {
    this.#row = null;
    this.#heldTopPx = null;
  }

  /** In the scroller's own pixels: rectangles are in those of the window, which `zoom` and transforms make larger or smaller. */
  #offsetOf(row: HTMLElement): number {
    const box = this.#scroller.getBoundingClientRect();
    return (row.getBoundingClientRect().top - box.top) * (this.#scroller.offsetHeight / box.height);
  }

  /** By halves: rows stand in order. */
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
