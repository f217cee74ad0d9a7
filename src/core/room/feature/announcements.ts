import { STOPPED_MS } from '../stage.ts';
import { firstRule, reasonsOf, type Rule, type Machine, type Step, type Tick } from '../../../player/base/machine.ts';
import { answeredRequest, IDLE, type CallAction, type FeatureRequest, type Fields, type Refusal } from './feature-dialog.ts';
import { REORDER_WINDOW_MS } from './feature-message.ts';

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
const MAX_ANNOUNCED = 64;
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

type EnqueueWhy = (typeof RULES)[number]['why'];
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

/** One machine for all features that show one announcement at a time and let the viewer answer it. */

export interface Announcement extends Showable {
  /** Subject of the announcement, if it has one: a later message about the same subject replaces an earlier one. */
  readonly about?: { readonly subject: string; readonly revision: number };
}

const MAX_KNOWN = 64;

interface Known {
  readonly subject: string;
  readonly revision: number;
  readonly atMs: number;
}

export interface Announcements<Item extends Announcement> {
  readonly name: 'quiet' | 'showing';
  readonly queue: AnnouncementQueue<Item>;
  readonly known: readonly Known[];
  readonly request: FeatureRequest;
  /** Rebuilt only when the page has to change. */
  readonly view: AnnouncementView<Item> | null;
}

export type AnnouncementView<Item extends Announcement> = Omit<Item, 'rank' | 'showMs' | 'isHeld' | 'isState' | 'about'> & {
  /** Number of items waiting behind it. */
  readonly more: number;
  /** Time left when this view was made, in milliseconds. */
  readonly leftMs: number;
  readonly request: FeatureRequest;
};

export type AnnouncementAction = { readonly type: 'dismiss'; readonly key: string } | (CallAction & { readonly key: string });
export type AnnouncementEvent<Item extends Announcement> =
  | AnnouncementAction
  | { readonly type: 'announce'; readonly item: Item }
  | { readonly type: 'answered'; readonly key: string; readonly refusal: Refusal };

export type AnnouncementEffect =
  | { readonly type: 'count'; readonly why: EnqueueWhy | 'an earlier message of the same thing' | 'takes the place of the earlier one' }
  | { readonly type: 'call'; readonly key: string; readonly verb: string; readonly fields: Fields }
  | { readonly type: 'login' };

interface AnnouncementContext {
  /** 0: not logged in. */
  readonly userId: number;
}

type State<Item extends Announcement> = Announcements<Item>;
type AnnouncementStep<Item extends Announcement> = Step<State<Item>, AnnouncementEffect>;

/** How long an answered announcement is still shown; milliseconds. */
const DONE_MS = 3_000;

export interface AnnouncementOptions {
  readonly name: string;
  /** The announcement stays after the answer, because the server announces the result by a separate message. */
  readonly staysAnswered?: boolean;
}

export function announcementsMachine<Item extends Announcement>({
  name,
  staysAnswered = false,
}: AnnouncementOptions): Machine<State<Item>, AnnouncementEvent<Item>, AnnouncementEffect, AnnouncementContext> {
  return {
    name,
    initial: { name: 'quiet', queue: emptyQueue, known: [], request: IDLE, view: null },
    deadlineMs: ({ queue }) => queueDeadlineMs(queue),
    step(state, event: AnnouncementEvent<Item> | Tick, nowMs, { userId }): AnnouncementStep<Item> {
      switch (event.type) {
        case 'announce':
          return onAnnounced(state, event.item, nowMs);
        case 'dismiss':
          return [withQueue(state, dismiss(state.queue, event.key, nowMs), nowMs)];
        case 'request':
          if (state.request.name === 'sending' || state.request.name === 'done' || state.queue.shown?.item.key !== event.key)
            return [state];
          if (userId === 0) return [state, { type: 'login' }];
          return [
            withRequest(state, { name: 'sending', what: event.key }, nowMs),
            { type: 'call', key: event.key, verb: event.verb, fields: event.fields },
          ];
        case 'answered':
          if (state.request.name !== 'sending' || state.request.what !== event.key) return [state];
          return [onAnswered(state, event.refusal, staysAnswered, nowMs)];
        case 'tick':
          return [withQueue(state, advance(state.queue, nowMs), nowMs)];
      }
    },
  };
}

