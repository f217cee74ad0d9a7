import { type Result, err, ok } from '../core/result.ts';
import { type Body, readBody } from './body.ts';
import * as received from './generated/received.js';
import { inflateGzip, inflateSnappy } from './inflate.ts';
import { type MessageName, decodeBody, rowOf } from './registry.ts';

export const COMPRESSION = { none: 0, gzip: 1, snappy: 2 } as const;
export const CODEC = { protobuf: 0, json: 1 } as const;
export type CompressionName = keyof typeof COMPRESSION;
export type CodecName = keyof typeof CODEC;

/** How a message was delivered; what it says is read only after ack, offset and duplicates are seen to. */
export interface Delivery {
  /** Position in the room's stream of messages; 0 when not told. */
  readonly offset: number;
  readonly wantsAck: boolean;
  readonly isRetransmit: boolean;
  readonly msgId: string;
  /** Milliseconds since the epoch by the server's clock; 0 when not told. */
  readonly timeMs: number;
}

export interface Envelope extends Delivery {
  readonly compression: CompressionName;
  readonly codec: CodecName;
  readonly content: Uint8Array;
}

export interface Content {
  readonly id: number;
  readonly name: MessageName;
  readonly body: Body;
}

/** Longer ids are not ours: they are only kept to be compared and given back. */
export const MAX_MSG_ID_CHARS = 64;

export function readEnvelope(payload: Uint8Array): Result<Envelope> {
  let read: ReturnType<typeof received.Envelope.decode>;
  try {
    read = received.Envelope.decode(payload);
  } catch (thrown) {
    return err('WIRE_BAD_ENVELOPE', String(thrown));
  }
  const compression = nameOf(COMPRESSION, read.compression);
  if (compression === null) return err('WIRE_BAD_ENVELOPE', `compression ${read.compression}`);
  const codec = nameOf(CODEC, read.codec);
  if (codec === null) return err('WIRE_BAD_ENVELOPE', `codec ${read.codec}`);
  if (read.msgId.length > MAX_MSG_ID_CHARS) return err('WIRE_BAD_ENVELOPE', `message id of ${read.msgId.length} characters`);
  const { offset, ack, rpt, msgId, time, content } = read;
  return ok({ offset, wantsAck: ack, isRetransmit: rpt, msgId, timeMs: time, compression, codec, content });
}

function nameOf<T extends Record<string, number>>(table: T, value: number): (keyof T & string) | null {
  for (const name in table) if (table[name] === value) return name;
  return null;
}

/** Inflates, decodes, checks and cleans what an envelope holds. */
export function readContent(id: number, envelope: Envelope): Result<Content> {
  const row = rowOf(id);
  if (row === undefined) return err('WIRE_UNKNOWN_MESSAGE', String(id));
  const plain = inflate(envelope);
  if (!plain.ok) return plain;
  if (plain.value.length > row.maxBytes) return err('WIRE_TOO_LONG', `${row.name}: ${plain.value.length} bytes`);

  const source = envelope.codec === 'json' ? parseJson(plain.value) : decodeProtobuf(row.schema, plain.value);
  if (!source.ok) return source;
  const body = readBody(row.schema, source.value);
  return body.ok ? ok({ id, name: row.name, body: body.value }) : body;
}

function inflate(envelope: Envelope): Result<Uint8Array> {
  switch (envelope.compression) {
    case 'none':
      return ok(envelope.content);
    case 'gzip':
      return inflateGzip(envelope.content);
    case 'snappy':
      return inflateSnappy(envelope.content);
  }
}

function decodeProtobuf(schema: Parameters<typeof decodeBody>[0], bytes: Uint8Array): Result<object> {
  try {
    return ok(decodeBody(schema, bytes));
  } catch (thrown) {
    return err('WIRE_BAD_PROTOBUF', `${schema}: ${String(thrown)}`);
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
