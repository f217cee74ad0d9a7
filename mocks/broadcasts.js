/** A star who only loads the page again is back by then; the viewers of one who closed it wait no longer. */
export const BROADCAST_GRACE_MS = 10000;
const ELSEWHERE = 1100010;
const SECOND_MS = 1000;
const CALL_PATH = /^\{live\}\/room\/(\d{1,12})\/publish$/;
const INFO_PATH = /^\{live\}\/room\/(\d{1,12})\/(?:info|addresses)$/;
/** null: not about going on the air. */
export function readPublishCall(method, path, text) {
    const roomId = Number(CALL_PATH.exec(path)?.[1] ?? 0);
    if (roomId === 0)
        return null;
    if (method === 'GET')
        return { roomId, does: 'ask', session: '', takeOver: false };
    const body = parse(text);
    const session = body['session'];
    return {
        roomId,
        does: body['on'] === true ? 'start' : 'end',
        session: typeof session === 'string' ? session : '',
        takeOver: body['takeOver'] === true,
    };
}
/** Stands behind the recordings: a scenario that refuses answers before it, and nothing has begun then. */
export const publishExchange = (method, path) => ({
    request: { method, path },
    response: { status: 200, body: { code: 0 } },
});
/** The room of a stream's name, as the addresses below say it; 0: of none. */
export const roomOfStream = (name) => Number(/^room-(\d{1,12})$/.exec(name)?.[1] ?? 0);
export function createBroadcasts({ store, origin, nowMs, newSession, provider, onChange }) {
    const current = (roomId) => {
        const known = store.read(roomId);
        return known !== null && nowMs() - known.mediaMs < BROADCAST_GRACE_MS ? known : null;
    };
    const addressOf = (way, roomId, query = '') => provider === 5
        ? `${origin()}/rtc/${way}/room-${roomId}${query}`
        : `webrtc://${origin().replace(/^https?:\/\//, '')}/live/room-${roomId}${query}`;
    function start({ roomId, session, takeOver }) {
        const now = current(roomId);
        if (now !== null && now.session !== session && !takeOver)
            return { code: ELSEWHERE, msg: '直播间正在别处直播', data: { since: Math.floor(now.sinceMs / SECOND_MS) } };
        // A returning star keeps the broadcast; another session that takes over ends the previous one.
        const next = {
            session: now !== null && now.session === session ? session : newSession(),
            sinceMs: now?.sinceMs ?? nowMs(),
            mediaMs: nowMs(),
            hasMedia: false,
        };
        store.write(roomId, next);
        const url = addressOf('whip', roomId, `?session=${next.session}`);
        return { code: 0, data: { session: next.session, url, provider, since: Math.floor(next.sinceMs / SECOND_MS) } };
    }
    function end(roomId) {
        if (store.read(roomId) === null)
            return;
        store.write(roomId, null);
        onChange(roomId, false);
    }
    return {
        answer(call) {
            if (call.does === 'start')
                return start(call);
            if (call.does === 'end') {
                end(call.roomId);
                return { code: 0 };
            }
            const now = current(call.roomId);
            return { code: 0, data: now === null ? { on: 0 } : { on: 1, since: Math.floor(now.sinceMs / SECOND_MS) } };
        },
        apply(path, body) {
            const roomId = Number(INFO_PATH.exec(path)?.[1] ?? 0);
            const now = roomId === 0 ? null : current(roomId);
            if (now === null || !now.hasMedia)
                return body;
            const answer = parse(body);
            const data = answer['data'];
            if (typeof data !== 'object' || data === null)
                return body;
            const webrtc = [{ url: addressOf('whep', roomId), codec: '', provider }];
            return JSON.stringify({ ...answer, data: { ...data, status: 1, stream: `room-${roomId}`, sid: now.session, webrtc } });
        },
        mayPublish: (roomId, session) => current(roomId)?.session === session,
        seen(roomId, session) {
            const known = store.read(roomId);
            if (known?.session !== session)
                return;
            store.write(roomId, { ...known, mediaMs: nowMs(), hasMedia: true });
            if (!known.hasMedia)
                onChange(roomId, true);
        },
        sweep(roomId) {
            if (store.read(roomId) !== null && current(roomId) === null)
                end(roomId);
        },
    };
}
function parse(text) {
    try {
        const value = JSON.parse(text);
        return typeof value === 'object' && value !== null ? value : {};
    }
    catch {
        return {};
    }
}
