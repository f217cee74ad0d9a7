import 'fake-indexeddb/auto';
import { createHash, webcrypto } from 'node:crypto';
import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { cacheLogLine, OPEN_TIMEOUT_TEXT, RESOURCES } from '../../../src/core/cache/resources.ts';
import { ROOM_ERRORS, type Failure } from '../../../src/core/errors.ts';
import { createCache, type CachePlatform } from '../../../src/workers/cache/cache.ts';

interface Served {
  /** Bytes after which each connection breaks, one number per connection; the last one repeats. */
  readonly breaksAfter?: readonly number[];
  readonly etag?: string | null;
  readonly ranges?: boolean;
  readonly status?: number;
  readonly hasLength?: boolean;
  /** Never ends. */
  readonly hangs?: boolean;
}

/** A fake server and browser with a manual clock. */
// Long: a fake server, database and clock that share the served bytes and the time.
function harness(body: string, served: Served = {}, more: Partial<CachePlatform> = {}) {
  const bytes = new TextEncoder().encode(body);
  const requests: { range: string | null; cache: string | undefined }[] = [];
  const failures: Failure[] = [];
  let nowMs = 0;
  let timers: { atMs: number; act: () => void }[] = [];
  const it = { served, bytes };
  const platform: CachePlatform = {
    nowMs: () => nowMs,
    epochMs: () => 1_700_000_000_000 + nowMs,
    after(delayMs, act) {
      const timer = { atMs: nowMs + delayMs, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    random: () => 0,
    origin: 'https://room.test',
    quotaBytes: () => Promise.resolve(null),
    digest: (data) => webcrypto.subtle.digest('SHA-256', data),
    fetch: (_url, init) => Promise.resolve(answer(init ?? {})),
    ...more,
  };
  function answer(init: RequestInit): Response {
    const { breaksAfter = [], etag = '"v1"', ranges = true, status, hasLength = true, hangs = false } = it.served;
    const range = new Headers(init.headers).get('range');
    requests.push({ range, cache: init.cache });
    if (status !== undefined) return new Response('', { status });
    const start = range !== null && ranges ? Number(/\d+/.exec(range)?.[0] ?? 0) : 0;
    const limit = breaksAfter[Math.min(requests.length, breaksAfter.length) - 1] ?? Infinity;
    const part = it.bytes.slice(start, Math.min(it.bytes.length, start + limit));
    const isBroken = start + limit < it.bytes.length;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        if (part.length > 0) controller.enqueue(part);
        init.signal?.addEventListener('abort', () => {
          try {
            controller.error(new DOMException('aborted', 'AbortError'));
          } catch {
            // The stream has already ended.
          }
        });
        if (hangs) return;
        // Enqueued bytes are read before the error.
        if (isBroken) setTimeout(() => controller.error(new TypeError('network')), 5);
        else controller.close();
      },
    });
    const headers = new Headers({ 'content-type': 'image/png' });
    if (etag !== null) headers.set('etag', etag);
    if (hasLength) headers.set('content-length', String(it.bytes.length - start));
    if (start > 0) headers.set('content-range', `bytes ${start}-${it.bytes.length - 1}/${it.bytes.length}`);
    return new Response(stream, { status: start > 0 ? 206 : 200, headers });
  }
  const cache = createCache(platform, (failure) => failures.push(failure));
  /** Advances the time until the promise settles. */
  async function settle<T>(promise: Promise<T>): Promise<T> {
    const state = { isSettled: false };
    void promise.finally(() => (state.isSettled = true));
    for (let turn = 0; turn < 400 && !state.isSettled; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      const due = turn % 8 === 7 ? timers.toSorted((a, b) => a.atMs - b.atMs)[0] : undefined;
      if (due === undefined) continue;
      timers = timers.filter((timer) => timer !== due);
      nowMs = Math.max(nowMs, due.atMs);
      due.act();
    }
    return promise;
  }
  return Object.assign(it, {
    requests,
    failures,
    nowMs: () => nowMs,
    cache,
    settle,
    text: async (url = '/rose.png', hash?: string, maxBytes = 1_000_000) => {
      const got = await settle(cache.getResource(url, { maxBytes, ...(hash !== undefined && { hash }) }));
      return got.ok ? got.value.text() : got.error.code;
    },
    /** Waits for the write to the database, which follows the answer. */
    stored: () => vi.waitFor(async () => expect((await cache.figures()).storedBytes).toBeGreaterThan(0)),
  });
}
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

afterEach(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(RESOURCES.database);
    request.addEventListener('success', resolve);
    request.addEventListener('blocked', resolve);
  });
});

test('P12 a resource is downloaded once and then read from the store, also in the next visit', async () => {
  const first = harness('rose');
  expect(await first.text()).toBe('rose');
  await first.stored();
  expect(await first.text()).toBe('rose');
  expect(first.requests).toHaveLength(1);
  const next = harness('other bytes by now');
  expect(await next.text()).toBe('rose');
  expect(next.requests).toHaveLength(0);
  expect(await next.cache.figures()).toMatchObject({ hits: 1, downloads: 0, storedBytes: 4 });
  const db = await openDB('resourceDb', 1);
  expect([...db.objectStoreNames]).toEqual(['resourceBlob']);
  db.close();
});

