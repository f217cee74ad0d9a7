import { FIELD } from './abi.ts';

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
