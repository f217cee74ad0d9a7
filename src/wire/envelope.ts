import { type Result, err, ok } from '../core/result.ts';
import type { Body } from './bodies.ts';
import { readBody, readProtobuf } from './body.ts';
import { CORE } from './core-codec.ts';
import { inflateGzip, inflateSnappy } from './inflate.ts';
import type { Row } from './message-row.ts';
import protobuf from './protobuf.ts';
import type { Message } from './registry.ts';
import type { Codec, Schema } from './schema.ts';

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
  const plain = compression === 'none' ? ok(content) : compression === 'gzip' ? inflateGzip(content) : inflateSnappy(content);
  return plain.ok && plain.value.length > row.maxBytes ? err('WIRE_TOO_LONG', `${row.name}: ${plain.value.length} bytes`) : plain;
}

/** Inflates, decodes, checks and cleans the content of an envelope. */
export function readContent(row: Row, codec: Codec, envelope: Pick<Envelope, 'compression' | 'codec' | 'content'>): Result<Message> {
  const schema = codec[row.schema];
  if (schema === undefined) return err('WIRE_UNKNOWN_MESSAGE', `${row.name}: no schema ${row.schema} in ${row.family}`);
  const plain = plainContent(row, envelope);
  if (!plain.ok) return plain;
  if (envelope.codec === 'protobuf') return messageOf(row, readProtobuf(schema, plain.value));
  const source = parseJson(plain.value);
  return source.ok ? readMessage(row, schema, source.value) : source;
}

/** A message whose content is parsed JSON. */
export const readMessage = (row: Row, schema: Schema, source: unknown): Result<Message> => messageOf(row, readBody(schema, source));

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
