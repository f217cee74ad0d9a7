/** Broadcasts of the origin server: records of senders, WHIP and WHEP, and pushes to the viewers' chat connections. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createBroadcasts, roomOfStream, type Broadcast, type Broadcasts, type PublishCall } from '../sessions/broadcasts.ts';
import type { PushedMessage } from '../control.ts';
import { createOriginRelay, type Session } from './relay.ts';

const LIVE_STATUS = 490_002;
const SWEEP_EVERY_MS = 1_000;
/** Project's choice of a code, as for the other calls. */
const NOT_THE_STAR = { code: 1_100_003, msg: '只有主播可以开播' } as const;
/** In the recordings the star's user id is the room number plus this. */
const STAR_OF_ROOM = 90_000;

export type LiveListener = (roomId: number, message: PushedMessage) => void;

export interface OriginBroadcasts {
  readonly apply: Broadcasts['apply'];
  /** The body of the answer. */
  answer(call: PublishCall, userId: number): object;
  /** Returns false if the request concerns something else. */
  serve(
    request: { readonly method: string; readonly url: URL; readonly body: () => Promise<string> },
    response: ServerResponse,
    open: Record<string, string>,
  ): Promise<boolean>;
  /** Returns an unsubscribe function. */
  listen(listener: LiveListener): () => void;
  close(): Promise<void>;
}

export function createOriginBroadcasts(origin: () => string): OriginBroadcasts {
  const records = new Map<number, Broadcast>();
  const listeners = new Set<LiveListener>();
  const relay = createOriginRelay();
  const broadcasts = createBroadcasts({
    store: {
      read: (roomId) => records.get(roomId) ?? null,
      write(roomId, broadcast) {
        if (broadcast === null) records.delete(roomId);
        else records.set(roomId, broadcast);
      },
    },
    origin,
    nowMs: () => Date.now(),
    newSession: () => randomUUID(),
    provider: 5,
    onChange(roomId, isOn) {
      if (!isOn) void relay.end(roomId);
      for (const listener of listeners) listener(roomId, { id: LIVE_STATUS, body: { roomid: roomId, status: isOn ? 1 : 0 } });
    },
  });
  const timer = setInterval(() => {
    for (const roomId of records.keys()) broadcasts.sweep(roomId);
  }, SWEEP_EVERY_MS);

  /** Answers an offer; a number is a status without a session. */
  async function exchange(way: 'whip' | 'whep', url: URL, offer: string): Promise<Session | number> {
    const roomId = roomOfStream(url.pathname.split('/').at(-1) ?? '');
    if (way === 'whep') return (await relay.watch(roomId, offer)) ?? 404;
    const session = url.searchParams.get('session') ?? '';
    if (!broadcasts.mayPublish(roomId, session)) return 409;
    return relay.publish(roomId, offer, () => broadcasts.seen(roomId, session));
  }

  return {
    apply: (path, body) => broadcasts.apply(path, body),
    answer: (call, userId) => (call.does !== 'ask' && userId !== call.roomId + STAR_OF_ROOM ? NOT_THE_STAR : broadcasts.answer(call)),
    async serve({ method, url, body }, response, open) {
      const [, way, kind, id] = /^\/rtc\/(whip|whep)\/(session|room-\d+)\/?([\w-]*)$/.exec(url.pathname) ?? [];
      if (way !== 'whip' && way !== 'whep') return false;
      if (kind === 'session' && method === 'DELETE') {
        await (way === 'whip' ? relay.unpublish(id ?? '') : relay.leave(id ?? ''));
        response.writeHead(200, open).end();
        return true;
      }
      const answered = method === 'POST' ? await exchange(way, url, await body()) : 405;
      if (typeof answered === 'number') {
        response.writeHead(answered, open).end();
        return true;
      }
      const headers = {
        'content-type': 'application/sdp',
        location: `/rtc/${way}/session/${answered.id}`,
        'access-control-expose-headers': 'location',
      };
      response.writeHead(201, { ...open, ...headers }).end(answered.sdp);
      return true;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      clearInterval(timer);
      await relay.close();
    },
  };
}
