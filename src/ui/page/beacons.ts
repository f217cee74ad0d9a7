import { transfer } from 'comlink';
import type { AnalyticsInput } from '../../core/reports/analytics.ts';
import type { HeldBeacons } from '../../core/reports/beacons.ts';
import type { PageToStats, StatsApi, StatsToPage } from '../../workers/stats/api.ts';
import { watchPage } from './page-analytics.ts';
import type { Spawned } from '../../page/spawn.ts';

/** One entry per closed page: which reports its beacons contained (core/reports/beacons.ts). Read and removed by the next page. */
const MARKER_KEY = 'footlight.beaconed.';
const NOTHING: HeldBeacons = { requests: [], marker: '' };

export interface Beacons {
  /** Called after each start of a stats worker: from then on the page keeps the prepared beacons. */
  connect(stats: Spawned<StatsApi>): Promise<void>;
}

/**
 * Beacons of a closing page. The stats worker prepares them beforehand, because workers no longer answer during `pagehide`. `pagehide`
 * instead of `visibilitychange`, because Chromium fires it first on a navigation.
 */
export function createBeacons(): Beacons {
  let markers = readMarkers();
  let held = NOTHING;
  let port: MessagePort | null = null;
  const post = (message: PageToStats): void => port?.postMessage(message);

  // Not sent through the room worker.
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

/** Sends a beacon, or a keepalive request if beacons are missing, forbidden or full. */
function send({ url, body, contentType }: HeldBeacons['requests'][number]): boolean {
  try {
    if (navigator.sendBeacon(url, new Blob([body], { type: contentType }))) return true;
  } catch {
    // Fall through: some browsers throw instead of returning false.
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

/** Local storage, because it is written synchronously before the page is gone. Without it a report may be sent twice. */
function writeMarker(marker: string): void {
  try {
    localStorage.setItem(`${MARKER_KEY}${performance.timeOrigin}`, marker);
  } catch {
    // Storage is full or forbidden.
  }
}
