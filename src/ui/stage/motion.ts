/**
 * Whether motion over the picture rests: by the viewer's preference, or because the picture loses frames. Without a GPU a browser draws the
 * window 60 times a second for one moving line, which costs more than a 480p picture with its 25 (docs/reliability.md, slow machines).
 */
const SAMPLE_MS = 1_000;
const WINDOW_SAMPLES = 5;
/** Lost pictures of a window, in percent, at which motion rests. */
const LOST_PERCENT = 15;
const REST_MS = 30_000;
const MAX_REST_MS = 480_000;

interface Counts {
  readonly total: number;
  readonly lost: number;
}

export interface Rest {
  /** Counts of the last seconds, oldest first. */
  readonly window: readonly Counts[];
  readonly untilMs: number;
  /** Of the newest rest: one that begins soon after another is twice as long. */
  readonly forMs: number;
}

export const NO_REST: Rest = { window: [], untilMs: 0, forMs: 0 };

export const isResting = ({ untilMs }: Rest, nowMs: number): boolean => nowMs < untilMs;

/** `counts` null: there is no visible picture, or another one covers it, so that losses mean nothing. */
export function afterSample(rest: Rest, counts: Counts | null, nowMs: number): Rest {
  const last = rest.window.at(-1);
  // A new player counts from 0.
  if (counts === null || (last !== undefined && counts.total < last.total)) return { ...rest, window: [] };
  const window = [...rest.window, counts].slice(-WINDOW_SAMPLES);
  const [first] = window;
  const total = counts.total - first!.total;
  const percent = total > 0 ? ((counts.lost - first!.lost) / total) * 100 : 0;
  if (window.length < WINDOW_SAMPLES || percent < LOST_PERCENT || isResting(rest, nowMs)) return { ...rest, window };
  const isSoon = rest.forMs > 0 && nowMs < rest.untilMs + rest.forMs;
  const forMs = isSoon ? Math.min(MAX_REST_MS, rest.forMs * 2) : REST_MS;
  return { window: [], untilMs: nowMs + forMs, forMs };
}

let rest = NO_REST;
const preference = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)');

/** Motion rests because the picture loses frames. */
export const rests = (): boolean => isResting(rest, performance.now());
export const isCalm = (): boolean => preference().matches || rests();

function counts(): Counts | null {
  const isCovered = document.hidden || document.documentElement.hasAttribute('data-looks-back');
  const quality = isCovered
    ? undefined
    : document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])')?.getVideoPlaybackQuality();
  return quality === undefined ? null : { total: quality.totalVideoFrames, lost: quality.droppedVideoFrames };
}

/** Watches the picture, and reports each change of `isCalm`, until the returned function is called. */
export function watchMotion(onChange: () => void): () => void {
  const media = preference();
  let reported = rests();
  const timer = setInterval(() => {
    rest = afterSample(rest, counts(), performance.now());
    if (rests() === reported) return;
    reported = !reported;
    onChange();
  }, SAMPLE_MS);
  media.addEventListener('change', onChange);
  return () => {
    clearInterval(timer);
    media.removeEventListener('change', onChange);
  };
}
