/** HEVCDecoderConfigurationRecord, ISO/IEC 14496-15 8.3.3.1: what containers carry as the description of a stream. */
import { codecOfProfileBytes } from '../webcodecs/codec-string.ts';
/** Everything before the arrays of parameter sets. */
const HEADER_BYTES = 23;
/** Nothing when the record is damaged. */
export function parseHvcc(record) {
    if (record.length < HEADER_BYTES || record[0] !== 1)
        return undefined;
    const lengthBytes = (record[21] & 3) + 1;
    if (lengthBytes === 3)
        return undefined;
    const parameterSets = [];
    let at = HEADER_BYTES;
    for (let arrays = record[22]; arrays > 0; arrays--) {
        if (at + 3 > record.length)
            return undefined;
        const count = (record[at + 1] << 8) | record[at + 2];
        at += 3;
        for (let i = 0; i < count; i++) {
            if (at + 2 > record.length)
                return undefined;
            const end = at + 2 + ((record[at] << 8) | record[at + 1]);
            if (end > record.length)
                return undefined;
            parameterSets.push(record.subarray(at + 2, end));
            at = end;
        }
    }
    return {
        codec: codecOfProfileBytes(record.subarray(1, 13), 'hvc1'),
        chromaFormat: record[16] & 3,
        bitDepthLuma: (record[17] & 7) + 8,
        bitDepthChroma: (record[18] & 7) + 8,
        lengthBytes: lengthBytes,
        parameterSets,
    };
}
