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
