import type { RoomMessage } from '../../wire/registry.ts';
import { BATCH_MS } from '../socket/batch.ts';
import type { LineFailure } from '../socket/chat-refusal.ts';
import { createPast } from './chat-past.ts';
import { type ChatPeople, chatRow } from './chat-row.ts';
import { isTalkOfOthers } from './talk-of-others.ts';
import type { ChatBatch, ChatRow } from './view.ts';
import { entryOf, type Entry } from './welcome.ts';

/** The page draws ten batches a second at most. */
export const CHAT_BATCHES_PER_SECOND = 1_000 / BATCH_MS;
/** What the page does for a batch (layout, layers, a commit) hardly depends on its rows: where many come, fewer and larger ones cross. */
export const CHAT_BUSY = {
  /** Rows that wait after BATCH_MS: chat of 40 lines a second, too fast to read line by line. */
  rows: 4,
  /** Between two batches then. */
  everyMs: 333,
} as const;
/** 150 rows a second are already more than anybody reads, and each costs the page's main thread. */
export const CHAT_BATCH_ROWS = 50;

/** Own rows that are remembered for a second echo. */
const MAX_ECHOED = 100;

interface FeedContext {
  /** The viewer's own row that waits for this line; 0: none. */
  readonly ownRow?: (uuid: string, seq: number) => number;
  /** Whose lines from before the entry are left out; those of messages are left out before. */
  readonly blocked?: ReadonlySet<number>;
}
const NOBODY: ReadonlySet<number> = new Set();

export interface ChatFeed {
  /** Messages of one batch of the socket. */
  add(messages: readonly RoomMessage[], people: ChatPeople, about?: FeedContext): void;
  /** A row of the room's own making: the viewer's waiting message. */
  addRow(row: ChatRow): void;
  settle(id: number): void;
  fail(id: number, why: LineFailure, message: string): void;
  remove(id: number): void;
  /** Messages that were left out before they came here. */
  skip(count: number): void;
  nextId(): number;
  /** How long after the last batch the next one leaves; null: there is nothing for it. */
  gapMs(): number | null;
  /** What crosses to the page now; null when nothing does. Never more than CHAT_BATCH_ROWS rows. */
  flush(): ChatBatch | null;
}

/**
 * Between the socket and the page: rows wait here for the next batch. When talk floods, the oldest rows of others are left out and counted; the
 * viewer's own, the star's and those that call the viewer stay, as far as a batch holds them. `isWelcome` decides which entries have a line (S22).
 */
export function createChatFeed(isWelcome: (entry: Entry) => boolean = () => true): ChatFeed {
  let lastId = 0;
  let rows: ChatRow[] = [];
  let settled: number[] = [];
  let failed: ChatBatch['failed'][number][] = [];
  let removed: number[] = [];
  let skipped = 0;
  /** Own rows whose echo has come: a second one, of a server that says a line twice, is none. */
  const echoed = new Set<number>();

  const past = createPast();

  const nextId = (): number => ++lastId;
  const push = (row: ChatRow): void => {
    rows.push(row);
    if (rows.length <= CHAT_BATCH_ROWS) return;
    const oldest = rows.findIndex((row) => isTalkOfOthers(row));
    rows.splice(Math.max(0, oldest), 1);
    skipped++;
  };

  /** The own row may wait for the same batch still: then it never reaches the page. */
  function pushEcho(row: ChatRow & { readonly replaces: number }): void {
    echoed.add(row.replaces);
    if (echoed.size > MAX_ECHOED) for (const oldest of [...echoed].slice(0, 1)) echoed.delete(oldest);
    rows = rows.filter(({ id }) => id !== row.replaces);
    push(row);
  }

  function gapMs(): number | null {
    const changes = settled.length + failed.length + removed.length;
    if (rows.length + changes + skipped === 0) return null;
    // Lines about the viewer and the star's lines are never delayed.
    const isTalk = changes === 0 && rows.every((row) => isTalkOfOthers(row));
    return isTalk && rows.length + skipped >= CHAT_BUSY.rows ? CHAT_BUSY.everyMs : BATCH_MS;
  }

  return {
    nextId,
    add(messages, people, { ownRow = () => 0, blocked = NOBODY } = {}) {
      // In front of everything that waits.
      for (const message of messages)
        if (message.name === 'chat-history') rows = [...past.take(message.body, people, nextId, blocked), ...rows].slice(-CHAT_BATCH_ROWS);
      for (const message of messages) {
        if (message.name === 'login' && !isWelcome(entryOf(message.body, people.userId))) continue;
        const row = chatRow(message, nextId(), people);
        if (row === null || !past.isNew(row)) continue;
        const replaces = row.isMe && row.type === 'chat' && 'uuid' in message.body ? ownRow(message.body.uuid, message.body.seq) : 0;
        if (replaces === 0) push(row);
        else if (!echoed.has(replaces)) pushEcho({ ...row, replaces });
      }
    },
    addRow: push,
    settle(id) {
      // The queue of the socket worker bounds how many can wait, and every flush empties this list.
      settled.push(id);
    },
    fail(id, why, message) {
      failed.push({ id, why, message });
    },
    remove(id) {
      removed.push(id);
    },
    skip(count) {
      skipped += count;
    },
    gapMs,
    flush() {
      if (gapMs() === null) return null;
      const batch: ChatBatch = { rows, settled, failed, removed, skipped };
      rows = [];
      settled = [];
      failed = [];
      removed = [];
      skipped = 0;
      return batch;
    },
  };
}
