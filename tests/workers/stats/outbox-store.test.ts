import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { createOutboxStore, STORE, type StoredEntry } from '../../../src/workers/stats/outbox-store.ts';
import { EPOCH_MS, harness } from './harness.ts';

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

test('P42 reports of an ended session are taken over once, by one worker', async () => {
  expect(await createOutboxStore('dead').save([entry(1), entry(2)], EPOCH_MS)).toBe('saved');
  const [one, two] = [createOutboxStore('one'), createOutboxStore('two')];
  expect(await one.claim(EPOCH_MS + 1_000)).toEqual([]);
  const claims = await Promise.all([one.claim(LATER), two.claim(LATER)]);
  expect(claims.map(({ length }) => length).toSorted()).toEqual([0, 2]);
});

test('P42 `save` of a frozen worker returns `claimed` once after its reports were taken over', async () => {
  const frozen = createOutboxStore('frozen');
  await frozen.save([entry(1)], EPOCH_MS);
  expect(await createOutboxStore('other').claim(LATER)).toHaveLength(1);
  expect(await frozen.save([entry(1)], LATER)).toBe('claimed');
  expect(await frozen.save([entry(2)], LATER)).toBe('saved');
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
