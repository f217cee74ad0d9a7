/** P12: the stored resources: IndexedDB `resourceDb`, table `resourceBlob`, version 1. Every failure counts as "not stored". */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { maxStoredBytes, planEviction, RESOURCES, type StoredResource } from '../../core/cache/resources.ts';
import { countIn } from '../../player/base/answer-fields.ts';
import { within } from '../../player/base/clock.ts';
import type { Failure } from '../../core/errors.ts';
import type { Platform } from '../platform.ts';

interface ResourceDb extends DBSchema {
  resourceBlob: { key: string; value: StoredRow };
}
interface StoredRow extends StoredResource {
  readonly blob: Blob;
  /** Hexadecimal; null if no list contains one. */
  readonly hash: string | null;
}

export interface StorePlatform extends Pick<Platform, 'after' | 'epochMs'> {
  /** Quota of the browser for this site; null if unknown. */
  quotaBytes(): Promise<number | null>;
}

export class ResourceStore {
  readonly #platform: StorePlatform;
  readonly #onFailure: (failure: Failure) => void;
  #opening: Promise<IDBPDatabase<ResourceDb> | null> | null = null;
  /** Times of last use that were written, so that a list with the same images does not write once per image. */
  readonly #touchedMs = new Map<string, number>();

  constructor(platform: StorePlatform, onFailure: (failure: Failure) => void) {
    this.#platform = platform;
    this.#onFailure = onFailure;
  }

  async #open(): Promise<IDBPDatabase<ResourceDb> | null> {
    try {
      const db = openDB<ResourceDb>(RESOURCES.database, RESOURCES.version, {
        upgrade: (fresh) => void fresh.createObjectStore(RESOURCES.table, { keyPath: 'url' }),
        // Another version of the page wants to upgrade the database: this one closes it and continues without the cache.
        blocking: (_current, _wanted, event) => {
          (event.target as IDBDatabase).close();
          this.#opening = null;
        },
        // Closed by the browser (its data were cleared): reopened at the next use.
        terminated: () => (this.#opening = null),
      });
      return await within(this.#platform, RESOURCES.openTimeoutMs, db, () => {
        this.#onFailure({ code: 'CACHE_OPEN_TIMEOUT', detail: `${RESOURCES.openTimeoutMs} ms` });
        return null;
      });
    } catch (cause) {
      this.#onFailure({ code: 'CACHE_UNAVAILABLE', detail: String(cause) });
      return null;
    }
  }

  #database(): Promise<IDBPDatabase<ResourceDb> | null> {
    return (this.#opening ??= this.#open());
  }

  async #attempt<T>(db: IDBPDatabase<ResourceDb> | null, otherwise: T, act: (db: IDBPDatabase<ResourceDb>) => Promise<T>): Promise<T> {
    if (db === null) return otherwise;
    try {
      return await act(db);
    } catch (cause) {
      this.#onFailure({ code: 'CACHE_UNAVAILABLE', detail: String(cause) });
      return otherwise;
    }
  }

  #touch(db: IDBPDatabase<ResourceDb>, row: StoredRow): void {
    const nowMs = this.#platform.epochMs();
    // If the system clock was set back, the time of last use is in the future.
    if (Math.abs(nowMs - (this.#touchedMs.get(row.url) ?? row.usedMs)) < RESOURCES.touchMs) return;
    if (this.#touchedMs.size > RESOURCES.maxEntries) this.#touchedMs.clear();
    this.#touchedMs.set(row.url, nowMs);
    db.put(RESOURCES.table, { ...row, usedMs: nowMs }).catch(() => undefined);
  }

  async #put(db: IDBPDatabase<ResourceDb>, row: StoredRow, maxTotalBytes: number): Promise<number> {
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

  /** null: not stored, or stored with another hash. Waits for the database at most `lookupMs`. */
  async read(url: string, hash: string | null): Promise<Blob | null> {
    const found = await within(this.#platform, RESOURCES.lookupMs, this.#database(), () => null);
    return this.#attempt<Blob | null>(found, null, async (db) => {
      const row = await db.get(RESOURCES.table, url);
      if (row === undefined || !(row.blob instanceof Blob) || row.blob.size !== row.bytes) return null;
      if (hash !== null && row.hash !== hash) return null;
      this.#touch(db, row);
      return row.blob;
    });
  }

  /** Evicts others first if necessary; returns how many. */
  async write(url: string, hash: string | null, blob: Blob): Promise<number> {
    const row: StoredRow = { url, hash, blob, bytes: blob.size, usedMs: this.#platform.epochMs() };
    const db = await this.#database();
    if (db === null) return 0;
    const quotaBytes = await this.#platform.quotaBytes().catch(() => null);
    const maxTotalBytes = maxStoredBytes(quotaBytes);
    try {
      return await this.#put(db, row, maxTotalBytes);
    } catch (cause) {
      // The quota is exceeded before the limit: half of the stored resources are evicted, then the write is repeated once.
      if (!(cause instanceof DOMException) || cause.name !== 'QuotaExceededError') {
        this.#onFailure({ code: 'CACHE_UNAVAILABLE', detail: String(cause) });
        return 0;
      }
      return this.#attempt(db, 0, async (one) => this.#put(one, row, Math.max(row.bytes, (await totalBytes(one)) / 2)));
    }
  }

  async storedBytes(): Promise<number | null> {
    return this.#attempt<number | null>(await this.#database(), null, totalBytes);
  }
}

async function totalBytes(db: IDBPDatabase<ResourceDb>): Promise<number> {
  let total = 0;
  for await (const cursor of db.transaction(RESOURCES.table).store) total += sizeOf(cursor.value);
  return total;
}

/** Database content is untrusted, because other versions and users can write it: a wrong size is 0, a wrong time means never used. */
const sizeOf = (row: StoredRow): number => countIn(row.bytes) ?? 0;
const timeOf = (row: StoredRow): number => countIn(row.usedMs) ?? 0;
