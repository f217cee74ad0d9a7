import { transfer } from 'comlink';
import type { AnalyticsInput } from '../core/reports/analytics.ts';
import type { HeldBeacons } from '../core/reports/beacons.ts';
import type { PageToStats, StatsApi, StatsToPage } from '../workers/stats/api.ts';
import { watchPage } from './page-analytics.ts';
import type { Spawned } from '../page/spawn.ts';

/** One entry a page that has gone: which reports its beacons carried (core/reports/beacons.ts). Read and removed by the next page. */
const MARKER_KEY = 'footlight.beaconed.';
const NOTHING: HeldBeacons = { requests: [], marker: '' };

export interface Beacons {
  /** After each start of a stats worker: the page holds what its beacons would say from then on. */
  connect(stats: Spawned<StatsApi>): Promise<void>;
}

/**
 * What a closing page says. No worker answers any more once `pagehide` runs, so that the stats worker keeps it ready here beforehand.
 * `pagehide` and not `visibilitychange`: on a navigation Chromium sends it first.
 */
export function createBeacons(): Beacons {
  let markers = readMarkers();
  let held = NOTHING;
  let port: MessagePort | null = null;
  const post = (message: PageToStats): void => port?.postMessage(message);

  // Without a way through the room worker.
  const report = (event: AnalyticsInput): void => post({ type: 'analytics', event });
  let isWatching = false;

  addEventListener('pagehide', () => {
    const { requests, marker } = held;
    held = NOTHING;
    if (requests.length === 0) return;
    const text = String(Date.now());
    const isSent = requests.map((request) => send({ ...request, body: request.body.replaceAll('"$now"', text) }));
    if (!isSent.every(Boolean)) return;
    writeMarker(marker);
    post({ type: 'beaconed', marker });
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) post({ type: 'back' });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) post({ type: 'hidden' });
  });

  return {
    async connect(stats) {
      const { port1, port2 } = new MessageChannel();
      port = port1;
      port1.addEventListener('message', ({ data }: MessageEvent<StatsToPage>) => {
        if (port === port1) held = data.held;
      });
      port1.start();
      const earlier = markers;
      markers = [];
      const answer = await stats.call((api) => api.attachPage(transfer(port2, [port2]), earlier));
      if (!answer.ok) console.error(answer.error.code, answer.error.detail);
      if (!isWatching) watchPage(document.body, report);
      isWatching = true;
    },
  };
}

/** A beacon, or a request that outlives the page where beacons are missing, forbidden or full. */
function send({ url, body, contentType }: HeldBeacons['requests'][number]): boolean {
  try {
    if (navigator.sendBeacon(url, new Blob([body], { type: contentType }))) return true;
  } catch {
    // Fall through: some browsers throw where others answer false.
  }
  try {
    fetch(url, { method: 'POST', body, headers: { 'content-type': contentType }, credentials: 'same-origin', keepalive: true }).catch(
      () => undefined,
    );
    return true;
  } catch {
    return false;
  }
}

function readMarkers(): readonly string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(MARKER_KEY));
    const texts = keys.map((key) => localStorage.getItem(key) ?? '');
    for (const key of keys) localStorage.removeItem(key);
    return texts;
  } catch {
    return [];
  }
}

/** Local storage, since it is written before the page is gone. Without it a report may arrive twice: better than never. */
function writeMarker(marker: string): void {
  try {
    localStorage.setItem(`${MARKER_KEY}${performance.timeOrigin}`, marker);
  } catch {
    // Full or forbidden.
  }
}
