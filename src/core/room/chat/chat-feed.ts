import type { BodyOfMessage, RoomMessage } from '../../../wire/registry.ts';
import { countOf } from '../../counts.ts';
import { BATCH_MS } from '../../socket/batch.ts';
import type { LineFailure } from './own-lines.ts';
import { shownText } from '../layout/shown-text.ts';
import { hideMystic } from '../people/mystic.ts';
import type { ChatBatch, ChatRow } from '../view.ts';
import { type ChatPeople, chatRow, emptyRow, isChatOfOthers, level, logoOf, MAX_NAME_CHARS, MAX_ROW_CHARS } from './chat-row.ts';
import { entryOf, type Entry } from './welcome.ts';

/** Number of newest lines from before the entry that are shown. */
const MAX_PAST_ROWS = 30;

type IsHidden = (userId: number, text: string) => boolean;

/** Lines sent before the viewer entered, oldest first, followed by a separator row; empty without lines. */
function pastRows(
  { lines }: BodyOfMessage<'chat-history'>,
  people: ChatPeople,
  nextId: () => number,
  isHidden: IsHidden,
): readonly ChatRow[] {
  const rows = lines.slice(-MAX_PAST_ROWS).flatMap(({ user, text: content, timeMs, mystic }): ChatRow[] => {
    const line = shownText(content, MAX_ROW_CHARS);
    const name = shownText(user?.nickname ?? '', MAX_NAME_CHARS);
    // A mystic viewer has a negative id here (mystic.ts).
    const userId = countOf(Math.abs(user?.userId ?? 0));
    if (line === '' || user === null || userId === 0 || name === '' || isHidden(userId, line)) return [];
    const row: ChatRow = {
      ...emptyRow(nextId(), countOf(timeMs)),
      type: 'chat',
      userId,
      name,
      ...logoOf(user.userLogo),
      richLevel: level(user.richlevel),
      text: line,
      isStar: userId === people.starId,
      isMe: userId === people.userId,
    };
    return [mystic || user.mystic ? hideMystic(row) : row];
  });
  const last = rows.at(-1);
  return last === undefined ? [] : [...rows, { ...emptyRow(nextId(), last.timeMs), type: 'past-end' }];
}

const keyOf = ({ userId, text, timeMs }: ChatRow): string => `${userId} ${timeMs} ${text}`;

/** The chat from before the entry, shown above the chat of this page. */
class Past {
  #hasChat = false;
  #known: ReadonlySet<string> = new Set();

  /** Rows of the chat before the entry; none after other users' lines were shown on this page, and none the second time. */
  take(body: BodyOfMessage<'chat-history'>, people: ChatPeople, nextId: () => number, isHidden: IsHidden): readonly ChatRow[] {
    if (this.#hasChat || this.#known.size > 0) return [];
    const rows = pastRows(body, people, nextId, isHidden);
    this.#known = new Set(rows.map((row) => keyOf(row)));
    return rows;
  }

  /** False for a line that is already in the list, because a server may send it again after the login. */
  isNew(row: ChatRow): boolean {
    if (row.type === 'chat' && !row.isMe) this.#hasChat = true;
    return this.#known.size === 0 || !this.#known.has(keyOf(row));
  }
}

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
  /** Rows that the viewer's choices hide. */
  readonly hides?: ((row: ChatRow) => boolean) | null;
}
const NOBODY: ReadonlySet<number> = new Set();

function gapOf(rows: readonly ChatRow[], changes: number, skipped: number): number | null {
  if (rows.length + changes + skipped === 0) return null;
  // Rows about the viewer and rows of the star are never delayed.
  const isOthersChat = changes === 0 && rows.every((row) => isChatOfOthers(row));
  return isOthersChat && rows.length + skipped >= CHAT_BUSY.rows ? CHAT_BUSY.everyMs : BATCH_MS;
}

/**
 * Collects chat rows between the socket and the page. During a flood the oldest rows of other viewers are dropped and counted; rows of the
 * viewer, of the star and mentions of the viewer are kept as far as a batch holds them.
 */
