import type { MessageClass } from '../../wire/message-row.ts';

/**
 * Messages on their way to the room worker cross in batches, never one by one: the room worker and the page see at most so many a second,
 * whatever the server sends.
 */
export const BATCH_MS = 100;
/** Of a row, or of a line that calls the viewer (message-class.ts). */
export type BatchClass = MessageClass | 'call';

/** The viewer's own messages do not wait for the next batch, but cannot make more batches than this. */
export const OWN_GAP_MS = 20;

export const BATCH_LIMITS = {
  /** So many talk messages a millisecond pass whole: 5,000 a second, and a fifth more, since no flood comes evenly. */
  talkPerMs: 6,
  /** However long the thread was busy, no more than this crosses at once. */
  maxTalk: 2_000,
  maxEffects: 500,
  /** Lines that mention the viewer: more than one batch shows, and few enough that mentions cannot flood a room. */
  maxCalls: 50,
  /** States and own messages are never left out: so many of them make the batch leave at once. */
  maxKept: 1_000,
} as const;

/** What was left out of a batch, by class; a call that was left out is talk. */
export interface Skipped {
  readonly talk: number;
  readonly effect: number;
}

export interface Batch<M> {
  /** `key` counts for a `state` only. True: the batch is full of what may not be lost and has to leave now. */
  add(message: M, messageClass: BatchClass, key: string, nowMs: number): boolean;
  /** Whether a state of the key is there, which the next one of it would take the place of. */
  holds(key: string): boolean;
  /** When it wants to leave, monotonic milliseconds; null while it is empty. */
  dueMs(): number | null;
  /** What is there, in the order in which it came. */
  flush(nowMs: number): { readonly messages: readonly M[]; readonly skipped: Skipped };
}

interface Entry<M> {
  readonly order: number;
  readonly message: M;
}

/** Each list is in order already, and in a flood there is but one. */
function inOrder<M>(lists: readonly (readonly Entry<M>[])[]): readonly Entry<M>[] {
  const filled = lists.filter(({ length }) => length > 0);
  if (filled.length === 1) return filled[0]!;
  const places = filled.map(() => 0);
  const merged: Entry<M>[] = [];
  for (;;) {
    let first: Entry<M> | null = null;
    let list = 0;
    for (let i = 0; i < filled.length; i++) {
      const entry = filled[i]![places[i]!];
      if (entry === undefined || (first !== null && first.order < entry.order)) continue;
      first = entry;
      list = i;
    }
    if (first === null) return merged;
    merged.push(first);
    places[list]!++;
  }
}

export function createBatch<M>(): Batch<M> {
  let talk: Entry<M>[] = [];
  let effects: Entry<M>[] = [];
  let calls: Entry<M>[] = [];
  let own: Entry<M>[] = [];
  let states = new Map<string, Entry<M>>();
  let skipped = { talk: 0, effect: 0 };
  let lastFlushMs = Number.NEGATIVE_INFINITY;
  let firstMs: number | null = null;
  let order = 0;

  /** The oldest leave first; in steps, because taking one from the front of an array moves all the others. */
  function trim(entries: Entry<M>[], max: number): number {
    const over = entries.length - max;
    if (over > 0) entries.splice(0, over);
    return Math.max(0, over);
  }

  /** A thread that was busy for a second may pass on a second's worth. */
  const talkLimit = (nowMs: number): number => {
    const elapsedMs = Math.max(BATCH_MS, Math.min(nowMs - lastFlushMs, BATCH_LIMITS.maxTalk));
    return Math.min(BATCH_LIMITS.maxTalk, Math.ceil(elapsedMs * BATCH_LIMITS.talkPerMs));
  };

  return {
    add(message, messageClass, key, nowMs) {
      firstMs ??= nowMs;
      const entry = { order: order++, message };
      switch (messageClass) {
        case 'own':
          own.push(entry);
          break;
        case 'state':
          // Deleted first, so that the newest entry is the last one in the map's order.
          states.delete(key);
          states.set(key, entry);
          break;
        case 'effect':
          effects.push(entry);
          if (effects.length >= 2 * BATCH_LIMITS.maxEffects) skipped.effect += trim(effects, BATCH_LIMITS.maxEffects);
          break;
        case 'call':
          calls.push(entry);
          skipped.talk += trim(calls, BATCH_LIMITS.maxCalls);
          break;
        case 'talk':
          talk.push(entry);
          if (talk.length >= 2 * BATCH_LIMITS.maxTalk) skipped.talk += trim(talk, BATCH_LIMITS.maxTalk);
          break;
      }
      return own.length + states.size >= BATCH_LIMITS.maxKept;
    },
    holds: (key) => states.has(key),
    dueMs() {
      if (firstMs === null) return null;
      return own.length > 0 ? Math.max(firstMs, lastFlushMs + OWN_GAP_MS) : Math.max(firstMs, lastFlushMs + BATCH_MS);
    },
    flush(nowMs) {
      skipped.effect += trim(effects, BATCH_LIMITS.maxEffects);
      skipped.talk += trim(talk, talkLimit(nowMs));
      const entries = inOrder([own, [...states.values()], effects, calls, talk]);
      const left = { messages: entries.map(({ message }) => message), skipped };
      talk = [];
      effects = [];
      calls = [];
      own = [];
      states = new Map();
      skipped = { talk: 0, effect: 0 };
      lastFlushMs = nowMs;
      firstMs = null;
      return left;
    },
  };
}
