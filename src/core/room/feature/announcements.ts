/** One machine for all features that show one announcement at a time and let the viewer answer it. */
import type { Machine, Step, Tick } from '../../../player/base/machine.ts';
import {
  advance,
  dismiss,
  emptyQueue,
  enqueue,
  MAX_ANNOUNCED,
  queueDeadlineMs,
  type AnnouncementQueue,
  type EnqueueWhy,
  type Showable,
} from './announcement-queue.ts';
import { answeredRequest, IDLE, type CallAction, type FeatureRequest, type Fields, type Refusal } from './feature-request.ts';
import { REORDER_WINDOW_MS } from '../chat/newest.ts';

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

export interface AnnouncementContext {
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
