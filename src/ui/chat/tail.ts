import type { ChatBatch, ChatRow } from '../../workers/core/room/view.ts';
import { ChatHistory } from './history.ts';
import { CHAT_LIMITS } from './limits.ts';
import { renderRow, type RowText } from './row.ts';

export interface TailState {
  /** False while the viewer reads further up; then nothing in the list moves. */
  readonly isFollowing: boolean;
  /** Rows that came meanwhile. */
  readonly unseen: number;
  readonly isEmpty: boolean;
  /** True while reading further up, when more is kept than the list shows. */
  readonly hasOlder: boolean;
}

/**
 * The live end of the chat: plain rows in the DOM, at most `tailRows`, taken in batches. React only hears when `TailState` changes.
 * `list` is laid out from its end (`column-reverse` around it), so following costs no measuring.
 */
export class ChatTail {
  readonly history = new ChatHistory();
  readonly #list: HTMLElement;
  readonly #changed: (state: TailState) => void;
  #text: RowText;
  #state: TailState = { isFollowing: true, unseen: 0, isEmpty: true, hasOlder: false };
  /** In a flood not every row was drawn. */
  #hasGaps = false;
  /** Own rows without an echo yet, oldest first. */
  #own: ChatRow[] = [];

  constructor(list: HTMLElement, text: RowText, changed: (state: TailState) => void) {
    this.#list = list;
    this.#text = text;
    this.#changed = changed;
  }

  take(batch: ChatBatch): void {
    for (const id of batch.settled) this.#settle(id);
    if (batch.rows.length === 0) return;
    for (const row of batch.rows) this.#matchOwn(row);
    this.history.push(batch.rows);
    if (this.#state.isFollowing) {
      this.#append(batch.rows.slice(-CHAT_LIMITS.drawnPerBatch));
      if (batch.rows.length > CHAT_LIMITS.drawnPerBatch) this.#hasGaps = true;
      if (this.#state.isEmpty) this.#set({ ...this.#state, isEmpty: false });
    } else {
      this.#set({ ...this.#state, unseen: this.#state.unseen + batch.rows.length });
    }
  }

  /** The viewer scrolled away from the end, or came back to it. */
  follow(isFollowing: boolean): void {
    if (isFollowing === this.#state.isFollowing) return;
    if (isFollowing || this.#hasGaps) this.#redraw();
    this.#set({ ...this.#state, isFollowing, unseen: 0, hasOlder: !isFollowing && this.history.length > CHAT_LIMITS.tailRows });
  }

  /** The list goes away. */
  clear(): void {
    this.#list.replaceChildren();
  }

  setText(text: RowText): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#redraw();
  }

  #set(state: TailState): void {
    this.#state = state;
    this.#changed(state);
  }

  #append(rows: readonly ChatRow[]): void {
    const fresh = document.createDocumentFragment();
    for (const row of rows.slice(-CHAT_LIMITS.tailRows)) fresh.append(renderRow(row, this.#text));
    this.#list.append(fresh);
    while (this.#list.childElementCount > CHAT_LIMITS.tailRows) this.#list.firstElementChild?.remove();
  }

  #redraw(): void {
    this.#list.replaceChildren();
    this.#hasGaps = false;
    this.#append(this.history.last(CHAT_LIMITS.tailRows));
  }

  /** The server's echo takes the place of the row that waited for it. */
  #matchOwn(row: ChatRow): void {
    if (row.type === 'own-waiting') {
      this.#own.push(row);
      if (this.#own.length > CHAT_LIMITS.ownRows) this.#own.shift();
      return;
    }
    if (!row.isMe || row.type !== 'chat') return;
    const index = this.#own.findIndex((own) => own.text === row.text);
    const own = this.#own[index];
    if (own === undefined) return;
    this.#own.splice(index, 1);
    this.history.remove(own.id);
    this.#rowOf(own.id)?.remove();
  }

  /** Sent: it no longer waits, and stays until the echo comes. */
  #settle(id: number): void {
    this.history.settle(id);
    const row = this.#rowOf(id);
    if (row === null) return;
    row.dataset['type'] = 'chat';
    row.querySelector('[role="img"]')?.remove();
  }

  #rowOf(id: number): HTMLElement | null {
    return this.#list.querySelector<HTMLElement>(`[data-id="${id}"]`);
  }
}
