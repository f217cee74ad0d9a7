import { useCallback, useEffect, useRef, useState } from 'react';

import { readBounded } from '../../player/base/bounded-read.ts';
import { describe } from '../../player/base/errors.ts';
import { err, type Result } from '../../core/errors.ts';
import { decodeRoomList, type ListedRoom, type RoomList } from '../../core/room/room-list.ts';
import { readRoute } from '../../core/room/start/route.ts';
import { pageServices } from '../page/page-input.ts';

const LIST_TIMEOUT_MS = 6_000;
const LIST_BYTES_MAX = 256 * 1_024;

export type Rooms =
  | { readonly name: 'loading' }
  | { readonly name: 'listed'; readonly list: RoomList }
  /** The service has no list of rooms: rooms are opened by number. */
  | { readonly name: 'no-list' }
  | { readonly name: 'failed' };

/** The rooms of the service's list, and a function to reload it. */
export function useRooms(): { readonly rooms: Rooms; readonly reload: () => void } {
  const [rooms, setRooms] = useState<Rooms>({ name: 'loading' });
  const leave = useRef(new AbortController());
  const load = useCallback(async () => {
    leave.current.abort();
    const { signal } = (leave.current = new AbortController());
    const next = await loadRooms(signal);
    if (!signal.aborted) setRooms(next);
  }, []);
  useEffect(() => {
    // Never rejects.
    void load();
    return () => leave.current.abort();
  }, [load]);
  const reload = useCallback(() => {
    setRooms({ name: 'loading' });
    void load();
  }, [load]);
  return { rooms, reload };
}

/** Rooms that are live, without the room of this page; empty until the list is there. */
export function useOtherRooms(max: number): readonly ListedRoom[] {
  const { rooms } = useRooms();
  const route = readRoute(location.pathname);
  const here = 'roomId' in route ? route.roomId : null;
  return rooms.name === 'listed' ? rooms.list.live.filter(({ roomId }) => roomId !== here).slice(0, max) : [];
}

/** Never rejects. */
export async function loadRooms(left: AbortSignal): Promise<Rooms> {
  const answer = await fetchList(left);
  if (answer.ok) {
    for (const problem of answer.value.problems) console.warn('HTTP_BAD_BODY', problem);
    return { name: 'listed', list: answer.value };
  }
  if (!left.aborted) console.warn(answer.error.code, answer.error.detail);
  return { name: answer.error.status === 404 ? 'no-list' : 'failed' };
}

/** Never rejects. */
async function fetchList(left: AbortSignal): Promise<Result<RoomList>> {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  const timer = setTimeout(stop, LIST_TIMEOUT_MS);
  left.addEventListener('abort', stop);
  try {
    const response = await fetch(`${pageServices().services.live}/rooms`, { signal: abort.signal });
    if (!response.ok) return { ok: false, error: { code: 'HTTP_STATUS', detail: `rooms: ${response.status}`, status: response.status } };
    const bytes = await readBounded(response.body, LIST_BYTES_MAX);
    if (bytes === null) return err('HTTP_TOO_LONG', 'rooms');
    return decodeRoomList(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    return err(cause instanceof SyntaxError ? 'HTTP_BAD_BODY' : 'HTTP_NETWORK', `rooms: ${describe(cause, 200)}`);
  } finally {
    clearTimeout(timer);
    left.removeEventListener('abort', stop);
  }
}
