import type { RoomMessage } from '../../../wire/registry.ts';
import { countOf } from '../../counts.ts';
import { shownText } from '../layout/shown-text.ts';
import { senderOf } from './chat-row.ts';

/** A user whose lines this viewer has hidden; stored in this browser. */
export interface BlockedUser {
  readonly userId: number;
  readonly name: string;
}

const BLOCKED_LIMITS = {
  users: { value: 200, unit: 'users that are blocked; the newest are kept' },
  name: { value: 40, unit: 'characters of a name' },
} as const satisfies Record<string, { value: number; unit: string }>;

const ENTRY = /^(\d{1,16}):(.*)$/su;

/** Reads the format of `writeBlocked`; other entries are skipped. */
export function readBlocked(stored: unknown): readonly BlockedUser[] {
  if (!Array.isArray(stored)) return [];
  const users = new Map<number, BlockedUser>();
  for (const entry of stored.slice(-BLOCKED_LIMITS.users.value)) {
    const [, digits, name = ''] = typeof entry === 'string' ? (ENTRY.exec(entry) ?? []) : [];
    const userId = countOf(Number(digits));
    if (userId > 0) users.set(userId, { userId, name: shownText(name, BLOCKED_LIMITS.name.value) });
  }
  return [...users.values()];
}

export const writeBlocked = (users: readonly BlockedUser[]): readonly string[] => users.map(({ userId, name }) => `${userId}:${name}`);

/** Returns the same list when nothing changes. A viewer cannot block themself. */
export function setBlocked(
  users: readonly BlockedUser[],
  { userId, name }: BlockedUser,
  isBlocked: boolean,
  ownId: number,
): readonly BlockedUser[] {
  const known = users.some((user) => user.userId === userId);
  if (known === isBlocked || countOf(userId) === 0 || (isBlocked && userId === ownId)) return users;
  if (!isBlocked) return users.filter((user) => user.userId !== userId);
  return [...users, { userId, name: shownText(name, BLOCKED_LIMITS.name.value) }].slice(-BLOCKED_LIMITS.users.value);
}

/**
 * True for a message that would show content of a blocked user: a chat line, an entry with its tip and mount, or a new follow. A gift keeps
 * its banner, because it is for the star, but its chat line is hidden (`hasBlockedLine`).
 */
export function isOfBlocked(message: RoomMessage, blocked: ReadonlySet<number>): boolean {
  if (blocked.size === 0) return false;
  switch (message.name) {
    case 'chat':
    case 'socket-chat':
      return blocked.has(senderOf(message.body));
    case 'login':
    case 'follow':
      return blocked.has(countOf(message.body.userid));
    default:
      return false;
  }
}

export function hasBlockedLine(message: RoomMessage, blocked: ReadonlySet<number>): boolean {
  if (message.name === 'gift' || message.name === 'socket-gift') return blocked.has(countOf(message.body.senderid));
  if (message.name === 'headline-message' || message.name === 'music-pk-public-chat')
    return blocked.has(countOf(message.body.sender?.userId));
  return isOfBlocked(message, blocked);
}

export const MUTE_MS = 600_000;
/** Maximum number of remembered mutes; the oldest is dropped first, which is harmless because a repeated mute has no effect. */
const MAX_MUTES = 100;

export interface Mute {
  readonly userId: number;
  readonly untilMs: number;
}

/** `untilMs` null: the mute is over. */
export function withMute(mutes: readonly Mute[], userId: number, untilMs: number | null): readonly Mute[] {
  const others = mutes.filter((mute) => mute.userId !== userId);
  return untilMs === null ? others : [...others, { userId, untilMs }].slice(-MAX_MUTES);
}
