import type { ReadRemembered } from '../../../player/rules/recovery/stored-visits.ts';
import { ROOM_LIMITS } from '../limits.ts';

/** P13: local storage entries with an expiry. `untilMs` null: never expires. Times are milliseconds since the epoch. */
interface Entry {
  readonly value: unknown;
  readonly untilMs: number | null;
}

const SECOND_MS = 1_000;

export function writeStored(value: string | number | boolean | readonly string[], expiresS: number | null, nowMs: number): string {
  const entry: Entry = { value, untilMs: expiresS === null ? null : nowMs + expiresS * SECOND_MS };
  return JSON.stringify(entry);
}

export type Stored =
  | { readonly name: 'missing' }
  | { readonly name: 'expired' }
  | { readonly name: 'bad'; readonly detail: string }
  | { readonly name: 'kept'; readonly value: unknown };

/** Storage content is untrusted, because other scripts, older versions and users can write it too. */
export function readStored(text: string | undefined, nowMs: number): Stored {
  if (text === undefined) return { name: 'missing' };
  if (text.length > ROOM_LIMITS.storedBytes.value) return { name: 'bad', detail: `${text.length} characters` };
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return { name: 'bad', detail: 'not JSON' };
  }
  if (typeof entry !== 'object' || entry === null || !('value' in entry) || !('untilMs' in entry))
    return { name: 'bad', detail: 'no entry' };
  const { value, untilMs } = entry;
  if (untilMs === null) return { name: 'kept', value };
  if (typeof untilMs !== 'number' || !Number.isFinite(untilMs)) return { name: 'bad', detail: 'no expiry' };
  return nowMs < untilMs ? { name: 'kept', value } : { name: 'expired' };
}

/** A stored value by its key; undefined if it is missing, expired or invalid. */
export type ReadStored = (key: string) => unknown;

/** Reads values by key from a snapshot of the storage. */
export const storedReader =
  (storage: Readonly<Record<string, string>>, nowMs: number): ReadStored =>
  (key) => {
    const stored = readStored(storage[key], nowMs);
    return stored.name === 'kept' ? stored.value : undefined;
  };

/** All keys in one place, so that no two parts of the room share one by mistake. */
export const STORED_KEYS = {
  stallCount: 'footlight.stallCount',
  stayOnH264: 'footlight.stayOnH264',
  playerType: 'footlight.playerType',
  volume: 'footlight.volume',
  muted: 'footlight.muted',
  pictureFit: 'footlight.pictureFit',
  theatre: 'footlight.theatre',
  chatHidden: 'footlight.chatHidden',
  deviceNo: 'footlight.deviceNo',
  dataSaver: 'footlight.dataSaver',
  nativeHevc: 'footlight.nativeHevc',
  decodeThreads: 'footlight.decodeThreads',
  follows: 'footlight.follows',
  blockedUsers: 'footlight.blockedUsers',
} as const;

export const SESSION_KEYS = {
  /** `room:offset`, separated by commas. */
  socketOffset: 'footlight.socketOffset',
  /** The viewer's unconfirmed chat lines (core/room/chat/own-lines.ts). */
  ownLines: 'footlight.ownLines',
  /** core/socket/address.ts */
  socketAddresses: 'footlight.socketAddresses',
  entryId: 'footlight.entryId',
  reloadedMs: 'footlight.reloadedMs',
} as const;

/** The player's memory is stored by the room, under the room's keys. */
export const rememberedIn =
  (read: ReadStored): ReadRemembered =>
  (name) =>
    read(STORED_KEYS[name]);
