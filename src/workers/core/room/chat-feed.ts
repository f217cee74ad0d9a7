import { BATCH_MS } from '../socket/batch.ts';
import { type ChatMessage, type ChatPeople, chatRow } from './chat-row.ts';
import type { ChatBatch, ChatRow } from './view.ts';

/** The page draws ten batches a second: 200 rows a second is already more than anybody reads, and each costs its main thread. */
export const CHAT_BATCHES_PER_SECOND = 1_000 / BATCH_MS;
export const CHAT_BATCH_ROWS = 20;

export interface ChatFeed {
  /** Messages of one batch of the socket; counts those with unreadable `ext`. */
  take(messages: readonly ChatMessage[], people: ChatPeople): { readonly badExts: number };
  /** A row of the room's own making: the viewer's waiting message. */
  add(row: ChatRow): void;
  settle(id: number): void;
  /** Messages that were left out before they came here. */
  skip(count: number): void;
  nextId(): number;
  /** What crosses to the page now; null when nothing does. Never more than CHAT_BATCH_ROWS rows. */
  flush(): ChatBatch | null;
}

/**
 * Between the socket and the page: rows wait here for the next batch. When talk floods, the oldest rows of others are left out and counted; the
 * viewer's own and the star's stay, as far as a batch holds them.
 */
export function createChatFeed(): ChatFeed {
  let lastId = 0;
  let rows: ChatRow[] = [];
  let settled: number[] = [];
  let skipped = 0;

  const nextId = (): number => ++lastId;
  const push = (row: ChatRow): void => {
    rows.push(row);
    if (rows.length <= CHAT_BATCH_ROWS) return;
    const oldest = rows.findIndex((row) => !row.isMe && !row.isStar);
    rows.splice(Math.max(0, oldest), 1);
    skipped++;
  };

  return {
    nextId,
    take(messages, people) {
      let badExts = 0;
      for (const message of messages) {
        const made = chatRow(message, nextId(), people);
        if (made === null) continue;
        if (made.isExtBad) badExts++;
        push(made.row);
      }
      return { badExts };
    },
    add: push,
    settle(id) {
      // The queue of the socket worker bounds how many can wait, and every flush empties this list.
      settled.push(id);
    },
    skip(count) {
      skipped += count;
    },
    flush() {
      if (rows.length === 0 && settled.length === 0 && skipped === 0) return null;
      const batch: ChatBatch = { rows, settled, skipped };
      rows = [];
      settled = [];
      skipped = 0;
      return batch;
    },
  };
}
