import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { NO_BEACONS, utf8Bytes } from '../../../src/core/reports/beacons.ts';
import type { Report } from '../../../src/core/reports/endpoints.ts';
import { createDecisionLog } from '../../../src/player/base/decision-log.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { createOutboxStore, STORE, type StoredEntry } from '../../../src/workers/stats/outbox-store.ts';
import { postReport } from '../../../src/workers/stats/post.ts';
import { Sender } from '../../../src/workers/stats/sender.ts';
import { EPOCH_MS, harness } from './harness.ts';
import { openDB } from 'idb';

const entry = (number: number, endpoint: StoredEntry['endpoint'] = 'log'): StoredEntry => ({
  number,
  endpoint,
  text: `{"n":${number}}`,
  atMs: EPOCH_MS,
});
const LATER = EPOCH_MS + STORE.orphanMs + 1;

afterEach(() => {
  vi.unstubAllGlobals();
  indexedDB.deleteDatabase(STORE.database);
});

test('P42 reports sent by beacons are removed, by host', async () => {
  await createOutboxStore('gone').save([entry(1), entry(2, 'frame-heartbeat'), entry(3)], EPOCH_MS);
  const next = createOutboxStore('next');
  await next.forget([
    { session: 'gone', upTo: { log: 1, game: 2 }, except: [] },
    { session: 'nobody', upTo: { log: 9 }, except: [] },
  ]);
  expect((await next.claim(LATER)).map(({ number }) => number)).toEqual([3]);
});

test('P42 stored sessions and reports are bounded, old reports are dropped, and an empty outbox leaves no record', async () => {
  const many = Array.from({ length: STORE.maxEntries + 50 }, (_, i) => entry(i + 1));
  await createOutboxStore('many').save(many, EPOCH_MS);
  const claimed = await createOutboxStore('next').claim(LATER);
  expect(claimed).toHaveLength(STORE.maxEntries);
  expect(claimed.at(-1)).toEqual(many.at(-1));

  for (let i = 0; i < STORE.maxSessions + 4; i++) await createOutboxStore(`s${i}`).save([entry(1)], EPOCH_MS + i);
  expect(await createOutboxStore('next').claim(EPOCH_MS + 100)).toHaveLength(4);
  expect(await createOutboxStore('last').claim(LATER + 1_000)).toHaveLength(STORE.maxSessions);

  await createOutboxStore('old').save([{ ...entry(1), atMs: 5 }], EPOCH_MS);
  expect(await createOutboxStore('next').claim(LATER)).toEqual([]);

  const done = createOutboxStore('done');
  await done.save([entry(1)], EPOCH_MS);
  await done.save([], EPOCH_MS);
  expect(await createOutboxStore('next').claim(LATER)).toEqual([]);
});

test('P42 foreign database entries are ignored', async () => {
  const db = await openDB(STORE.database, STORE.version, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE.table, { keyPath: 'session' }),
  });
  await db.put(STORE.table, { session: 'a' });
  await db.put(STORE.table, {
    session: 'b',
    touchedMs: 1,
    entries: [null, 7, { number: 1 }, { ...entry(1), endpoint: 'toString' }, entry(2)],
  });
  db.close();
  expect(await createOutboxStore('next').claim(LATER)).toEqual([entry(2)]);
});

test.each([
  ['missing', undefined],
  [
    'blocked',
    {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    },
  ],
])('P42 if IndexedDB is %s reports are kept only in memory, and nothing fails', async (_what, fake) => {
  vi.stubGlobal('indexedDB', fake);
  const store = createOutboxStore('s');
  expect(await store.save([entry(1)], EPOCH_MS)).toBe('unavailable');
  expect(await store.claim(LATER)).toEqual([]);
  await store.forget([{ session: 's', upTo: {}, except: [] }]);
});

test('P42 reports of a crashed page arrive with the next visit', async () => {
  const crashed = harness({ store: createOutboxStore('crashed'), session: 'crashed' });
  crashed.answers.log = 'failed';
  crashed.apply({ type: 'log', level: 'error', text: 'last words' });
  await crashed.pass(2_000);
  const next = harness({ store: createOutboxStore('next'), session: 'next', startMs: 60_000 });
  await next.stats.open([]);
  await next.pass(30_000);
  expect(JSON.stringify(next.bodies('log'))).toContain('last words');
  crashed.answers.log = 'sent';
  crashed.posts.length = 0;
  await crashed.pass(120_000);
  expect(crashed.bodies('log')).toEqual([]);
});

test('P42 reports sent by a beacon are not sent again in the next visit', async () => {
  const closed = harness({ store: createOutboxStore('closed'), session: 'closed' });
  closed.apply({ type: 'log', level: 'error', text: 'by beacon' });
  await closed.pass(1_500);
  expect(JSON.stringify(closed.held.requests)).toContain('by beacon');
  const next = harness({ store: createOutboxStore('next'), session: 'next', startMs: 60_000 });
  await next.stats.open([closed.held.marker]);
  await next.pass(30_000);
  expect(JSON.stringify(next.posts)).not.toContain('by beacon');
});

/** Repeated here, so that a change of the limits fails a test. */
const MAX_KEEPALIVE_BYTES = 16_384;
const POST_TIMEOUT_MS = 10_000;

const REQUEST = { url: 'https://log.test/stats', body: '[{"a":1}]', contentType: 'text/plain;charset=UTF-8' } as const;

