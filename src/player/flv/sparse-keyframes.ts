/**
 * Engines append a picture when they have received the next two, and an element stops where its pictures end. Between keyframes that are
 * seconds apart, units that only end the sequence are written, so that each picture is shown at once and the time goes on. Pure.
 */

/** End of sequence of H264 with its length, which decoders accept without a picture; an IDR picture has to follow. */
export const END_OF_SEQUENCE = [0, 0, 0, 1, 10];

/** Pictures this far apart are sparse, in ms. */
const SPARSE_MS = 1_000;
/** No unit is later than the sound by less than this, because a picture may arrive behind its sound. */
const BEHIND_SOUND_MS = 1_000;
/** Without sound: units begin this time after a picture, and stay this far from the time at which the next one is expected. */
const AFTER_MS = 700;
const MARGIN_MS = 100;
/** Distance of two units, and of the first one from its picture. */
const STEP_MS = 200;
const FIRST_MS = 40;

export class SparseKeyframes {
  /** Time of the last unit after the last picture, in ms; the next picture is later. */
  filledMs = 0;
  #arrivedMs = Number.NaN;
  #gapMs = Number.NaN;
  #soundMs = Number.NaN;
  #isIdr = false;
  /** The last two pictures are IDR pictures. */
  #areIdr = false;

  /** `gapMs`: since the picture before it, NaN for the first; `soundMs`: time of the last sound, NaN without. */
  onPicture(nowMs: number, gapMs: number, soundMs: number, isIdr: boolean): void {
    this.#areIdr = isIdr && this.#isIdr;
    this.#isIdr = isIdr;
    this.#arrivedMs = nowMs;
    this.#gapMs = gapMs;
    this.#soundMs = soundMs;
    this.filledMs = 0;
  }

  /** Times of further units, in ms after the last picture: a pair, because an engine keeps the last one. `soundMs`: NaN without sound. */
  next(nowMs: number, soundMs: number): readonly number[] {
    const sinceMs = nowMs - this.#arrivedMs;
    if (!this.#areIdr || !(this.#gapMs >= SPARSE_MS && sinceMs >= AFTER_MS)) return [];
    // The time of the sound proves that the stream goes on; without sound only the distance of the last pictures is known.
    const behindSoundMs = soundMs - this.#soundMs - BEHIND_SOUND_MS;
    const toMs = Number.isNaN(behindSoundMs) ? Math.min(sinceMs, this.#gapMs - MARGIN_MS) : behindSoundMs;
    if (toMs < FIRST_MS || (this.filledMs > 0 && toMs - this.filledMs < STEP_MS)) return [];
    this.filledMs = toMs + 1;
    return [toMs - 1, toMs];
  }
}
