/** P12: the stored resources: IndexedDB `resourceDb`, table `resourceBlob`, version 1. Every failure counts as "not stored". */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { maxStoredBytes, planEviction, RESOURCES, type StoredResource } from '../../core/cache/resources.ts';
import { within } from '../../core/within.ts';
import type { Failure } from '../../core/result.ts';
import type { Platform } from '../platform.ts';

interface ResourceDb extends DBSchema {
  resourceBlob: { key: string; value: StoredRow };
}
interface StoredRow extends StoredResource {
  readonly blob: Blob;
  /** Hexadecimal; null if no list contains one. */
  readonly hash: string | null;
}

export interface ResourceStore {
  /** null: not stored, or stored with another hash. Waits for the database at most `lookupMs`. */
  read(url: string, hash: string | null): Promise<Blob | null>;
  /** Evicts others first if necessary; returns how many. */
  write(url: string, hash: string | null, blob: Blob): Promise<number>;
  storedBytes(): Promise<number | null>;
}

export interface StorePlatform extends Pick<Platform, 'after' | 'epochMs'> {
  /** Quota of the browser for this site; null if unknown. */
  quotaBytes(): Promise<number | null>;
}

// Long: all operations share one connection to the database, which the inner functions open, lose and reopen.
export function createStore(platform: StorePlatform, onFailure: (failure: Failure) => void): ResourceStore {
  let opening: Promise<IDBPDatabase<ResourceDb> | null> | null = null;
  /** Times of last use that were written, so that a list with the same images does not write once per image. */
  const touchedMs = new Map<string, number>();

  async function open(): Promise<IDBPDatabase<ResourceDb> | null> {
    try {
      const db = openDB<ResourceDb>(RESOURCES.database, RESOURCES.version, {
        upgrade: (fresh) => void fresh.createObjectStore(RESOURCES.table, { keyPath: 'url' }),
        // Another version of the page wants to upgrade the database: this one closes it and continues without the cache.
        blocking(_current, _wanted, event) {
          (event.target as IDBDatabase).close();
          opening = null;
        },
        // Closed by the browser (its data were cleared): reopened at the next use.
        terminated: () => (opening = null),
      });
      return await within(platform, RESOURCES.openTimeoutMs, db, () => {
        onFailure({ code: 'CACHE_OPEN_TIMEOUT', detail: `${RESOURCES.openTimeoutMs} ms` });
        return null;
      });
    } catch (cause) {
      onFailure({ code: 'CACHE_UNAVAILABLE', detail: String(cause) });
      return null;
    }
  }
  const database = (): Promise<IDBPDatabase<ResourceDb> | null> => (opening ??= open());

  async function attempt<T>(
    db: IDBPDatabase<ResourceDb> | null,
    otherwise: T,
    act: (db: IDBPDatabase<ResourceDb>) => Promise<T>,
  ): Promise<T> {
    if (db === null) return otherwise;
    try {
      return await act(db);
    } catch (cause) {
      onFailure({ code: 'CACHE_UNAVAILABLE', detail: String(cause) });
      return otherwise;
    }
  }

  function touch(db: IDBPDatabase<ResourceDb>, row: StoredRow): void {
    const nowMs = platform.epochMs();
    // If the system clock was set back, the time of last use is in the future.
    if (Math.abs(nowMs - (touchedMs.get(row.url) ?? row.usedMs)) < RESOURCES.touchMs) return;
    if (touchedMs.size > RESOURCES.maxEntries) touchedMs.clear();
    touchedMs.set(row.url, nowMs);
    db.put(RESOURCES.table, { ...row, usedMs: nowMs }).catch(() => undefined);
  }

  async function put(db: IDBPDatabase<ResourceDb>, row: StoredRow, maxTotalBytes: number): Promise<number> {
    const change = db.transaction(RESOURCES.table, 'readwrite');
    try {
      const others: StoredResource[] = [];
      for await (const cursor of change.store)
        if (cursor.key !== row.url) others.push({ url: cursor.key, bytes: sizeOf(cursor.value), usedMs: timeOf(cursor.value) });
      const leaving = planEviction(others, row.bytes, maxTotalBytes);
      for (const url of leaving ?? []) await change.store.delete(url);
      if (leaving !== null) await change.store.put(row);
      await change.done;
      return leaving?.length ?? 0;
    } catch (cause) {
      // The transaction's own promise rejects too and is not awaited.
      change.done.catch(() => undefined);
      throw cause;
    }
  }

  return {
    async read(url, hash) {
      const db = await within(platform, RESOURCES.lookupMs, database(), () => null);
      return attempt<Blob | null>(db, null, async (open) => {
        const row = await open.get(RESOURCES.table, url);
        if (row === undefined || !(row.blob instanceof Blob) || row.blob.size !== row.bytes) return null;
        if (hash !== null && row.hash !== hash) return null;
        touch(open, row);
        return row.blob;
      });
    },
    async write(url, hash, blob) {
      const row: StoredRow = { url, hash, blob, bytes: blob.size, usedMs: platform.epochMs() };
      const db = await database();
      if (db === null) return 0;
      const quotaBytes = await platform.quotaBytes().catch(() => null);
      const maxTotalBytes = maxStoredBytes(quotaBytes);
      try {
        return await put(db, row, maxTotalBytes);
      } catch (cause) {
        // The quota is exceeded before the limit: half of the stored resources are evicted, then the write is repeated once.
        if (!(cause instanceof DOMException) || cause.name !== 'QuotaExceededError') {
          onFailure({ code: 'CACHE_UNAVAILABLE', detail: String(cause) });
          return 0;
        }
        return attempt(db, 0, async (open) => put(open, row, Math.max(row.bytes, (await totalBytes(open)) / 2)));
      }
    },
    storedBytes: async () => attempt<number | null>(await database(), null, totalBytes),
  };
}

async function totalBytes(db: IDBPDatabase<ResourceDb>): Promise<number> {
  let total = 0;
  for await (const cursor of db.transaction(RESOURCES.table).store) total += sizeOf(cursor.value);
  return total;
}

/**
 * Database content is untrusted, because other versions and users can write it: a missing size is computed from the blob or is 0, a missing
 * time means never used.
 */
const sizeOf = (row: unknown): number => numberIn(row, 'bytes');
const timeOf = (row: unknown): number => numberIn(row, 'usedMs');
function numberIn(row: unknown, key: string): number {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, key) : 0;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}
