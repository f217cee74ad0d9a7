/** Reports that wait: their records, a database that does not answer, and the requests that send them. */
import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { OUTBOX } from '../../../src/core/reports/outbox.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { createOutboxStore, STORE, type StoredEntry } from '../../../src/workers/stats/outbox-store.ts';
import { postReport } from '../../../src/workers/stats/sender.ts';
import { EPOCH_MS, harness } from './harness.ts';

const entry = (number: number, endpoint: StoredEntry['endpoint'] = 'log'): StoredEntry => ({
  number,
  endpoint,
  text: `{"n":${number}}`,
  atMs: EPOCH_MS,
});
const numbersOf = (entries: readonly StoredEntry[]): readonly number[] => entries.map(({ number }) => number);

let open: IDBPDatabase[] = [];
/** The test’s own connection to the database. Unless `isStubborn`, it closes when another version or a deletion requires it. */
async function database({ hasTable = true, isStubborn = false } = {}): Promise<IDBPDatabase> {
  const db = await openDB(STORE.database, STORE.version, {
    upgrade: (fresh) => void (hasTable && fresh.createObjectStore(STORE.table, { keyPath: 'session' })),
    blocking: () => void (!isStubborn && db.close()),
  });
  open.push(db);
  return db;
}
const sessions = async (): Promise<readonly unknown[]> => (await database()).getAllKeys(STORE.table);

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const db of open) db.close();
  open = [];
  await deleteDB(STORE.database);
});

test('P42 `save` of a worker that was frozen returns `claimed` once, even if it has nothing left to store', async () => {
  const frozen = createOutboxStore('frozen');
  await frozen.save([entry(1)], EPOCH_MS);
  await createOutboxStore('other').claim(EPOCH_MS + STORE.orphanMs + 1);
  expect(await frozen.save([], EPOCH_MS)).toBe('claimed');
  expect(await frozen.save([], EPOCH_MS)).toBe('saved');
  expect(await sessions()).toEqual([]);
});

test('P42 a session has ended after more than 15 s without an update, or with a time in the future; the own one never has', async () => {
  await createOutboxStore('late').save([entry(1)], EPOCH_MS);
  await createOutboxStore('future').save([entry(2)], EPOCH_MS + 2 * STORE.orphanMs);
  const own = createOutboxStore('own');
  await own.save([entry(3)], 0);
  expect(numbersOf(await own.claim(EPOCH_MS + STORE.orphanMs))).toEqual([]);
  expect(numbersOf(await own.claim(EPOCH_MS + STORE.orphanMs - 1))).toEqual([2]);
  expect(numbersOf(await own.claim(EPOCH_MS + STORE.orphanMs + 1))).toEqual([1]);
  expect(await sessions()).toEqual(['own']);
});

test('P42 beyond eight other sessions that run, the reports of the oldest are taken over', async () => {
  const own = createOutboxStore('own');
  await own.save([entry(99)], EPOCH_MS - 1);
  const others = Array.from({ length: STORE.maxSessions + 2 }, (_, at) => createOutboxStore(`s${at}`));
  for (const [at, store] of others.entries()) await store.save([entry(at)], EPOCH_MS + ((at * 7) % 10));
  // A session that has ended does not count towards the limit.
  await createOutboxStore('future').save([entry(50)], EPOCH_MS + 2 * STORE.orphanMs);
  // Times of s0 to s9: 0 7 4 1 8 5 2 9 6 3.
  expect(numbersOf(await own.claim(EPOCH_MS + 100))).toEqual([50, 3, 0]);
  expect(await sessions()).toEqual(['own', 's1', 's2', 's4', 's5', 's6', 's7', 's8', 's9']);
  expect(await others[0]!.save([entry(0)], EPOCH_MS + 200)).toBe('claimed');
});

test('P42 the reports of several ended sessions are taken over up to the limit of one session, the last ones', async () => {
  const many = (from: number): readonly StoredEntry[] => Array.from({ length: STORE.maxEntries - 50 }, (_, at) => entry(from + at));
  await createOutboxStore('a').save(many(1), 1);
  await createOutboxStore('b').save(many(1_001), 1);
  const claimed = await createOutboxStore('next').claim(EPOCH_MS);
  expect([claimed.length, claimed.at(-1)?.number]).toEqual([STORE.maxEntries, 1_000 + STORE.maxEntries - 50]);
});

test('P42 S32 a marker removes the reports of its host up to its number except those that it excludes, and the record with its last report', async () => {
  await createOutboxStore('part').save([entry(1), entry(2, 'frame-enter'), entry(3), entry(4), entry(5)], EPOCH_MS);
  await createOutboxStore('whole').save([entry(1), entry(2)], EPOCH_MS);
  await createOutboxStore('next').forget([
    { session: 'nobody', upTo: { log: 9 }, except: [] },
    { session: 'part', upTo: { log: 4 }, except: [3] },
    { session: 'whole', upTo: { log: 2 }, except: [] },
  ]);
  expect(await (await database()).getAll(STORE.table)).toEqual([
    { session: 'part', touchedMs: EPOCH_MS, entries: [entry(2, 'frame-enter'), entry(3), entry(5)] },
  ]);
});

