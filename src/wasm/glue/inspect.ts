/**
 * Data of the debugging and profiling builds about pictures and threads: the numbers of ../hevc/inspect.h by name; src/wasm/tests/header.test.ts
 * compares the two.
 */
import type { Picture } from './picture.ts';

/** The stages of a thread's work. */
export const STAGE = { CALLER: 0, CABAC: 1, PREDICTION: 2, TRANSFORM: 3, DEBLOCKING: 4, SAO: 5, WAITING: 6, OTHER: 7 } as const;

/** 32-bit words per thread: the current stage, then how often each stage was entered. */
export const STAGE_WORDS = 16;

export const BLOCK = {
  CODING_LEFT: 1,
  CODING_TOP: 2,
  PREDICTION_LEFT: 4,
  PREDICTION_TOP: 8,
  TRANSFORM_LEFT: 16,
  TRANSFORM_TOP: 32,
  INTRA: 64,
  SKIP: 128,
  CODED: 256,
} as const;

export const BLOCKS_FIELD = { ADDRESS: 0, COLUMNS: 1, ROWS: 2, LOG2_CTB: 3, LEFT: 4, TOP: 5, POC: 16 } as const;

/**
 * Bytes of one block of 4x4 samples, and the offsets of its parts: two vectors, two indices, two pictures, flags, QP, whether it is set.
 */
const BLOCK_BYTES = 16;
const AT = { vectors: 0, refIdx: 8, refPic: 10, flags: 12, qp: 14, set: 15 } as const;

export interface Inspection {
  readonly memory: ArrayBufferLike;
  /** Profiling build: address of the stages of the threads. */
  readonly stages?: number;
  /** Debugging build. */
  readonly blocks?: (handle: number, field: number) => number;
}

export interface Vector {
  readonly list: 0 | 1;
  /** Quarter luma samples. */
  readonly x: number;
  readonly y: number;
  /** POC of the referenced picture. */
  readonly poc: number;
}

/** The blocks of one picture, in units of 4x4 luma samples of the coded picture; valid until the picture is released. */
export interface Blocks {
  readonly columns: number;
  readonly rows: number;
  readonly ctbSize: number;
  /** Luma samples of the coded picture cropped at the left and top. */
  readonly left: number;
  readonly top: number;
  /** Flags of BLOCK; undefined for a block that was not decoded. */
  flags(x4: number, y4: number): number | undefined;
  qp(x4: number, y4: number): number;
  /** Vectors of list 0, list 1, or both; none for an intra block. */
  vectors(x4: number, y4: number): readonly Vector[];
}

/** Undefined if the decoder is not the debugging build. */
export function readBlocks({ memory, blocks }: Inspection, { handle }: Pick<Picture, 'handle'>): Blocks | undefined {
  if (!blocks) return undefined;
  const columns = blocks(handle, BLOCKS_FIELD.COLUMNS);
  const rows = blocks(handle, BLOCKS_FIELD.ROWS);
  if (columns === 0 || rows === 0) return undefined;
  const view = new DataView(memory, blocks(handle, BLOCKS_FIELD.ADDRESS) >>> 0, columns * rows * BLOCK_BYTES);
  const at = (x4: number, y4: number): number => (y4 * columns + x4) * BLOCK_BYTES;
  const flags = (x4: number, y4: number): number | undefined =>
    view.getUint8(at(x4, y4) + AT.set) === 0 ? undefined : view.getUint16(at(x4, y4) + AT.flags, true);
  return {
    columns,
    rows,
    ctbSize: 1 << blocks(handle, BLOCKS_FIELD.LOG2_CTB),
    left: blocks(handle, BLOCKS_FIELD.LEFT),
    top: blocks(handle, BLOCKS_FIELD.TOP),
    flags,
    qp: (x4, y4) => view.getInt8(at(x4, y4) + AT.qp),
    vectors(x4, y4) {
      if ((flags(x4, y4) ?? BLOCK.INTRA) & BLOCK.INTRA) return [];
      const base = at(x4, y4);
      return ([0, 1] as const).flatMap((list): Vector[] => {
        if (view.getInt8(base + AT.refIdx + list) < 0) return [];
        const vector = base + AT.vectors + list * 4;
        return [
          {
            list,
            x: view.getInt16(vector, true),
            y: view.getInt16(vector + 2, true),
            poc: blocks(handle, BLOCKS_FIELD.POC + view.getUint8(base + AT.refPic + list)),
          },
        ];
      });
    },
  };
}
