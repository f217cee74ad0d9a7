import '../boot.ts';
import { expose } from 'comlink';
import { done, err, ok } from '../core/result.ts';
import type { StatsApi, StatsFact } from './api.ts';
import { createStats, type Stats, type StatsHands } from './stats.ts';

const POST_TIMEOUT_MS = 10_000;

const hands: StatsHands = {
  nowMs: () => performance.now(),
  clockMs: () => Date.now(),
  random: () => Math.random(),
  async post(url, body) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), POST_TIMEOUT_MS);
    try {
      // Plain text: a report to another origin must not cost a preflight request.
      const headers = { 'content-type': 'text/plain;charset=UTF-8' };
      const response = await fetch(url, { method: 'POST', body, headers, credentials: 'same-origin', signal: abort.signal });
      return response.ok;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      abort.abort();
    }
  },
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
};

let stats: Stats | null = null;

function listen(port: MessagePort): void {
  port.addEventListener('message', (event: MessageEvent<StatsFact>) => stats?.take(event.data));
  port.start();
}

const notStarted = err('WORKER_TIMEOUT', 'stats: not started');

const api: StatsApi = {
  async start(services, identity, ports) {
    stats = createStats(services, identity, hands);
    for (const port of ports) listen(port);
    return done;
  },
  async addPort(port) {
    listen(port);
    return done;
  },
  async takeBeacons() {
    return stats === null ? notStarted : ok(stats.beacons());
  },
  async snapshot() {
    return stats === null ? notStarted : ok(stats.snapshot());
  },
};

expose(api);
