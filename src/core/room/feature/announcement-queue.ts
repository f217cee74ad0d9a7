import { STOPPED_MS } from '../stage/show-queue.ts';
import { firstRule, reasonsOf, type Rule } from '../../../player/base/rules.ts';

/** An item that is shown for a while; items are shown one after the other. */
export interface Showable {
  /** Items with the same key are the same announcement. */
  readonly key: string;
  /** Items of higher rank are shown first. */
  readonly rank: number;
  readonly showMs: number;
  /** The item asks a question: it is shown for its whole time, even if others wait. */
  readonly isHeld?: boolean;
  /** The item is a state and not an event: repeated later, it is still the same announcement. */
  readonly isState?: boolean;
}

/** Maximum number of waiting items; beyond it the last ones are dropped. */
const MAX_WAITING = 8;
export const MAX_ANNOUNCED = 64;
/** Minimum display time while others of its rank wait; milliseconds. */
const MIN_SHOWN_MS = 4_000;
/** The same item within this time is a repetition and ignored; each repetition restarts the time. Milliseconds. */
const ANNOUNCED_MS = 300_000;

export interface AnnouncementQueue<Item extends Showable> {
  readonly shown: { readonly item: Item; readonly sinceMs: number; readonly untilMs: number } | null;
  readonly waiting: readonly Item[];
  readonly announced: readonly { readonly key: string; readonly atMs: number }[];
}

interface EnqueueCase {
  readonly wasAnnounced: boolean;
  /** It already waits with a lower rank. */
  readonly isRaised: boolean;
  readonly isIdle: boolean;
  readonly hasRoom: boolean;
}

const RULES = [
  { why: 'goes before others now', does: 'raise', when: (c) => c.isRaised },
  { why: 'announced before', does: 'drop', when: (c) => c.wasAnnounced },
  { why: 'nothing else is shown', does: 'add', when: (c) => c.isIdle },
  { why: 'the queue is full', does: 'drop', when: (c) => !c.hasRoom },
  { why: 'waits for its turn', does: 'add', when: () => true },
] as const satisfies readonly (Rule<EnqueueCase> & { readonly does: 'raise' | 'drop' | 'add' })[];

export type EnqueueWhy = (typeof RULES)[number]['why'];
export const ENQUEUE_REASONS: readonly EnqueueWhy[] = reasonsOf(RULES);

export const emptyQueue: AnnouncementQueue<never> = { shown: null, waiting: [], announced: [] };

export function enqueue<Item extends Showable>(
  queue: AnnouncementQueue<Item>,
  item: Item,
  nowMs: number,
): { readonly queue: AnnouncementQueue<Item>; readonly why: EnqueueWhy } {
  const waits = queue.waiting.find(({ key }) => key === item.key);
  const last = queue.waiting.at(-1);
  const { does, why } = firstRule(RULES, {
    isRaised: waits !== undefined && item.rank > waits.rank,
    wasAnnounced: queue.announced.some(({ key, atMs }) => key === item.key && (item.isState === true || nowMs - atMs < ANNOUNCED_MS)),
    isIdle: queue.shown === null,
    hasRoom: queue.waiting.length < MAX_WAITING || last === undefined || item.rank > last.rank,
  });
  const announced = [...queue.announced.filter(({ key }) => key !== item.key), { key: item.key, atMs: nowMs }].slice(-MAX_ANNOUNCED);
  if (does === 'drop') return { queue: why === 'announced before' ? { ...queue, announced } : queue, why };
  const others = does === 'raise' ? queue.waiting.filter((other) => other !== waits) : queue.waiting;
  const waiting = withItem(others, item);
  // A dropped announcement can be queued again.
  const lost = waiting.length > MAX_WAITING ? waiting[MAX_WAITING]?.key : undefined;
  const next = { ...queue, waiting: waiting.slice(0, MAX_WAITING), announced: announced.filter(({ key }) => key !== lost) };
  return { queue: advance(next, nowMs), why };
}

/** Inserted after items of its rank and before lower ones. */
function withItem<Item extends Showable>(waiting: readonly Item[], item: Item): readonly Item[] {
  const at = waiting.findIndex(({ rank }) => rank < item.rank);
  return waiting.toSpliced(at === -1 ? waiting.length : at, 0, item);
}

/** Removes the shown item when its time is over; returns the same queue if nothing changed. */
export function advance<Item extends Showable>(queue: AnnouncementQueue<Item>, nowMs: number): AnnouncementQueue<Item> {
  const deadlineMs = queueDeadlineMs(queue);
  if (queue.shown !== null && (deadlineMs === null || nowMs < deadlineMs)) return queue;
  // After a stop of the thread only states are still true.
  const wasStopped = deadlineMs !== null && nowMs - deadlineMs > STOPPED_MS;
  const [next, ...waiting] = wasStopped ? queue.waiting.filter(({ isState }) => isState === true) : queue.waiting;
  if (next === undefined) return queue.shown === null ? queue : { ...queue, shown: null, waiting };
  return { ...queue, shown: { item: next, sinceMs: nowMs, untilMs: nowMs + next.showMs }, waiting };
}

/** The viewer closed it: the next one is shown. */
export const dismiss = <Item extends Showable>(queue: AnnouncementQueue<Item>, key: string, nowMs: number): AnnouncementQueue<Item> =>
  queue.shown?.item.key === key ? advance({ ...queue, shown: null }, nowMs) : queue;

/** Time when `advance` is due; null: nothing is shown. */
export function queueDeadlineMs<Item extends Showable>({ shown, waiting: [next] }: AnnouncementQueue<Item>): number | null {
  if (shown === null) return null;
  const givesWay = next !== undefined && shown.item.isHeld !== true && next.rank >= shown.item.rank;
  return givesWay ? Math.min(shown.untilMs, shown.sinceMs + MIN_SHOWN_MS) : shown.untilMs;
}

/** Display time of a message within bounds, in milliseconds; `usualMs` for a message without a duration. */
export function showMsOf(durationS: number, usualMs: number): number {
  if (!Number.isFinite(durationS) || durationS <= 0) return usualMs;
  return Math.min(MAX_SHOW_MS, Math.max(MIN_SHOWN_MS, durationS * 1_000));
}
const MAX_SHOW_MS = 60_000;
