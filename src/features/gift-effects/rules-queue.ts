/**
 * Queue of gift displays: banners in a few lanes, and one full-screen effect at a time. Gifts of one combo share a banner with a counter.
 * The viewer's own gifts come first and are never dropped; of the others the most valuable come first, then the oldest. Times in
 * milliseconds.
 */
import { earliestMs } from '../../core/room/feature/phased.ts';
import type { GiftShow } from './room.ts';

export const EFFECT_LIMITS = {
  lanes: { value: 3, unit: 'banners on the screen' },
  othersWaiting: { value: 60, unit: 'combos of others that wait for a lane' },
  /** Further own combos are counted on the last waiting one. */
  ownWaiting: { value: 40, unit: 'own combos that wait for a lane' },
  effectsWaiting: { value: 12, unit: 'effects of others that wait' },
  ownEffectsWaiting: { value: 12, unit: 'own effects that wait; the banner of the gift comes all the same' },
} as const satisfies Record<string, { value: number; unit: string }>;

/** Banners in their region (core/room/stage.ts); heights and gaps in CSS pixels. */
export interface BannerLayout {
  readonly size: 'large' | 'small';
  readonly lanes: number;
  readonly heightPx: number;
}
const BANNER_GAP_PX = 8;
const LARGE_PX = 52;
const SMALL_PX = 34;
/** Lanes on a phone, whose picture is mostly the star's face. */
const PHONE_LANES = { horizontal: 1, vertical: 2 } as const;

/** Small banners at the lower end of a phone's region. Elsewhere large banners if two of them fit, else small ones; at least 1. */
export function layoutBanners(heightPx: number, phone: keyof typeof PHONE_LANES | null): BannerLayout {
  if (phone !== null) return { size: 'small', lanes: PHONE_LANES[phone], heightPx: SMALL_PX };
  const fitting = (bannerPx: number): number => Math.floor((heightPx + BANNER_GAP_PX) / (bannerPx + BANNER_GAP_PX));
  const lanes = (count: number): number => Math.max(1, Math.min(EFFECT_LIMITS.lanes.value, count));
  return fitting(LARGE_PX) >= 2
    ? { size: 'large', lanes: lanes(fitting(LARGE_PX)), heightPx: LARGE_PX }
    : { size: 'small', lanes: lanes(fitting(SMALL_PX)), heightPx: SMALL_PX };
}

const BANNER_MS = 4_000;
/** After this time a banner of another viewer can be replaced by the next one. */
const BANNER_MIN_MS = 1_200;
/**
 * After this time an own banner can be replaced by the next own one: three lanes show ten own combos a second within a second of their
 * arrival.
 */
const OWN_BANNER_MIN_MS = 250;
/** Gifts of others that waited longer are dropped. */
const BANNER_STALE_MS = 10_000;
const EFFECT_STALE_MS = 20_000;
/** The same for own gifts: longer than a full queue takes, so that only a stop of the page, for example a sleep, drops them. */
const OWN_STALE_MS = 300_000;
/** Limit of the time that the video of an effect is loaded, and again of the time that it is shown, if the page does not report its end. */
const EFFECT_MAX_MS = 12_000;
/** Duration of an effect without a video: an image that grows and fades, drawn by the page. */
export const STILL_EFFECT_MS = 2_800;

/**
 * Display of a gift besides its banner, by its coins; the first matching row applies. `full` covers the picture, `beside` a corner of it
 * below the star's face. A gift with a video has an effect at any price, because the video is an effect, and covers the picture earlier.
 */
const TIERS = [
  { tier: 'full', fromCoins: 10_000, withVideoFromCoins: 5_000 },
  { tier: 'beside', fromCoins: 2_000, withVideoFromCoins: 0 },
] as const;
export type EffectTier = (typeof TIERS)[number]['tier'];

