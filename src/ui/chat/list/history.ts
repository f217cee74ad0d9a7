import type { ChatRow } from '../../../core/room/view.ts';
import { CHAT_LIMITS } from '../limits.ts';

/** The newest rows, oldest first. Trimmed in blocks, so that a flood does not move the whole array for each row. */
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

  /** Removes an own row, for example because its echo has arrived. */
  remove(id: number): void {
    const index = this.#rows.findIndex((row) => row.id === id);
    if (index >= 0) this.#rows.splice(index, 1);
  }

  find(id: number): ChatRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  /** True if rows of these users were removed. */
  hide(userIds: ReadonlySet<number>): boolean {
    const before = this.#rows.length;
    if (userIds.size > 0) this.#rows = this.#rows.filter(({ userId }) => !userIds.has(userId));
    return this.#rows.length < before;
  }

  /** Updates an own row that was confirmed or has failed; returns the new row. */
  change(id: number, changes: Partial<ChatRow>): ChatRow | undefined {
    const index = this.#rows.findIndex((row) => row.id === id);
    const row = this.#rows[index];
    if (row === undefined) return undefined;
    const changed = { ...row, ...changes };
    this.#rows[index] = changed;
    return changed;
  }

  get length(): number {
    return Math.min(this.#rows.length, this.#max);
  }

  /** Number of rows from this id to the end. */
  since(id: number): number {
    const index = this.#rows.findIndex((row) => row.id >= id);
    return index < 0 ? 0 : Math.min(this.#rows.length - index, this.#max);
  }

  /** The rows after this one; null if it is not kept. */
  after(row: ChatRow | undefined): readonly ChatRow[] | null {
    const index = row === undefined ? -1 : this.#rows.lastIndexOf(row);
    return index < 0 ? null : this.#rows.slice(index + 1);
  }

  last(count: number): readonly ChatRow[] {
    return this.#rows.slice(-Math.min(count, this.#max));
  }

  all(): readonly ChatRow[] {
    return this.#rows.slice(-this.#max);
  }
}
