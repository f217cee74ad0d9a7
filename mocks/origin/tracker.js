// oxlint-disable-next-line typescript/triple-slash-reference -- every project that imports this file must see the declaration
/// <reference path="./bittorrent-tracker.d.ts" />
/** The tracker by which viewers who share a stream find each other: the WebTorrent one of its own library, on a port of its own. */
import Tracker from 'bittorrent-tracker/server';
/**
 * Of two viewers who both offered, one waits for the other to announce itself again: with the library's own interval of two minutes half
 * of all pairs would meet that late. Shorter than this the viewers' library does not announce.
 */
const ANNOUNCE_MS = 10000;
/** The tracker sends WebSocket clients a fifth of its interval. */
const SHARE_OF_WEBSOCKETS = 5;
export function startTracker() {
    const tracker = new Tracker({ http: false, udp: false, ws: true, stats: false, interval: ANNOUNCE_MS * SHARE_OF_WEBSOCKETS });
    return new Promise((resolve, reject) => {
        tracker.once('error', reject);
        tracker.once('listening', () => {
            // A bad message of a viewer is ignored.
            tracker.on('warning', () => undefined);
            resolve({
                address: `ws://127.0.0.1:${tracker.ws.address().port}`,
                close: () => new Promise((closed) => tracker.close(() => closed())),
            });
        });
        tracker.listen(0, '127.0.0.1');
    });
}