/** null: only the banner. */
export function tierOf({ coins, videoUrl }: Pick<GiftShow, 'coins' | 'videoUrl'>): EffectTier | null {
  return TIERS.find((row) => coins >= (videoUrl === '' ? row.fromCoins : row.withVideoFromCoins))?.tier ?? null;
}

export interface Banner {
  readonly id: number;
  readonly show: GiftShow;
  /** Gifts of the combo so far. */
  readonly sum: number;
  readonly coins: number;
  readonly level: number;
  /** Gifts of further own combos that did not fit the queue. */
  readonly more: number;
  /** Time of arrival; later the time when it was shown. */
  readonly sinceMs: number;
}
export interface ShownBanner extends Banner {
  readonly untilMs: number;
}

export interface Effect {
  readonly id: number;
  readonly show: GiftShow;
  readonly level: number;
  readonly sinceMs: number;
}
export interface PlayingEffect extends Effect {
  readonly untilMs: number;
}

export interface GiftQueue {
  /** By lane; null: free. */
  readonly lanes: readonly (ShownBanner | null)[];
  readonly waiting: readonly Banner[];
  readonly playing: PlayingEffect | null;
  readonly effects: readonly Effect[];
  /** Last id assigned. */
  readonly ids: number;
  /** Gifts of others dropped without being shown, since the counter was last read. */
  readonly dropped: number;
}

export const NO_GIFTS: GiftQueue = {
  lanes: Array.from({ length: EFFECT_LIMITS.lanes.value }, () => null),
  waiting: [],
  playing: null,
  effects: [],
  ids: 0,
  dropped: 0,
};

export const isEmpty = ({ lanes, waiting, playing, effects }: GiftQueue): boolean =>
  playing === null && waiting.length === 0 && effects.length === 0 && lanes.every((lane) => lane === null);

/** Adds a gift. `hasEffects` false: banners only. */
export function addGift(queue: GiftQueue, show: GiftShow, nowMs: number, hasEffects: boolean): GiftQueue {
  const withBanner = addBanner(queue, show, nowMs);
  return advance(hasEffects ? addEffect(withBanner, show, nowMs) : withBanner, nowMs);
}

const isOwn = ({ show }: { readonly show: GiftShow }): boolean => show.isOwn;

function merged<B extends Banner>(banner: B, show: GiftShow): B {
  // The service's sum is preferred if present, because messages of a combo may be lost or repeated.
  const sum = show.comboSum > 0 ? Math.max(banner.sum, show.comboSum) : banner.sum + show.num;
  return { ...banner, show, sum, coins: banner.coins + show.coins, level: Math.max(banner.level, show.comboLevel) };
}

function addBanner(queue: GiftQueue, show: GiftShow, nowMs: number): GiftQueue {
  const lane = queue.lanes.findIndex((one) => one?.show.key === show.key);
  const shown = queue.lanes[lane];
  if (shown != null) return { ...queue, lanes: queue.lanes.with(lane, { ...merged(shown, show), untilMs: nowMs + BANNER_MS }) };
  const at = queue.waiting.findIndex((one) => one.show.key === show.key);
  const known = queue.waiting[at];
  if (known !== undefined) return { ...queue, waiting: queue.waiting.with(at, merged(known, show)) };
  const ids = queue.ids + 1;
  const sum = Math.max(show.num, show.comboSum);
  const banner: Banner = { id: ids, show, sum, coins: show.coins, level: show.comboLevel, more: 0, sinceMs: nowMs };
  return bounded({ ...queue, ids, waiting: [...queue.waiting, banner] });
}

