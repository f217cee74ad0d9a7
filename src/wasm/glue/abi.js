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
};
/** hevc_pull returns a picture handle from here on; below is a RESULT. */
export const FIRST_HANDLE = 0x100;
export const FRAMING = { ANNEXB: 0, LENGTH_PREFIXED: 1 };
export const OPTION = {
    THREADS: 0,
    SKIP_FILTERS: 1,
    MAX_TEMPORAL_ID: 2,
    SKIP_PICTURES: 3,
    CHECK_HASH: 4,
    SHOW_DAMAGED: 5,
};
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
};
export const COUNTER = {
    PICTURES: 0,
    SKIPPED: 1,
    DAMAGED: 2,
    MISSING_REFERENCES: 3,
    BAD_NALS: 4,
    HASH_MISMATCHES: 5,
    ARENA_BYTES: 6,
};
