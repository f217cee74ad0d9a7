import type { RoomMessage } from '../../../wire/registry.ts';
import { BATCH_MS } from '../../socket/batch.ts';
import type { LineFailure } from '../../socket/chat-refusal.ts';
import { createPast } from './chat-past.ts';
import { type ChatPeople, chatRow } from './chat-row.ts';
import { isChatOfOthers } from './chat-of-others.ts';
import type { ChatBatch, ChatRow } from '../view.ts';
import { entryOf, type Entry } from './welcome.ts';

/** The page renders at most ten batches a second. */
export const CHAT_BATCHES_PER_SECOND = 1_000 / BATCH_MS;
/** The page's cost of a batch (layout, layers, a commit) hardly depends on its rows. Under load, fewer and larger batches are sent. */
export const CHAT_BUSY = {
  /** Rows waiting after BATCH_MS that count as load: 40 lines a second, too fast to read line by line. */
  rows: 4,
  /** Interval between two batches under load. */
  everyMs: 333,
} as const;
/** At this limit 150 rows a second are sent, more than anybody can read; each row costs main-thread time. */
export const CHAT_BATCH_ROWS = 50;

/** Own rows remembered to detect a second echo. */
const MAX_ECHOED = 100;

interface FeedContext {
  /** Returns the id of the viewer's own row that waits for this line; 0: none. */
  readonly ownRow?: (uuid: string, seq: number) => number;
  /** Whether a line of the viewer with this text has a row on this page; the same line from before the entry is dropped. */
  readonly hasRow?: (text: string) => boolean;
  /** Users whose lines from before the entry are dropped; their live messages are dropped earlier. */
  readonly blocked?: ReadonlySet<number>;
}
const NOBODY: ReadonlySet<number> = new Set();

export interface ChatFeed {
  /** Adds the messages of one socket batch. */
  add(messages: readonly RoomMessage[], people: ChatPeople, about?: FeedContext): void;
  /** Adds a row made by the room: the viewer's pending message. */
  addRow(row: ChatRow): void;
  settle(id: number): void;
  fail(id: number, why: LineFailure, message: string): void;
  remove(id: number): void;
  /** Counts messages that were dropped before they arrived here. */
  skip(count: number): void;
  nextId(): number;
  /** Delay from the last batch to the next one; null: no batch is due. */
  gapMs(): number | null;
  /** The next batch for the page, at most CHAT_BATCH_ROWS rows; null if there is none. */
  flush(): ChatBatch | null;
}

/**
 * Collects chat rows between the socket and the page. During a flood the oldest rows of other viewers are dropped and counted; rows of the
 * viewer, of the star and mentions of the viewer are kept as far as a batch holds them. `isWelcome` decides which entries have a row (S22).
 */
export function createChatFeed(isWelcome: (entry: Entry) => boolean = () => true): ChatFeed {
  let lastId = 0;
  let rows: ChatRow[] = [];
  let settled: number[] = [];
  let failed: ChatBatch['failed'][number][] = [];
  let removed: number[] = [];
  let skipped = 0;
  /** Own rows whose echo has arrived; a further echo, from a server that repeats a line, is dropped. */
  const echoed = new Set<number>();

  const past = createPast();

  const nextId = (): number => ++lastId;
  const push = (row: ChatRow): void => {
    rows.push(row);
    if (rows.length <= CHAT_BATCH_ROWS) return;
    const oldest = rows.findIndex((row) => isChatOfOthers(row));
    rows.splice(Math.max(0, oldest), 1);
    skipped++;
  };

  /** The own row may still wait for the same batch; it is then replaced before it reaches the page. */
  function pushEcho(row: ChatRow & { readonly replaces: number }): void {
    echoed.add(row.replaces);
    if (echoed.size > MAX_ECHOED) for (const oldest of [...echoed].slice(0, 1)) echoed.delete(oldest);
    rows = rows.filter(({ id }) => id !== row.replaces);
    push(row);
  }

  function gapMs(): number | null {
    const changes = settled.length + failed.length + removed.length;
    if (rows.length + changes + skipped === 0) return null;
    // Rows about the viewer and rows of the star are never delayed.
    const isOthersChat = changes === 0 && rows.every((row) => isChatOfOthers(row));
    return isOthersChat && rows.length + skipped >= CHAT_BUSY.rows ? CHAT_BUSY.everyMs : BATCH_MS;
  }

  return {
    nextId,
    add(messages, people, { ownRow = () => 0, hasRow = () => false, blocked = NOBODY } = {}) {
      const isHidden = (userId: number, text: string): boolean => blocked.has(userId) || (userId === people.userId && hasRow(text));
      // Placed before all waiting rows.
      for (const message of messages)
        if (message.name === 'chat-history') rows = [...past.take(message.body, people, nextId, isHidden), ...rows].slice(-CHAT_BATCH_ROWS);
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
      // Bounded by the socket worker's queue; each flush empties this list.
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
