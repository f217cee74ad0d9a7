import '../../player/workers/boot.ts';
import { expose } from 'comlink';
import { err, done, ok } from '../../core/errors.ts';
import { readUserAgent } from '../../core/reports/analytics.ts';
import { NO_BEACONS, type HeldBeacons } from '../../core/reports/beacons.ts';
import { crc32 } from '../../wire/frame.ts';
import { fetchJson } from '../../wire/http.ts';
import { browserPlatform } from '../platform.ts';
import type { PageToStats, StatsApi, StatsEvent, StatsToPage, StatsToRoom } from './api.ts';
import { createOutboxStore } from './outbox-store.ts';
import { postReport } from './sender.ts';
import { Stats, type StatsPlatform } from './stats.ts';

const text = new TextEncoder();

const platform: StatsPlatform = {
  ...browserPlatform,
  post: (request) => postReport(request, browserPlatform),
  get: (url, { timeoutMs, maxBytes }) =>
    fetchJson({ method: 'GET', url, timeoutMs, maxBytes, credentials: 'same-origin' }, browserPlatform.fetch),
  sign: (content) => crc32(text.encode(content)).toString(16).padStart(8, '0'),
  ...readUserAgent(navigator.userAgent),
  network: () => networkType(),
};

/** `navigator.connection` is missing in some browsers and in TypeScript's library; '' without it. */
function networkType(): string {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const type: unknown = typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'effectiveType') : '';
  return typeof type === 'string' ? type : '';
}

let stats: Stats | null = null;
let page: MessagePort | null = null;
/** Beacons prepared before the page's port was connected. */
let held: HeldBeacons = NO_BEACONS;

const clients: MessagePort[] = [];

function listen(port: MessagePort): void {
  clients.push(port);
  port.addEventListener('message', (event: MessageEvent<StatsEvent>) => stats?.apply(event.data));
  port.start();
}

const publishHeld = (): void => page?.postMessage({ type: 'beacons', held } satisfies StatsToPage);

const notStarted = err('WORKER_TIMEOUT', 'stats: not started');

const api: StatsApi = {
  async start(services, identity, ports) {
    const session = platform.uuid();
    stats = new Stats({
      services,
      identity,
      platform,
      session,
      store: createOutboxStore(session),
      onHeld(next) {
        held = next;
        publishHeld();
      },
      onArrived() {
        for (const client of clients) client.postMessage({ type: 'arrived' } satisfies StatsToRoom);
      },
    });
    for (const port of ports) listen(port);
    return done;
  },
  async addPort(port) {
    listen(port);
    return done;
  },
  async attachPage(port, markers) {
    if (stats === null) return notStarted;
    page = port;
    port.addEventListener('message', (event: MessageEvent<PageToStats>) => stats?.onPage(event.data));
    port.start();
    void stats.open(markers);
    publishHeld();
    return done;
  },
  async snapshot() {
    return stats === null ? notStarted : ok(stats.snapshot());
  },
};

expose(api);
