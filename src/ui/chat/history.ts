import type { ChatRow } from '../../workers/core/room/view.ts';
import { CHAT_LIMITS } from './limits.ts';

/** The last rows in order, oldest first. Cut in blocks, so that a flood does not move the whole array for each row. */
export class ChatHistory {
  #rows: ChatRow[] = [];
  readonly #max: number;

  constructor(max: number = CHAT_LIMITS.historyRows) {
    this.#max = max;
  }

  push(rows: readonly ChatRow[]): void {
    for (const row of rows.length > this.#max ? rows.slice(-this.#max) : rows) this.#rows.push(row);
    if (this.#rows.length > this.#max * 1.25) this.#rows = this.#rows.slice(-this.#max);
  }

  /** Own rows leave when their echo has come. */
  remove(id: number): void {
    const index = this.#rows.findIndex((row) => row.id === id);
    if (index >= 0) this.#rows.splice(index, 1);
  }

  /** An own row that was sent: the same row, no longer waiting. */
  settle(id: number): void {
    const index = this.#rows.findIndex((row) => row.id === id);
    const row = this.#rows[index];
    if (row !== undefined) this.#rows[index] = { ...row, type: 'chat' };
  }

  get length(): number {
    return Math.min(this.#rows.length, this.#max);
  }

  last(count: number): readonly ChatRow[] {
    return this.#rows.slice(-Math.min(count, this.#max));
  }

  all(): readonly ChatRow[] {
    return this.#rows.slice(-this.#max);
  }
}
