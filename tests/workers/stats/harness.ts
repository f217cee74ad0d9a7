import { MINI_APP_PAGES } from '../../../src/core/reports/business-ids.ts';
import { ok, type Result } from '../../../src/core/errors.ts';
import { NO_BEACONS } from '../../../src/core/reports/beacons.ts';
import { crc32 } from '../../../src/wire/frame.ts';
import type { StatsEvent } from '../../../src/workers/stats/api.ts';
import type { OutboxStore } from '../../../src/workers/stats/outbox-store.ts';
import { Stats, type PostResult } from '../../../src/workers/stats/stats.ts';

/** A store that keeps nothing, as in a browser without IndexedDB. */
const NO_STORE: OutboxStore = {
  save: () => Promise.resolve('unavailable'),
  claim: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};

/** Start of the epoch clock, so that no time of a report is 0. */
export const EPOCH_MS = 1_700_000_000_000;

export interface WorldOptions {
  readonly store?: OutboxStore;
  readonly session?: string;
  readonly get?: (url: string) => Result<unknown>;
  readonly startMs?: number;
  readonly embed?: boolean;
  readonly random?: () => number;
}

/** `none`: the service does not answer; a promise: it answers later. */
type Answer = PostResult | 'none' | Promise<PostResult>;

/** The stats worker with a fake `Platform`: a manual clock, facts as input, recorded requests. */
export function harness({ store = NO_STORE, session = 'session', get, startMs = 0, embed = false, random = () => 0 }: WorldOptions = {}) {
  let nowMs = startMs;
  let ids = 0;
  let timers: { readonly atMs: number; readonly act: () => void }[] = [];
  const posts: { url: string; body: string; atMs: number; result: Answer }[] = [];
  const asked: string[] = [];
  const limits: { readonly timeoutMs: number; readonly maxBytes: number }[] = [];
  const it = {
    posts,
    asked,
    limits,
    held: NO_BEACONS,
    holds: 0,
    arrivals: 0,
    /** Result of a service; `log` or `game`. */
    answers: { log: 'sent', game: 'sent' } as Record<'log' | 'game', Answer>,
  };
  const stats = new Stats({
    services: { log: 'https://log.test', game: 'https://game.test' },
    identity: { roomId: 1, userId: 7, embed },
    session,
    store,
    onArrived: () => void it.arrivals++,
    onHeld: (held) => void Object.assign(it, { held, holds: it.holds + 1 }),
    platform: {
      nowMs: () => nowMs,
      epochMs: () => EPOCH_MS + nowMs,
      random,
      uuid: () => `id${++ids}`,
      post({ url, body }) {
        const result = it.answers[url.startsWith('https://game') ? 'game' : 'log'];
        posts.push({ url, body, atMs: nowMs, result });
        return result === 'none' ? new Promise(() => undefined) : Promise.resolve(result);
      },
      get(url, { timeoutMs, maxBytes }) {
        asked.push(url);
        limits.push({ timeoutMs, maxBytes });
        return Promise.resolve(
          get?.(url) ?? (url.includes('biz_config') ? ok({ code: 0, data: { [MINI_APP_PAGES[0]]: 'miniapp' } }) : ok({})),
        );
      },
      sign: (text) => crc32(new TextEncoder().encode(text)).toString(16).padStart(8, '0'),
      device: 'Linux',
      browser: 'Chrome 120',
      network: () => '4g',
      after(delayMs, act) {
        const timer = { atMs: nowMs + delayMs, act };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
  });
  return Object.assign(it, {
    stats,
    nowMs: () => nowMs,
    apply: (...facts: StatsEvent[]) => facts.forEach((fact) => stats.apply(fact)),
    async pass(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        // fake-indexeddb answers by tasks, not only by microtasks.
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
        const due = timers.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        nowMs = Math.max(nowMs, due.atMs);
        due.act();
      }
      nowMs = untilMs;
    },
    bodies: (path: string) =>
      posts.filter(({ url }) => new URL(url).pathname === `/${path}`).map(({ body }) => JSON.parse(body) as unknown),
    analytics: () =>
      posts
        .filter(({ url }) => url.endsWith('/analytics'))
        .flatMap(({ body }) => JSON.parse((new URLSearchParams(body).get('content') ?? '').slice(8)) as { evid: string }[]),
  });
}

type PullFields<Name> = Extract<StatsEvent, { type: 'pull'; event: Name }>['fields'];
export const pullStart = (kind = 'h264', reason = 0): StatsEvent => ({
  type: 'pull',
  event: 'start',
  fields: { kind, reason, why: 'first address', line: 0, epoch: 1 },
});
export const firstFrame = (width = 852, height = 480): StatsEvent => ({
  type: 'pull',
  event: 'first-frame',
  fields: { width, height, sinceStartMs: 1_180 },
});
export const pullFailed = (fields: Partial<PullFields<'failed'>>): StatsEvent => ({
  type: 'pull',
  event: 'failed',
  fields: { code: 6, failure: 'TIMEOUT', ack: '', kind: 'h264', network: 0, why: 'another address', ...fields },
});
