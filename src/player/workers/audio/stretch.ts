/**
 * Time stretching: reads the ring slightly faster or slower than real time without changing the pitch, by waveform-similarity overlap-add.
 * Windows of WINDOW_MS overlap by half; the next window begins where it matches the end of the previous one best, within SEARCH_MS. At rate
 * 1 samples are copied unchanged.
 */
import type { PcmRing } from '../../shared-memory/pcm-ring.ts';

const WINDOW_MS = 20;
const SEARCH_MS = 6;
/** Comparing every sample gives no better result. */
const COMPARE_STEP = 4;

export class Stretch {
  readonly #ring: PcmRing;
  readonly #half: number;
  readonly #search: number;
  /** Second half of the previous window, to be faded out: frames x channels. */
  readonly #tail: Float32Array;
  readonly #made: Float32Array;
  /** First channel of the compared range, copied because a search reads each sample a hundred times and reads of the ring are slow. */
  readonly #searched: Float32Array;
  #hasTail = false;
  #madeFrom = 0;
  #madeUntil = 0;
  /** Input frames to consume; keeps the fraction of a frame from window to window. */
  #owed = 0;

  constructor(ring: PcmRing, sampleRate: number) {
    this.#ring = ring;
    this.#half = Math.round((sampleRate * WINDOW_MS) / 2_000);
    this.#search = Math.round((sampleRate * SEARCH_MS) / 1_000);
    this.#tail = new Float32Array(this.#half * ring.channels);
    this.#made = new Float32Array(this.#half * ring.channels);
    this.#searched = new Float32Array(this.#half + 2 * this.#search);
  }

  /** Called after a skip, because the next samples do not continue the previous ones. */
  reset(): void {
    this.#hasTail = false;
    this.#madeFrom = this.#madeUntil = 0;
    this.#owed = 0;
  }

  /** Fills up to `frames` of `output` and returns how many. */
  read(output: readonly Float32Array[], frames: number, rate: number): number {
    let at = 0;
    while (at < frames) {
      if (this.#madeFrom < this.#madeUntil) {
        at += this.#copyMade(output, at, frames - at);
        continue;
      }
      if (rate === 1 && !this.#hasTail) return at + this.#copyThrough(output, at, frames - at);
      if (!this.#makeWindow(rate)) return at;
    }
    return at;
  }

  #copyThrough(output: readonly Float32Array[], at: number, frames: number): number {
    const ring = this.#ring;
    const fits = Math.min(frames, ring.bufferedFrames);
    for (let c = 0; c < output.length; c++) {
      const source = Math.min(c, ring.channels - 1);
      const channel = output[c]!;
      for (let i = 0; i < fits; i++) channel[at + i] = ring.peek(i, source);
    }
    ring.consume(fits);
    return fits;
  }

  #copyMade(output: readonly Float32Array[], at: number, frames: number): number {
    const channels = this.#ring.channels;
    const fits = Math.min(frames, this.#madeUntil - this.#madeFrom);
    for (let c = 0; c < output.length; c++) {
      const source = Math.min(c, channels - 1);
      const channel = output[c]!;
      for (let i = 0; i < fits; i++) channel[at + i] = this.#made[(this.#madeFrom + i) * channels + source]!;
    }
    this.#madeFrom += fits;
    return fits;
  }

  /** Produces half a window of output; consumes half a window times the rate of input. */
  #makeWindow(rate: number): boolean {
    const ring = this.#ring;
    const half = this.#half;
    if (ring.bufferedFrames < 2 * half + 2 * this.#search) return false;
    const channels = ring.channels;
    const offset = this.#hasTail ? this.#bestOffset() : 0;
    for (let i = 0; i < half; i++) {
      const fadeIn = this.#hasTail ? i / half : 1;
      for (let c = 0; c < channels; c++) {
        const old = this.#hasTail ? this.#tail[i * channels + c]! * (1 - fadeIn) : 0;
        this.#made[i * channels + c] = old + ring.peek(offset + i, c) * fadeIn;
      }
    }
    this.#madeFrom = 0;
    this.#madeUntil = half;
    if (rate === 1) {
      // Stretching ends where the input continues without a gap.
      ring.consume(offset + half);
      this.#hasTail = false;
      this.#owed = 0;
      return true;
    }
    for (let i = 0; i < half; i++) for (let c = 0; c < channels; c++) this.#tail[i * channels + c] = ring.peek(offset + half + i, c);
    this.#hasTail = true;
    this.#owed += half * rate;
    const consumed = Math.floor(this.#owed);
    this.#owed -= consumed;
    ring.consume(consumed);
    return true;
  }

  /** Offset at which the input matches the tail best, by the sum of products of the first channel. */
  #bestOffset(): number {
    const channels = this.#ring.channels;
    const searched = this.#searched;
    for (let i = 0; i < searched.length; i++) searched[i] = this.#ring.peek(i, 0);
    let best = 0;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let offset = 0; offset < 2 * this.#search; offset += 2) {
      let score = 0;
      let energy = 1e-9;
      for (let i = 0; i < this.#half; i += COMPARE_STEP) {
        const sample = searched[offset + i]!;
        score += sample * this.#tail[i * channels]!;
        energy += sample * sample;
      }
      score /= Math.sqrt(energy);
      if (score > bestScore) {
        bestScore = score;
        best = offset;
      }
    }
    return best;
  }
}
