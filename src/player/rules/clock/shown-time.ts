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
