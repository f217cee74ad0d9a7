import type { Clock } from '../../../player/base/clock.ts';
import type { ChatFeed } from '../../../core/room/chat/chat-feed.ts';
import { MAX_ROW_CHARS, waitingRow } from '../../../core/room/chat/chat-row.ts';
import { readLines, type StoredLine, writeLines, type LineFailure } from '../../../core/room/chat/own-lines.ts';
import { shownText } from '../../../core/room/layout/shown-text.ts';
import type { LineOutcome, OutgoingLine } from '../../socket/api.ts';

export interface Speaker {
  readonly userId: number;
  readonly name: string;
  readonly logo: string;
  readonly richLevel: number;
  readonly isStar: boolean;
}

export interface OwnLinesDeps {
  readonly clock: Clock;
  readonly roomId: number;
  /** Lines stored by an earlier page of this tab. */
  readonly stored: string | undefined;
  readonly feed: ChatFeed;
  /** `sourceFrom` of the page; '' is sent as `others`. */
  readonly source: string;
  uuid(): string;
  speaker(): Speaker;
  send(line: OutgoingLine): void;
  store(text: string | null): void;
  /** Returns a line of another login to the send box. */
  giveBack(text: string): void;
}

/** S20: from this length on, `source` identifies the game from which the page was opened. */
const GAME_SOURCE_LENGTH = 32;
/** Confirmed rows that are remembered for an echo that arrives after the acknowledgement. */
const MAX_DELIVERED_ROWS = 100;

/** A line with its row in the list. */
type OwnLine = StoredLine & { readonly rowId: number };

/** The viewer's lines until the server has confirmed them: their rows in the list, and their copy in session storage. */
export class OwnLines {
  readonly #deps: OwnLinesDeps;
  readonly #deliveredLines = new Map<string, Pick<OwnLine, 'uuid' | 'seq' | 'rowId' | 'text'>>();
  #lines: readonly OwnLine[] = [];
  #lastSeq = 0;

  constructor(deps: OwnLinesDeps) {
    this.#deps = deps;
    for (const line of readLines(deps.roomId, deps.stored)) {
      this.#lines = [...this.#lines, { ...line, rowId: this.#addRow(line) }];
      this.#lastSeq = Math.max(this.#lastSeq, line.seq);
    }
  }

