/** Records of the stored reports: what is written, what is read of a foreign record, and a database that does not answer. */
import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { OUTBOX } from '../../../src/core/reports/outbox.ts';
import { createOutboxStore, STORE, type StoredEntry } from '../../../src/workers/stats/outbox-store.ts';
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
