/**
 * Server state of broadcasts: which session may send a room's picture, since when, and when it last sent. Shared by the offline room and
 * the origin server, which store the records in different places.
 */
import { fieldsOf, readJson } from '../backend/json.ts';
import type { HttpExchange } from '../recordings/recording.ts';

export interface Broadcast {
  readonly session: string;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
  /** Time of the last picture, or of the permission. */
  readonly mediaMs: number;
  /** A picture has arrived since the permission; before that there is nothing to show. */
  readonly hasMedia: boolean;
}

export interface BroadcastStore {
  read(roomId: number): Broadcast | null;
  write(roomId: number, broadcast: Broadcast | null): void;
}

export interface BroadcastDeps {
  readonly store: BroadcastStore;
  /** `http://host` of the calls and the signalling. */
  readonly origin: () => string;
  readonly nowMs: () => number;
  readonly newSession: () => string;
  /** Stream provider of the addresses (src/player/kinds/signalling.ts). */
  readonly provider: 5 | 16;
  /** Notifies the viewers. */
  readonly onChange: (roomId: number, isOn: boolean) => void;
}

export interface PublishCall {
  readonly roomId: number;
  readonly does: 'query' | 'start' | 'end';
  readonly session: string;
  readonly takeOver: boolean;
}

/** Long enough for a star to reload the page, and short enough for the viewers of a star who closed it. */
export const BROADCAST_GRACE_MS = 10_000;
/** Message to the viewers at the start and the end of a broadcast. */
export const LIVE_STATUS = 490_002;
const ELSEWHERE = 1_100_010;
const SECOND_MS = 1_000;
const CALL_PATH = /^\{live\}\/room\/(\d{1,12})\/publish$/;
const LIST_PATH = '{live}/rooms';
const INFO_PATH = /^\{live\}\/room\/(\d{1,12})\/(?:info|addresses)$/;

/** null: not a broadcast call. */
export function readPublishCall(method: string, path: string, text: string): PublishCall | null {
  const roomId = Number(CALL_PATH.exec(path)?.[1] ?? 0);
  if (roomId === 0) return null;
  if (method === 'GET') return { roomId, does: 'query', session: '', takeOver: false };
  const body = fieldsOf(readJson(text));
  const session = body['session'];
  return {
    roomId,
    does: body['on'] === true ? 'start' : 'end',
    session: typeof session === 'string' ? session : '',
    takeOver: body['takeOver'] === true,
  };
}

/** Placed after the recordings, so that a scenario's refusal answers first and no broadcast starts. */
export const publishExchange = (method: string, path: string): HttpExchange => ({
  request: { method, path },
  response: { status: 200, body: { code: 0 } },
});

/** The room of a stream name in the addresses below; 0: none. */
export const roomOfStream = (name: string): number => Number(/^room-(\d{1,12})$/.exec(name)?.[1] ?? 0);

export function createBroadcasts({ store, origin, nowMs, newSession, provider, onChange }: BroadcastDeps) {
  const current = (roomId: number): Broadcast | null => {
    const known = store.read(roomId);
    return known !== null && nowMs() - known.mediaMs < BROADCAST_GRACE_MS ? known : null;
  };
  const addressOf = (way: 'whip' | 'whep', roomId: number, query = ''): string =>
    provider === 5
      ? `${origin()}/rtc/${way}/room-${roomId}${query}`
      : `webrtc://${origin().replace(/^https?:\/\//, '')}/live/room-${roomId}${query}`;

  function start({ roomId, session, takeOver }: PublishCall): object {
    const now = current(roomId);
    if (now !== null && now.session !== session && !takeOver)
      return { code: ELSEWHERE, msg: '直播间正在别处直播', data: { since: Math.floor(now.sinceMs / SECOND_MS) } };
    // A returning star keeps the broadcast; another session that takes over ends the previous one.
    const next: Broadcast = {
      session: now !== null && now.session === session ? session : newSession(),
      sinceMs: now?.sinceMs ?? nowMs(),
      mediaMs: nowMs(),
      hasMedia: false,
    };
    store.write(roomId, next);
    const url = addressOf('whip', roomId, `?session=${next.session}`);
    return { code: 0, data: { session: next.session, url, provider, since: Math.floor(next.sinceMs / SECOND_MS) } };
  }

  function end(roomId: number): void {
    if (store.read(roomId) === null) return;
    store.write(roomId, null);
    onChange(roomId, false);
  }

  /** The list of rooms (room-list.ts), in which a room on the air is live. */
  function withStatuses(body: string): string {
    const answer = fieldsOf(readJson(body));
    const data = fieldsOf(answer['data']);
    if (!Array.isArray(data['rooms'])) return body;
    const rooms = data['rooms'].map(fieldsOf).map((room) => (current(Number(room['roomId']))?.hasMedia ? { ...room, status: 1 } : room));
    return JSON.stringify({ ...answer, data: { ...data, rooms } });
  }

  return {
    /** The body of the answer. */
    answer(call: PublishCall): object {
      if (call.does === 'start') return start(call);
      if (call.does === 'end') {
        end(call.roomId);
        return { code: 0 };
      }
      const now = current(call.roomId);
      return { code: 0, data: now === null ? { on: 0 } : { on: 1, since: Math.floor(now.sinceMs / SECOND_MS) } };
    },
    /** Rewrites the body of an answer to `path`: for a room on the air, its status, and addresses of the current broadcast. */
    apply(path: string, body: string): string {
      if (path === LIST_PATH) return withStatuses(body);
      const roomId = Number(INFO_PATH.exec(path)?.[1] ?? 0);
      const now = roomId === 0 ? null : current(roomId);
      if (now === null || !now.hasMedia) return body;
      const answer = fieldsOf(readJson(body));
      const data = answer['data'];
      if (typeof data !== 'object' || data === null) return body;
      const webrtc = [{ url: addressOf('whep', roomId), codec: '', provider }];
      return JSON.stringify({ ...answer, data: { ...data, status: 1, stream: `room-${roomId}`, sid: now.session, webrtc } });
    },
    mayPublish: (roomId: number, session: string): boolean => current(roomId)?.session === session,
    /** A picture arrived. */
    seen(roomId: number, session: string): void {
      const known = store.read(roomId);
      if (known?.session !== session) return;
      store.write(roomId, { ...known, mediaMs: nowMs(), hasMedia: true });
      if (!known.hasMedia) onChange(roomId, true);
    },
    /** Ends broadcasts that have sent nothing for too long. */
    sweep(roomId: number): void {
      if (store.read(roomId) !== null && current(roomId) === null) end(roomId);
    },
  };
}
export type Broadcasts = ReturnType<typeof createBroadcasts>;
