/**
 * Minimum time in ms without growth of the buffer, and minimum data in seconds of the stream so far. A slow network delivers less, and a
 * keyframe is smaller.
 */
const UNUSED_MS = 3_000;
const UNUSED_S = 3;

/** Totals of a player. */
export interface Arrived {
  readonly nowMs: number;
  readonly bytes: number;
  /** End of the newest buffered range, in media seconds. */
  readonly endS: number;
}

/**
 * Detects that bytes arrive but the buffer does not grow: the times of the stream have jumped back, and the engine discards all data until
 * they reach the old end again. The stream plays only after a new engine is opened.
 */
export class UnusedBytes {
  /** The totals when the buffer last grew. */
  #grown: Arrived | null = null;

  /** Called about once a second after the first picture. */
  isStuck(now: Arrived): boolean {
    const grown = this.#grown;
    if (grown === null || now.endS !== grown.endS) {
      this.#grown = now;
      return false;
    }
    const bytesOfS = grown.bytes / grown.endS;
    return now.nowMs - grown.nowMs >= UNUSED_MS && now.bytes - grown.bytes >= UNUSED_S * bytesOfS;
  }
}
