import type { Clock } from '../../../core/clock.ts';
import type { ChatFeed } from '../../../core/room/chat/chat-feed.ts';
import { MAX_ROW_CHARS, waitingRow } from '../../../core/room/chat/chat-row.ts';
import { readLines, type StoredLine, writeLines } from '../../../core/room/chat/own-lines.ts';
import { shownText } from '../../../core/room/layout/shown-text.ts';
import type { LineFailure } from '../../../core/socket/chat-refusal.ts';
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

export interface OwnLines {
  write(text: string, toUserId: number, secret: boolean, manual: boolean): void;
  /**
   * The viewer retries a failed line: it is sent with the same uuid, so that a server that has already received it does not accept it
   * twice.
   */
  resend(rowId: number): void;
  /** The verification question was answered: lines waiting for it are sent. */
  resendVerified(): void;
  settle(uuid: string, outcome: LineOutcome): void;
  /** The first connection of a socket worker, which may be a restarted one: sends all pending lines in order. */
  sendAll(): void;
  /**
   * An echo has arrived: returns the id of the row that it replaces; 0 for none. A server that returns no uuid identifies the line by its
   * number. A failed line is removed here, because the socket worker no longer has it: otherwise it would be failed again after a reload.
   */
  echoed(uuid: string, seq: number): number;
  /** Whether a line with this text, as the list shows it, has a row. */
  has(text: string): boolean;
}

/** S20: from this length on, `source` identifies the game from which the page was opened. */
const GAME_SOURCE_LENGTH = 32;
/** Confirmed rows that are remembered for an echo that arrives after the acknowledgement. */
const MAX_SAID_ROWS = 100;

/** The viewer's lines until the server has confirmed them: their rows in the list, and their copy in session storage. */
// Long: all inner functions change the lines, their rows and their stored copy together.
export function createOwnLines(deps: OwnLinesDeps): OwnLines {
  const { clock, feed } = deps;
  let lines: readonly (StoredLine & { readonly rowId: number })[] = [];
  const saidLines = new Map<string, Pick<(typeof lines)[number], 'uuid' | 'seq' | 'rowId' | 'text'>>();
  let lastSeq = 0;

  function restore(): void {
    for (const line of readLines(deps.roomId, deps.stored)) {
      lines = [...lines, { ...line, rowId: addRow(line) }];
      lastSeq = Math.max(lastSeq, line.seq);
    }
  }

  function addRow(line: StoredLine): number {
    const rowId = feed.nextId();
    const speaker = { ...deps.speaker(), isSecret: line.secret };
    feed.addRow(waitingRow(rowId, line.text, speaker, line.writtenMs));
    if (line.failure !== null) feed.fail(rowId, line.failure, '');
    return rowId;
  }

  function post(line: StoredLine): void {
    const { text, toUserId, secret, manual, uuid, seq, userId, writtenMs } = line;
    const source = deps.source === '' ? 'others' : deps.source;
    const game = source.length >= GAME_SOURCE_LENGTH ? { gameId: source } : {};
    const chat = { text, receiverId: toUserId, receiverUserId: toUserId, secret, source, ...game, manual };
    deps.send({ uuid, seq, userId, writtenMs, chat });
  }

  function change(next: typeof lines): void {
    lines = next;
    deps.store(
      writeLines(
        deps.roomId,
        lines.map(({ rowId: _row, ...line }) => line),
      ),
    );
  }

  const replace = (uuid: string, changes: Partial<StoredLine> & { readonly rowId?: number }): void =>
    change(lines.map((line) => (line.uuid === uuid ? { ...line, ...changes } : line)));

  function again(failed: (typeof lines)[number]): void {
    feed.remove(failed.rowId);
    const line = { ...failed, writtenMs: clock.epochMs(), failure: null };
    const rowId = addRow(line);
    replace(line.uuid, { userId: line.userId, writtenMs: line.writtenMs, failure: null, rowId });
    post(line);
  }

  function fail(line: (typeof lines)[number], failure: LineFailure, message: string): void {
    feed.fail(line.rowId, failure, message);
    replace(line.uuid, { failure });
  }

  /** A whisper stays as a failed row, because the send box would send its text to everybody. */
  function giveBack(line: (typeof lines)[number], failure: LineFailure): void {
    if (line.secret) {
      fail(line, failure, '');
      return;
    }
    feed.remove(line.rowId);
    change(lines.filter((other) => other !== line));
    deps.giveBack(line.text);
  }

  function said(line: (typeof lines)[number]): void {
    saidLines.set(line.uuid, line);
    if (saidLines.size > MAX_SAID_ROWS) for (const [oldest] of [...saidLines].slice(0, 1)) saidLines.delete(oldest);
    change(lines.filter((other) => other !== line));
  }

  restore();
  return {
    write(text, toUserId, secret, manual) {
      const writtenMs = clock.epochMs();
      // Unique in this page, because an answer without a uuid identifies the line by it.
      lastSeq = Math.max(writtenMs, lastSeq + 1);
      const userId = deps.speaker().userId;
      const line: StoredLine = { uuid: deps.uuid(), seq: lastSeq, userId, writtenMs, text, toUserId, secret, manual, failure: null };
      // Without a login the socket worker refuses the line and requests a login, so there is no pending row.
      if (userId > 0) change([...lines, { ...line, rowId: addRow(line) }]);
      post(line);
    },
    resend(rowId) {
      const failed = lines.find((line) => line.rowId === rowId && line.failure !== null);
      if (failed !== undefined) again({ ...failed, userId: deps.speaker().userId });
    },
    resendVerified() {
      for (const line of lines.filter(({ failure }) => failure === 'verify')) again(line);
    },
    settle(uuid, outcome) {
      const line = lines.find((line) => line.uuid === uuid);
      if (line === undefined) return;
      switch (outcome.name) {
        case 'said':
          feed.settle(line.rowId);
          said(line);
          return;
        case 'failed':
          // A visitor has to log in before sending a failed line again; a new line of a visitor has no row and stays in the send box.
          if (outcome.failure === 'not-logged-in') giveBack(line, outcome.failure);
          else fail(line, outcome.failure, outcome.message);
          return;
        case 'given-back':
          giveBack(line, 'refused');
          return;
      }
    },
    sendAll() {
      for (const line of lines) if (line.failure === null) post(line);
    },
    echoed(uuid, seq) {
      const isIt = (line: Pick<StoredLine, 'uuid' | 'seq'>): boolean => (uuid === '' ? seq > 0 && line.seq === seq : line.uuid === uuid);
      const line = lines.find(isIt);
      if (line !== undefined && line.failure !== null) said(line);
      return (line ?? [...saidLines.values()].find(isIt))?.rowId ?? 0;
    },
    has: (text) => [...lines, ...saidLines.values()].some((line) => shownText(line.text, MAX_ROW_CHARS) === text),
  };
}
