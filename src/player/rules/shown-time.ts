/** Decoding goes on at the next key picture, and a first picture of a returned tab comes a moment late. */
const RESUME_MS = 4_000;

/**
 * P27: media time of the picture that is seen, seconds. NaN while nobody sees one, and after that until there is a new one; a picture that
 * does not come is the old one.
 */
export class ShownTime {
  #mediaS = Number.NaN;
  #isHidden = false;
  /** Monotonic milliseconds; null once a picture has come. */
  #resumedMs: number | null = null;

  /** The same time again is the same picture. */
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
