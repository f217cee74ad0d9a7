/** The parts of the work that a thread is in. */
export const STAGE = {
    CALLER: 0,
    CABAC: 1,
    PREDICTION: 2,
    TRANSFORM: 3,
    DEBLOCKING: 4,
    SAO: 5,
    WAITING: 6,
    OTHER: 7,
};
/** 32-bit words of a thread: the stage it is in, then how often each was entered. */
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
};
export const BLOCKS_FIELD = { ADDRESS: 0, COLUMNS: 1, ROWS: 2, LOG2_CTB: 3, LEFT: 4, TOP: 5, POC: 16 };
/** Bytes of one block of 4x4 samples, and where in them its parts are: two vectors, two indices, two pictures, flags, QP, whether it is set. */
const BLOCK_BYTES = 16;
const AT = { vectors: 0, refIdx: 8, refPic: 10, flags: 12, qp: 14, set: 15 };
/** Nothing where the decoder is not of the debugging build. */
export function readBlocks({ memory, blocks }, { handle }) {
    if (!blocks)
        return undefined;
    const columns = blocks(handle, BLOCKS_FIELD.COLUMNS);
    const rows = blocks(handle, BLOCKS_FIELD.ROWS);
    if (columns === 0 || rows === 0)
        return undefined;
    const view = new DataView(memory, blocks(handle, BLOCKS_FIELD.ADDRESS) >>> 0, columns * rows * BLOCK_BYTES);
    const at = (x4, y4) => (y4 * columns + x4) * BLOCK_BYTES;
    const flags = (x4, y4) => view.getUint8(at(x4, y4) + AT.set) === 0 ? undefined : view.getUint16(at(x4, y4) + AT.flags, true);
    return {
        columns,
        rows,
        ctbSize: 1 << blocks(handle, BLOCKS_FIELD.LOG2_CTB),
        left: blocks(handle, BLOCKS_FIELD.LEFT),
        top: blocks(handle, BLOCKS_FIELD.TOP),
        flags,
        qp: (x4, y4) => view.getInt8(at(x4, y4) + AT.qp),
        vectors(x4, y4) {
            if ((flags(x4, y4) ?? BLOCK.INTRA) & BLOCK.INTRA)
                return [];
            const base = at(x4, y4);
            return [0, 1].flatMap((list) => {
                if (view.getInt8(base + AT.refIdx + list) < 0)
                    return [];
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
