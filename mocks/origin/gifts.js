/** The gift calls of the origin: one backend for each login, as the offline room has one for each page; its pushes go to the room of the giver. */
import { giftsBackend, NEW_GIFTS_BACKEND } from '../../src/features/gifts/mock.ts';
import { viewerName } from '../course-calls.ts';
const PREFIX = '{secure}/gift/';
/** Logins that are remembered, the oldest is forgotten first. */
const MAX_USERS = 1000;
export function createGifts(starNameOf) {
    const backends = new Map();
    const rooms = new Map();
    const listeners = new Set();
    return {
        answer({ method, path, body, userId, scenario }) {
            if (!path.startsWith(PREFIX))
                return null;
            const roomId = rooms.get(userId) ?? 0;
            const place = {
                userId,
                // As the chat server calls the viewer, and as the recordings number the stars.
                nickname: viewerName(userId),
                roomId,
                starId: 90000 + roomId,
                starName: starNameOf(roomId),
                nowMs: Date.now(),
                scenario,
            };
            const request = { method, path: path.slice(PREFIX.length), body: parsed(body) };
            const answer = giftsBackend(backends.get(userId) ?? NEW_GIFTS_BACKEND, request, place);
            if (answer === null)
                return null;
            remember(backends, userId, answer.state);
            for (const push of answer.pushes)
                for (const listener of listeners)
                    listener(roomId, push);
            return { body: answer.body };
        },
        joined: ({ userId, roomId }) => remember(rooms, userId, roomId),
        listen(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}
function remember(map, userId, value) {
    map.delete(userId);
    map.set(userId, value);
    const [oldest] = map.keys();
    if (map.size > MAX_USERS && oldest !== undefined)
        map.delete(oldest);
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}
