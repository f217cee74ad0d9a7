import type { Metrics } from '../../shared-memory/shared-metrics.ts';

const WINDOW = 64;
/** Interval of updates to the shared figures. */
const SHOW_EVERY_MS = 500;

/**
 * Cost of decoding: busy milliseconds per picture (the time of its calls, with all threads, until it is done or the next picture overlaps
 * it; without the time that it waits for display), average and percentiles over the last pictures, and the share of real time.
 */
export class DecodeTimes {
  readonly #ms = new Float64Array(WINDOW);
  readonly #sorted = new Float64Array(WINDOW);
  #count = 0;
  #busyMs = 0;
  #firstPtsMs = Number.NaN;
  #lastPtsMs = Number.NaN;
  #shownAtMs = 0;

  add(ms: number, ptsMs: number): void {
    this.#ms[this.#count++ % WINDOW] = ms;
    this.#busyMs += ms;
    this.#lastPtsMs = Number.isNaN(this.#lastPtsMs) ? ptsMs : Math.max(this.#lastPtsMs, ptsMs);
    if (Number.isNaN(this.#firstPtsMs)) this.#firstPtsMs = ptsMs;
  }

  /** Adds the time to take pictures out and to wait for unfinished threads, which counts for the newest picture. */
  addWait(ms: number): void {
    this.#busyMs += ms;
    if (this.#count > 0) this.#ms[(this.#count - 1) % WINDOW]! += ms;
  }

  show(metrics: Metrics): void {
    const now = performance.now();
    if (now - this.#shownAtMs < SHOW_EVERY_MS) return;
    this.#shownAtMs = now;
    const n = Math.min(this.#count, WINDOW);
    const sorted = this.#sorted.subarray(0, n);
    sorted.set(this.#ms.subarray(0, n));
    sorted.sort();
    metrics.set('DECODE_MS_AVERAGE', n === 0 ? Number.NaN : sorted.reduce((sum, ms) => sum + ms, 0) / n);
    metrics.set('DECODE_MS_P50', sorted[Math.floor(n * 0.5)] ?? 0);
    metrics.set('DECODE_MS_P95', sorted[Math.floor(n * 0.95)] ?? 0);
    const mediaMs = this.#lastPtsMs - this.#firstPtsMs;
    if (mediaMs > 0) metrics.set('LOAD', this.#busyMs / mediaMs);
    this.#busyMs = 0;
    this.#firstPtsMs = this.#lastPtsMs;
  }
}