test('P42 of a foreign record only valid reports are read, and it is removed', async () => {
  const db = await database();
  const bad = [
    null,
    'text',
    { ...entry(1), number: '1' },
    { ...entry(1), endpoint: 7 },
    { ...entry(1), endpoint: 'constructor' },
    { ...entry(1), endpoint: ['log'] },
    { ...entry(1), text: 7 },
    { ...entry(1), text: undefined },
    { ...entry(1), text: 'x'.repeat(OUTBOX.maxReportChars + 1) },
    { ...entry(1), atMs: String(EPOCH_MS) },
    { ...entry(1), text: 'no JSON' },
    { ...entry(1), atMs: 5 },
  ];
  const longest = { ...entry(2), text: JSON.stringify('x'.repeat(OUTBOX.maxReportChars - 2)) };
  await db.put(STORE.table, { session: 'mixed', touchedMs: 1, entries: [...bad, longest] });
  await db.put(STORE.table, { session: 'no time', entries: [entry(3)] });
  await db.put(STORE.table, { session: 'no list', touchedMs: 1, entries: 'x' });
  await db.put(STORE.table, {
    session: 'long',
    touchedMs: 1,
    entries: Array.from({ length: 201 }, (_, at) => ({ ...entry(at), text: '0' })),
  });
  const claimed = await createOutboxStore('next').claim(EPOCH_MS);
  expect(claimed.filter(({ text }) => text !== '0').toSorted((a, b) => a.number - b.number)).toEqual([longest, entry(3)]);
  expect(Math.max(...numbersOf(claimed))).toBe(STORE.maxEntries - 1);
  expect(await sessions()).toEqual([]);
  await db.put(STORE.table, { session: 5, touchedMs: 1, entries: [entry(4)] });
  expect(await createOutboxStore('later').claim(EPOCH_MS)).toEqual([entry(4)]);
  expect(await sessions()).toEqual([]);
});

test('P42 a stored report with half of a surrogate pair does not block the reports of its host', async () => {
  const stored = { ...entry(1, 'analytics'), text: '{"evid":"\ud83d"}' };
  await createOutboxStore('earlier').save([stored], EPOCH_MS - 60_000);
  const it = harness({ store: createOutboxStore('next') });
  await it.stats.open([]);
  it.apply({ type: 'log', level: 'error', text: 'own' });
  await it.pass(10_000);
  expect(it.analytics().map(({ evid }) => evid)).toContain('\ud83d');
  expect(it.bodies('log')).toMatchObject([[{ text: 'own' }]]);
});

test('P42 a database without the table is treated as missing', async () => {
  await database({ hasTable: false });
  const store = createOutboxStore('s');
  expect(await store.save([entry(1)], EPOCH_MS)).toBe('unavailable');
  expect(await store.claim(EPOCH_MS)).toEqual([]);
  await store.forget([{ session: 's', upTo: {}, except: [] }]);
});

test('P42 a database that does not open within 5 s is treated as missing', async () => {
  await database({ isStubborn: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The deletion waits until the connection above closes; the store's open request waits for the deletion.
  const deleted = deleteDB(STORE.database);
  const store = createOutboxStore('s');
  const outcomes: string[] = [];
  const saved = store.save([entry(1)], EPOCH_MS).then((outcome) => outcomes.push(outcome));
  await vi.advanceTimersByTimeAsync(STORE.openTimeoutMs - 1);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await saved;
  expect(outcomes).toEqual(['unavailable']);
  vi.useRealTimers();
  for (const db of open) db.close();
  await deleted;
  expect(await store.save([entry(1)], EPOCH_MS)).toBe('saved');
});

test('P42 a store whose database the browser has closed opens it again, and its reports do not count as taken over', async () => {
  const made = vi.spyOn(indexedDB, 'open');
  const store = createOutboxStore('s');
  await store.save([entry(1)], EPOCH_MS);
  const opened = made.mock.results[0]?.value as IDBOpenDBRequest;
  made.mockRestore();
  // The data of the site are cleared.
  forceCloseDatabase(opened.result as unknown as Parameters<typeof forceCloseDatabase>[0]);
  await deleteDB(STORE.database);
  expect(await store.save([entry(1)], EPOCH_MS)).toBe('saved');
  expect(await sessions()).toEqual(['s']);
});

test('P42 the store does not block the upgrade of the database by another version of the page', async () => {
  const store = createOutboxStore('s');
  await store.save([entry(1)], EPOCH_MS);
  const upgraded = await openDB(STORE.database, STORE.version + 1);
  upgraded.close();
  expect(await store.save([entry(2)], EPOCH_MS)).toBe('unavailable');
});

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
test.each([
  ['missing', undefined],
  ['blocked', { open: denied }],
])('P42 if IndexedDB is %s reports are kept only in memory, and nothing fails', async (_what, fake) => {
  vi.stubGlobal('indexedDB', fake);
  const store = createOutboxStore('s');
  expect(await store.save([entry(1)], EPOCH_MS)).toBe('unavailable');
  expect(await store.claim(EPOCH_MS + STORE.orphanMs + 1)).toEqual([]);
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