function onAnnounced<Item extends Announcement>(state: State<Item>, item: Item, nowMs: number): AnnouncementStep<Item> {
  if (item.about === undefined) return added(state, item, nowMs);
  const { subject, revision } = item.about;
  const before = state.known.find((known) => known.subject === subject);
  if (before !== undefined && revision < before.revision && nowMs - before.atMs <= REORDER_WINDOW_MS)
    return [state, { type: 'count', why: 'an earlier message of the same thing' }];
  const others = state.known.filter((known) => known !== before);
  const known = [...others, { subject, revision, atMs: nowMs }].slice(-MAX_KNOWN);
  const { shown, waiting, announced } = state.queue;
  const isSame = ({ about }: Item): boolean => about?.subject === subject && about.revision < revision;
  if (shown !== null && isSame(shown.item)) {
    const queue: AnnouncementQueue<Item> = {
      shown: { item, sinceMs: nowMs, untilMs: nowMs + item.showMs },
      waiting,
      announced: [...announced, { key: item.key, atMs: nowMs }].slice(-MAX_ANNOUNCED),
    };
    return [withQueue({ ...state, known }, queue, nowMs), { type: 'count', why: 'takes the place of the earlier one' }];
  }
  const left = waiting.filter((other) => !isSame(other));
  return added({ ...state, known, queue: left.length === waiting.length ? state.queue : { ...state.queue, waiting: left } }, item, nowMs);
}

/** A confirmed action is shown for a moment. */
function onAnswered<Item extends Announcement>(state: State<Item>, refusal: Refusal, stays: boolean, nowMs: number): State<Item> {
  const { shown } = state.queue;
  const ends = refusal === null && !stays && shown !== null;
  const queue = ends ? { ...state.queue, shown: { ...shown, untilMs: Math.min(shown.untilMs, nowMs + DONE_MS) } } : state.queue;
  return withRequest({ ...state, queue }, answeredRequest(state.request, refusal), nowMs);
}

function added<Item extends Announcement>(state: State<Item>, item: Item, nowMs: number): AnnouncementStep<Item> {
  const { queue, why } = enqueue(state.queue, item, nowMs);
  return [withQueue(state, queue, nowMs), { type: 'count', why }];
}

function withQueue<Item extends Announcement>(state: State<Item>, queue: AnnouncementQueue<Item>, nowMs: number): State<Item> {
  if (queue === state.queue) return state;
  const isSame = queue.shown === state.queue.shown && queue.waiting.length === state.queue.waiting.length;
  if (isSame) return { ...state, queue };
  // The pending request belonged to an announcement that has ended.
  const request = queue.shown?.item.key === state.queue.shown?.item.key ? state.request : IDLE;
  return { ...state, name: queue.shown === null ? 'quiet' : 'showing', queue, request, view: viewOf(queue, request, nowMs) };
}

const withRequest = <Item extends Announcement>(state: State<Item>, request: FeatureRequest, nowMs: number): State<Item> => ({
  ...state,
  request,
  view: viewOf(state.queue, request, nowMs),
});

function viewOf<Item extends Announcement>(
  { shown, waiting }: AnnouncementQueue<Item>,
  request: FeatureRequest,
  nowMs: number,
): AnnouncementView<Item> | null {
  if (shown === null) return null;
  const { rank: _rank, showMs: _showMs, isHeld: _isHeld, isState: _isState, about: _about, ...item } = shown.item;
  return { ...item, more: waiting.length, leftMs: Math.max(0, shown.untilMs - nowMs), request };
}
