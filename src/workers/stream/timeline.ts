/**
 * One continuous clock out of FLV's 32-bit tag times: the wrap after 49 days, an encoder that starts again at 0 and a relay that jumps
 * are all joined, so that the player behind never sees time run backwards or leap. Audio and video share the offset and stay in step.
 */
export type TimelineChange = 'none' | 'wrap' | 'jump';

export interface TimelinePoint {
  readonly timeMs: number;
  readonly change: TimelineChange;
}

/** Live encoders interleave within a second or so; more than this between neighbours is another clock. */
const JUMP_MS = 3_000;
const WRAP_MS = 2 ** 32;

export class Timeline {
  #offsetMs = 0;
  #lastRawMs = Number.NaN;
  #lastMs = 0;
  readonly #lastOfTrack = { audio: Number.NEGATIVE_INFINITY, video: Number.NEGATIVE_INFINITY };

  /** `gapMs`: how far apart neighbours of this track usually are, used to join a jump. */
  at(track: 'audio' | 'video', rawMs: number, gapMs: number): TimelinePoint {
    let change: TimelineChange = 'none';
    if (Number.isNaN(this.#lastRawMs)) this.#offsetMs = -rawMs;
    const step = rawMs - this.#lastRawMs;
    if (step < -WRAP_MS / 2 && step + WRAP_MS < JUMP_MS) {
      this.#offsetMs += WRAP_MS;
      change = 'wrap';
    } else if (step > WRAP_MS / 2 && WRAP_MS - step < JUMP_MS) {
      // A late neighbour from before the wrap.
      this.#offsetMs -= WRAP_MS;
      change = 'wrap';
    } else if (Math.abs(step) > JUMP_MS) {
      this.#offsetMs = Math.max(this.#lastMs, this.#lastOfTrack[track]) + gapMs - rawMs;
      change = 'jump';
    }
    this.#lastRawMs = rawMs;
    this.#lastMs = rawMs + this.#offsetMs;
    // Within a track decoding times never go back.
    const timeMs = Math.max(this.#lastMs, this.#lastOfTrack[track]);
    this.#lastOfTrack[track] = timeMs;
    return { timeMs, change };
  }

  /** Where something between the pictures belongs (a message); it moves no clock. A time of another clock is now. */
  of(rawMs: number): number {
    const step = rawMs - this.#lastRawMs;
    const wrapMs = step < -WRAP_MS / 2 ? WRAP_MS : step > WRAP_MS / 2 ? -WRAP_MS : 0;
    return Math.abs(step + wrapMs) <= JUMP_MS ? this.#lastMs + step + wrapMs : this.#lastMs;
  }
}
