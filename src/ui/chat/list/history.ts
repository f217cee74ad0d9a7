import type { ChatRow } from '../../../core/room/view.ts';
import { isChatOfOthers } from '../../../core/room/chat/chat-row.ts';
import { CHAT_LIMITS } from '../limits.ts';

export const NOTHING_COUNTED: ReadonlyMap<number, number> = new Map();

const isMergeable = (row: ChatRow): boolean => row.type === 'chat' && !row.isSecret && row.toName === '' && isChatOfOthers(row);

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

  /**
   * The rows without those whose words an earlier line of another viewer has, which counts them: a row of the same batch, or a kept one, with
   * its new count by its id.
   */
  merge(rows: readonly ChatRow[]): { readonly rows: readonly ChatRow[]; readonly counted: ReadonlyMap<number, number> } {
    const known = new Map<string, ChatRow>();
    for (const row of this.last(CHAT_LIMITS.mergedRows)) if (isMergeable(row)) known.set(row.text, row);
    const times = new Map<number, number>();
    const fresh: ChatRow[] = [];
    for (const row of rows) {
      const first = isMergeable(row) ? known.get(row.text) : undefined;
      if (first !== undefined) times.set(first.id, (times.get(first.id) ?? first.times ?? 1) + 1);
      else {
        fresh.push(row);
        if (isMergeable(row)) known.set(row.text, row);
      }
    }
    const merged = fresh.map((row) => {
      const count = times.get(row.id);
      times.delete(row.id);
      return count === undefined ? row : { ...row, times: count };
    });
    return { rows: merged, counted: times };
  }

  /** Removes an own row, for example because its echo has arrived. */
  remove(id: number): void {
    const index = this.#rows.findIndex((row) => row.id === id);
    if (index >= 0) this.#rows.splice(index, 1);
  }

  find(id: number): ChatRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  /** True if rows were removed. */
  hide(isHidden: (row: ChatRow) => boolean): boolean {
    const before = this.#rows.length;
    this.#rows = this.#rows.filter((row) => !isHidden(row));
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
