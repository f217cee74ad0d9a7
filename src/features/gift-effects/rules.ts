import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import type { Failure } from '../../core/result.ts';
import type { GiftShow } from './rules-message.ts';
import {
  addGift,
  advance,
  EFFECT_LIMITS,
  endEffect,
  isEmpty,
  NO_GIFTS,
  queueDueMs,
  shownEffect,
  withLanes,
  withoutEffects,
  tierOf,
  type EffectTier,
  type GiftQueue,
} from './rules-queue.ts';

/** Minimum interval between view updates for others' gifts; own gifts use OWN_VIEW_MS. */
const VIEW_MS = 100;
const OWN_VIEW_MS = 20;

export interface GiftEffects {
  readonly name: 'quiet' | 'showing';
  /** The viewer's switch: full-screen effects, or banners only. */
  readonly isOn: boolean;
  readonly queue: GiftQueue;
  readonly view: GiftEffectsView;
  /** Time of the last view, and of the next one; null: the view is up to date. */
  readonly viewedMs: number;
  readonly viewDueMs: number | null;
}

/** How an effect ended on the page, for the log. */
export const EFFECT_END_WHYS = [
  'played',
  'still shown',
  'reduced motion',
  'skipped by the viewer',
  'could not be loaded',
  'could not be drawn',
] as const;
export type EffectEndWhy = (typeof EFFECT_END_WHYS)[number];

export type GiftEffectsEvent =
  | { readonly type: 'gift'; readonly show: GiftShow }
  | { readonly type: 'shown'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number; readonly why: EffectEndWhy }
  | { readonly type: 'switch'; readonly isOn: boolean }
  | { readonly type: 'lanes'; readonly count: number }
  | { readonly type: 'restored'; readonly isOn: boolean };

export type GiftEffectsEffect =
  | { readonly type: 'store'; readonly isOn: boolean }
  | { readonly type: 'count'; readonly what: 'dropped' | 'failed'; readonly by: number; readonly why: string };

export interface BannerView {
  readonly id: number;
  readonly lane: number;
  readonly isOwn: boolean;
  readonly senderId: number;
  readonly sender: string;
  readonly receiver: string;
  readonly gift: string;
  readonly iconUrl: string;
  readonly label: string;
  readonly round: number;
  readonly roundTotal: number;
  readonly fancyNumber: string;
  readonly sum: number;
  readonly level: number;
  readonly more: number;
}

export interface EffectView {
  readonly id: number;
  readonly isOwn: boolean;
  /** '': an image drawn by the page. */
  readonly videoUrl: string;
  readonly iconUrl: string;
  readonly gift: string;
  readonly sender: string;
  readonly tier: EffectTier;
}

export interface GiftEffectsView {
  readonly isOn: boolean;
  readonly banners: readonly BannerView[];
  readonly effect: EffectView | null;
}

export type GiftEffectsAction =
  /** Sent by the gift shop, which shows the switch. */
  | { readonly type: 'wake' }
  | { readonly type: 'switch'; readonly isOn: boolean }
  /** Number of banners that fit the region. */
  | { readonly type: 'lanes'; readonly count: number }
  /** The first picture of a video is drawn. */
  | { readonly type: 'shown'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number; readonly why: EffectEndWhy }
  /** The resource cache reports a failure (P12). */
  | { readonly type: 'cache-failed'; readonly failure: Failure };

type GiftEffectsStep = Step<GiftEffects, GiftEffectsEffect>;

export const giftEffectsMachine: Machine<GiftEffects, GiftEffectsEvent, GiftEffectsEffect, null> = {
  name: 'gift-effects',
  initial: {
    name: 'quiet',
    isOn: true,
    queue: NO_GIFTS,
    view: { isOn: true, banners: [], effect: null },
    viewedMs: Number.NEGATIVE_INFINITY,
    viewDueMs: null,
  },
  step: stepEffects,
  deadlineMs({ queue, viewDueMs }) {
    const due = queueDueMs(queue);
    return due === null || viewDueMs === null ? (due ?? viewDueMs) : Math.min(due, viewDueMs);
  },
};