/** One request whose answer the test supplies. */
function sent(answer: (init: RequestInit) => Promise<Response>, body: string = REQUEST.body) {
  const clock = manualClock();
  const asked: { url: unknown; init: RequestInit }[] = [];
  const result = postReport(
    { ...REQUEST, body },
    {
      after: clock.after,
      epochMs: clock.epochMs,
      fetch: (url, init = {}) => {
        asked.push({ url, init });
        return answer(init);
      },
    },
  );
  return { clock, asked, result };
}
const status = (code: number) => () => Promise.resolve(new Response(null, { status: code }));

test('P42 a report is a simple POST with the cookies of the own origin', async () => {
  const { asked, result } = sent(status(204));
  expect(await result).toBe('sent');
  expect(asked).toMatchObject([
    {
      url: REQUEST.url,
      init: {
        method: 'POST',
        body: REQUEST.body,
        headers: { 'content-type': REQUEST.contentType },
        credentials: 'same-origin',
        keepalive: true,
      },
    },
  ]);
});

test.each([
  [200, 'sent'],
  [299, 'sent'],
  [304, 'failed'],
  [400, 'refused'],
  [413, 'refused'],
  [499, 'refused'],
  [401, 'failed'],
  [403, 'failed'],
  [404, 'failed'],
  [408, 'failed'],
  [425, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
] as const)('P42 a report answered with %i is %s', async (code, expected) => {
  expect(await sent(status(code)).result).toBe(expected);
});

test('P42 the size of a keepalive request is limited in bytes, not in characters', async () => {
  const keepalive = (body: string): unknown => sent(status(200), body).asked[0]?.init.keepalive;
  expect(keepalive('x'.repeat(MAX_KEEPALIVE_BYTES))).toBe(true);
  expect(keepalive('x'.repeat(MAX_KEEPALIVE_BYTES + 1))).toBe(false);
  expect(keepalive('字'.repeat(MAX_KEEPALIVE_BYTES / 2))).toBe(false);
});

test('P42 a request without an answer is aborted after its timeout, and a network error is a failure', async () => {
  const silent = sent(({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))));
  silent.clock.advance(POST_TIMEOUT_MS - 1);
  expect(silent.asked[0]?.init.signal?.aborted).toBe(false);
  silent.clock.advance(1);
  expect(await silent.result).toBe('failed');
  expect(await sent(() => Promise.reject(new Error('offline'))).result).toBe('failed');
});

test('P42 after an answer no timer is left, and the unread body is released', async () => {
  const { clock, asked, result } = sent(status(200));
  await result;
  expect(clock.timers()).toBe(0);
  expect(asked[0]?.init.signal?.aborted).toBe(true);
});

test('P42 the page of a captive portal is no receipt for a report', async () => {
  const page = (type: string) => sent(() => Promise.resolve(new Response('<html>', { headers: { 'content-type': type } }))).result;
  expect(await page('text/html; charset=utf-8')).toBe('failed');
  expect(await page('application/json')).toBe('sent');
});

test.each([
  ['20', { retryAfterMs: 20_000 }],
  ['Tue, 14 Nov 2023 22:13:50 GMT', { retryAfterMs: 30_000 }],
  ['999999999', { retryAfterMs: 600_000 }],
  ['Tue, 14 Nov 2023 22:13:10 GMT', 'failed'],
  ['0', 'failed'],
  ['soon', 'failed'],
])('P42 an overloaded service names the wait with Retry-After: %s', async (header, result) => {
  const overloaded = () => Promise.resolve(new Response(null, { status: 503, headers: { 'retry-after': header } }));
  expect(await sent(overloaded).result).toEqual(result);
});

/** Repeated here, so that a change of the limit fails a test. */
const MAX_BEACON_BYTES = 61_440;

test('P42 S32 the beacons of both hosts and of the closing page together stay below the browser’s limit', () => {
  const clock = manualClock();
  let held = NO_BEACONS;
  const closing: Report = { endpoint: 'frame-heartbeat', body: { text: 'c'.repeat(2_000) } };
  const sender = new Sender({
    services: { log: 'https://log.test', game: 'https://game.test' },
    session: 'session',
    platform: {
      ...clock,
      random: () => 0,
      uuid: () => 'id',
      // The services never answer, so that the reports stay queued.
      post: () => new Promise(() => undefined),
      get: () => new Promise(() => undefined),
      sign: () => '',
      device: '',
      browser: '',
      network: () => '',
    },
    store: { save: () => Promise.resolve('unavailable'), claim: () => Promise.resolve([]), forget: () => Promise.resolve() },
    decisions: createDecisionLog(),
    closing: () => [closing],
    onHeld: (next) => (held = next),
    onSent: () => undefined,
    onDropped: () => undefined,
  });
  const many = (endpoint: Report['endpoint']): Report[] =>
    Array.from({ length: 120 }, (_none, i): Report => ({ endpoint, body: { text: `${i} ${'x'.repeat(400)}` } }));
  sender.add([...many('log'), ...many('frame-heartbeat')]);
  clock.advance(1_000);
  const bytes = held.requests.reduce((sum, { body }) => sum + utf8Bytes(body), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BEACON_BYTES);
  // The limit is almost reached, with requests to both hosts.
  expect(bytes).toBeGreaterThan(MAX_BEACON_BYTES - 1_000);
  expect(new Set(held.requests.map(({ url }) => new URL(url).host))).toEqual(new Set(['log.test', 'game.test']));
  expect(held.requests.at(-1)?.body).toBe(JSON.stringify(closing.body));
});
