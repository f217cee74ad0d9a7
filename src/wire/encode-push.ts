import { gzip } from 'pako';
import snappy from 'snappyjs';
import { encodeFrame, CODEC, COMPRESSION, type CodecName, type CompressionName } from './frame.ts';
import encoders from './generated/mock-received.js';
import { rowOf } from './registry.ts';

/** A push of the server, for the mock backend, the origin and the tests; never in a production bundle. */
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
