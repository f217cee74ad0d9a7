/** Regions over the picture, in reading order. Each layer is drawn in one region, so that texts do not overlap. */
export const STAGE_REGIONS = ['flight', 'strips', 'tips', 'sticker', 'banners', 'side', 'bottom', 'lower'] as const;
export type StageRegionName = (typeof STAGE_REGIONS)[number];

/** `stage`: over the picture. `page`: beside the picture, in the page's own grid. */
export type RegionHost = 'stage' | 'page';

interface RegionFrame {
  readonly isCompact: boolean;
  readonly isVertical: boolean;
  /** In full screen only the stage is visible. */
  readonly isFullscreen: boolean;
}

/**
 * The host of the regions. A vertical room on a phone has its header above and its chat below the free part of the picture, and the regions
 * are in that part. Everywhere else they are over the stage, so that nothing of the page moves when a layer appears.
 */
export const regionHost = ({ isCompact, isVertical, isFullscreen }: RegionFrame): RegionHost =>
  isCompact && isVertical && !isFullscreen ? 'page' : 'stage';

/** Vertical range of the flying-chat layer that another layer covers; CSS pixels from the top of the layer. */
export interface CoveredRange {
  readonly top: number;
  readonly bottom: number;
}

/** Maximum number of reported ranges; further ones are merged into the last one. */
export const MAX_COVERED_RANGES = 8;

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Ranges of `layer` that `others` cover, from top to bottom, merged where they touch; whole CSS pixels. */
export function coveredRanges(layer: Rect, others: readonly Rect[]): readonly CoveredRange[] {
  const covered = others
    .filter(({ left, top, right, bottom }) => right > layer.left && left < layer.right && bottom > layer.top && top < layer.bottom)
    .filter(({ left, top, right, bottom }) => right > left && bottom > top)
    .map(({ top, bottom }) => ({ top: Math.max(0, Math.floor(top - layer.top)), bottom: Math.ceil(bottom - layer.top) }))
    .toSorted((a, b) => a.top - b.top);
  const merged: CoveredRange[] = [];
  for (const range of covered) {
    const last = merged.at(-1);
    if (last !== undefined && (range.top <= last.bottom || merged.length === MAX_COVERED_RANGES))
      merged[merged.length - 1] = { top: last.top, bottom: Math.max(last.bottom, range.bottom) };
    else merged.push(range);
  }
  return merged;
}

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

/** Facts about a clip that the page plays on the stage: advertisement, lead-in, replay. The feature decides what happens next. */
export type ClipFact =
  /** At most once per second of the clip. Values of the media element: `durationS` may be NaN. */
  | { readonly type: 'progress'; readonly positionS: number; readonly durationS: number }
  | { readonly type: 'paused'; readonly isPaused: boolean }
  | { readonly type: 'ended'; readonly failed: boolean };

/** The specification gives no such times. */
export const CLIP = {
  /** A playing clip whose position does not change for this time counts as frozen. */
  freezeMs: 8_000,
  /** If a clip reports a longer duration or none, its announced duration is used. */
  maxS: 3_600,
} as const;

/** Remaining seconds of a clip: by its own duration if known, else by the announced one. */
export function clipLeftS(positionS: number, durationS: number, announcedS: number): number {
  const lengthS = durationS > 0 && durationS <= CLIP.maxS ? durationS : announcedS;
  return Math.max(0, lengthS - (positionS > 0 ? positionS : 0));
}