/** The last entry was just added and may exceed the limit. */
function bounded(queue: GiftQueue): GiftQueue {
  const { waiting } = queue;
  const newest = waiting.at(-1);
  if (newest === undefined) return queue;
  if (newest.show.isOwn) {
    if (waiting.filter(isOwn).length <= EFFECT_LIMITS.ownWaiting.value) return queue;
    const at = waiting.slice(0, -1).findLastIndex(isOwn);
    const last = waiting[at];
    return last === undefined
      ? queue
      : { ...queue, waiting: waiting.slice(0, -1).with(at, { ...last, more: last.more + newest.sum + newest.more }) };
  }
  const others = waiting.filter((one) => !isOwn(one));
  if (others.length <= EFFECT_LIMITS.othersWaiting.value) return queue;
  const least = others.reduce((a, b) => (b.coins < a.coins ? b : a));
  return { ...queue, waiting: waiting.filter((one) => one !== least), dropped: queue.dropped + 1 };
}

function addEffect(queue: GiftQueue, show: GiftShow, nowMs: number): GiftQueue {
  if (tierOf(show) === null) return queue;
  const { playing, effects } = queue;
  // One effect per combo, and one more whenever its level rises.
  if (playing?.show.key === show.key && show.comboLevel <= playing.level) return queue;
  const at = effects.findIndex((one) => one.show.key === show.key);
  const known = effects[at];
  if (known !== undefined) {
    const level = Math.max(known.level, show.comboLevel);
    return { ...queue, effects: effects.with(at, { ...known, level, show: { ...show, coins: Math.max(known.show.coins, show.coins) } }) };
  }
  const ids = queue.ids + 1;
  const added = [...effects, { id: ids, show, level: show.comboLevel, sinceMs: nowMs }];
  const limit = show.isOwn ? EFFECT_LIMITS.ownEffectsWaiting.value : EFFECT_LIMITS.effectsWaiting.value;
  const alike = added.filter((one) => isOwn(one) === show.isOwn);
  if (alike.length <= limit) return { ...queue, ids, effects: added };
  const least = alike.reduce((a, b) => (b.show.coins < a.show.coins ? b : a));
  return { ...queue, ids, effects: added.filter((one) => one !== least) };
}

/** Removes what is over and shows what is next. Returns the same queue if nothing changed. */
export function advance(queue: GiftQueue, nowMs: number): GiftQueue {
  return advanceEffects(advanceBanners(queue, nowMs), nowMs);
}

function advanceBanners(queue: GiftQueue, nowMs: number): GiftQueue {
  const isFresh = (one: Banner): boolean => nowMs - one.sinceMs < (isOwn(one) ? OWN_STALE_MS : BANNER_STALE_MS);
  let { lanes, waiting } = queue;
  if (lanes.some((lane) => lane !== null && nowMs >= lane.untilMs))
    lanes = lanes.map((lane) => (lane !== null && nowMs >= lane.untilMs ? null : lane));
  if (!waiting.every(isFresh)) waiting = waiting.filter(isFresh);
  const dropped = queue.dropped + queue.waiting.length - waiting.length;
  for (;;) {
    const next = nextBanner(waiting);
    const lane = next === null ? -1 : laneFor(lanes, next, nowMs);
    if (next === null || lane < 0) break;
    lanes = lanes.with(lane, { ...next, sinceMs: nowMs, untilMs: nowMs + BANNER_MS });
    waiting = waiting.filter((one) => one !== next);
  }
  return lanes === queue.lanes && waiting === queue.waiting ? queue : { ...queue, lanes, waiting, dropped };
}

const nextBanner = (waiting: readonly Banner[]): Banner | null =>
  waiting.find(isOwn) ?? waiting.reduce<Banner | null>((best, one) => (best === null || one.coins > best.coins ? one : best), null);

