// oxlint-disable-next-line typescript/triple-slash-reference -- every project that imports this file must see the declaration
/// <reference path="./bittorrent-tracker.d.ts" />
/** The tracker through which viewers of a shared stream find each other: a WebTorrent tracker on its own port. */
import Tracker from 'bittorrent-tracker/server';

/**
 * If two viewers both sent offers, one of them waits for the other's next announcement: with the library's default interval of two minutes
 * half of all pairs would connect that late. The viewers' library does not announce more often than this.
 */
const ANNOUNCE_MS = 10_000;
/** WebSocket clients receive a fifth of the interval that is passed to the tracker. */
const SHARE_OF_WEBSOCKETS = 5;

export interface RunningTracker {
  /** `ws://127.0.0.1:port` */
  readonly address: string;
  readonly close: () => Promise<void>;
}

export function startTracker(): Promise<RunningTracker> {
  const tracker = new Tracker({ http: false, udp: false, ws: true, stats: false, interval: ANNOUNCE_MS * SHARE_OF_WEBSOCKETS });
  return new Promise((resolve, reject) => {
    tracker.once('error', reject);
    tracker.once('listening', () => {
      // Invalid messages of a viewer are ignored.
      tracker.on('warning', () => undefined);
      resolve({
        address: `ws://127.0.0.1:${tracker.ws.address().port}`,
        close: () => new Promise((closed) => tracker.close(() => closed())),
      });
    });
    tracker.listen(0, '127.0.0.1');
  });
}
