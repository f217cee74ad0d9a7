// oxlint-disable-next-line typescript/triple-slash-reference -- every project that imports this file must see the declaration
/// <reference path="./bittorrent-tracker.d.ts" />
/** The tracker by which viewers who share a stream find each other: the WebTorrent one of its own library, on a port of its own. */
import Tracker from 'bittorrent-tracker/server';

export interface RunningTracker {
  /** `ws://127.0.0.1:port` */
  readonly address: string;
  readonly close: () => Promise<void>;
}

export function startTracker(): Promise<RunningTracker> {
  const tracker = new Tracker({ http: false, udp: false, ws: true, stats: false });
  return new Promise((resolve, reject) => {
    tracker.once('error', reject);
    tracker.once('listening', () => {
      // What a viewer sends wrong is the viewer's trouble.
      tracker.on('warning', () => undefined);
      resolve({
        address: `ws://127.0.0.1:${tracker.ws.address().port}`,
        close: () => new Promise((closed) => tracker.close(() => closed())),
      });
    });
    tracker.listen(0, '127.0.0.1');
  });
}
