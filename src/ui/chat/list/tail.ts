import { isChatOfOthers } from '../../../core/room/chat/chat-row.ts';
import type { ChatBatch, ChatRow } from '../../../core/room/view.ts';
import { ChatHistory, NOTHING_COUNTED } from './history.ts';
import { CHAT_LIMITS } from '../limits.ts';
import { renderRow, type RowText } from './row.ts';
import css from '../Chat.module.css';

export interface TailState {
  /** False while the viewer reads further up; the list does not move then. */
  readonly isFollowing: boolean;
  /** Rows received meanwhile. */
  readonly unseen: number;
  readonly isEmpty: boolean;
  /** True while the viewer reads further up and more rows are kept than the list shows. */
  readonly hasOlder: boolean;
  /** First row received meanwhile that mentions the viewer; 0 for none. */
  readonly mention: number;
}

/** A batch draws at most this many times the rows that fit the list. */
const SPARE_ROWS = 1.3;
/** Number of rows from which their average height is reliable. */
const AVERAGED_ROWS = 60;

export const AT_END: TailState = { isFollowing: true, unseen: 0, isEmpty: true, hasOlder: false, mention: 0 };

/**
 * The live end of the chat: plain rows in the DOM, at most `tailRows`, appended in batches. React is notified only when `TailState`
 * changes. `list` is laid out from its end (`column-reverse` around it), so that following the chat needs no measuring. While the viewer
 * reads further up, no row is added.
 */
export class ChatTail {
  readonly history = new ChatHistory();
  readonly #scroller: HTMLElement;
  readonly #list: HTMLElement;
  readonly #blocks: RowBlocks;
  readonly #changed: (state: TailState) => void;
  readonly #position: ReadingPosition;
  readonly #sizes: ResizeObserver;
  #text: RowText;
  #state: TailState = AT_END;
  /** Rows in the list, in order. */
  #drawn: ChatRow[] = [];
  /** True if a flood skipped rows. */
  #hasGaps = false;
  #merges = false;
  #listPx = Number.POSITIVE_INFINITY;
  #rowPx = 1;

