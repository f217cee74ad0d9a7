import * as v from 'valibot';
import { decoder } from '../decoder.ts';
import { err, ok, type Result } from '../result.ts';
import { ROOM_LIMITS } from './limits.ts';

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

/** A bad field is replaced by its default; a row without an id is dropped. */
const name = v.fallback(v.pipe(v.string(), v.maxLength(ROOM_LIMITS.nameLength.value)), '');
const count = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)), 0);
/** Only addresses that a browser fetches. */
const picture = v.fallback(
  v.pipe(v.string(), v.maxLength(ROOM_LIMITS.urlLength.value), v.regex(/^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]*$/)),
  '',
);
const ROW = v.object({
  roomId: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999_999)),
  starId: count,
  starName: name,
  liveName: name,
  avatar: picture,
  cover: picture,
  snapshot: picture,
  viewers: count,
  kind: name,
  status: count,
  liveType: name,
});

export const decodeRoomList = decoder('room list', (input): Result<RoomList> => {
  const data: unknown = (input as { readonly data?: unknown } | null)?.data;
  const given: unknown = (data as { readonly rooms?: unknown } | null | undefined)?.rooms;
  if (!Array.isArray(given)) return err('HTTP_BAD_BODY', 'room list has no rooms');
  const problems: string[] = [];
  const max = ROOM_LIMITS.listedRooms.value;
  if (given.length > max) problems.push(`${given.length} rooms, ${max} are kept`);
  const rooms = new Map<number, ListedRoom>();
  for (const [at, row] of given.slice(0, max).entries()) {
    const read = v.safeParse(ROW, row);
    if (!read.success) problems.push(`rooms.${at}: ${read.issues[0].message.slice(0, 120)}`);
    else if (rooms.has(read.output.roomId)) problems.push(`rooms.${at}: ${read.output.roomId} is listed twice`);
    else rooms.set(read.output.roomId, roomOf(read.output));
  }
  const all = [...rooms.values()];
  const live = all.filter(({ isLive }) => isLive).sort((a, b) => b.viewers - a.viewers || a.roomId - b.roomId);
  return ok({ live, away: all.filter(({ isLive }) => !isLive), problems });
});

function roomOf({ avatar, cover, snapshot, kind, status, liveType, ...row }: v.InferOutput<typeof ROW>): ListedRoom {
  const kinds = { isLive: status === 1, isRadio: liveType === 'radio', isVertical: kind === 'vertical' };
  return { ...row, ...kinds, avatarUrl: avatar, coverUrl: kinds.isLive && snapshot !== '' ? snapshot : cover };
}

/** Reads a room number that a visitor types or pastes, or an address that ends in one. null: neither. */
export function readRoomNumber(text: string): number | null {
  const digits = /^(?:.*\/)?(\d{1,12})\/?(?:[?#].*)?$/.exec(text.slice(0, ROOM_LIMITS.urlLength.value).trim())?.[1];
  const roomId = Number(digits ?? 0);
  return roomId > 0 ? roomId : null;
}