export class ChatFeed {
  readonly #isWelcome: (entry: Entry) => boolean;
  readonly #past = new Past();
  /** Own rows whose echo has arrived; a further echo, from a server that repeats a line, is dropped. */
  readonly #echoed = new Set<number>();
  #lastId = 0;
  #rows: ChatRow[] = [];
  #settled: number[] = [];
  #failed: ChatBatch['failed'][number][] = [];
  #removed: number[] = [];
  #skipped = 0;

  /** `isWelcome` decides which entries have a row (S22). */
  constructor(isWelcome: (entry: Entry) => boolean = () => true) {
    this.#isWelcome = isWelcome;
  }

  nextId(): number {
    return ++this.#lastId;
  }

  add(messages: readonly RoomMessage[], people: ChatPeople, about: FeedContext = {}): void {
    const { ownRow = () => 0, hasRow = () => false, blocked = NOBODY, hides = null } = about;
    const isHidden = (userId: number, text: string): boolean => blocked.has(userId) || (userId === people.userId && hasRow(text));
    for (const message of messages) {
      if (message.name !== 'chat-history') continue;
      const rows = this.#past.take(message.body, people, () => this.nextId(), isHidden).filter((row) => hides?.(row) !== true);
      // Placed before all waiting rows.
      this.#rows = [...rows, ...this.#rows].slice(-CHAT_BATCH_ROWS);
    }
    for (const message of messages) {
      if (message.name === 'login' && !this.#isWelcome(entryOf(message.body, people.userId))) continue;
      const row = chatRow(message, this.nextId(), people);
      if (row === null || !this.#past.isNew(row) || hides?.(row) === true) continue;
      const replaces = row.isMe && row.type === 'chat' && 'uuid' in message.body ? ownRow(message.body.uuid, message.body.seq) : 0;
      if (replaces === 0) this.addRow(row);
      else if (!this.#echoed.has(replaces)) this.#addEcho({ ...row, replaces });
    }
  }

  /** Adds a row; besides those of messages a row made by the room: the viewer's pending message. */
  addRow(row: ChatRow): void {
    this.#rows.push(row);
    if (this.#rows.length <= CHAT_BATCH_ROWS) return;
    const oldest = this.#rows.findIndex((one) => isChatOfOthers(one));
    this.#rows.splice(Math.max(0, oldest), 1);
    this.#skipped++;
  }

  /** The own row may still wait for the same batch; it is then replaced before it reaches the page. */
  #addEcho(row: ChatRow & { readonly replaces: number }): void {
    this.#echoed.add(row.replaces);
    if (this.#echoed.size > MAX_ECHOED) for (const oldest of [...this.#echoed].slice(0, 1)) this.#echoed.delete(oldest);
    this.#rows = this.#rows.filter(({ id }) => id !== row.replaces);
    this.addRow(row);
  }

  /** Bounded by the socket worker's queue; each flush empties the list. */
  settle(id: number): void {
    this.#settled.push(id);
  }

  fail(id: number, why: LineFailure, message: string): void {
    this.#failed.push({ id, why, message });
  }

  remove(id: number): void {
    this.#removed.push(id);
  }

  /** Counts messages that were dropped before they arrived here. */
  skip(count: number): void {
    this.#skipped += count;
  }

  /** Delay from the last batch to the next one; null: no batch is due. */
  gapMs(): number | null {
    return gapOf(this.#rows, this.#settled.length + this.#failed.length + this.#removed.length, this.#skipped);
  }

  /** The next batch for the page, at most CHAT_BATCH_ROWS rows; null if there is none. */
  flush(): ChatBatch | null {
    if (this.gapMs() === null) return null;
    const batch = { rows: this.#rows, settled: this.#settled, failed: this.#failed, removed: this.#removed, skipped: this.#skipped };
    this.#rows = [];
    this.#settled = [];
    this.#failed = [];
    this.#removed = [];
    this.#skipped = 0;
    return batch;
  }
}
