/**
 * Chat on its way out (document 2, section 4): what is written while the login does not hold waits; once it holds, what waits goes out one at
 * a time, `gapMs` apart. Nothing overtakes: while something waits, a new line goes to the end.
 */
export interface ChatQueue<T> {
  readonly waiting: readonly T[];
  readonly isReady: boolean;
  /** The next line may go out from then on. */
  readonly nextMs: number;
}

/** Nobody writes more than that while the connection is away; a flood must not be kept either. */
export const MAX_QUEUED_CHATS = 50;

export const emptyQueue: ChatQueue<never> = { waiting: [], isReady: false, nextMs: 0 };

export type QueueEvent<T> =
  { readonly type: 'write'; readonly chat: T } | { readonly type: 'ready' } | { readonly type: 'lost' } | { readonly type: 'tick' };

export interface QueueStep<T> {
  readonly next: ChatQueue<T>;
  readonly send: T | null;
  /** The queue was full. */
  readonly refuse: T | null;
}

export function stepQueue<T>(queue: ChatQueue<T>, event: QueueEvent<T>, nowMs: number, gapMs: number): QueueStep<T> {
  switch (event.type) {
    case 'write':
      if (queue.isReady && queue.waiting.length === 0) return { next: queue, send: event.chat, refuse: null };
      if (queue.waiting.length >= MAX_QUEUED_CHATS) return { next: queue, send: null, refuse: event.chat };
      return { next: { ...queue, waiting: [...queue.waiting, event.chat] }, send: null, refuse: null };
    case 'ready':
      return drain({ ...queue, isReady: true, nextMs: Math.max(queue.nextMs, nowMs) }, nowMs, gapMs);
    case 'lost':
      return { next: { ...queue, isReady: false }, send: null, refuse: null };
    case 'tick':
      return drain(queue, nowMs, gapMs);
  }
}

function drain<T>(queue: ChatQueue<T>, nowMs: number, gapMs: number): QueueStep<T> {
  const [first, ...rest] = queue.waiting;
  if (!queue.isReady || first === undefined || nowMs < queue.nextMs) return { next: queue, send: null, refuse: null };
  return { next: { ...queue, waiting: rest, nextMs: nowMs + gapMs }, send: first, refuse: null };
}

export const queueDueMs = <T>(queue: ChatQueue<T>): number | null => (queue.isReady && queue.waiting.length > 0 ? queue.nextMs : null);