test('P12 concurrent requests for one resource share one download, and each gets the progress', async () => {
  const it = harness('rose');
  const channels = Array.from({ length: 20 }, () => new MessageChannel());
  const progress: unknown[] = [];
  for (const { port1 } of channels) port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => progress.push(data));
  for (const { port1 } of channels) port1.start();
  const all = channels.map(({ port2 }) => it.cache.getResource('/rose.png', { maxBytes: 100, progress: port2 }));
  const answers = await it.settle(Promise.all(all));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(it.requests).toHaveLength(1);
  await vi.waitFor(() => expect(progress).toHaveLength(20));
  expect(progress[0]).toEqual({ receivedBytes: 4, totalBytes: 4 });
  for (const { port1 } of channels) port1.close();
});

test('P12 a broken download is resumed where it stopped', async () => {
  const it = harness('0123456789', { breaksAfter: [4, 3, 99] });
  expect(await it.text()).toBe('0123456789');
  expect(it.requests.map(({ range }) => range)).toEqual([null, 'bytes=4-', 'bytes=7-']);
  expect(await it.cache.figures()).toMatchObject({ resumed: 2 });
  // Each connection waits before the next one.
  expect(it.nowMs()).toBeGreaterThan(0);
});

test('P12 without ranges or a validator it starts again', async () => {
  const noRanges = harness('0123456789', { breaksAfter: [4, 99], ranges: false });
  expect(await noRanges.text()).toBe('0123456789');
  const noValidator = harness('0123456789', { breaksAfter: [4, 99], etag: null });
  expect(await noValidator.text('/tulip.png')).toBe('0123456789');
  expect(noValidator.requests.map(({ range }) => range)).toEqual([null, null]);
});

test('P12 a body that ends early without an error is not a complete resource', async () => {
  const fetch = () => Promise.resolve(new Response('0123', { headers: { 'content-length': '10' } }));
  expect(await harness('0123456789', {}, { fetch }).text()).toBe('HTTP_NETWORK');
});

test('P12 a download that does not end within 30 s is stopped, and the next one resumes it', async () => {
  const it = harness('0123456789', { breaksAfter: [4], hangs: true });
  expect(await it.settle(it.cache.getResource('/rose.png', { maxBytes: 99 }))).toEqual({
    ok: false,
    error: { code: 'HTTP_TIMEOUT', detail: 'https://room.test/rose.png: 30000 ms' },
  });
  expect(it.nowMs()).toBe(30_000);
  it.served = {};
  expect(await it.text()).toBe('0123456789');
  expect(it.requests.at(-1)?.range).toBe('bytes=4-');
});

test('P12 a bad status, a size over the limit by header or by body, and an invalid address or hash are refused by their codes', async () => {
  expect(await harness('x', { status: 404 }).text('/a')).toBe('HTTP_STATUS');
  const failing = harness('x', { status: 503 });
  expect(await failing.settle(failing.cache.getResource('/b', { maxBytes: 99 }))).toMatchObject({
    error: { code: 'HTTP_NETWORK', detail: expect.stringMatching(/^https:\/\/room\.test\/b: \S/) as unknown },
  });
  expect(await harness('0123456789').text('/c', undefined, 9)).toBe('HTTP_TOO_LONG');
  expect(await harness('0123456789', { hasLength: false }).text('/d', undefined, 9)).toBe('HTTP_TOO_LONG');
  expect(await harness('x').text('javascript:alert(1)')).toBe('PARAMETER_BAD');
  expect(await harness('x').text('/e', 'no hash')).toBe('RESOURCE_BAD_HASH');
});

test('P12 bytes that do not match the hash are fetched once more without the browser’s cache, then refused and never stored', async () => {
  const it = harness('evil');
  expect(await it.text('/rose.png', sha('rose'))).toBe('RESOURCE_BAD_HASH');
  expect(it.requests.map(({ cache }) => cache)).toEqual(['default', 'reload']);
  expect(await it.cache.figures()).toMatchObject({ storedBytes: 0 });
  it.bytes = new TextEncoder().encode('rose');
  expect(await it.text('/rose.png', sha('rose'))).toBe('rose');
});

test('P12 a new hash in the list replaces the stored resource', async () => {
  const old = harness('old');
  await old.text('/rose.png', sha('old'));
  await old.stored();
  const next = harness('new');
  expect(await next.text('/rose.png', sha('new'))).toBe('new');
  expect(await next.text('/rose.png', sha('new'))).toBe('new');
});

test('P12 without hashing the resource is used and not stored', async () => {
  const it = harness('rose', {}, { digest: () => Promise.resolve(null) });
  expect(await it.text('/rose.png', sha('rose'))).toBe('rose');
  expect(await it.cache.figures()).toMatchObject({ storedBytes: 0 });
});

