import { type Result, err, ok } from '../core/errors.ts';
import { type Body, CORE, readBody, readProtobuf } from './body.ts';
import { inflateGzip, inflateSnappy } from './inflate.ts';
import type { Message, Row } from './registry.ts';
import protobuf from './protobuf.ts';
import type { Codec } from './schema.ts';

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
const FRAME_MARKER = 0x464c;
const FRAME_VERSION = 1;
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

/** CRC-32 (IEEE 802.3, reflected, 0xEDB88320). */
export function crc32(bytes: Uint8Array, from = 0): number {
  let crc = -1;
  for (let at = from; at < bytes.length; at++) crc = (crc >>> 8) ^ TABLE[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export const COMPRESSION = { none: 0, gzip: 1, snappy: 2 } as const;
export const CODEC = { protobuf: 0, json: 1 } as const;
export type CompressionName = keyof typeof COMPRESSION;
export type CodecName = keyof typeof CODEC;
const COMPRESSIONS = ['none', 'gzip', 'snappy'] as const;
const CODECS = ['protobuf', 'json'] as const;

/** How a message was delivered. Its content is read later, after acknowledgement, offset and duplicates. */
export interface Delivery {
  /** Position in the room's stream of messages; 0 if the envelope has none. */
  readonly offset: number;
  readonly wantsAck: boolean;
  readonly isRetransmit: boolean;
  readonly msgId: string;
  /** Milliseconds since the epoch by the server's clock; 0 if the envelope has none. */
  readonly timeMs: number;
}

export interface Envelope extends Delivery {
  readonly compression: CompressionName;
  readonly codec: CodecName;
  /** A view into the bytes that were read, not a copy. */
  readonly content: Uint8Array;
}

/** Upper bound of a message id, in characters: ids are only compared and sent back. */
export const MAX_MSG_ID_CHARS = 64;

/** Texts of an envelope are ids and never shown, so they are not cleaned. */
export function readEnvelope(bytes: Uint8Array): Result<Envelope> {
  let read: Body<'Envelope'>;
  try {
    read = CORE['Envelope']!.decode(new protobuf.Reader(bytes)) as Body<'Envelope'>;
  } catch (thrown) {
    return err('WIRE_BAD_ENVELOPE', String(thrown));
  }
  const { offset, ack, rpt, msgId, time, content } = read;
  const compression = COMPRESSIONS[read.compression];
  if (compression === undefined) return err('WIRE_BAD_ENVELOPE', `compression ${read.compression}`);
  const codec = CODECS[read.codec];
  if (codec === undefined) return err('WIRE_BAD_ENVELOPE', `codec ${read.codec}`);
  if (msgId.length > MAX_MSG_ID_CHARS) return err('WIRE_BAD_ENVELOPE', `message id of ${msgId.length} characters`);
  if (!isPosition(offset) || !isPosition(time)) return err('WIRE_BAD_ENVELOPE', 'an offset or a time below zero or beyond 2^53');
  return ok({ offset, wantsAck: ack, isRetransmit: rpt, msgId, timeMs: time, compression, codec, content });
}

const isPosition = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Content of an envelope, inflated and within its bound; not decoded. */
export function plainContent(row: Row, { compression, content }: Pick<Envelope, 'compression' | 'content'>): Result<Uint8Array> {
  if (compression === 'none')
    return content.length > row.maxBytes ? err('WIRE_TOO_LONG', `${row.name}: ${content.length} bytes`) : ok(content);
  const plain = compression === 'gzip' ? inflateGzip(content, row.maxBytes) : inflateSnappy(content, row.maxBytes);
  return !plain.ok && plain.error.code === 'WIRE_INFLATED_TOO_LONG' ? err('WIRE_TOO_LONG', `${row.name}: ${plain.error.detail}`) : plain;
}

/** Inflates, decodes, checks and cleans the content of an envelope. */
export function readContent(
  row: Row,
  codec: Codec,
  envelope: Pick<Envelope, 'compression' | 'codec' | 'content'>,
  onWrong?: (field: string) => void,
): Result<Message> {
  const schema = codec[row.schema];
  if (schema === undefined) return err('WIRE_UNKNOWN_MESSAGE', `${row.name}: no schema ${row.schema} in ${row.family}`);
  const plain = plainContent(row, envelope);
  if (!plain.ok) return plain;
  if (envelope.codec === 'protobuf') return messageOf(row, readProtobuf(schema, plain.value));
  const source = parseJson(plain.value);
  return source.ok ? messageOf(row, readBody(schema, source.value, onWrong)) : source;
}

/** The body was made by the row's schema, which the compiler cannot see; the only cast of a body. */
export const messageOf = (row: Row, body: Result<object>): Result<Message> =>
  body.ok ? ok({ name: row.name, body: body.value } as Message) : body;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): Result<unknown> {
  try {
    return ok(JSON.parse(UTF8.decode(bytes)));
  } catch (thrown) {
    return err('WIRE_BAD_JSON', String(thrown));
  }
}
