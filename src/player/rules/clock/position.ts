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

export interface PlaybackTimes {
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
