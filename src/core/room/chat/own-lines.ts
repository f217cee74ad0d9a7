import { isCount } from '../../counts.ts';

/** Reasons why a line failed; the page translates them. */
export const LINE_FAILURES = [
  'too-fast',
  'muted',
  'too-long',
  'verify',
  'refused',
  /** Not confirmed in time. */
  'expired',
  /** Too many lines wait. */
  'queue-full',
  'not-logged-in',
] as const;
export type LineFailure = (typeof LINE_FAILURES)[number];

/**
 * Error numbers of a 901 that answers a 501. The specification shows none: these are the project's choice, used by the mock server too;
 * another deployment has its own row here.
 */
export const CHAT_ERRNO = { tooFast: 50_101, muted: 50_102, tooLong: 50_103, verify: 50_104 } as const;

export function lineFailure(errno: number): LineFailure {
  switch (errno) {
    case CHAT_ERRNO.tooFast:
      return 'too-fast';
    case CHAT_ERRNO.muted:
      return 'muted';
    case CHAT_ERRNO.tooLong:
      return 'too-long';
    case CHAT_ERRNO.verify:
      return 'verify';
    default:
      return 'refused';
  }
}

/** A verification question before a line is accepted (502): a picture or a text to type, and the key that is returned with the answer. */
export interface VerifyQuestion {
  readonly key: string;
  readonly imageUrl: string;
  readonly text: string;
}

/** A chat line of the viewer without confirmation by the server, in the form that survives a reload (session storage). */
export interface StoredLine {
  readonly uuid: string;
  readonly seq: number;
  readonly userId: number;
  readonly writtenMs: number;
  readonly text: string;
  readonly toUserId: number;
  readonly secret: boolean;
  /** S20: the viewer sent it by hand. */
  readonly manual: boolean;
  /** Reason of the failure; null while the line is pending. */
  readonly failure: LineFailure | null;
}

/** Size of the socket worker's queue, plus the same number of failed lines. */
const MAX_STORED_LINES = 100;
const MAX_TEXT_CHARS = 500;
const MAX_STORED_CHARS = 131_072;

export function writeLines(roomId: number, lines: readonly StoredLine[]): string | null {
  return lines.length === 0 ? null : JSON.stringify({ roomId, lines: lines.slice(-MAX_STORED_LINES) });
}

/** Stored text is untrusted: entries that are not lines of this room are skipped. */
export function readLines(roomId: number, stored: string | undefined): readonly StoredLine[] {
  if (stored === undefined || stored.length > MAX_STORED_CHARS) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored);
  } catch {
    return [];
  }
  if (typeof parsed !== 'object' || parsed === null || !('roomId' in parsed) || parsed.roomId !== roomId) return [];
  if (!('lines' in parsed) || !Array.isArray(parsed.lines)) return [];
  return parsed.lines.slice(-MAX_STORED_LINES).flatMap(readLine);
}

function readLine(line: unknown): StoredLine[] {
  if (typeof line !== 'object' || line === null) return [];
  const read = (name: string): unknown => Reflect.get(line, name);
  const text = read('text');
  const uuid = read('uuid');
  if (typeof uuid !== 'string' || !/^[\w-]{1,64}$/.test(uuid)) return [];
  if (typeof text !== 'string' || text === '' || text.length > MAX_TEXT_CHARS) return [];
  const [seq, userId, writtenMs, toUserId] = [read('seq'), read('userId'), read('writtenMs'), read('toUserId')];
  if (!isCount(seq) || !isCount(userId) || !isCount(writtenMs) || !isCount(toUserId)) return [];
  const failure = LINE_FAILURES.find((name) => name === read('failure')) ?? null;
  return [{ uuid, seq, userId, writtenMs, text, toUserId, secret: read('secret') === true, manual: read('manual') !== false, failure }];
}

/** Maximum number of rooms of this tab whose offset in the message stream is stored. */
const MAX_STORED_OFFSETS = 20;

export function readOffsets(stored: string | undefined): ReadonlyMap<number, string> {
  if (stored === undefined || stored.length > MAX_STORED_CHARS) return new Map();
  const rows = stored.split(',').flatMap((row): [number, string][] => {
    const match = /^(\d{1,15}):(\d{1,16})$/.exec(row);
    return match === null ? [] : [[Number(match[1]), match[2] ?? '']];
  });
  return new Map(rows.slice(-MAX_STORED_OFFSETS));
}

export function writeOffsets(offsets: ReadonlyMap<number, string>, roomId: number, offset: string): string {
  const others = [...offsets].filter(([room]) => room !== roomId);
  return [...others, [roomId, offset] as const]
    .slice(-MAX_STORED_OFFSETS)
    .map(([room, value]) => `${room}:${value}`)
    .join(',');
}
