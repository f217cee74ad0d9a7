/** Broadcasts of the origin: the record of who sends, the calls of WHIP and WHEP, and the pushes to the viewers' chat connections. */
import { randomUUID } from 'node:crypto';
import { createBroadcasts, roomOfStream } from '../broadcasts.ts';
import { createOriginRelay } from './relay.ts';
const LIVE_STATUS = 490002;
const SWEEP_EVERY_MS = 1000;
/** Our choice of a code, as of the room's other calls. */
const NOT_THE_STAR = { code: 1100003, msg: '只有主播可以开播' };
/** Rooms of the recordings: the star's number is so much more than the room's. */
const STAR_OF_ROOM = 90000;
export function createOriginBroadcasts(origin) {
    const records = new Map();
    const listeners = new Set();
    const relay = createOriginRelay();
    const broadcasts = createBroadcasts({
        store: {
            read: (roomId) => records.get(roomId) ?? null,
            write(roomId, broadcast) {
                if (broadcast === null)
                    records.delete(roomId);
                else
                    records.set(roomId, broadcast);
            },
        },
        origin,
        nowMs: () => Date.now(),
        newSession: () => randomUUID(),
        provider: 5,
        onChange(roomId, isOn) {
            if (!isOn)
                void relay.end(roomId);
            for (const listener of listeners)
                listener(roomId, { id: LIVE_STATUS, body: { roomid: roomId, status: isOn ? 1 : 0 } });
        },
    });
    const timer = setInterval(() => {
        for (const roomId of records.keys())
            broadcasts.sweep(roomId);
    }, SWEEP_EVERY_MS);
    /** What is answered to an offer; a number is a status without one. */
    async function exchange(way, url, offer) {
        const roomId = roomOfStream(url.pathname.split('/').at(-1) ?? '');
        if (way === 'whep')
            return (await relay.watch(roomId, offer)) ?? 404;
        const session = url.searchParams.get('session') ?? '';
        if (!broadcasts.mayPublish(roomId, session))
            return 409;
        return relay.publish(roomId, offer, () => broadcasts.seen(roomId, session));
    }
    return {
        apply: (path, body) => broadcasts.apply(path, body),
        answer: (call, userId) => (call.does !== 'ask' && userId !== call.roomId + STAR_OF_ROOM ? NOT_THE_STAR : broadcasts.answer(call)),
        async serve({ method, url, body }, response, open) {
            const [, way, kind, id] = /^\/rtc\/(whip|whep)\/(session|room-\d+)\/?([\w-]*)$/.exec(url.pathname) ?? [];
            if (way !== 'whip' && way !== 'whep')
                return false;
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
