/**
 * Figures that the workers of one player share without messages: each has one writer, anybody may read and may be a moment late.
 * Float64 words at aligned addresses; nothing here is ordered with anything else, so no decision may need two of them to agree.
 */
export const BOARD = {
  // stream worker
  BYTES: 0,
  /** Newest presentation time received, milliseconds of the timeline. NaN before the first. */
  NEWEST_VIDEO_MS: 1,
  NEWEST_AUDIO_MS: 2,
  /** Media time of the frame of the PCM ring whose index is AUDIO_BASE_INDEX. */
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
  DEGREE: 17,
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
  /** Picture shown minus sound heard, milliseconds, at the moment it was painted. */
  AV_OFFSET_MS: 27,
  SHOWN_MS: 28,
  UNDERRUNS: 29,
  /** What ran time last: 1 sound, 2 wall clock, 3 audio element. */
  CLOCK_SOURCE: 30,
  // page
  OUTPUT_LATENCY_MS: 31,
  /** 1 while the AudioContext runs: its position is then the clock. */
  SOUND_RUNS: 32,
  /** Audio element as the clock: its media time, and when that was true (timeOrigin + now). */
  ELEMENT_MS: 33,
  ELEMENT_AT_MS: 34,
  // stream worker
  AUDIO_BASE_INDEX: 35,
  SAMPLE_RATE: 36,
  // page
  /** The stream comes in lumps of this many milliseconds; 0 when it flows. */
  LUMP_MS: 37,
} as const;

const WORDS = 64;
export const BOARD_BYTES = WORDS * 8;

export type BoardField = keyof typeof BOARD;

export class Board {
  readonly #values: Float64Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#values = new Float64Array(buffer);
  }

  /** Before anybody else sees it. */
  clear(): void {
    this.#values.fill(0);
    for (const field of ['NEWEST_VIDEO_MS', 'NEWEST_AUDIO_MS', 'MEDIA_MS', 'SHOWN_MS', 'ELEMENT_MS', 'NEWEST_DECODED_MS'] as const)
      this.set(field, Number.NaN);
    this.set('RATE', 1);
  }

  get(field: BoardField): number {
    return this.#values[BOARD[field]]!;
  }

  set(field: BoardField, value: number): void {
    this.#values[BOARD[field]] = value;
  }

  add(field: BoardField, by: number): void {
    this.#values[BOARD[field]]! += by;
  }
}
