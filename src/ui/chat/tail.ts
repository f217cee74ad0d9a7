import type { ChatBatch, ChatRow } from '../../core/room/view.ts';
import { ChatHistory } from './history.ts';
import { CHAT_LIMITS } from './limits.ts';
import { ReadingPosition } from './reading-position.ts';
import { renderRow, type RowText } from './row.ts';

export interface TailState {
  /** False while the viewer reads further up; then nothing in the list moves. */
  readonly isFollowing: boolean;
  /** Rows that came meanwhile. */
  readonly unseen: number;
  readonly isEmpty: boolean;
  /** True while reading further up, when more is kept than the list shows. */
  readonly hasOlder: boolean;
  /** The first row that came meanwhile and calls the viewer; 0 for none. */
  readonly mention: number;
}

export const AT_END: TailState = { isFollowing: true, unseen: 0, isEmpty: true, hasOlder: false, mention: 0 };

/**
 * The live end of the chat: plain rows in the DOM, at most `tailRows`, appended in batches. React only hears when `TailState` changes.
 * `list` is laid out from its end (`column-reverse` around it), so following costs no measuring. While the viewer reads further up, no
 * row is added and every row is laid out in full (`data-reading`): an estimated height would move what is read.
 */
export class ChatTail {
  readonly history = new ChatHistory();
  readonly #list: HTMLElement;
  readonly #changed: (state: TailState) => void;
  readonly #position: ReadingPosition;
  readonly #sizes: ResizeObserver;
  #text: RowText;
  #state: TailState = AT_END;
  /** The rows of the list, in its order. */
  #drawn: ChatRow[] = [];
  /** In a flood not every row was drawn. */
  #hasGaps = false;

  constructor(scroller: HTMLElement, list: HTMLElement, text: RowText, changed: (state: TailState) => void) {
    this.#list = list;
    this.#text = text;
    this.#changed = changed;
    this.#position = new ReadingPosition(scroller, list);
    // After layout and before paint: the viewer never sees the rows elsewhere.
    this.#sizes = new ResizeObserver(() => this.#hold());
    this.#sizes.observe(scroller);
    this.#sizes.observe(list);
  }

  add(batch: ChatBatch): void {
    for (const id of batch.removed) this.#remove(id);
    for (const { replaces } of batch.rows) if (replaces !== undefined) this.#remove(replaces);
    this.#push(batch);
    // After the rows: an own row may be made and fail in one batch.
    for (const id of batch.settled) this.#change(id, { type: 'chat' });
    for (const { id, why, message } of batch.failed) this.#change(id, { type: 'own-failed', failure: { why, message } });
  }

  #push(batch: ChatBatch): void {
    if (batch.rows.length === 0) return;
    this.history.push(batch.rows);
    if (this.#state.isFollowing) {
      this.#append(batch.rows.slice(-CHAT_LIMITS.drawnPerBatch));
      if (batch.rows.length > CHAT_LIMITS.drawnPerBatch) this.#hasGaps = true;
      if (this.#state.isEmpty) this.#set({ ...this.#state, isEmpty: false });
    } else {
      const called = batch.rows.find(({ mentionsMe }) => mentionsMe === true)?.id ?? 0;
      this.#set({ ...this.#state, unseen: this.#state.unseen + batch.rows.length, mention: this.#state.mention || called });
    }
  }

  /** The scroller moved; at its end the list follows the talk. */
  scrolled(isAtEnd: boolean): void {
    if (this.#position.note()) this.follow(isAtEnd);
  }

  follow(isFollowing: boolean): void {
    if (isFollowing === this.#state.isFollowing) return;
    this.#list.toggleAttribute('data-reading', !isFollowing);
    if (isFollowing) {
      this.#position.release();
      this.#redraw(this.history.last(CHAT_LIMITS.tailRows));
    } else {
      this.#fillGaps();
    }
    this.#set({ ...this.#state, isFollowing, unseen: 0, mention: 0, hasOlder: !isFollowing && this.history.length > this.#drawn.length });
    this.#hold();
  }

  /** All rows that are kept, and the place among them of the first one in the list, or of the row `from`. */
  older(from = this.#drawn[0]?.id ?? 0): { readonly rows: readonly ChatRow[]; readonly firstDrawn: number } {
    const rows = this.history.all();
    return { rows, firstDrawn: Math.max(0, rows.length - this.history.since(from)) };
  }

  row(id: number): ChatRow | undefined {
    return this.history.find(id);
  }

  /** Brings the row of a mention into sight, with what followed it; false when it is further back than the list draws. */
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

  /** Lines of these users leave; those that come later are left out by the room worker. */
  hide(userIds: ReadonlySet<number>): void {
    if (!this.history.hide(userIds)) return;
    this.#redraw(this.#drawn.filter(({ userId }) => !userIds.has(userId)));
  }

  /** The list goes away. */
  clear(): void {
    this.#sizes.disconnect();
    this.#list.replaceChildren();
  }

  setText(text: RowText): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#redraw(this.#drawn);
  }

  #set(state: TailState): void {
    this.#state = state;
    this.#changed(state);
  }

  #append(rows: readonly ChatRow[]): void {
    this.#drawn.push(...rows);
    this.#list.append(...rows.map((row) => renderRow(row, this.#text)));
    this.#drawn = this.#drawn.slice(-CHAT_LIMITS.tailRows);
    while (this.#list.childElementCount > CHAT_LIMITS.tailRows) this.#list.firstElementChild?.remove();
  }

  #redraw(rows: readonly ChatRow[]): void {
    const heldId = this.#position.rowId;
    this.#drawn = [...rows];
    this.#list.replaceChildren(...rows.map((row) => renderRow(row, this.#text)));
    if (heldId !== null) this.#position.replace(this.#rowOf(heldId));
    this.#hold();
  }

  #hold(): void {
    if (!this.#state.isFollowing) this.#position.hold();
  }

  /** What the flood left out, from well above the row that is read to the end. */
  #fillGaps(): void {
    if (!this.#hasGaps) return;
    this.#hasGaps = false;
    const wanted = this.history.since(this.#position.rowId ?? 0) + CHAT_LIMITS.tailRows / 2;
    this.#redraw(this.history.last(Math.min(CHAT_LIMITS.readingRows, Math.max(CHAT_LIMITS.tailRows, wanted))));
  }

  /** An own row that is said, failed, or gone: its echo takes its place, or it went back into the send box. */
  #change(id: number, changes: Partial<ChatRow>): void {
    const row = this.history.change(id, changes);
    if (row === undefined) return;
    this.#drawn = this.#drawn.map((drawn) => (drawn.id === id ? row : drawn));
    this.#rowOf(id)?.replaceWith(renderRow(row, this.#text));
  }

  #remove(id: number): void {
    this.history.remove(id);
    this.#drawn = this.#drawn.filter((drawn) => drawn.id !== id);
    this.#rowOf(id)?.remove();
  }

  #rowOf(id: number): HTMLElement | null {
    return this.#list.querySelector<HTMLElement>(`[data-id="${id}"]`);
  }
}
