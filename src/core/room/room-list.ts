import { addressOf, between, fieldsOf, textUpTo, wholeOf } from '../../player/base/answer-fields.ts';
import { countOf } from '../counts.ts';
import { decoder } from '../decoder.ts';
import { err, ok, type Result } from '../errors.ts';
import { stripHidden } from '../socket/cleaning.ts';
import { ROOM_LIMITS } from './limits.ts';
import { liveTypeOf } from './start/live-info.ts';

/** A row of {live}/rooms. The call is the project's, with the field names of live info. */
export interface ListedRoom {
  readonly roomId: number;
  readonly starId: number;
  readonly starName: string;
  readonly liveName: string;
  readonly avatarUrl: string;
  /** For a live room its newest still picture, if there is one. */
  readonly coverUrl: string;
  readonly viewers: number;
  readonly isLive: boolean;
  readonly isRadio: boolean;
  readonly isVertical: boolean;
}

export interface RoomList {
  /** Most viewers first. */
  readonly live: readonly ListedRoom[];
  readonly away: readonly ListedRoom[];
  /** Rows that were invalid and dropped. */
  readonly problems: readonly string[];
}

const roomNumber = between(1, 999_999_999_999);

/** A bad field is replaced by its default; null: a row without an id, which is dropped. */
function readRow(given: unknown): ListedRoom | null {
  const fields = fieldsOf(given);
  const roomId = roomNumber(fields['roomId']);
  if (roomId === undefined) return null;
  const name = (field: string): string => stripHidden(textUpTo(ROOM_LIMITS.nameLength.value)(fields[field]) ?? '');
  const address = (field: string): string => addressOf(fields[field]) ?? '';
  const isLive = wholeOf(fields['status']) === 1;
  return {
    roomId,
    starId: countOf(fields['starId']),
    starName: name('starName'),
    liveName: name('liveName'),
    avatarUrl: address('avatar'),
    coverUrl: (isLive && address('snapshot')) || address('cover'),
    viewers: countOf(fields['viewers']),
    isLive,
    isRadio: liveTypeOf(fields['liveType']) === 'radio',
    isVertical: fields['kind'] === 'vertical',
  };
}

export const decodeRoomList = decoder('room list', (input): Result<RoomList> => {
  const data: unknown = (input as { readonly data?: unknown } | null)?.data;
  const given: unknown = (data as { readonly rooms?: unknown } | null | undefined)?.rooms;
  if (!Array.isArray(given)) return err('HTTP_BAD_BODY', 'room list has no rooms');
  const problems: string[] = [];
  const max = ROOM_LIMITS.listedRooms.value;
  if (given.length > max) problems.push(`${given.length} rooms, ${max} are kept`);
  const rooms = new Map<number, ListedRoom>();
  for (const [at, row] of given.slice(0, max).entries()) {
    const read = readRow(row);
    if (read === null) problems.push(`rooms.${at}: no room id`);
    else if (rooms.has(read.roomId)) problems.push(`rooms.${at}: ${read.roomId} is listed twice`);
    else rooms.set(read.roomId, read);
  }
  const all = [...rooms.values()];
  const live = all.filter(({ isLive }) => isLive).sort((a, b) => b.viewers - a.viewers || a.roomId - b.roomId);
  return ok({ live, away: all.filter(({ isLive }) => !isLive), problems });
});

/** Reads a room number that a visitor types or pastes, or an address that ends in one. null: neither. */
export function readRoomNumber(text: string): number | null {
  const digits = /^(?:.*\/)?(\d{1,12})\/?(?:[?#].*)?$/.exec(text.slice(0, ROOM_LIMITS.urlLength.value).trim())?.[1];
  const roomId = Number(digits ?? 0);
  return roomId > 0 ? roomId : null;
}
