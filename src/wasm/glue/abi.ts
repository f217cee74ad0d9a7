/** The numbers of ../hevc/hevc.h by name; tests/wasm/abi.test.ts compares the two files. */

export const RESULT = {
  OK: 0,
  AGAIN: 1,
  END: 2,
  ERR_INVALID: -1,
  ERR_UNSUPPORTED: -2,
  ERR_LIMIT: -3,
  ERR_MEMORY: -4,
  ERR_ARGUMENT: -5,
  ERR_TRAPPED: -6,
} as const;

/** hevc_pull returns a picture handle from here on; lower values are a RESULT. */
export const FIRST_HANDLE = 0x100;

export const FRAMING = { ANNEXB: 0, LENGTH_PREFIXED: 1 } as const;

export const OPTION = {
  THREADS: 0,
  SKIP_FILTERS: 1,
  MAX_TEMPORAL_ID: 2,
  SKIP_PICTURES: 3,
  CHECK_HASH: 4,
  SHOW_DAMAGED: 5,
} as const;

export const FIELD = {
  PLANE_Y: 0,
  PLANE_CB: 1,
  PLANE_CR: 2,
  STRIDE_Y: 3,
  STRIDE_C: 4,
  WIDTH: 5,
  HEIGHT: 6,
  BIT_DEPTH_Y: 7,
  BIT_DEPTH_C: 8,
  BYTES_PER_SAMPLE: 9,
  CHROMA: 10,
  POC: 11,
  NAL_TYPE: 12,
  TEMPORAL_ID: 13,
  IS_KEY: 14,
  DAMAGED: 15,
  HASH: 16,
  COLOUR_PRIMARIES: 17,
  TRANSFER: 18,
  MATRIX: 19,
  FULL_RANGE: 20,
  SAR_WIDTH: 21,
  SAR_HEIGHT: 22,
  SEQUENCE: 23,
  SEI_ADDRESS: 24,
  SEI_BYTES: 25,
} as const;

export const COUNTER = {
  PICTURES: 0,
  SKIPPED: 1,
  DAMAGED: 2,
  MISSING_REFERENCES: 3,
  BAD_NALS: 4,
  HASH_MISMATCHES: 5,
  ARENA_BYTES: 6,
  OTHER_LAYERS: 7,
} as const;

/** The exports of a module. Addresses and handles are plain numbers; the struct layouts are not known here. */
export interface Exports {
  hevc_open(maxWidth: number, maxHeight: number, maxDpb: number, maxHeld: number, maxInputBytes: number, maxMemoryBytes: number): number;
  hevc_configure(decoder: number, bytes: number): number;
  hevc_input(decoder: number, bytes: number): number;
  hevc_push(decoder: number, bytes: number, framing: number, pts: number): number;
  hevc_pull(decoder: number): number;
  hevc_picture(decoder: number, handle: number, field: number): number;
  hevc_picture_pts(decoder: number, handle: number): number;
  hevc_release(decoder: number, handle: number): number;
  hevc_wait(decoder: number): number;
  hevc_flush(decoder: number): number;
  hevc_reset(decoder: number): number;
  hevc_set(decoder: number, option: number, value: number): number;
  hevc_reason(decoder: number): number;
  hevc_count(decoder: number, counter: number): number;
  hevc_close(decoder: number): void;
  /** Only in the debugging and the profiling build: inspect.ts. */
  hevc_blocks?(decoder: number, handle: number, field: number): number;
  hevc_stages?(): number;
  /** Only in the build with threads. */
  hevc_threads_stop?(decoder: number): void;
  hevc_thread_stack?(index: number): number;
  hevc_thread_stack_bytes?(): number;
}
