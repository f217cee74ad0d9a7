import '../boot.ts';
import { expose } from 'comlink';
import { err, done, ok } from '../../core/result.ts';
import { readUserAgent } from '../../core/reports/analytics.ts';
import { NO_BEACONS, utf8Bytes, type HeldBeacons } from '../../core/reports/beacons.ts';
import { crc32 } from '../../wire/crc32.ts';
import { fetchJson } from '../../wire/http.ts';
import { browserPlatform } from '../platform.ts';
import type { PageToStats, StatsApi, StatsEvent, StatsToPage } from './api.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createStats, type Stats, type StatsPlatform } from './stats.ts';

const POST_TIMEOUT_MS = 10_000;
/** Requests that outlive the page share 64 KiB with its beacons: a larger one goes without. */
const MAX_KEEPALIVE_BYTES = 16_384;
/** Answers of 4xx that a later attempt may change. */
const RETRIED_STATUSES: readonly number[] = [401, 403, 404, 408, 425, 429];

const text = new TextEncoder();

const platform: StatsPlatform = {
  ...browserPlatform,
  async post({ url, body, contentType }) {
    const abort = new AbortController();
    const cancel = browserPlatform.after(POST_TIMEOUT_MS, () => abort.abort());
    try {
      const response = await browserPlatform.fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': contentType },
        credentials: 'same-origin',
        keepalive: utf8Bytes(body) <= MAX_KEEPALIVE_BYTES,
        signal: abort.signal,
      });
      if (response.ok) return 'sent';
      return response.status >= 400 && response.status < 500 && !RETRIED_STATUSES.includes(response.status) ? 'refused' : 'failed';
    } catch {
      return 'failed';
    } finally {
      cancel();
      // Releases a body that is not read.
      abort.abort();
    }
  },
  get: (url, { timeoutMs, maxBytes }) =>
    fetchJson({ method: 'GET', url, timeoutMs, maxBytes, credentials: 'same-origin' }, browserPlatform.fetch),
  sign: (content) => crc32(text.encode(content)).toString(16).padStart(8, '0'),
  ...readUserAgent(navigator.userAgent),
  network: () => networkType(),
};

/** Not in every browser, and not in TypeScript's library. */
function networkType(): string {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const type: unknown = typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'effectiveType') : '';
  return typeof type === 'string' ? type : '';
}

let stats: Stats | null = null;
let page: MessagePort | null = null;
/** Made before the page's port came. */
let held: HeldBeacons = NO_BEACONS;

function listen(port: MessagePort): void {
  port.addEventListener('message', (event: MessageEvent<StatsEvent>) => stats?.apply(event.data));
  port.start();
}

const publishHeld = (): void => page?.postMessage({ type: 'beacons', held } satisfies StatsToPage);

const notStarted = err('WORKER_TIMEOUT', 'stats: not started');

const api: StatsApi = {
  async start(services, identity, ports) {
    const session = platform.uuid();
    stats = createStats({
      services,
      identity,
      platform,
      session,
      store: createOutboxStore(session),
      onHeld(next) {
        held = next;
        publishHeld();
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
