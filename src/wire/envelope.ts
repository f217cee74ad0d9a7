import { type Result, err, ok } from '../core/result.ts';
import { readBody } from './body.ts';
import * as core from './generated/codec.ts';
import { inflateGzip, inflateSnappy } from './inflate.ts';
import type { Row } from './message-row.ts';
import { Reader } from './reader.ts';
import type { Message } from './registry.ts';
import { type Codec, NO_BYTES, type Schema } from './schema.ts';

export const COMPRESSION = { none: 0, gzip: 1, snappy: 2 } as const;
export const CODEC = { protobuf: 0, json: 1 } as const;
export type CompressionName = keyof typeof COMPRESSION;
export type CodecName = keyof typeof CODEC;
const COMPRESSIONS = ['none', 'gzip', 'snappy'] as const;
const CODECS = ['protobuf', 'json'] as const;

/** How a message was delivered; what it says is read only after ack, offset and duplicates are seen to. */
export interface Delivery {
  /** Position in the room's stream of messages; 0 when the envelope does not say. */
  readonly offset: number;
  readonly wantsAck: boolean;
  readonly isRetransmit: boolean;
  readonly msgId: string;
  /** Milliseconds since the epoch by the server's clock; 0 when the envelope does not say. */
  readonly timeMs: number;
}

interface Packing {
  readonly compression: CompressionName;
  readonly codec: CodecName;
}

/** As the socket worker reads it: of the content it says where in the frame it stands. */
export interface Sealed extends Delivery, Packing {
  readonly frame: Uint8Array;
  readonly from: number;
  readonly end: number;
}

export interface Envelope extends Delivery, Packing {
  /** A view into the bytes that were read, not a copy. */
  readonly content: Uint8Array;
}

/** Longer ids are not ours: they are only kept to be compared and given back. */
export const MAX_MSG_ID_CHARS = 64;

/** One at a time, and never across an await. */
const READER = new Reader(NO_BYTES, 0, 0, false);

export function readEnvelope(bytes: Uint8Array): Result<Envelope> {
  const read = readSealed(bytes, 0);
  if (!read.ok) return read;
  const { offset, wantsAck, isRetransmit, msgId, timeMs, compression, codec, frame, from, end } = read.value;
  return ok({ offset, wantsAck, isRetransmit, msgId, timeMs, compression, codec, content: frame.subarray(from, end) });
}

/** `from`: where the envelope begins in the frame. */
export function readSealed(frame: Uint8Array, from: number): Result<Sealed> {
  let read: ReturnType<typeof core.Envelope.read>;
  try {
    read = core.Envelope.read(READER.over(frame, from, frame.length));
  } catch (thrown) {
    return err('WIRE_BAD_ENVELOPE', String(thrown));
  }
  const compression = COMPRESSIONS[read.compression];
  if (compression === undefined) return err('WIRE_BAD_ENVELOPE', `compression ${read.compression}`);
  const codec = CODECS[read.codec];
  if (codec === undefined) return err('WIRE_BAD_ENVELOPE', `codec ${read.codec}`);
  if (read.msgId.length > MAX_MSG_ID_CHARS) return err('WIRE_BAD_ENVELOPE', `message id of ${read.msgId.length} characters`);
  if (read.offset < 0 || read.time < 0) return err('WIRE_BAD_ENVELOPE', 'a position or a time below zero');
  const { offset, ack, rpt, msgId, time } = read;
  const { bytesFrom, bytesEnd } = READER;
  return ok({ offset, wantsAck: ack, isRetransmit: rpt, msgId, timeMs: time, compression, codec, frame, from: bytesFrom, end: bytesEnd });
}

/** What an envelope holds, inflated and within its bound; not yet read. */
function plainContent(row: Row, { compression, content }: Pick<Envelope, 'compression' | 'content'>): Result<Uint8Array> {
  const plain = compression === 'none' ? ok(content) : inflate(compression, content);
  const tooLong = plain.ok ? tooLongFor(row, plain.value.length) : null;
  return tooLong ?? plain;
}

/** The failure of a content that is longer than its row allows. */
function tooLongFor(row: Row, bytes: number): Result<never> | null {
  return bytes > row.maxBytes ? err('WIRE_TOO_LONG', `${row.name}: ${bytes} bytes`) : null;
}

/** The same of one that still lies in its frame: what is not compressed stays there. */
export function plainOf(row: Row, sealed: Sealed): Result<Stretch> {
  const { compression, frame, from, end } = sealed;
  if (compression === 'none') return tooLongFor(row, end - from) ?? { ok: true, value: sealed };
  const plain = inflate(compression, frame.subarray(from, end));
  if (!plain.ok) return plain;
  const { length } = plain.value;
  return tooLongFor(row, length) ?? ok({ frame: plain.value, from: 0, end: length });
}

/** A content, and what it lies in. */
export type Stretch = Pick<Sealed, 'frame' | 'from' | 'end'>;

/** Inflates, decodes, checks and cleans what an envelope holds. */
export function readContent(row: Row, codec: Codec, envelope: Pick<Envelope, 'compression' | 'codec' | 'content'>): Result<Message> {
  const schema = codec[row.schema];
  if (schema === undefined) return err('WIRE_UNKNOWN_MESSAGE', `${row.name}: no schema ${row.schema} in ${row.family}`);
  const plain = plainContent(row, envelope);
  if (!plain.ok) return plain;
  if (envelope.codec === 'protobuf') return readProtobuf(row, schema, plain.value);
  const source = parseJson(plain.value);
  return source.ok ? readMessage(row, schema, source.value) : source;
}

/** A message whose content is parsed JSON already. */
export function readMessage(row: Row, schema: Schema, source: unknown): Result<Message> {
  const body = readBody(schema, source);
  return body.ok ? ok(messageOf(row, body.value)) : body;
}

/** The row's schema made the body, which is what the type says; the one place where the compiler cannot follow. */
const messageOf = (row: Row, body: object): Message => ({ name: row.name, body }) as Message;

const inflate = (compression: 'gzip' | 'snappy', content: Uint8Array): Result<Uint8Array> =>
  compression === 'gzip' ? inflateGzip(content) : inflateSnappy(content);

/** Of a content that is protobuf and plain. */
export function readProtobuf(row: Row, schema: Schema, bytes: Uint8Array, from = 0, end = bytes.length): Result<Message> {
  try {
    return ok(messageOf(row, schema.read(new Reader(bytes, from, end))));
  } catch (thrown) {
    return err('WIRE_BAD_PROTOBUF', `${schema.name}: ${String(thrown)}`);
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): Result<unknown> {
  try {
    return ok(JSON.parse(UTF8.decode(bytes)));
  } catch (thrown) {
    return err('WIRE_BAD_JSON', String(thrown));
  }
}
