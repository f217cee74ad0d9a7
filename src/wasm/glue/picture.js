import { FIELD } from './abi.ts';
const HASH_CHECKS = ['unchecked', 'matches', 'differs'];
export function readPicture(field, handle, epoch, ptsMs) {
    const address = (index) => field(index) >>> 0; // the C side returns int32
    const width = field(FIELD.WIDTH);
    const height = field(FIELD.HEIGHT);
    const monochrome = field(FIELD.CHROMA) === 0;
    const luma = { offset: address(FIELD.PLANE_Y), strideBytes: field(FIELD.STRIDE_Y), width, height };
    const chroma = (index) => ({
        offset: address(index),
        strideBytes: field(FIELD.STRIDE_C),
        width: (width + 1) >> 1,
        height: (height + 1) >> 1,
    });
    return {
        handle,
        epoch,
        ptsMs,
        width,
        height,
        chroma: monochrome ? 'monochrome' : '4:2:0',
        bitDepth: field(FIELD.BIT_DEPTH_Y),
        bitDepthChroma: field(FIELD.BIT_DEPTH_C),
        bytesPerSample: field(FIELD.BYTES_PER_SAMPLE) === 2 ? 2 : 1,
        planes: monochrome ? [luma] : [luma, chroma(FIELD.PLANE_CB), chroma(FIELD.PLANE_CR)],
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
/** Bytes of the picture without padding, as `packPicture` writes it. */
export const packedBytes = (picture) => picture.planes.reduce((sum, plane) => sum + plane.width * plane.height * picture.bytesPerSample, 0);
/** Copies the cropped planes, one after another and without padding, to the start of `target`. */
export function packPicture(memory, picture, target) {
    let at = 0;
    for (const plane of picture.planes) {
        const rowBytes = plane.width * picture.bytesPerSample;
        for (let y = 0; y < plane.height; y++, at += rowBytes) {
            target.set(new Uint8Array(memory, plane.offset + y * plane.strideBytes, rowBytes), at);
        }
    }
}
