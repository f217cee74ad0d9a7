import { backoffMs, type Backoff } from '../backoff.ts';

/** Where a report goes: a path of the logging service (core/services.ts). */
export type Place = 'stats' | 'log' | 'enter-room';

export interface Report {
  readonly place: Place;
  readonly body: object;
}

export const OUTBOX = {
  /** Reports that wait; the oldest are dropped and counted. */
  maxWaiting: 200,
  /** Reports of one request. */
  maxBatch: 20,
  /** Reports that come soon after one another go together. */
  gatherMs: 2_000,
  /** Sendings of one batch, then it is dropped and counted. */
  maxTries: 5,
  retry: { baseMs: 1_000, capMs: 60_000, spread: 0.3 } satisfies Backoff,
} as const;

export interface Outbox {
  readonly waiting: readonly Report[];
  readonly flying: readonly Report[];
  readonly failures: number;
  /** The next batch may leave from then on. */
  readonly nextMs: number;
  readonly dropped: number;
}

export const emptyOutbox: Outbox = { waiting: [], flying: [], failures: 0, nextMs: 0, dropped: 0 };

export function addReports(outbox: Outbox, reports: readonly Report[], nowMs: number): Outbox {
  if (reports.length === 0) return outbox;
  const all = [...outbox.waiting, ...reports];
  const excess = Math.max(0, all.length - OUTBOX.maxWaiting);
  const nextMs = outbox.waiting.length === 0 && outbox.failures === 0 ? nowMs + OUTBOX.gatherMs : outbox.nextMs;
  return { ...outbox, waiting: all.slice(excess), dropped: outbox.dropped + excess, nextMs };
}

/** One batch at a time, all of one place, oldest first; the enter-room service takes one report a request. */
export function takeBatch(outbox: Outbox, nowMs: number): { readonly next: Outbox; readonly batch: readonly Report[] } {
  const [first] = outbox.waiting;
  if (first === undefined || outbox.flying.length > 0 || nowMs < outbox.nextMs) return { next: outbox, batch: [] };
  const limit = first.place === 'enter-room' ? 1 : OUTBOX.maxBatch;
  const batch = outbox.waiting.filter(({ place }) => place === first.place).slice(0, limit);
  const gone = new Set(batch);
  return { next: { ...outbox, flying: batch, waiting: outbox.waiting.filter((report) => !gone.has(report)) }, batch };
}

/** `random` in [0, 1) spreads the wait. */
export function settleBatch(outbox: Outbox, isSent: boolean, nowMs: number, random: number): Outbox {
  if (isSent) return { ...outbox, flying: [], failures: 0, nextMs: nowMs };
  const failures = outbox.failures + 1;
  if (failures >= OUTBOX.maxTries) {
    return { ...outbox, flying: [], failures: 0, nextMs: nowMs + OUTBOX.retry.capMs, dropped: outbox.dropped + outbox.flying.length };
  }
  const back = [...outbox.flying, ...outbox.waiting];
  const excess = Math.max(0, back.length - OUTBOX.maxWaiting);
  return {
    waiting: back.slice(excess),
    flying: [],
    failures,
    nextMs: nowMs + backoffMs(OUTBOX.retry, failures, random),
    dropped: outbox.dropped + excess,
  };
}

export const outboxDueMs = (outbox: Outbox): number | null =>
  outbox.waiting.length > 0 && outbox.flying.length === 0 ? outbox.nextMs : null;

/** The text of a request: one report as it is, several as a list. */
export const bodyOf = (batch: readonly Report[]): string => {
  const [only] = batch;
  return JSON.stringify(only !== undefined && only.place === 'enter-room' ? only.body : batch.map(({ body }) => body));
};

/** Browsers refuse beacons beyond 64 KiB in all. */
export const MAX_BEACON_BYTES = 61_440;

/** Everything that waits, as requests for beacons, oldest first, as much as fits. What is taken no longer waits. */
export function takeAll(outbox: Outbox): {
  readonly next: Outbox;
  readonly batches: readonly { readonly place: Place; readonly body: string }[];
} {
  const batches: { place: Place; body: string }[] = [];
  let rest = { ...outbox, nextMs: 0 };
  let bytes = 0;
  for (;;) {
    const { next, batch } = takeBatch({ ...rest, flying: [] }, 0);
    const [first] = batch;
    if (first === undefined) break;
    const body = bodyOf(batch);
    // Bytes in UTF-8 are at most three a character.
    bytes += body.length * 3;
    if (bytes > MAX_BEACON_BYTES) break;
    batches.push({ place: first.place, body });
    rest = next;
  }
  return { next: { ...rest, flying: outbox.flying, nextMs: outbox.nextMs }, batches };
}
