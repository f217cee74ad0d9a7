import { WAITS, waitMs, type Reach } from '../../player/base/waits.ts';
import type { Machine, Step } from '../../player/base/machine.ts';
import { ENDPOINTS, type Endpoint, type Report } from './beacons.ts';

export const OUTBOX = {
  /** Waiting reports of one host; beyond it the oldest are dropped and counted. */
  maxWaiting: 200,
  /** Length of one report as JSON; a longer one is dropped and counted. */
  maxReportChars: 16_384,
  /** Length of one request, unless a single report is longer. */
  maxBatchChars: 32_768,
  /**
   * After this many consecutive failures the batch is moved behind the others, so that a batch that the server cannot process does not
   * block them.
   */
  rotateAfter: 5,
  /** Older reports are dropped and counted. */
  maxAgeMs: 86_400_000,
} as const;

/** A waiting report. `number` increases by one per report across all outboxes of a worker. */
export interface Entry {
  readonly number: number;
  readonly endpoint: Endpoint;
  /** The report as JSON. */
  readonly text: string;
  /** Milliseconds since 1970, so that a stored report keeps its age over a reload. */
  readonly atMs: number;
  /** Monotonic milliseconds; the report waits until then to be sent together with others. */
  readonly dueMs: number;
}

/** `sending`: one request of this host is pending. `retrying`: the last one failed. */
export interface Outbox {
  readonly name: 'idle' | 'gathering' | 'sending' | 'retrying';
  /** Oldest first. */
  readonly waiting: readonly Entry[];
  readonly inFlight: readonly Entry[];
  readonly failures: number;
  /** No request before this time. */
  readonly retryMs: number;
}

export type OutboxEvent =
  | { readonly type: 'add'; readonly reports: readonly Report[]; readonly firstNumber: number }
  /** Stored reports of an earlier worker. */
  | { readonly type: 'adopt'; readonly entries: readonly Omit<Entry, 'dueMs'>[] }
  | { readonly type: 'sent' }
  /** `retryAfterMs`: wait in ms that the server asked for. */
  | { readonly type: 'failed'; readonly retryAfterMs?: number }
  /** Another part of the room reports that the network works again, or that nothing is reachable. */
  | { readonly type: 'reach'; readonly reach: Reach }
  /** The server rejected it (4xx); it is not sent again. */
  | { readonly type: 'refused' }
  /** The page is hidden: reports that wait for others are sent now. */
  | { readonly type: 'flush' }
  /** The reports were handed over: to a beacon of the page, or to the worker that took over the stored ones. `except` were not. */
  | { readonly type: 'release'; readonly upTo: number; readonly except: readonly number[] };

export type OutboxEffect =
  | { readonly type: 'send'; readonly endpoint: Endpoint; readonly texts: readonly string[]; readonly why: 'due' | 'again' }
  | { readonly type: 'drop'; readonly count: number; readonly why: 'full' | 'too long' | 'too old' | 'refused' };

export interface OutboxContext {
  readonly epochMs: number;
  readonly random: number;
}

type OutboxStep = Step<Outbox, OutboxEffect>;

const settled = (outbox: Omit<Outbox, 'name'>): Outbox => ({
  ...outbox,
  name: outbox.inFlight.length > 0 ? 'sending' : outbox.failures > 0 ? 'retrying' : outbox.waiting.length > 0 ? 'gathering' : 'idle',
});

/** The outbox of one host: collects reports, sends one request at a time, and waits longer after each failure. */
export const outboxMachine: Machine<Outbox, OutboxEvent, OutboxEffect, OutboxContext> = {
  name: 'outbox',
  initial: { name: 'idle', waiting: [], inFlight: [], failures: 0, retryMs: 0 },
  deadlineMs(outbox) {
    if (outbox.inFlight.length > 0 || outbox.waiting.length === 0) return null;
    return Math.max(outbox.retryMs, Math.min(...outbox.waiting.map(({ dueMs }) => dueMs)));
  },
  step(outbox, event, nowMs, context): OutboxStep {
    switch (event.type) {
      // Without reports the same state is returned, because a changed state causes a save and new beacons.
      case 'add':
        return event.reports.length === 0 ? [outbox] : add(outbox, event, nowMs, context.epochMs);
      case 'adopt':
        if (event.entries.length === 0) return [outbox];
        return bounded({ ...outbox, waiting: [...outbox.waiting, ...event.entries.map((entry) => ({ ...entry, dueMs: nowMs }))] });
      case 'flush':
        return [{ ...outbox, waiting: outbox.waiting.map((entry) => ({ ...entry, dueMs: Math.min(entry.dueMs, nowMs) })) }];
      case 'release':
        return [
          settled({ ...outbox, waiting: outbox.waiting.filter(({ number }) => number > event.upTo || event.except.includes(number)) }),
        ];
      case 'sent':
        return [settled({ ...outbox, inFlight: [], failures: 0, retryMs: 0 })];
      case 'refused':
        return [
          settled({ ...outbox, inFlight: [], failures: 0, retryMs: 0 }),
          { type: 'drop', count: outbox.inFlight.length, why: 'refused' },
        ];
      case 'failed':
        return failed(outbox, nowMs, context.random, event.retryAfterMs);
      case 'reach': {
        const wait = event.reach === 'up' ? WAITS.soon : WAITS.held;
        const atMs = nowMs + waitMs(wait, 0, context.random);
        return [{ ...outbox, retryMs: event.reach === 'up' ? Math.min(outbox.retryMs, atMs) : Math.max(outbox.retryMs, atMs) }];
      }
      case 'tick':
        return sendDue(outbox, nowMs, context.epochMs);
      default:
        return [outbox];
    }
  },
};

