/** Shows one item at a time while others wait: mounts (P11) and tips (S22). Times in monotonic milliseconds. */
export interface ShowQueue<Item> {
  readonly waiting: readonly Item[];
  readonly shown: Item | null;
  /** Time when `shown` appeared. */
  readonly sinceMs: number;
  /** Items that were never shown because too many waited. */
  readonly dropped: number;
}

export interface ShowRules<Item> {
  readonly maxWaiting: number;
  /** How long an item is shown if none waits. */
  readonly freeMs: number;
  /** Minimum display time if another item waits; at most `freeMs`. */
  protectMs(item: Item): number;
  /** The item goes to the front of the queue and cannot be overtaken. */
  isFirst(item: Item): boolean;
}

/** If too many items wait, the oldest is dropped, because it is the most outdated. */
export function enqueue<Item>(queue: ShowQueue<Item>, item: Item, rules: ShowRules<Item>): ShowQueue<Item> {
  const behind = rules.isFirst(item) ? queue.waiting.findIndex((other) => !rules.isFirst(other)) : -1;
  const waiting = queue.waiting.toSpliced(behind < 0 ? queue.waiting.length : behind, 0, item);
  if (waiting.length <= rules.maxWaiting) return { ...queue, waiting };
  const least = Math.max(
    0,
    waiting.findIndex((other) => !rules.isFirst(other)),
  );
  return { ...queue, waiting: waiting.toSpliced(least, 1), dropped: queue.dropped + 1 };
}

/**
 * Display times that end this much too late, in ms: the thread was stopped (frozen tab, sleep). Items that waited since then are outdated.
 */
export const STOPPED_MS = 10_000;

/** Removes an item that was shown long enough and shows the next one. Returns the same queue if nothing changed. */
export function showNext<Item>(queue: ShowQueue<Item>, nowMs: number, rules: ShowRules<Item>): ShowQueue<Item> {
  if (queue.shown !== null && nowMs < endsMs(queue, queue.shown, rules)) return queue;
  const wasStopped = queue.shown !== null && nowMs - endsMs(queue, queue.shown, rules) > STOPPED_MS;
  if (wasStopped) return { ...queue, shown: null, waiting: [], dropped: queue.dropped + queue.waiting.length };
  const [next, ...waiting] = queue.waiting;
  if (next === undefined) return queue.shown === null ? queue : { ...queue, shown: null };
  return { ...queue, waiting, shown: next, sinceMs: nowMs };
}

/** Time of the next change by `showNext`; null: none before the next item. */
export function showDueMs<Item>(queue: ShowQueue<Item>, rules: ShowRules<Item>): number | null {
  if (queue.shown !== null) return endsMs(queue, queue.shown, rules);
  return queue.waiting.length === 0 ? null : queue.sinceMs;
}

const endsMs = <Item>({ waiting, sinceMs }: ShowQueue<Item>, shown: Item, rules: ShowRules<Item>): number =>
  sinceMs + (waiting.length === 0 ? rules.freeMs : rules.protectMs(shown));
