/** The numbers of ../hevc/hevc.h by name; src/wasm/tests/header.test.ts compares the two files. */

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

export const OPTION = { THREADS: 0, SKIP_FILTERS: 1, MAX_TEMPORAL_ID: 2, SKIP_PICTURES: 3, CHECK_HASH: 4, SHOW_DAMAGED: 5 } as const;

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

/** One plane in the decoder's memory, already at the cropped origin. */
export interface Plane {
  /** Bytes from the start of the memory. */
  readonly offset: number;
  /** Bytes from one row to the next; at least width times bytesPerSample. */
  readonly strideBytes: number;
  /** Samples. */
  readonly width: number;
  readonly height: number;
}

/** By chroma_format_idc. */
export const CHROMA_FORMATS = ['monochrome', '4:2:0', '4:2:2', '4:4:4'] as const;
export type Chroma = (typeof CHROMA_FORMATS)[number];

/** Luma samples per chroma sample, horizontally and vertically. */
export const CHROMA_SUBSAMPLING: Readonly<Record<Chroma, readonly [across: 1 | 2, down: 1 | 2]>> = {
  monochrome: [2, 2],
  '4:2:0': [2, 2],
  '4:2:2': [2, 1],
  '4:4:4': [1, 1],
};

export type HashCheck = 'unchecked' | 'matches' | 'differs';
const HASH_CHECKS = ['unchecked', 'matches', 'differs'] as const satisfies readonly HashCheck[];

/**
 * A decoded picture by reference: plain data that can be posted to the drawing thread. The planes are valid until the picture is released.
 * `epoch` identifies their memory; a decoder has a new one after a trap or a change of the module.
 */
export interface Picture {
  readonly handle: number;
  readonly epoch: number;
  readonly ptsMs: number;
  /** Cropped, luma samples. */
  readonly width: number;
  readonly height: number;
  readonly chroma: Chroma;
  readonly bitDepth: number;
  readonly bitDepthChroma: number;
  /** 2: little endian. */
  readonly bytesPerSample: 1 | 2;
  /** Y, or Y Cb Cr. */
  readonly planes: readonly Plane[];
  readonly poc: number;
  readonly nalType: number;
  readonly temporalId: number;
  readonly key: boolean;
  readonly damaged: boolean;
  readonly hash: HashCheck;
  /** H.273 codes; 2 is unspecified. */
  readonly colour: {
    readonly primaries: number;
    readonly transfer: number;
    readonly matrix: number;
    readonly fullRange: boolean;
  };
  /** Sample aspect ratio; 0:0 when unspecified. */
  readonly sar: readonly [width: number, height: number];
  /** Incremented when a new SPS changes the format. */
  readonly sequence: number;
  /** User data and mastering SEI: u8 type, u24 size (big endian), payload, repeated. */
  readonly sei: { readonly offset: number; readonly bytes: number };
}

export function readPicture(field: (index: number) => number, handle: number, epoch: number, ptsMs: number): Picture {
  const address = (index: number) => field(index) >>> 0; // The C function returns int32.
  const width = field(FIELD.WIDTH);
  const height = field(FIELD.HEIGHT);
  const format = CHROMA_FORMATS[field(FIELD.CHROMA)] ?? '4:2:0';
  const [across, down] = CHROMA_SUBSAMPLING[format];
  const luma = { offset: address(FIELD.PLANE_Y), strideBytes: field(FIELD.STRIDE_Y), width, height };
  const chroma = (index: number): Plane => ({
    offset: address(index),
    strideBytes: field(FIELD.STRIDE_C),
    width: Math.ceil(width / across),
    height: Math.ceil(height / down),
  });
  return {
    handle,
    epoch,
    ptsMs,
    width,
    height,
    chroma: format,
    bitDepth: field(FIELD.BIT_DEPTH_Y),
    bitDepthChroma: field(FIELD.BIT_DEPTH_C),
    bytesPerSample: field(FIELD.BYTES_PER_SAMPLE) === 2 ? 2 : 1,
    planes: format === 'monochrome' ? [luma] : [luma, chroma(FIELD.PLANE_CB), chroma(FIELD.PLANE_CR)],
    poc: field(FIELD.POC),
    nalType: field(FIELD.NAL_TYPE),
    temporalId: field(FIELD.TEMPORAL_ID),
    key: field(FIELD.IS_KEY) === 1,
    damaged: field(FIELD.DAMAGED) === 1,
    hash: HASH_CHECKS[field(FIELD.HASH)] ?? 'unchecked',
    colour: {
      primaries: field(FIELD.COLOUR_PRIMARIES),
      transfer: field(FIELD.TRANSFER),
      matrix: field(FIELD.MATRIX),
      fullRange: field(FIELD.FULL_RANGE) === 1,
    },
    sar: [field(FIELD.SAR_WIDTH), field(FIELD.SAR_HEIGHT)],
    sequence: field(FIELD.SEQUENCE),
    sei: { offset: address(FIELD.SEI_ADDRESS), bytes: field(FIELD.SEI_BYTES) },
  };
}

/** Bytes of the picture without padding, as written by `packPicture`. */
export const packedBytes = (picture: Picture): number =>
  picture.planes.reduce((sum, plane) => sum + plane.width * plane.height * picture.bytesPerSample, 0);

/** Copies the cropped planes, one after the other and without padding, to the start of `target`. */
export function packPicture(memory: ArrayBufferLike, picture: Picture, target: Uint8Array): void {
  let at = 0;
  for (const plane of picture.planes) {
    const rowBytes = plane.width * picture.bytesPerSample;
    for (let y = 0; y < plane.height; y++, at += rowBytes) {
      target.set(new Uint8Array(memory, plane.offset + y * plane.strideBytes, rowBytes), at);
    }
  }
}
