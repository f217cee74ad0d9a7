/** Selects the picture for media time t and the rate of media time. Pure; times are milliseconds of the stream's timeline. */
import { SNAP_MS } from './position.ts';
import { DEFAULT_PLAYER_CONFIG } from '../constants.ts';

/**
 * P29: buffering 1000 ms, preload 2000 ms, keep-cache rate 1.1. The specification does not define their meaning; the project's definition:
 */
export interface PacingPolicy {
  /** Playback starts, also after an underrun, when this much is buffered. */
  readonly bufferingMs: number;
  /** Latency above which media time runs faster. */
  readonly preloadMs: number;
  /** Maximum rate while catching up. */
  readonly keepCacheRate: number;
  /** Minimum rate while the buffer is low. */
  readonly slowestRate: number;
  /** Buffer length above which catching up would take too long; playback jumps to the live edge. */
  readonly jumpMs: number;
  /** A picture is drawn this much before its time: half a display interval plus the delay until a drawn picture is displayed. */
  readonly earlyMs: number;
  /** A picture later than this counts as dropped. */
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

/** A stream in P2P segments is played one segment further from its edge; otherwise the buffer is empty before each segment. */
export const pacingFor = (segmentMs: number): PacingPolicy =>
  segmentMs > 0 ? { ...PACING, bufferingMs: PACING.bufferingMs + segmentMs, preloadMs: PACING.preloadMs + segmentMs } : PACING;

export const PICK_REASONS = ['due', 'nothing due', 'nothing ready', 'caught up', 'first picture'] as const;
export type PickReason = (typeof PICK_REASONS)[number];

export interface Pick {
  /** Index into `ptsMs` of the picture to show; -1 keeps the current one. */
  show: number;
  /** Number of pictures before `show` that are dropped. */
  drop: number;
  why: PickReason;
}

/**
 * `ptsMs[0..count)` is ascending. Shows the latest picture that is due, however late; a picture is dropped only if the next one is due too.
 * A picture due within the next display interval is shown early, but never instead of one that is due now. Before the clock starts the
 * first picture is shown as a still. Writes into `out`, because it runs for every display frame.
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
  /** Media milliseconds to skip at once; usually 0. */
  readonly jumpMs: number;
  readonly why: RateReason;
}

/** Catching up ends when the buffer has drained to this share: a dead band that keeps the rate stable. */
const DEAD_BAND = 0.75;

/**
 * The only code that changes the rate or jumps. `bufferedMs` is the playable buffer; `before` is the current pace. If the machine sleeps, the
 * wall clock continues and the stream does not (timeline.ts): playback would wait as long as the sleep was, so time returns to the newest data.
 */
export function decidePace(before: Pace, bufferedMs: number, hasEnded: boolean, policy: PacingPolicy): Pace {
  if (bufferedMs <= 0 || (!before.running && bufferedMs < policy.bufferingMs && !hasEnded))
    return { running: false, rate: 1, jumpMs: bufferedMs < -policy.bufferingMs ? bufferedMs : 0, why: 'buffering' };
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

/** A smooth clock that follows noisy samples of the audio position. */
export interface SmoothClock {
  readonly mediaMs: number;
  readonly atMs: number;
  readonly rate: number;
}

/** Share of the error that one sample corrects. */
const PULL = 0.08;

export function followClock(clock: SmoothClock | null, sampleMs: number, atMs: number, rate: number): SmoothClock {
  if (!clock) return { mediaMs: sampleMs, atMs, rate };
  const predictedMs = clock.mediaMs + (atMs - clock.atMs) * clock.rate;
  const error = sampleMs - predictedMs;
  return { mediaMs: Math.abs(error) > SNAP_MS ? sampleMs : predictedMs + error * PULL, atMs, rate };
}
