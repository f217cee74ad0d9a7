/**
 * The gift calls of the origin server: one service state per login, as the offline room has one per page; pushes are sent to the giver's
 * room.
 */
import { giftsBackend, NEW_GIFTS_BACKEND, type GiftsBackend } from '../../src/features/gifts/mock.ts';
import type { ChatViewer } from '../backend/chat-server.ts';
import { viewerName } from '../sessions/course-calls.ts';
import type { PushedMessage } from '../control.ts';

const PREFIX = '{secure}/gift/';
/** Maximum number of stored logins; the oldest is dropped first. */
const MAX_USERS = 1_000;

export interface GiftCall {
  readonly method: string;
  /** Path as in recordings: `{secure}/gift/list`. */
  readonly path: string;
  readonly body: string;
  /** 0 for a guest. */
  readonly userId: number;
  readonly scenario: string;
}

export interface Gifts {
  /** null: not a gift call. */
  answer(call: GiftCall): { readonly body: unknown } | null;
  /** A viewer entered a room: the viewer's gifts are shown there. */
  joined(viewer: ChatViewer): void;
  listen(listener: (roomId: number, message: PushedMessage) => void): () => void;
}

export function createGifts(starNameOf: (roomId: number) => string): Gifts {
  const backends = new Map<number, GiftsBackend>();
  const rooms = new Map<number, number>();
  const listeners = new Set<(roomId: number, message: PushedMessage) => void>();
  return {
    answer({ method, path, body, userId, scenario }) {
      if (!path.startsWith(PREFIX)) return null;
      const roomId = rooms.get(userId) ?? 0;
      const place = {
        userId,
        // Nickname and star id as in chat server and recordings.
        nickname: viewerName(userId),
        roomId,
        starId: 90_000 + roomId,
        starName: starNameOf(roomId),
        nowMs: Date.now(),
        scenario,
      };
      const request = { method, path: path.slice(PREFIX.length), body: parsed(body) };
      const answer = giftsBackend(backends.get(userId) ?? NEW_GIFTS_BACKEND, request, place);
      if (answer === null) return null;
      remember(backends, userId, answer.state);
      for (const push of answer.pushes) for (const listener of listeners) listener(roomId, push);
      return { body: answer.body };
    },
    joined: ({ userId, roomId }) => remember(rooms, userId, roomId),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function remember<T>(map: Map<number, T>, userId: number, value: T): void {
  map.delete(userId);
  map.set(userId, value);
  const [oldest] = map.keys();
  if (map.size > MAX_USERS && oldest !== undefined) map.delete(oldest);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