test('P12 the size of the store is bounded: the least recently used resources are evicted', async () => {
  const it = harness('0123456789', {}, { quotaBytes: () => Promise.resolve(125) });
  for (const name of ['a', 'b', 'c', 'd']) await it.text(`/${name}`);
  // Stored behind the answers.
  await vi.waitFor(async () => expect(await it.cache.figures()).toMatchObject({ evicted: 2, storedBytes: 20 }));
});

test('P12 a full disk evicts half of the store and retries once; if still full, the resource is only used', async () => {
  const it = harness('0123456789');
  await it.text('/a');
  await it.stored();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await it.text('/b')).toBe('0123456789');
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(2));
  put.mockRestore();
  expect(await it.text('/c')).toBe('0123456789');
});

test('P12 a resource that the database refuses is used and not tried again, and the reason is reported', async () => {
  const it = harness('rose');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('broken', 'DataError');
  });
  expect(await it.text('/a')).toBe('rose');
  await vi.waitFor(() => expect(it.failures).toEqual([{ code: 'CACHE_UNAVAILABLE', detail: expect.stringContaining('broken') as string }]));
  expect(put).toHaveBeenCalledTimes(1);
  put.mockRestore();
});

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
test.each([
  ['missing', undefined],
  ['blocked', { open: denied }],
])('P12 if IndexedDB is %s resources are uncached, and it is reported', async (_what, fake) => {
  vi.stubGlobal('indexedDB', fake);
  const it = harness('rose');
  expect(await it.text()).toBe('rose');
  expect(await it.text()).toBe('rose');
  expect(it.requests).toHaveLength(2);
  expect(it.failures.map(({ code }) => code)).toContain('CACHE_UNAVAILABLE');
  expect(await it.cache.figures()).toMatchObject({ storedBytes: null });
});

test('P12 a database that never opens delays no download, and after 10 s the specified text is reported', async () => {
  vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() });
  const it = harness('rose');
  expect(await it.text()).toBe('rose');
  await it.settle(new Promise((resolve) => setTimeout(resolve, 300)));
  expect(it.failures).toEqual([{ code: 'CACHE_OPEN_TIMEOUT', detail: '10000 ms' }]);
  expect(it.failures.map(cacheLogLine)).toEqual(['indexedDB 加载超时 10000 ms']);
  expect(ROOM_ERRORS.CACHE_OPEN_TIMEOUT.title).toBe(OPEN_TIMEOUT_TEXT);
  expect(cacheLogLine({ code: 'CACHE_UNAVAILABLE', detail: 'full' })).toBe('CACHE_UNAVAILABLE full');
});

test('P12 foreign entries in the table are ignored', async () => {
  const db = await openDB('resourceDb', 1, { upgrade: (fresh) => void fresh.createObjectStore('resourceBlob', { keyPath: 'url' }) });
  await db.put('resourceBlob', { url: 'https://room.test/rose.png', blob: 'text', bytes: 4, usedMs: 0, hash: null });
  await db.put('resourceBlob', { url: 'https://room.test/tulip.png' });
  for (const [at, bytes] of [-5, Number.NaN, 'x', null].entries())
    await db.put('resourceBlob', { url: `https://room.test/${at}`, bytes, usedMs: bytes });
  db.close();
  const it = harness('rose');
  expect(await it.cache.figures()).toMatchObject({ storedBytes: 4 });
  expect(await it.text('/rose.png')).toBe('rose');
  expect(await it.text('/tulip.png')).toBe('rose');
});

test('P12 a foreign entry without a time of use is evicted before all others', async () => {
  const db = await openDB('resourceDb', 1, { upgrade: (fresh) => void fresh.createObjectStore('resourceBlob', { keyPath: 'url' }) });
  await db.put('resourceBlob', { url: 'https://room.test/z', bytes: 10, usedMs: 'never' });
  db.close();
  const it = harness('0123456789', {}, { quotaBytes: () => Promise.resolve(125) });
  for (const name of ['a', 'b']) await it.text(`/${name}`);
  await vi.waitFor(async () => expect(await it.cache.figures()).toMatchObject({ evicted: 1, storedBytes: 20 }));
  for (const name of ['a', 'b']) await it.text(`/${name}`);
  expect(it.requests).toHaveLength(2);
});

test('P12 the memory of unfinished downloads is bounded in bytes: the oldest is dropped, and the newest resumes where it stopped', async () => {
  // Two of them are larger than the bound of 32 MiB.
  const bytes = 17 * 1_048_576;
  const it = harness('x'.repeat(bytes + 1), { breaksAfter: [bytes], hangs: true });
  for (const url of ['/a.png', '/b.png']) expect(await it.text(url, undefined, 2 * bytes)).toBe('HTTP_TIMEOUT');
  it.served = {};
  it.requests.length = 0;
  for (const url of ['/b.png', '/a.png']) expect(await it.text(url, undefined, 2 * bytes)).toHaveLength(bytes + 1);
  expect(it.requests.map(({ range }) => range)).toEqual([`bytes=${bytes}-`, null]);
});
