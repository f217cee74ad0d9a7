import { type Result, err, ok } from '../core/result.ts';
import { crc32 } from './crc32.ts';

/**
 * The binary frame of the socket, one to a WebSocket message, big-endian:
 *
 *   0  u16  marker    0x464C ("FL")
 *   2  u8   version   1
 *   3  u8   type      FRAME_TYPES
 *   4  u32  command   number of the message (S9)
 *   8  u32  length    bytes of the payload
 *  12  u32  checksum  CRC-32 (IEEE) of the payload
 *  16       payload   protobuf: an Envelope in a push, the command's own message in a command
 *
 * The specification names the parts; their sizes and the marker's value are the project's choice.
 */
export const FRAME_MARKER = 0x464c;
export const FRAME_VERSION = 1;
export const FRAME_HEADER_BYTES = 16;
/** Header included. */
export const MAX_FRAME_BYTES = 1_048_576;

export const FRAME_TYPES = { command: 1, push: 2 } as const;
export type FrameKind = keyof typeof FRAME_TYPES;

export interface Frame {
  readonly kind: FrameKind;
  readonly command: number;
  /** A view into the bytes that were read, not a copy. */
  readonly payload: Uint8Array;
}

/** Heartbeats are text frames (S6); their texts are the project's choice. */
export const HEARTBEAT_REQUEST = 'HEARTBEAT_REQUEST';
export const HEARTBEAT_RESPONSE = 'HEARTBEAT_RESPONSE';

export function readFrame(bytes: Uint8Array): Result<Frame> {
  if (bytes.length < FRAME_HEADER_BYTES) return err('WIRE_TOO_SHORT', `${bytes.length} bytes`);
  if (bytes.length > MAX_FRAME_BYTES) return err('WIRE_TOO_LONG', `${bytes.length} bytes`);
  const header = new DataView(bytes.buffer, bytes.byteOffset, FRAME_HEADER_BYTES);
  const marker = header.getUint16(0);
  if (marker !== FRAME_MARKER) return err('WIRE_BAD_MARKER', `marker 0x${marker.toString(16)}`);
  const version = header.getUint8(2);
  if (version !== FRAME_VERSION) return err('WIRE_BAD_MARKER', `version ${version}`);
  const type = header.getUint8(3);
  const kind = type === FRAME_TYPES.push ? 'push' : type === FRAME_TYPES.command ? 'command' : null;
  if (kind === null) return err('WIRE_BAD_MARKER', `type ${type}`);

  const length = header.getUint32(8);
  const available = bytes.length - FRAME_HEADER_BYTES;
  if (length !== available)
    return err(length > available ? 'WIRE_TOO_SHORT' : 'WIRE_TOO_LONG', `payload of ${length} bytes, ${available} are there`);

  const command = header.getUint32(4);
  const payload = bytes.subarray(FRAME_HEADER_BYTES);
  return crc32(payload) === header.getUint32(12) ? ok({ kind, command, payload }) : err('WIRE_BAD_CHECKSUM', `command ${command}`);
}

/** The bytes of one WebSocket message. */
export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
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