  constructor(scroller: HTMLElement, list: HTMLElement, text: RowText, changed: (state: TailState) => void) {
    this.#scroller = scroller;
    this.#list = list;
    this.#blocks = new RowBlocks(list);
    this.#text = text;
    this.#changed = changed;
    this.#position = new ReadingPosition(scroller, list);
    // Called after layout and before paint, so that rows never appear at a wrong position.
    this.#sizes = new ResizeObserver((changed) => {
      for (const { target, contentRect } of changed) {
        if (target === scroller) this.#listPx = contentRect.height || Number.POSITIVE_INFINITY;
        else this.#rowPx = Math.max(1, contentRect.height / this.#blocks.rows) || 1;
      }
      this.#hold();
    });
    this.#sizes.observe(scroller);
    this.#sizes.observe(list);
  }

  add(batch: ChatBatch): void {
    this.#keepFocus(() => this.#addRows(batch));
  }

  #addRows(batch: ChatBatch): void {
    for (const id of batch.removed) this.#remove(id);
    const rows = batch.rows.filter((row) => !this.#echoInPlace(row));
    for (const { replaces } of rows) if (replaces !== undefined) this.#remove(replaces);
    this.#push(rows);
    // After the rows, because an own row may be created and fail in one batch.
    for (const id of batch.settled) this.#change(id, { type: 'chat' });
    for (const { id, why, message } of batch.failed) this.#change(id, { type: 'own-failed', failure: { why, message } });
  }

  /** While the viewer reads further up, an echo keeps the place of its own row: without this row the rows above could not stay in place. */
  #echoInPlace(row: ChatRow): boolean {
    return !this.#state.isFollowing && row.replaces !== undefined && this.#change(row.replaces, { ...row, id: row.replaces });
  }

  #push(received: readonly ChatRow[]): void {
    const { rows, counted } = this.#merges ? this.history.merge(received) : { rows: received, counted: NOTHING_COUNTED };
    for (const [id, times] of counted) this.#change(id, { times });
    if (rows.length === 0) return;
    this.history.push(rows);
    if (this.#state.isFollowing) {
      const drawn = this.#drawnOf(rows);
      this.#append(drawn);
      if (rows.length > drawn.length) this.#hasGaps = true;
      if (this.#state.isEmpty) this.#set({ ...this.#state, isEmpty: false });
    } else {
      const called = rows.find(({ mentionsMe }) => mentionsMe === true)?.id ?? 0;
      const unseen = this.#state.unseen + rows.length;
      this.#set({ ...this.#state, isEmpty: false, unseen, mention: this.#state.mention || called });
    }
  }

  /** Called when the list was scrolled; at its end the list follows the chat. */
  scrolled(isAtEnd: boolean): void {
    if (this.#position.note()) this.follow(isAtEnd);
  }

  follow(isFollowing: boolean): void {
    if (isFollowing === this.#state.isFollowing) return;
    if (isFollowing) {
      this.#position.release();
      this.#catchUp();
    } else {
      this.#fillGaps();
    }
    this.#set({ ...this.#state, isFollowing, unseen: 0, mention: 0, hasOlder: !isFollowing && this.history.length > this.#drawn.length });
    this.#hold();
  }

  /** Appends the rows that are missing at the end; drawn rows stay where they are, because the viewer may be pressing one. */
  #catchUp(): void {
    const newer = this.history.after(this.#drawn.at(-1));
    if (newer === null || newer.length >= CHAT_LIMITS.tailRows) this.#redraw(this.history.last(CHAT_LIMITS.tailRows));
    else this.#append(newer);
  }

  /** All kept rows, and the index of the first row of the list, or of the row `from`. */
  older(from = this.#drawn[0]?.id ?? 0): { readonly rows: readonly ChatRow[]; readonly firstDrawn: number } {
    const rows = this.history.all();
    return { rows, firstDrawn: Math.max(0, rows.length - this.history.since(from)) };
  }

  row(id: number): ChatRow | undefined {
    return this.history.find(id);
  }

  /** Scrolls to a mention and shows the following rows; false if it is older than the rows of the list. */
  showMention(): boolean {
    const id = this.#state.mention;
    this.#position.release();
    this.#redraw(this.history.last(CHAT_LIMITS.tailRows));
    this.#hasGaps = false;
    this.#set({ ...this.#state, unseen: 0, mention: 0, hasOlder: this.history.length > this.#drawn.length });
    const row = this.#rowOf(id);
    row?.scrollIntoView({ block: 'center' });
    row?.toggleAttribute('data-called', true);
    return row !== null;
  }

  /** Removes rows; the room worker drops later ones that are hidden. */
  hide(isHidden: (row: ChatRow) => boolean): void {
    if (!this.history.hide(isHidden)) return;
    this.#redraw(this.#drawn.filter((row) => !isHidden(row)));
    const { mention } = this.#state;
    // The mention may have been one of the removed rows: the next one takes its place.
    const next = mention === 0 ? 0 : (this.history.all().find(({ id, mentionsMe }) => mentionsMe === true && id >= mention)?.id ?? 0);
    if (next !== mention) this.#set({ ...this.#state, mention: next });
  }

  /** From now on, lines of other viewers with the words of a recent line are counted on it. */
  merge(isOn: boolean): void {
    this.#merges = isOn;
  }

  /** Called when the list is removed. */
  clear(): void {
    this.#sizes.disconnect();
    this.#blocks.replaceAll([]);
  }

  setText(text: RowText): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#replaceRows(this.#drawn, new Map());
  }

  #set(state: TailState): void {
    this.#state = state;
    this.#changed(state);
  }

  #append(rows: readonly ChatRow[]): void {
    this.#blocks.append(
      rows.map((row) => renderRow(row, this.#text)),
      CHAT_LIMITS.tailRows,
    );
    this.#drawn = [...this.#drawn, ...rows].slice(-this.#blocks.rows);
  }

  /** Skips chat rows that would be out of view as soon as the batch is drawn. */
  #drawnOf(rows: readonly ChatRow[]): readonly ChatRow[] {
    const isKnown = this.#blocks.rows >= AVERAGED_ROWS;
    const fitting = isKnown ? Math.ceil((this.#listPx / this.#rowPx) * SPARE_ROWS) : CHAT_LIMITS.drawnPerBatch;
    let over = rows.length - Math.min(CHAT_LIMITS.drawnPerBatch, fitting);
    return rows.filter((row) => !isChatOfOthers(row) || over-- <= 0);
  }

  /** Keeps the elements of unchanged rows, because an open card returns the focus to the name from which it was opened. */
  #redraw(rows: readonly ChatRow[]): void {
    const elements = this.#list.querySelectorAll<HTMLElement>('[data-id]');
    // A moved element would start its animation again.
    this.#list.querySelector('[data-called]')?.removeAttribute('data-called');
    this.#replaceRows(rows, new Map(this.#drawn.map((row, at) => [row, elements[at]])));
  }

  #replaceRows(rows: readonly ChatRow[], known: ReadonlyMap<ChatRow, HTMLElement | undefined>): void {
    const heldId = this.#position.rowId;
    this.#drawn = [...rows];
    this.#keepFocus(() => this.#blocks.replaceAll(rows.map((row) => known.get(row) ?? renderRow(row, this.#text))));
    if (heldId !== null) this.#position.replace(this.#rowOf(heldId));
    this.#hold();
  }

  /** A moved element loses the focus and gets it back; if a removed row had it, the list gets it. */
  #keepFocus(change: () => void): void {
    const focused = document.activeElement;
    const isInList = this.#list.contains(focused);
    change();
    if (!isInList || document.activeElement === focused) return;
    const next = focused instanceof HTMLElement && focused.isConnected ? focused : this.#scroller;
    next.focus({ preventScroll: true });
  }

  #hold(): void {
    if (!this.#state.isFollowing) this.#position.hold();
  }

  /** Inserts the rows that a flood had skipped, starting well above the first visible row. */
  #fillGaps(): void {
    if (!this.#hasGaps) return;
    this.#hasGaps = false;
    const wanted = this.history.since(this.#position.rowId ?? 0) + CHAT_LIMITS.tailRows / 2;
    this.#redraw(this.history.last(Math.min(CHAT_LIMITS.readingRows, Math.max(CHAT_LIMITS.tailRows, wanted))));
  }

  /** Redraws an own row that was confirmed or has failed; false if it is not kept. */
  #change(id: number, changes: Partial<ChatRow>): boolean {
    const row = this.history.change(id, changes);
    if (row === undefined) return false;
    this.#drawn = this.#drawn.map((drawn) => (drawn.id === id ? row : drawn));
    const element = renderRow(row, this.#text);
    const isAnchor = this.#position.rowId === id;
    this.#rowOf(id)?.replaceWith(element);
    if (isAnchor) this.#position.replace(element);
    return true;
  }

  #remove(id: number): void {
    this.history.remove(id);
    this.#drawn = this.#drawn.filter((drawn) => drawn.id !== id);
    const row = this.#rowOf(id);
    if (row !== null) this.#blocks.remove(row);
  }

  #rowOf(id: number): HTMLElement | null {
    return this.#list.querySelector<HTMLElement>(`[data-id="${id}"]`);
  }
}

/** Smaller differences are layout rounding, because scroll positions snap to device pixels. */
const ROUNDING_PX = 1;

/**
 * Keeps the viewer's reading position: the first visible row stays at its distance from the top of the scroller. Neither the distance from
 * the end nor the browser's scroll anchoring works: rows change their height with font, width, zoom and language, rows below are removed,
 * and anchoring selects the whole column when the rows are redrawn.
 */
class ReadingPosition {
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

/**
 * The rows of the live list, grouped into blocks. A block is a layer of its own, painted when its rows are added: later rows move it, which
 * the compositor does with the existing pixels. Rows of one layer would all be painted and rasterized again at each batch. Therefore the
 * list grows only at its end, and blocks are removed as a whole.
 */
class RowBlocks {
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
