import { ok } from '../core/result.ts';
import { crc32 } from './crc32.ts';
/**
 * The binary frame of the socket, one to a WebSocket message, big-endian:
 *
 *   0  u16  marker    0x464C ("FL")
 *   2  u8   version   1
 *   3  u8   type      FRAME_TYPES
 *   4  u32  command   number of the message (document 2, section 7)
 *   8  u32  length    bytes of the payload
 *  12  u32  checksum  CRC-32 (IEEE) of the payload
 *  16       payload   protobuf: an Envelope in a push, the command's own message in a command
 *
 * The specification names the parts; their sizes and the marker's value are the project's choice and stand only here.
 */
export const FRAME_MARKER = 0x464c;
export const FRAME_VERSION = 1;
export const FRAME_HEADER_BYTES = 16;
/** Header included. */
export const MAX_FRAME_BYTES = 1048576;
export const FRAME_TYPES = { command: 1, push: 2 };
/** Heartbeats are text frames (document 2, section 4); the words are the project's choice. */
export const HEARTBEAT_REQUEST = 'HEARTBEAT_REQUEST';
export const HEARTBEAT_RESPONSE = 'HEARTBEAT_RESPONSE';
export function readFrame(bytes) {
    const found = faultOf(bytes);
    if (found !== null)
        return { ok: false, error: found };
    return ok({ kind: frameKind(bytes[3]), command: commandOf(bytes), payload: bytes.subarray(FRAME_HEADER_BYTES) });
}
/** Number of the message, of a frame without a fault. */
export const commandOf = (bytes) => uint32(bytes, 4);
export const isPush = (bytes) => bytes[3] === FRAME_TYPES.push;
/** What is wrong with a frame; null of a good one, whose payload is all that stands behind its header. */
export function faultOf(bytes) {
    if (bytes.length < FRAME_HEADER_BYTES)
        return fault('WIRE_TOO_SHORT', `${bytes.length} bytes`);
    if (bytes.length > MAX_FRAME_BYTES)
        return fault('WIRE_TOO_LONG', `${bytes.length} bytes`);
    const marker = (bytes[0] << 8) | bytes[1];
    if (marker !== FRAME_MARKER)
        return fault('WIRE_BAD_MARKER', `marker 0x${marker.toString(16)}`);
    const version = bytes[2];
    if (version !== FRAME_VERSION)
        return fault('WIRE_BAD_MARKER', `version ${version}`);
    if (frameKind(bytes[3]) === null)
        return fault('WIRE_BAD_MARKER', `type ${bytes[3]}`);
    const length = uint32(bytes, 8);
    const available = bytes.length - FRAME_HEADER_BYTES;
    if (length > available)
        return fault('WIRE_TOO_SHORT', `payload of ${length} bytes, ${available} are there`);
    if (length < available)
        return fault('WIRE_TOO_LONG', `payload of ${length} bytes, ${available} are there`);
    if (crc32(bytes, FRAME_HEADER_BYTES) !== uint32(bytes, 12))
        return fault('WIRE_BAD_CHECKSUM', `command ${commandOf(bytes)}`);
    return null;
}
const fault = (code, detail) => ({ code, detail });
/** Four bytes are quicker than a DataView made for them. */
const uint32 = (bytes, at) => ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;
function frameKind(type) {
    if (type === FRAME_TYPES.push)
        return 'push';
    if (type === FRAME_TYPES.command)
        return 'command';
    return null;
}
