/** The server's side of the wire, for the mock backend, the origin and the tests; never in a production bundle. */
import { gzip } from 'pako';
import snappy from 'snappyjs';
import { type Result, err, ok } from '../core/errors.ts';
import type { Command } from '../core/socket/outgoing.ts';
import { COMMAND_MESSAGES } from './encode-command.ts';
import { encodeFrame, CODEC, COMPRESSION, type CodecName, type CompressionName, type Frame } from './frame.ts';
import encoders from './generated/mock-received.js';
import * as generated from './generated/mock-sent.js';
import protobuf from './protobuf.ts';
import { rowOf } from './registry.ts';
import { codecFrom } from './schema.ts';

/** A push of the server. */
export interface PushToEncode {
  /** Number of the message (wire/registry.ts). */
  readonly id: number;
  /** Fields of the row's schema; missing fields are omitted. */
  readonly body: object;
  readonly offset?: number;
  readonly ack?: boolean;
  readonly rpt?: boolean;
  readonly msgId?: string;
  /** Milliseconds since the epoch. */
  readonly time?: number;
  readonly compression?: CompressionName;
  readonly codec?: CodecName;
}

/** One WebSocket message: a push frame with an envelope. */
export function encodePush(push: PushToEncode): Uint8Array<ArrayBuffer> {
  const codec = push.codec ?? 'protobuf';
  const content = codec === 'json' ? new TextEncoder().encode(JSON.stringify(push.body)) : encodeBody(push.id, push.body);
  return encodeRawPush(push, content);
}

/** Like encodePush, but with any bytes as content, which may be malformed: for faults and tests. */
export function encodeRawPush(push: Omit<PushToEncode, 'body'>, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const compression = push.compression ?? 'none';
  const { offset = 0, ack = false, rpt = false, msgId = '', time = 0 } = push;
  const envelope = {
    offset,
    ack,
    rpt,
    msgId,
    time,
    compression: COMPRESSION[compression],
    codec: CODEC[push.codec ?? 'protobuf'],
    content: compress(compression, content),
  };
  return encodeFrame({ kind: 'push', command: push.id, payload: encodeMessage('Envelope', envelope) });
}

export function encodeBody(id: number, body: object): Uint8Array {
  const row = rowOf(id);
  if (row === undefined) throw new Error(`no row for message ${id} in wire/registry.ts`);
  return encodeMessage(row.schema, body);
}

/** `name`: a message of the .proto files. */
export function encodeMessage(name: string, body: object): Uint8Array<ArrayBuffer> {
  const encoder = encoders[name];
  if (encoder === undefined) throw new Error(`no message ${name} in the .proto files`);
  return encoder.encode(body).finish();
}

function compress(compression: CompressionName, bytes: Uint8Array): Uint8Array {
  switch (compression) {
    case 'none':
      return bytes;
    case 'gzip':
      return gzip(bytes);
    case 'snappy':
      return snappy.compress(new Uint8Array(bytes));
  }
}

const SENT = codecFrom(generated);
const isCommandId = (id: number): id is Command['id'] => id in COMMAND_MESSAGES;

/** Decodes a client's command. */
export function readCommand(frame: Frame): Result<Command> {
  if (frame.kind !== 'command') return err('WIRE_BAD_ENVELOPE', 'not a command');
  if (!isCommandId(frame.command)) return err('WIRE_UNKNOWN_MESSAGE', String(frame.command));
  const { fields, decode } = SENT[COMMAND_MESSAGES[frame.command]]!;
  try {
    const decoded = decode(new protobuf.Reader(frame.payload));
    // A missing field is its default (proto3), unless it is optional.
    const present = Object.keys(fields).filter((name) => Object.hasOwn(decoded, name) || !fields[name]!.isOptional);
    return ok({ id: frame.command, fields: Object.fromEntries(present.map((name) => [name, Reflect.get(decoded, name)])) } as Command);
  } catch (thrown) {
    return err('WIRE_BAD_PROTOBUF', String(thrown));
  }
}
