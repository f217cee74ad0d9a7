/**
 * Converts FLV's 32-bit tag times to one continuous clock: the wrap after 49 days, an encoder restart at 0 and jumps of a relay are joined,
 * so that the player never sees time run backwards or jump. Audio and video share the offset and stay in sync.
 */
export type TimelineChange = 'none' | 'wrap' | 'jump';

export interface TimelinePoint {
  readonly timeMs: number;
  readonly change: TimelineChange;
}

/** Live encoders interleave within about a second; a larger step between neighbours means another clock. */
const JUMP_MS = 3_000;
const WRAP_MS = 2 ** 32;

export class Timeline {
  #offsetMs = 0;
  #lastRawMs = Number.NaN;
  #lastMs = 0;
  readonly #lastOfTrack = { audio: Number.NEGATIVE_INFINITY, video: Number.NEGATIVE_INFINITY };

  /** `gapMs`: usual distance between neighbours of this track, used when joining a jump. */
  at(track: 'audio' | 'video', rawMs: number, gapMs: number): TimelinePoint {
    let change: TimelineChange = 'none';
    if (Number.isNaN(this.#lastRawMs)) this.#offsetMs = -rawMs;
    const step = rawMs - this.#lastRawMs;
    if (step < -WRAP_MS / 2 && step + WRAP_MS < JUMP_MS) {
      this.#offsetMs += WRAP_MS;
      change = 'wrap';
    } else if (step > WRAP_MS / 2 && WRAP_MS - step < JUMP_MS) {
      // A late tag from before the wrap.
      this.#offsetMs -= WRAP_MS;
      change = 'wrap';
    } else if (Math.abs(step) > JUMP_MS) {
      this.#offsetMs = Math.max(this.#lastMs, this.#lastOfTrack[track]) + gapMs - rawMs;
      change = 'jump';
    }
    this.#lastRawMs = rawMs;
    this.#lastMs = rawMs + this.#offsetMs;
    // Decoding times never decrease within a track.
    const timeMs = Math.max(this.#lastMs, this.#lastOfTrack[track]);
    this.#lastOfTrack[track] = timeMs;
    return { timeMs, change };
  }

  /** Time of an item between the pictures (a message); it does not advance the clock. A time of another clock is treated as now. */
  of(rawMs: number): number {
    const step = rawMs - this.#lastRawMs;
    const wrapMs = step < -WRAP_MS / 2 ? WRAP_MS : step > WRAP_MS / 2 ? -WRAP_MS : 0;
    return Math.abs(step + wrapMs) <= JUMP_MS ? this.#lastMs + step + wrapMs : this.#lastMs;
  }
}
