/**
 * The features' HTTP services in the origin server: one state per login, as the offline room has one per page; pushes are sent to the caller's
 * room.
 */
import * as mocks from '../feature-mocks.ts';
import type { ChatViewer } from '../backend/chat-server.ts';
import { viewerName } from '../sessions/course-calls.ts';
import type { PushedMessage } from '../control.ts';

const BACKENDS = Object.values(mocks).flatMap(({ service }) => service ?? []);
/** Maximum number of stored logins; the oldest is dropped first. */
const MAX_USERS = 1_000;

export interface ServiceCall {
  readonly method: string;
  /** Path as in recordings: `{secure}/gift/list`. */
  readonly path: string;
  readonly body: string;
  /** 0 for a guest. */
  readonly userId: number;
  readonly scenario: string;
}

export interface FeatureServices {
  /** null: no service has this path. */
  answer(call: ServiceCall): { readonly body: unknown } | null;
  /** A viewer entered a room: the pushes of the viewer's calls are sent there. */
  joined(viewer: ChatViewer): void;
  listen(listener: (roomId: number, message: PushedMessage) => void): () => void;
}

export function createFeatureServices(starNameOf: (roomId: number) => string): FeatureServices {
  const states = new Map<string, unknown>();
  const rooms = new Map<number, number>();
  const listeners = new Set<(roomId: number, message: PushedMessage) => void>();
  return {
    answer({ method, path, body, userId, scenario }) {
      const backend = BACKENDS.find(({ prefix }) => path.startsWith(prefix));
      if (backend === undefined) return null;
      const key = `${userId} ${backend.prefix}`;
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
      const request = { method, path: path.slice(backend.prefix.length), body: parsed(body) };
      const answer = backend.answer(states.get(key) ?? backend.initial, request, place);
      if (answer === null) return null;
      remember(states, key, answer.state);
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

function remember<Key, T>(map: Map<Key, T>, key: Key, value: T): void {
  map.delete(key);
  map.set(key, value);
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
