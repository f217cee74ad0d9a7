import { firstRule, type Rule } from '../../base/machine.ts';

/** Positions of a player: the shown picture, the heard sound, and the position for the viewer. Pure. */
/** A larger difference of two times is a new position, not noise. Here, because the page loads this file before the table of pacing.ts. */
export const SNAP_MS = 80;

/** Maximum time until the first picture after the tab's return, because decoding resumes at the next keyframe. */
const RESUME_MS = 4_000;

/**
 * P27: media time of the displayed picture in seconds. NaN while the tab is hidden and until the next picture; if no picture arrives
 * within RESUME_MS, the time of the old picture.
 */
export class ShownTime {
  #mediaS = Number.NaN;
  #isHidden = false;
  /** Monotonic milliseconds; null after a picture has arrived. */
  #resumedMs: number | null = null;

  /** The same time is the same picture. */
  update(mediaS: number): void {
    if (mediaS === this.#mediaS) return;
    this.#mediaS = mediaS;
    this.#resumedMs = null;
  }

  setHidden(isHidden: boolean, nowMs: number): void {
    if (this.#isHidden && !isHidden) this.#resumedMs = nowMs;
    this.#isHidden = isHidden;
  }

  at(nowMs: number): number {
    const isResuming = this.#resumedMs !== null && nowMs - this.#resumedMs < RESUME_MS;
    return this.#isHidden || isResuming ? Number.NaN : this.#mediaS;
  }
}

/** Keyframes-only decoding (decode-level.ts) shows a picture at least this often; a picture displayed longer is frozen. */
const FROZEN_MS = 5_000;

interface PlaybackTimes {
  /** Position of the sound. All times are milliseconds of the stream's timeline; NaN if unknown. */
  readonly mediaMs: number;
  readonly shownMs: number;
  /** Time of the newest received picture. */
  readonly newestVideoMs: number;
}

/**
 * The visible position (P25): sound that continues over a frozen picture is no progress while newer pictures exist. The position then stays
 * at `beforeMs` and continues with the picture. It also waits while the time is corrected back by less than SNAP_MS.
 */
export function playbackPosition(beforeMs: number, { mediaMs, shownMs, newestVideoMs }: PlaybackTimes): number {
  const isFrozen = mediaMs - shownMs > FROZEN_MS && newestVideoMs - shownMs > FROZEN_MS;
  return isFrozen || (mediaMs < beforeMs && mediaMs > beforeMs - SNAP_MS) ? beforeMs : mediaMs;
}

/**
 * Converts stream time to the timeline of a media element. The FLV engine shifts stream times to start at 0 and does not report the offset.
 * When the event of a time arrives, the end of the buffer is at or shortly before that time, so the smallest of the recent differences is
 * the best estimate.
 */
export interface MediaOffset {
  /** Stream time minus element time in milliseconds, newest last. */
  readonly samples: readonly number[];
}

const MAX_SAMPLES = 8;
/** A larger change of the difference means that the encoder restarted or the relay jumped, so earlier differences are invalid. */
const JUMP_MS = 3_000;

export const NO_OFFSET: MediaOffset = { samples: [] };

export function addOffset({ samples }: MediaOffset, streamMs: number, bufferedEndMs: number): MediaOffset {
  const offset = streamMs - bufferedEndMs;
  const isJump = samples.length > 0 && Math.abs(offset - Math.min(...samples)) > JUMP_MS;
  return { samples: isJump ? [offset] : [...samples, offset].slice(-MAX_SAMPLES) };
}

/** NaN before the first sample. */
export const elementMs = ({ samples }: MediaOffset, streamMs: number): number =>
  samples.length === 0 ? Number.NaN : streamMs - Math.min(...samples);

/** In this time an audio thread plays dozens of blocks; if it played none, its device is missing or hangs. */
const SOUND_STUCK_MS = 500;

/**
 * Detects if the sound, which drives the clock, has stopped. A browser may report running audio although no device reads it (an unplugged
 * device, a hanging audio process); the pictures then follow the wall clock.
 */
export class SoundMotion {
  #index = Number.NaN;
  #movedAtMs = 0;
  #isStuck = false;

  /** `index`: frames consumed by the audio thread. `shouldMove`: sound exists and is allowed to play. */
  isStuck(index: number, shouldMove: boolean, nowMs: number): boolean {
    if (index !== this.#index) this.#isStuck = false;
    else if (shouldMove && nowMs - this.#movedAtMs >= SOUND_STUCK_MS) this.#isStuck = true;
    if (index !== this.#index || !shouldMove) this.#movedAtMs = nowMs;
    this.#index = index;
    return this.#isStuck;
  }
}

/**
 * Media time of the audible sound in ms, never before the start `baseMs` of the address. Audio still in the output device, or left from an
 * earlier address (`playedMs` below zero), does not count; otherwise a stream that starts at 0 would report a negative position (P25).
 */
export const heardMs = (baseMs: number, playedMs: number, latencyMs: number): number => baseMs + Math.max(0, playedMs - latencyMs);

/**
 * The only code that sets playbackRate and jumps of a live stream in a media element. It has a dead band: between `lowS` and `highS`
 * nothing changes. It is armed after the first picture, because chasing an empty buffer keeps the screen black.
 */
export interface LatencyCase {
  readonly isArmed: boolean;
  readonly positionS: number;
  /** Buffered ranges in order, in media seconds. */
  readonly ranges: readonly { readonly startS: number; readonly endS: number }[];
  readonly rate: number;
  /** Number of stalls of this player; each one increases the target latency, because a position too close to the edge stalls again. */
  readonly stalls: number;
  /** Segment length of a P2P stream, 0 for a continuous one. The buffer must hold one more segment. */
  readonly segmentS: number;
}

/** Seconds of buffer; the specification does not contain them. */
export const LATENCY = {
  targetS: 1.2,
  lowS: 0.35,
  highS: 2.2,
  /** Beyond this latency a jump is better than minutes of faster playback. */
  jumpS: 6,
  perStallS: 0.5,
  maxExtraS: 3,
  /** Rates close to 1 keep the pitch natural. */
  fastRate: 1.07,
  slowRate: 0.97,
  /** A jump over a gap ends this far inside the next range. */
  insideS: 0.05,
} as const;

const extra = (c: LatencyCase): number => Math.min(LATENCY.maxExtraS, c.stalls * LATENCY.perStallS) + c.segmentS;
const endS = (c: LatencyCase): number => c.ranges.at(-1)?.endS ?? c.positionS;
const behindS = (c: LatencyCase): number => endS(c) - c.positionS;
const isInside = (c: LatencyCase): boolean =>
  c.ranges.some(({ startS, endS }) => c.positionS >= startS - LATENCY.insideS && c.positionS < endS);
const following = (c: LatencyCase): number | undefined => c.ranges.find(({ startS }) => startS > c.positionS)?.startS;

const RULES = [
  { why: 'nothing is buffered', when: (c) => c.ranges.length === 0, act: () => ({ rate: 1, seekToS: null }) },
  {
    why: 'in a hole',
    when: (c) => !isInside(c) && following(c) !== undefined,
    act: (c) => ({ rate: 1, seekToS: (following(c) ?? c.positionS) + LATENCY.insideS }),
  },
  { why: 'no picture yet', when: (c) => !c.isArmed, act: () => ({ rate: 1, seekToS: null }) },
  {
    why: 'far behind',
    when: (c) => behindS(c) > LATENCY.jumpS + extra(c),
    act: (c) => ({ rate: 1, seekToS: endS(c) - LATENCY.targetS - extra(c) }),
  },
  { why: 'behind', when: (c) => behindS(c) > LATENCY.highS + extra(c), act: () => ({ rate: LATENCY.fastRate, seekToS: null }) },
  {
    why: 'still catching up',
    when: (c) => c.rate > 1 && behindS(c) > LATENCY.targetS + extra(c),
    act: () => ({ rate: LATENCY.fastRate, seekToS: null }),
  },
  { why: 'at the edge', when: (c) => behindS(c) < LATENCY.lowS, act: () => ({ rate: LATENCY.slowRate, seekToS: null }) },
  { why: 'in step', when: () => true, act: () => ({ rate: 1, seekToS: null }) },
] as const satisfies readonly (Rule<LatencyCase> & {
  act(input: LatencyCase): { readonly rate: number; readonly seekToS: number | null };
})[];

export function decideLatency(input: LatencyCase) {
  const rule = firstRule<LatencyCase, (typeof RULES)[number]>(RULES, input);
  return { ...rule.act(input), why: rule.why };
}
