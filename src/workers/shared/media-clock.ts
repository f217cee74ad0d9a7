/**
 * Where the media is, for whoever must show a picture in step with it. One writer at a time (audio position, or the wall clock when a
 * stream has no sound); many readers. A sequence lock: readers retry while the number is odd or has changed.
 */
const SEQUENCE = 0;
const MODE = 1;
const FLOATS_OFFSET_BYTES = 8;
const MEDIA_MS = 0;
const AT_MS = 1;
const RATE = 2;
const OUTPUT_LATENCY_MS = 3;

export const MEDIA_CLOCK_BYTES = FLOATS_OFFSET_BYTES + 4 * 8;

export const ClockMode = { STOPPED: 0, RUNNING: 1 } as const;

export interface ClockReading {
  mediaMs: number;
  /** performance.timeOrigin + performance.now() of the writer when `mediaMs` was true. */
  atMs: number;
  rate: number;
  running: boolean;
}

export class MediaClock {
  readonly #words: Int32Array;
  readonly #floats: Float64Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#words = new Int32Array(buffer, 0, 2);
    this.#floats = new Float64Array(buffer, FLOATS_OFFSET_BYTES, 4);
  }

  set(mediaMs: number, atMs: number, rate: number, running: boolean): void {
    Atomics.add(this.#words, SEQUENCE, 1);
    this.#floats[MEDIA_MS] = mediaMs;
    this.#floats[AT_MS] = atMs;
    this.#floats[RATE] = rate;
    Atomics.store(this.#words, MODE, running ? ClockMode.RUNNING : ClockMode.STOPPED);
    Atomics.add(this.#words, SEQUENCE, 1);
  }

  /** Set by the main thread, which alone can ask the AudioContext. */
  set outputLatencyMs(value: number) {
    this.#floats[OUTPUT_LATENCY_MS] = value;
  }

  get outputLatencyMs(): number {
    return this.#floats[OUTPUT_LATENCY_MS]!;
  }

  read(into: ClockReading): ClockReading {
    for (;;) {
      const before = Atomics.load(this.#words, SEQUENCE);
      into.mediaMs = this.#floats[MEDIA_MS]!;
      into.atMs = this.#floats[AT_MS]!;
      into.rate = this.#floats[RATE]!;
      into.running = Atomics.load(this.#words, MODE) === ClockMode.RUNNING;
      if ((before & 1) === 0 && Atomics.load(this.#words, SEQUENCE) === before) return into;
    }
  }
}