function stepEffects(state: GiftEffects, event: GiftEffectsEvent | Tick, nowMs: number): GiftEffectsStep {
  switch (event.type) {
    case 'gift':
      return moved(state, addGift(state.queue, event.show, nowMs, state.isOn), nowMs, event.show.isOwn);
    case 'shown':
      return [{ ...state, queue: shownEffect(state.queue, event.id, nowMs) }];
    case 'ended': {
      const queue = endEffect(state.queue, event.id, nowMs);
      if (queue === state.queue) return [state];
      const isFailed = event.why === 'could not be loaded' || event.why === 'could not be drawn';
      const [next, ...effects] = moved(state, queue, nowMs, true);
      return isFailed ? [next, ...effects, { type: 'count', what: 'failed', by: 1, why: event.why }] : [next, ...effects];
    }
    case 'lanes':
      return moved(state, withLanes(state.queue, laneCount(event.count), nowMs), nowMs, true);
    case 'switch':
      if (event.isOn === state.isOn) return [state];
      return [...switched(state, event.isOn, nowMs), { type: 'store', isOn: event.isOn }];
    case 'restored':
      return switched(state, event.isOn, nowMs);
    case 'tick':
      return moved(state, advance(state.queue, nowMs), nowMs, false);
    default:
      return assertNever(event);
  }
}

/** Clamps a number received from the page. */
const laneCount = (count: number): number =>
  Number.isInteger(count) ? Math.max(1, Math.min(EFFECT_LIMITS.lanes.value, count)) : EFFECT_LIMITS.lanes.value;

function switched(state: GiftEffects, isOn: boolean, nowMs: number): GiftEffectsStep {
  return moved({ ...state, isOn }, isOn ? state.queue : withoutEffects(state.queue), nowMs, true);
}

/** Stores the new queue and rebuilds the view when it is due. */
function moved(state: GiftEffects, queue: GiftQueue, nowMs: number, isSoon: boolean): GiftEffectsStep {
  const isChanged = queue !== state.queue || state.isOn !== state.view.isOn;
  const gapMs = isSoon ? OWN_VIEW_MS : VIEW_MS;
  const wantedMs = Math.max(nowMs, state.viewedMs + gapMs);
  const dueMs = isChanged ? Math.min(state.viewDueMs ?? Number.POSITIVE_INFINITY, wantedMs) : state.viewDueMs;
  const at = isEmpty(queue) ? 'quiet' : 'showing';
  if (dueMs === null || dueMs > nowMs)
    return !isChanged && dueMs === state.viewDueMs ? [state] : [{ ...state, name: at, queue, viewDueMs: dueMs }];
  const { dropped } = queue;
  const next: GiftEffects = {
    ...state,
    name: at,
    queue: dropped === 0 ? queue : { ...queue, dropped: 0 },
    view: viewOf(state.isOn, queue),
    viewedMs: nowMs,
    viewDueMs: null,
  };
  return dropped === 0 ? [next] : [next, { type: 'count', what: 'dropped', by: dropped, why: 'more gifts of others than can be shown' }];
}

function viewOf(isOn: boolean, { lanes, playing }: GiftQueue): GiftEffectsView {
  return {
    isOn,
    banners: lanes.flatMap((banner, lane): readonly BannerView[] => {
      if (banner === null) return [];
      const { id, sum, level, more, show } = banner;
      const { isOwn, senderId, sender, receiver, gift, iconUrl, label, round, roundTotal, fancyNumber } = show;
      const said = { sender, receiver, gift, iconUrl, label, round, roundTotal, fancyNumber };
      return [{ id, lane, isOwn, senderId, ...said, sum, level, more }];
    }),
    effect: playing && {
      id: playing.id,
      isOwn: playing.show.isOwn,
      videoUrl: playing.show.videoUrl,
      iconUrl: playing.show.iconUrl,
      gift: playing.show.gift,
      sender: playing.show.sender,
      tier: tierOf(playing.show) ?? 'beside',
    },
  };
}
