/**
 * Stored reports, kept over a crash of the page and over a visit whose service was down. IndexedDB in this worker, because local storage
 * would be written synchronously by the page's thread with every report. One record per session (a run of this worker); if a session's
 * record is not updated any more, the next worker takes over its reports in one transaction, so that two tabs never send the same ones.
 */
import { openDB, type IDBPDatabase } from 'idb';
import { type Delivered, hostOf, isEndpoint } from '../../core/reports/beacons.ts';
import { OUTBOX, type Entry } from '../../core/reports/outbox.ts';
import { within } from '../../player/base/clock.ts';
import { browserPlatform } from '../platform.ts';

export const STORE = {
  database: 'footlight-reports',
  table: 'outbox',
  version: 1,
  openTimeoutMs: 5_000,
  /** Maximum number of other sessions with a record; the reports of the oldest are taken over, so that none is lost. */
  maxSessions: 8,
  maxEntries: 200,
  /** A record that was not updated for this time belongs to an ended session. */
  orphanMs: 15_000,
} as const;

export type StoredEntry = Omit<Entry, 'dueMs'>;
interface SessionRecord {
  readonly session: IDBValidKey;
  readonly touchedMs: number;
  readonly entries: readonly StoredEntry[];
}

/** `claimed`: another worker has taken over the stored reports and sends them. */
export type SaveResult = 'saved' | 'claimed' | 'unavailable';

export function createOutboxStore(session: string) {
  let hasRecord = false;
  let opening: Promise<IDBPDatabase> | null = null;

  /** Rejects if the database is missing or broken; the next call opens it again after a failure or after it was closed. */
  function openStore(): Promise<IDBPDatabase> {
    const opened = openDB(STORE.database, STORE.version, {
      upgrade: (db) => void db.createObjectStore(STORE.table, { keyPath: 'session' }),
      // Another version of the page wants to upgrade the database: this worker closes it.
      blocking(_current, _wanted, event) {
        (event.target as IDBDatabase).close();
        opening = null;
      },
      // Closed by the browser (its data were cleared): no other worker has taken the record.
      terminated() {
        hasRecord = false;
        opening = null;
      },
    });
    opened.catch(() => (opening = null));
    return opened;
  }

  /** Without IndexedDB (missing, blocked, full, broken) reports are kept only in memory. */
  async function attempt<T>(otherwise: T, act: (db: IDBPDatabase) => Promise<T>): Promise<T> {
    try {
      // A database that opens later than the timeout is used by the next call.
      opening ??= openStore();
      return await act(await within(browserPlatform, STORE.openTimeoutMs, opening, () => Promise.reject()));
    } catch {
      return otherwise;
    }
  }

  return {
    /** Stores the newest entries of this session; an empty list removes the record. */
    save: (entries: readonly StoredEntry[], epochMs: number) =>
      attempt<SaveResult>('unavailable', async (db) => {
        const change = db.transaction(STORE.table, 'readwrite');
        if (hasRecord && (await change.store.getKey(session)) === undefined) {
          hasRecord = false;
          await change.done;
          return 'claimed';
        }
        const record: SessionRecord = { session, touchedMs: epochMs, entries: entries.slice(-STORE.maxEntries) };
        await (entries.length > 0 ? change.store.put(record) : change.store.delete(session));
        hasRecord = entries.length > 0;
        await change.done;
        return 'saved';
      }),
    /** Takes over the reports of ended sessions, and of the oldest running ones if there are too many. */
    claim: (epochMs: number) =>
      attempt<readonly StoredEntry[]>([], async (db) => {
        const change = db.transaction(STORE.table, 'readwrite');
        const others = (await change.store.getAll()).map(readRecord).filter((record) => record.session !== session);
        // If the system clock was set back, records have future times: their sessions count as ended too.
        const orphans = others.filter(({ touchedMs }) => Math.abs(epochMs - touchedMs) > STORE.orphanMs);
        const running = others.filter((record) => !orphans.includes(record)).toSorted((a, b) => b.touchedMs - a.touchedMs);
        const taken = [...orphans, ...running.slice(STORE.maxSessions)];
        for (const record of taken) await change.store.delete(record.session);
        await change.done;
        const entries = taken.flatMap((record) => record.entries);
        return entries.filter(({ atMs }) => epochMs - atMs <= OUTBOX.maxAgeMs).slice(-STORE.maxEntries);
      }),
    /** Removes reports that beacons have sent from the records of the named sessions. */
    forget: (delivered: readonly Delivered[]) =>
      attempt(undefined, async (db) => {
        const change = db.transaction(STORE.table, 'readwrite');
        for (const sent of delivered) {
          const found: unknown = await change.store.get(sent.session);
          if (found === undefined) continue;
          const record = readRecord(found);
          const entries = record.entries.filter((entry) => !isSent(entry, sent));
          if (entries.length > 0) await change.store.put({ ...record, entries });
          else await change.store.delete(sent.session);
        }
        await change.done;
      }),
  };
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

const isSent = ({ endpoint, number }: StoredEntry, { upTo, except }: Delivered): boolean =>
  number <= (upTo[hostOf(endpoint)] ?? 0) && !except.includes(number);

/** Database content is untrusted, because other versions and users can write it. Each value is an object, because the table has a key path. */
function readRecord(value: unknown): SessionRecord {
  const { session, touchedMs, entries } = value as Readonly<Record<keyof SessionRecord, unknown>>;
  return {
    session: session as IDBValidKey,
    touchedMs: typeof touchedMs === 'number' ? touchedMs : 0,
    entries: [entries].flat().slice(0, STORE.maxEntries).flatMap(readEntry),
  };
}

/** The text is written again, because one that is no JSON, or has half of a surrogate pair, would make the request of all reports fail. */
function readEntry(value: unknown): StoredEntry[] {
  if (!isEntry(value)) return [];
  try {
    return [{ ...value, text: JSON.stringify(JSON.parse(value.text)) }];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is StoredEntry {
  const { number, endpoint, text, atMs } = (value ?? {}) as Partial<Record<keyof StoredEntry, unknown>>;
  return (
    typeof number === 'number' &&
    typeof endpoint === 'string' &&
    isEndpoint(endpoint) &&
    typeof text === 'string' &&
    text.length <= OUTBOX.maxReportChars &&
    typeof atMs === 'number'
  );
}