/** A free lane, or the lane of a replaceable banner; -1: none now. */
function laneFor(lanes: readonly (ShownBanner | null)[], next: Banner, nowMs: number): number {
  const free = lanes.indexOf(null);
  if (free >= 0) return free;
  const full = lanes.flatMap((banner, lane) => (banner === null ? [] : [{ banner, lane }]));
  const others = full.filter(({ banner }) => !isOwn(banner));
  if (isOwn(next)) {
    // Replaces a banner of another viewer immediately; among own banners the oldest.
    if (others.length > 0) return others.reduce((a, b) => (b.banner.coins < a.banner.coins ? b : a)).lane;
    const oldest = full.reduce((a, b) => (b.banner.sinceMs < a.banner.sinceMs ? b : a));
    return nowMs - oldest.banner.sinceMs >= OWN_BANNER_MIN_MS ? oldest.lane : -1;
  }
  const ready = others.filter(({ banner }) => nowMs - banner.sinceMs >= BANNER_MIN_MS);
  return ready.length === 0 ? -1 : ready.reduce((a, b) => (b.banner.sinceMs < a.banner.sinceMs ? b : a)).lane;
}

function advanceEffects(queue: GiftQueue, nowMs: number): GiftQueue {
  let { playing, effects } = queue;
  if (playing !== null && nowMs >= playing.untilMs) playing = null;
  const isFresh = (one: Effect): boolean => nowMs - one.sinceMs < (isOwn(one) ? OWN_STALE_MS : EFFECT_STALE_MS);
  if (!effects.every(isFresh)) effects = effects.filter(isFresh);
  const next =
    effects.find(isOwn) ??
    effects.reduce<Effect | null>((best, one) => (best === null || one.show.coins > best.show.coins ? one : best), null);
  // The viewer's own effect replaces another viewer's effect immediately.
  if (next !== null && (playing === null || (isOwn(next) && !isOwn(playing)))) {
    playing = { ...next, sinceMs: nowMs, untilMs: nowMs + (next.show.videoUrl === '' ? STILL_EFFECT_MS : EFFECT_MAX_MS) };
    effects = effects.filter((one) => one !== next);
  }
  return playing === queue.playing && effects === queue.effects ? queue : { ...queue, playing, effects };
}

/** The banner region changed its size. Banners of removed lanes wait again. */
export function withLanes(queue: GiftQueue, count: number, nowMs: number): GiftQueue {
  if (count === queue.lanes.length) return queue;
  const lanes = Array.from({ length: count }, (_, lane) => queue.lanes[lane] ?? null);
  const displaced = queue.lanes.slice(count).filter((banner) => banner !== null);
  return advance({ ...queue, lanes, waiting: [...displaced, ...queue.waiting] }, nowMs);
}

/** The page reports the first picture of an effect. */
export const shownEffect = (queue: GiftQueue, id: number, nowMs: number): GiftQueue =>
  queue.playing?.id === id ? { ...queue, playing: { ...queue.playing, untilMs: nowMs + EFFECT_MAX_MS } } : queue;

/** The page reports the end of an effect; the end of a replaced effect is ignored. */
export function endEffect(queue: GiftQueue, id: number, nowMs: number): GiftQueue {
  return queue.playing?.id === id ? advance({ ...queue, playing: null }, nowMs) : queue;
}

export const withoutEffects = (queue: GiftQueue): GiftQueue => ({ ...queue, playing: null, effects: [] });

/** Time of the next change by `advance`; null: none before the next gift. */
export function queueDueMs({ lanes, waiting, playing, effects }: GiftQueue): number | null {
  const shown = lanes.filter((lane) => lane !== null);
  const times = shown.map(({ untilMs }) => untilMs);
  if (waiting.length > 0) {
    const hasOwn = waiting.some(isOwn);
    times.push(
      ...shown.filter((lane) => hasOwn || !isOwn(lane)).map((lane) => lane.sinceMs + (isOwn(lane) ? OWN_BANNER_MIN_MS : BANNER_MIN_MS)),
      ...waiting.filter((one) => !isOwn(one)).map(({ sinceMs }) => sinceMs + BANNER_STALE_MS),
    );
  }
  if (playing !== null) times.push(playing.untilMs);
  times.push(...effects.filter((one) => !isOwn(one)).map(({ sinceMs }) => sinceMs + EFFECT_STALE_MS));
  return earliestMs(times);
}