  write(text: string, toUserId: number, secret: boolean, manual: boolean): void {
    const writtenMs = this.#deps.clock.epochMs();
    // Unique in this page, because an answer without a uuid identifies the line by it.
    const seq = Math.max(writtenMs, this.#lastSeq + 1);
    this.#lastSeq = seq;
    const userId = this.#deps.speaker().userId;
    const line: StoredLine = { uuid: this.#deps.uuid(), seq, userId, writtenMs, text, toUserId, secret, manual, failure: null };
    // Without a login the socket worker refuses the line and requests a login, so there is no pending row.
    if (userId > 0) this.#change([...this.#lines, { ...line, rowId: this.#addRow(line) }]);
    this.#post(line);
  }

  /**
   * The viewer retries a failed line: it is sent with the same uuid, so that a server that has already received it does not accept it
   * twice.
   */
  resend(rowId: number): void {
    const failed = this.#lines.find((line) => line.rowId === rowId && line.failure !== null);
    if (failed !== undefined) this.#again({ ...failed, userId: this.#deps.speaker().userId });
  }

  /** The verification question was answered: lines waiting for it are sent. */
  resendVerified(): void {
    for (const line of this.#lines.filter(({ failure }) => failure === 'verify')) this.#again(line);
  }

  settle(uuid: string, outcome: LineOutcome): void {
    const line = this.#lines.find((one) => one.uuid === uuid);
    if (line === undefined) return;
    switch (outcome.name) {
      case 'delivered':
        this.#deps.feed.settle(line.rowId);
        this.#delivered(line);
        return;
      case 'failed':
        // A visitor has to log in before sending a failed line again; a new line of a visitor has no row and stays in the send box.
        if (outcome.failure === 'not-logged-in') this.#giveBack(line, outcome.failure);
        else this.#fail(line, outcome.failure, outcome.message);
        return;
      case 'given-back':
        this.#giveBack(line, 'refused');
        return;
    }
  }

  /** The first connection of a socket worker, which may be a restarted one: sends all pending lines in order. */
  sendAll(): void {
    for (const line of this.#lines) if (line.failure === null) this.#post(line);
  }

  /**
   * An echo has arrived: returns the id of the row that it replaces; 0 for none. A server that returns no uuid identifies the line by its
   * number. A failed line is removed here, because the socket worker no longer has it: otherwise it would be failed again after a reload.
   */
  echoed(uuid: string, seq: number): number {
    const isIt = (line: Pick<StoredLine, 'uuid' | 'seq'>): boolean => (uuid === '' ? seq > 0 && line.seq === seq : line.uuid === uuid);
    const line = this.#lines.find(isIt);
    if (line !== undefined && line.failure !== null) this.#delivered(line);
    return (line ?? [...this.#deliveredLines.values()].find(isIt))?.rowId ?? 0;
  }

  /** Whether a line with this text, as the list shows it, has a row. */
  has(text: string): boolean {
    return [...this.#lines, ...this.#deliveredLines.values()].some((line) => shownText(line.text, MAX_ROW_CHARS) === text);
  }

  #addRow(line: StoredLine): number {
    const rowId = this.#deps.feed.nextId();
    const speaker = { ...this.#deps.speaker(), isSecret: line.secret };
    this.#deps.feed.addRow(waitingRow(rowId, line.text, speaker, line.writtenMs));
    if (line.failure !== null) this.#deps.feed.fail(rowId, line.failure, '');
    return rowId;
  }

  #post(line: StoredLine): void {
    const { text, toUserId, secret, manual, uuid, seq, userId, writtenMs } = line;
    const source = this.#deps.source === '' ? 'others' : this.#deps.source;
    const game = source.length >= GAME_SOURCE_LENGTH ? { gameId: source } : {};
    const chat = { text, receiverId: toUserId, receiverUserId: toUserId, secret, source, ...game, manual };
    this.#deps.send({ uuid, seq, userId, writtenMs, chat });
  }

  #change(next: readonly OwnLine[]): void {
    this.#lines = next;
    this.#deps.store(
      writeLines(
        this.#deps.roomId,
        this.#lines.map(({ rowId: _row, ...line }) => line),
      ),
    );
  }

  #replace(uuid: string, changes: Partial<StoredLine> & { readonly rowId?: number }): void {
    this.#change(this.#lines.map((line) => (line.uuid === uuid ? { ...line, ...changes } : line)));
  }

  #again(failed: OwnLine): void {
    this.#deps.feed.remove(failed.rowId);
    const line = { ...failed, writtenMs: this.#deps.clock.epochMs(), failure: null };
    const rowId = this.#addRow(line);
    this.#replace(line.uuid, { userId: line.userId, writtenMs: line.writtenMs, failure: null, rowId });
    this.#post(line);
  }

  #fail(line: OwnLine, failure: LineFailure, message: string): void {
    this.#deps.feed.fail(line.rowId, failure, message);
    this.#replace(line.uuid, { failure });
  }

  /** A whisper stays as a failed row, because the send box would send its text to everybody. */
  #giveBack(line: OwnLine, failure: LineFailure): void {
    if (line.secret) {
      this.#fail(line, failure, '');
      return;
    }
    this.#deps.feed.remove(line.rowId);
    this.#change(this.#lines.filter((other) => other !== line));
    this.#deps.giveBack(line.text);
  }

  #delivered(line: OwnLine): void {
    this.#deliveredLines.set(line.uuid, line);
    if (this.#deliveredLines.size > MAX_DELIVERED_ROWS)
      for (const [oldest] of [...this.#deliveredLines].slice(0, 1)) this.#deliveredLines.delete(oldest);
    this.#change(this.#lines.filter((other) => other !== line));
  }
}
