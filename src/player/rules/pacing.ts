/**
 * Which picture is on the screen at media time t, and how fast time runs. Pure: times are milliseconds of the stream's timeline.
 */
import { DEFAULT_PLAYER_CONFIG } from './constants.ts';

/** Document 1, section 9 (H265): buffering 1000 ms, preload 2000 ms, keep-cache rate 1.1. What they mean exactly is not shown; our reading: */
export interface PacingPolicy {
  /** Play starts, and starts again after an underrun, when this much is buffered. */
  readonly bufferingMs: number;
  /** Latency that is left alone; above it time runs faster. */
  readonly preloadMs: number;
  /** Fastest rate while catching up. */
  readonly keepCacheRate: number;
  /** Slowest rate while the buffer is thin. */
  readonly slowestRate: number;
  /** Beyond this much buffered, speeding up would take too long: jump to the live edge. */
  readonly jumpMs: number;
  /** A picture is drawn this much early: half a display interval, and the time that a drawn picture takes to reach the screen. */
  readonly earlyMs: number;
  /** A picture that is later than this says nothing new: it counts as dropped. */
  readonly lateMs: number;
}

const { numbers } = DEFAULT_PLAYER_CONFIG;

export const PACING: PacingPolicy = {
  bufferingMs: numbers.bufferingMs,
  preloadMs: numbers.preloadMs,
  keepCacheRate: numbers.keepCacheRate,
  slowestRate: 0.97,
  jumpMs: 10_000,
  earlyMs: 14,
  lateMs: 250,
};

/** A stream that comes in shared segments is played one further from its edge: the buffer is empty before each otherwise. */
export const pacingFor = (segmentMs: number): PacingPolicy =>
  segmentMs > 0 ? { ...PACING, bufferingMs: PACING.bufferingMs + segmentMs, preloadMs: PACING.preloadMs + segmentMs } : PACING;

export const PICK_REASONS = ['due', 'nothing due', 'nothing ready', 'caught up', 'first picture'] as const;
export type PickReason = (typeof PICK_REASONS)[number];

export interface Pick {
  /** Index into `ptsMs` of the picture to show, -1 to keep what is shown. */
  show: number;
  /** Pictures before `show` that are dropped unseen. */
  drop: number;
  why: PickReason;
}

/**
 * `ptsMs[0..count)` ascending. Shows the latest picture that is due, however late; one is dropped only when the next is due too. A picture
 * that is due within the display's next moments is shown early, but never in the place of one that is due now. Before the clock runs the
 * first picture is shown as a still, so that the viewer sees something at once. Writes into `out`: this runs for every display frame.
 */
export function pickPicture(
  ptsMs: ArrayLike<number>,
  count: number,
  nowMs: number,
  isRunning: boolean,
  hasShown: boolean,
  policy: PacingPolicy,
  out: Pick,
): Pick {
  out.show = -1;
  out.drop = 0;
  if (count === 0) {
    out.why = 'nothing ready';
    return out;
  }
  if (!isRunning) {
    out.show = hasShown ? -1 : 0;
    out.why = hasShown ? 'nothing due' : 'first picture';
    return out;
  }
  let due = -1;
  while (due + 1 < count && ptsMs[due + 1]! <= nowMs) due++;
  if (due < 0 && ptsMs[0]! <= nowMs + policy.earlyMs) due = 0;
  if (due < 0) {
    out.why = 'nothing due';
    return out;
  }
  out.show = due;
  out.drop = due;
  out.why = due > 0 && nowMs - ptsMs[0]! > policy.lateMs ? 'caught up' : 'due';
  return out;
}

export const RATE_REASONS = ['buffering', 'steady', 'catching up', 'stretching', 'jump to live'] as const;
export type RateReason = (typeof RATE_REASONS)[number];

export interface Pace {
  readonly running: boolean;
  readonly rate: number;
  /** Media milliseconds to leave out at once; 0 almost always. */
  readonly jumpMs: number;
  readonly why: RateReason;
}

/** How much of the buffer must drain before catching up ends: a dead band, so that the rate does not flutter. */
const DEAD_BAND = 0.75;

/**
 * The only place that changes the rate or jumps. `bufferedMs` is how much can still be played from here;
 * `before` is the pace so far.
 */
export function decidePace(before: Pace, bufferedMs: number, hasEnded: boolean, policy: PacingPolicy): Pace {
  if (!before.running && bufferedMs < policy.bufferingMs && !hasEnded) return { running: false, rate: 1, jumpMs: 0, why: 'buffering' };
  if (bufferedMs <= 0) return { running: false, rate: 1, jumpMs: 0, why: 'buffering' };
  if (bufferedMs > policy.jumpMs) return { running: true, rate: 1, jumpMs: bufferedMs - policy.bufferingMs, why: 'jump to live' };
  const wasCatchingUp = before.why === 'catching up';
  if (bufferedMs > policy.preloadMs || (wasCatchingUp && bufferedMs > policy.preloadMs * DEAD_BAND)) {
    return { running: true, rate: policy.keepCacheRate, jumpMs: 0, why: 'catching up' };
  }
  const wasStretching = before.why === 'stretching';
  if (bufferedMs < policy.bufferingMs * (wasStretching ? 0.5 : 0.25) && !hasEnded) {
    return { running: true, rate: policy.slowestRate, jumpMs: 0, why: 'stretching' };
  }
  return { running: true, rate: 1, jumpMs: 0, why: 'steady' };
}

/** A clock that follows noisy samples of the audio position smoothly. */
export interface SmoothClock {
  readonly mediaMs: number;
  readonly atMs: number;
  readonly rate: number;
}

/** Beyond this the sample is another position, not noise. */
const SNAP_MS = 80;
/** Share of the error that one sample corrects. */
const PULL = 0.08;

export function followClock(clock: SmoothClock | null, sampleMs: number, atMs: number, rate: number): SmoothClock {
  if (!clock) return { mediaMs: sampleMs, atMs, rate };
  const predictedMs = clock.mediaMs + (atMs - clock.atMs) * clock.rate;
  const error = sampleMs - predictedMs;
  return { mediaMs: Math.abs(error) > SNAP_MS ? sampleMs : predictedMs + error * PULL, atMs, rate };
}