function add(outbox: Outbox, event: Extract<OutboxEvent, { type: 'add' }>, nowMs: number, epochMs: number): OutboxStep {
  const entries = event.reports.map(({ endpoint, body }, index): Entry => ({
    number: event.firstNumber + index,
    endpoint,
    text: JSON.stringify(body),
    atMs: epochMs,
    dueMs: nowMs + ENDPOINTS[endpoint].gatherMs,
  }));
  const fitting = entries.filter(({ text }) => text.length <= OUTBOX.maxReportChars);
  const [next, ...effects] = bounded({ ...outbox, waiting: [...outbox.waiting, ...fitting] });
  const tooLong = entries.length - fitting.length;
  return tooLong === 0 ? [next, ...effects] : [next, { type: 'drop', count: tooLong, why: 'too long' }, ...effects];
}

function bounded(outbox: Outbox): OutboxStep {
  const excess = Math.max(0, outbox.waiting.length - OUTBOX.maxWaiting);
  const next = settled({ ...outbox, waiting: outbox.waiting.slice(excess) });
  return excess === 0 ? [next] : [next, { type: 'drop', count: excess, why: 'full' }];
}

function failed(outbox: Outbox, nowMs: number, random: number, retryAfterMs: number | null = null): OutboxStep {
  const failures = outbox.failures + 1;
  const goesBehind = failures % OUTBOX.rotateAfter === 0;
  const waiting = goesBehind ? [...outbox.waiting, ...outbox.inFlight] : [...outbox.inFlight, ...outbox.waiting];
  // A request that was sent before everything failed does not end the wait of that failure.
  const retryMs = Math.max(outbox.retryMs, nowMs + waitMs(WAITS.reports, failures, random, retryAfterMs));
  return bounded({ ...outbox, waiting, inFlight: [], failures, retryMs });
}

function sendDue(outbox: Outbox, nowMs: number, epochMs: number): OutboxStep {
  if (outbox.inFlight.length > 0 || nowMs < outbox.retryMs) return [outbox];
  const young = outbox.waiting.filter(({ atMs }) => epochMs - atMs <= OUTBOX.maxAgeMs);
  const old = outbox.waiting.length - young.length;
  const drops: readonly OutboxEffect[] = old === 0 ? [] : [{ type: 'drop', count: old, why: 'too old' }];
  const first = young.find(({ dueMs }) => dueMs <= nowMs);
  if (first === undefined) return old === 0 ? [outbox] : [settled({ ...outbox, waiting: young }), ...drops];
  const batch = batchOf(young, first.endpoint);
  const inBatch = new Set(batch);
  return [
    settled({ ...outbox, waiting: young.filter((entry) => !inBatch.has(entry)), inFlight: batch }),
    ...drops,
    { type: 'send', endpoint: first.endpoint, texts: batch.map(({ text }) => text), why: outbox.failures === 0 ? 'due' : 'again' },
  ];
}

/** All reports of one endpoint that fit into a request, oldest first. */
function batchOf(entries: readonly Entry[], endpoint: Endpoint): readonly Entry[] {
  const batch: Entry[] = [];
  let chars = 0;
  for (const entry of entries) {
    if (entry.endpoint !== endpoint) continue;
    chars += entry.text.length;
    if (batch.length > 0 && (batch.length >= ENDPOINTS[endpoint].maxBatch || chars > OUTBOX.maxBatchChars)) break;
    batch.push(entry);
  }
  return batch;
}
