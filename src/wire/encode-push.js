import { gzip } from 'pako';
import snappy from 'snappyjs';
import { encodeFrame } from './encode-frame.ts';
import { CODEC, COMPRESSION } from './envelope.ts';
import { codecOf } from './all-families.ts';
import { Envelope } from './generated/codec.ts';
import { rowOf } from './registry.ts';
import { writeMessage } from './writer.ts';
/** One WebSocket message: a push frame with an envelope. */
export function encodePush(push) {
    const codec = push.codec ?? 'protobuf';
    const content = codec === 'json' ? new TextEncoder().encode(JSON.stringify(push.body)) : encodeBody(push.id, push.body);
    return encodeRawPush(push, content);
}
/** The same with content that need not be well formed: what faults and tests send. */
export function encodeRawPush(push, content) {
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
    return encodeFrame({ kind: 'push', command: push.id, payload: writeMessage(Envelope, envelope) });
}
export function encodeBody(id, body) {
    const row = rowOf(id);
    if (row === undefined)
        throw new Error(`no row for message ${id} in wire/registry.ts`);
    const schema = codecOf(row.family)[row.schema];
    if (schema === undefined)
        throw new Error(`no schema ${row.schema} in family ${row.family}`);
    return writeMessage(schema, body);
}
function compress(compression, bytes) {
    switch (compression) {
        case 'none':
            return bytes;
        case 'gzip':
            return gzip(bytes);
        case 'snappy':
            return snappy.compress(new Uint8Array(bytes));
    }
}
