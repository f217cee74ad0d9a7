/**
 * Figures that the workers of one player share without messages: each field has one writer; readers may see a slightly old value. Float64
 * words at aligned addresses without ordering guarantees, so no decision may rely on two of them being consistent.
 */
export const METRICS = {
  // stream worker
  BYTES: 0,
  /** Newest presentation time received, milliseconds of the timeline. NaN before the first. */
  NEWEST_VIDEO_MS: 1,
  NEWEST_AUDIO_MS: 2,
  /** Media time of the PCM frame with index AUDIO_BASE_INDEX. */
  AUDIO_BASE_MS: 3,
  HAS_AUDIO: 4,
  HAS_VIDEO: 5,
  ENDED: 6,
  DAMAGED_TAGS: 7,
  TIME_JUMPS: 8,
  // decode worker
  DECODED: 9,
  DROPPED_UNDECODED: 10,
  /** Busy milliseconds per picture. */
  DECODE_MS_P50: 11,
  DECODE_MS_P95: 12,
  /** Decode time over media time of the last second. */
  LOAD: 13,
  QUEUED_UNITS: 14,
  THREADS: 15,
  DAMAGED_PICTURES: 16,
  DECODE_LEVEL: 17,
  REBUILDS: 18,
  MEMORY_BYTES: 19,
  NEWEST_DECODED_MS: 20,
  // render worker
  PAINTED: 21,
  DROPPED_LATE: 22,
  MEDIA_MS: 23,
  RATE: 24,
  BUFFERED_MS: 25,
  PACE: 26,
  /** Time of the shown picture minus time of the audible sound, in milliseconds, when it was painted. */
  AV_OFFSET_MS: 27,
  SHOWN_MS: 28,
  UNDERRUNS: 29,
  /** The clock used last: one of `CLOCK_SOURCE`. */
  CLOCK_SOURCE: 30,
  // page
  OUTPUT_LATENCY_MS: 31,
  /** 1 while the AudioContext runs and is the clock. */
  SOUND_RUNS: 32,
  /** Audio element as the clock: its media time, and when it was measured (timeOrigin + now). */
  ELEMENT_MS: 33,
  ELEMENT_AT_MS: 34,
  // stream worker
  AUDIO_BASE_INDEX: 35,
  SAMPLE_RATE: 36,
  // page
  /** Length of the stream's segments in milliseconds; 0 for a continuous stream. */
  SEGMENT_MS: 37,
  // decode worker
  DECODE_MS_AVERAGE: 38,
  /** Newest presentation time that the decoder has finished, decoded or skipped on purpose. NaN before the first. */
  HANDLED_MS: 39,
  // render worker
  /** Milliseconds to upload and draw a picture, a running average. */
  PAINT_MS: 40,
} as const;

export const CLOCK_SOURCE = { SOUND: 1, WALL: 2, ELEMENT: 3 } as const;

export const WORDS = 64;
export const METRICS_BYTES = WORDS * 8;

export type MetricsField = keyof typeof METRICS;

/** The figures as seen by each thread of a player, by shared memory or by messages (metrics-link.ts). */
export interface Metrics {
  get(field: MetricsField): number;
  set(field: MetricsField, value: number): void;
  add(field: MetricsField, by: number): void;
}

export const NAN_AT_FIRST = [
  'NEWEST_VIDEO_MS',
  'NEWEST_AUDIO_MS',
  'MEDIA_MS',
  'SHOWN_MS',
  'ELEMENT_MS',
  'NEWEST_DECODED_MS',
  'HANDLED_MS',
] as const satisfies readonly MetricsField[];

export class SharedMetrics implements Metrics {
  readonly #values: Float64Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#values = new Float64Array(buffer);
  }

  /** Called before any other thread has access. */
  clear(): void {
    this.#values.fill(0);
    for (const field of NAN_AT_FIRST) this.set(field, Number.NaN);
    this.set('RATE', 1);
  }

  get(field: MetricsField): number {
    return this.#values[METRICS[field]]!;
  }

  set(field: MetricsField, value: number): void {
    this.#values[METRICS[field]] = value;
  }

  add(field: MetricsField, by: number): void {
    this.#values[METRICS[field]]! += by;
  }
}
