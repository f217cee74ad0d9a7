import { countOf } from '../../core/counts.ts';
import { earliestMs } from '../../core/room/feature/phased.ts';
import { mediaLink } from '../../core/room/feature/feature-message.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import type { Failure } from '../../core/errors.ts';
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
import { defineRoomPart, type FeatureContext } from '../../workers/room/features/feature-api.ts';

const MAX_NAME_CHARS = 24;
const MAX_LABEL_CHARS = 60;
const MAX_RECEIVERS_NAMED = 2;
const MAX_ROUNDS = 999;
const MAX_FANCY_CHARS = 12;
const MAX_COUNT = 1_000_000_000;

const whole = (value: number): number => (Number.isFinite(value) ? Math.min(MAX_COUNT, Math.max(0, Math.trunc(value))) : 0);
const text = (value: string, maxChars: number): string =>
  Array.from(asShown(value.slice(0, 8 * maxChars)).trim())
    .slice(0, maxChars)
    .join('');

/** null for a gift without a name. `userId` 0 for a guest. */
export function readGift(body: BodyOfMessage<'gift'>, userId: number) {
  const gift = text(body.giftname, MAX_NAME_CHARS);
  if (gift === '') return null;
  const num = Math.max(1, whole(body.num));
  const named = body.receivers.slice(0, MAX_RECEIVERS_NAMED).map(({ nickname }) => text(nickname, MAX_NAME_CHARS));
  const receiver = named.filter((name) => name !== '').join(' & ') || text(body.receivername, MAX_NAME_CHARS);
  return {
    /** Gifts with the same key are one combo of one sender: a gift of another sender with a copied id is a separate combo. */
    key: `${whole(body.senderid)}:${whole(body.giftid)}:${body.comboId === '' ? whole(body.receiverid) : body.comboId.slice(0, 64)}`,
    isOwn: userId > 0 && body.senderid === userId,
    /** 0: hidden identity. */
    senderId: body.userExt?.mystic === true ? 0 : countOf(body.senderid),
    sender: text(body.sendername, MAX_NAME_CHARS),
    receiver,
    gift,
    iconUrl: mediaLink(body.iconUrl),
    label: text(body.label, MAX_LABEL_CHARS),
    /** Rounds of a multi-round gift; 0 for other gifts. */
    round: Math.min(MAX_ROUNDS, whole(body.round)),
    roundTotal: Math.min(MAX_ROUNDS, whole(body.roundTotal)),
    fancyNumber: text(body.fancyNumber?.number ?? '', MAX_FANCY_CHARS),
    num,
    /** Coins of this message. */
    coins: Math.min(MAX_COUNT, num * whole(body.price)),
    comboLevel: Math.min(9, whole(body.comboLevel)),
    /** Gifts of the whole combo so far, as counted by the service; 0 if it does not count. */
    comboSum: whole(body.comboSum),
    /** Address of an alpha video; '' for none, like the other texts. */
    videoUrl: mediaLink(body.videoUrls.find((url) => mediaLink(url) !== '')),
  };
}

export type GiftShow = Readonly<NonNullable<ReturnType<typeof readGift>>>;

/** Minimum interval between view updates for others' gifts; own gifts use OWN_VIEW_MS. */
const VIEW_MS = 100;
const OWN_VIEW_MS = 20;

interface GiftEffects {
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
export const EFFECT_END_REASONS = [
  'played',
  'still shown',
  'reduced motion',
  'skipped by the viewer',
  'could not be loaded',
  'could not be drawn',
  'too late',
] as const;
export type EffectEndWhy = (typeof EFFECT_END_REASONS)[number];

type PanelEvent =
  | { readonly type: 'switch'; readonly isOn: boolean }
  /** Number of banners that fit the region. */
  | { readonly type: 'lanes'; readonly count: number }
  /** The first picture of a video is drawn. */
  | { readonly type: 'shown'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number; readonly why: EffectEndWhy };
type GiftEffectsEvent =
  | PanelEvent
  | { readonly type: 'gift'; readonly show: GiftShow }
  | { readonly type: 'restored'; readonly isOn: boolean };

export type GiftEffectsEffect =
  | { readonly type: 'store'; readonly isOn: boolean }
  | { readonly type: 'count'; readonly what: 'dropped' | 'failed'; readonly by: number; readonly why: string };

type Named = Pick<GiftShow, 'isOwn' | 'sender' | 'gift' | 'iconUrl'>;
export interface BannerView extends Named, Pick<GiftShow, 'senderId' | 'receiver' | 'label' | 'round' | 'roundTotal' | 'fancyNumber'> {
  readonly id: number;
  readonly lane: number;
  readonly sum: number;
  readonly level: number;
  readonly more: number;
  /** Time when it was shown, by the room worker's clock. */
  readonly sinceMs: number;
}

/** Without `videoUrl` the page draws an image. */
export interface EffectView extends Named, Pick<GiftShow, 'videoUrl'> {
  readonly id: number;
  /** Time when it began, by the room worker's clock. */
  readonly sinceMs: number;
  readonly tier: EffectTier;
}

export interface GiftEffectsView {
  readonly isOn: boolean;
  readonly banners: readonly BannerView[];
  readonly effect: EffectView | null;
}

export type GiftEffectsAction =
  | PanelEvent
  /** Sent by the gift shop, which shows the switch. */
  | { readonly type: 'wake' }
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
  deadlineMs: ({ queue, viewDueMs }) => earliestMs([queueDueMs(queue), viewDueMs]),
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
      const { id, sum, level, more, sinceMs, show } = banner;
      const { isOwn, senderId, sender, receiver, gift, iconUrl, label, round, roundTotal, fancyNumber } = show;
      const named = { sender, receiver, gift, iconUrl, label, round, roundTotal, fancyNumber };
      return [{ id, lane, isOwn, senderId, ...named, sum, level, more, sinceMs }];
    }),
    effect: playing && effectOf(playing),
  };
}

function effectOf({ id, sinceMs, show }: NonNullable<GiftQueue['playing']>): EffectView {
  const { isOwn, videoUrl, iconUrl, gift, sender } = show;
  return { id, sinceMs, isOwn, videoUrl, iconUrl, gift, sender, tier: tierOf(show) ?? 'beside' };
}

/** The viewer's switch is stored for one year. */
const STORED = { key: 'on', expiresS: 31_536_000 } as const;

export const room = defineRoomPart({
  machine: giftEffectsMachine,
  context: () => null,
  view: ({ view }: GiftEffects): GiftEffectsView => view,
  messages: { gift: shown, 'socket-gift': shown },
  onStart: (room): GiftEffectsEvent | null => (room.storage.read(STORED.key) === false ? { type: 'restored', isOn: false } : null),
  onAction(action: GiftEffectsAction, room): GiftEffectsEvent | null {
    if (action.type === 'cache-failed') room.failure(action.failure);
    return action.type === 'cache-failed' || action.type === 'wake' ? null : action;
  },
  execute: {
    store: ({ isOn }, room) => room.storage.write(STORED.key, isOn, STORED.expiresS),
    count: ({ what, by }, room) => room.count(what, by),
  },
});

function shown(body: BodyOfMessage<'gift'>, room: FeatureContext): GiftEffectsEvent | null {
  const show = readGift(body, room.login().userId);
  return show && { type: 'gift', show };
}
