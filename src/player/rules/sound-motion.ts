/** Milliseconds in which an audio thread plays dozens of blocks: if it played none, its device is gone or hangs. */
export const SOUND_STUCK_MS = 500;

/**
 * Whether the sound moves that the clock follows. A browser may call its audio running while nothing pulls it (a device that was unplugged,
 * an audio process that hangs): the pictures then go on by the wall clock instead of standing with it.
 */
export class SoundMotion {
  #index = Number.NaN;
  #movedAtMs = 0;
  #isStuck = false;

  /** `index`: what the audio thread has consumed, in frames. `shouldMove`: there is sound, and it may run. */
  isStuck(index: number, shouldMove: boolean, nowMs: number): boolean {
    if (index !== this.#index) this.#isStuck = false;
    else if (shouldMove && nowMs - this.#movedAtMs >= SOUND_STUCK_MS) this.#isStuck = true;
    if (index !== this.#index || !shouldMove) this.#movedAtMs = nowMs;
    this.#index = index;
    return this.#isStuck;
  }
}

/**
 * Media time that is heard, in ms. It never lies before the line's own beginning `baseMs`: what the output still holds back, or what is left
 * of an older line (`playedMs` below zero), is no time of this one, and a stream that begins at 0 would seem to play before its start (P25).
 */
export const heardMs = (baseMs: number, playedMs: number, latencyMs: number): number => baseMs + Math.max(0, playedMs - latencyMs);
