/** One thing at a time on the screen while the others wait: mounts (P11) and tips (S22). Times in monotonic milliseconds. */
export interface ShowQueue<Item> {
  readonly waiting: readonly Item[];
  readonly shown: Item | null;
  /** When `shown` appeared. */
  readonly sinceMs: number;
  /** Things that were never shown because too many waited. */
  readonly dropped: number;
}

export interface ShowRules<Item> {
  readonly maxWaiting: number;
  /** How long a thing stays when nothing waits. */
  readonly freeMs: number;
  /** How long it stays at least when another one waits; at most `freeMs`. */
  protectMs(item: Item): number;
  /** It overtakes the others that wait, and gives way to none of them. */
  isFirst(item: Item): boolean;
}

/** When too many wait the oldest gives way: who arrived a minute ago is no news. */
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

/** Takes away what was shown for long enough and shows the next one. The same queue back: nothing changes. */
export function showNext<Item>(queue: ShowQueue<Item>, nowMs: number, rules: ShowRules<Item>): ShowQueue<Item> {
  if (queue.shown !== null && nowMs < endsMs(queue, queue.shown, rules)) return queue;
  const [next, ...waiting] = queue.waiting;
  if (next === undefined) return queue.shown === null ? queue : { ...queue, shown: null };
  return { ...queue, waiting, shown: next, sinceMs: nowMs };
}

/** When `showNext` changes something; null: not before another thing comes. */
export function showDueMs<Item>(queue: ShowQueue<Item>, rules: ShowRules<Item>): number | null {
  if (queue.shown !== null) return endsMs(queue, queue.shown, rules);
  return queue.waiting.length === 0 ? null : queue.sinceMs;
}

const endsMs = <Item>({ waiting, sinceMs }: ShowQueue<Item>, shown: Item, rules: ShowRules<Item>): number =>
  sinceMs + (waiting.length === 0 ? rules.freeMs : rules.protectMs(shown));
