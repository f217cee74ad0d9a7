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
