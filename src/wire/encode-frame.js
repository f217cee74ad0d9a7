import { crc32 } from './crc32.ts';
import { FRAME_HEADER_BYTES, FRAME_MARKER, FRAME_TYPES, FRAME_VERSION } from './frame.ts';
/** The bytes of one WebSocket message; frame.ts describes the layout. */
export function encodeFrame(frame) {
    const bytes = new Uint8Array(FRAME_HEADER_BYTES + frame.payload.length);
    const header = new DataView(bytes.buffer);
    header.setUint16(0, FRAME_MARKER);
    header.setUint8(2, FRAME_VERSION);
    header.setUint8(3, FRAME_TYPES[frame.kind]);
    header.setUint32(4, frame.command);
    header.setUint32(8, frame.payload.length);
    header.setUint32(12, crc32(frame.payload));
    bytes.set(frame.payload, FRAME_HEADER_BYTES);
    return bytes;
}
