import { err, ok } from '../core/result.ts';
import { readBody } from './body.ts';
import * as core from './generated/codec.ts';
import { inflateGzip, inflateSnappy } from './inflate.ts';
import { Reader } from './reader.ts';
import { NO_BYTES } from './schema.ts';
export const COMPRESSION = { none: 0, gzip: 1, snappy: 2 };
export const CODEC = { protobuf: 0, json: 1 };
const COMPRESSIONS = ['none', 'gzip', 'snappy'];
const CODECS = ['protobuf', 'json'];
/** Longer ids are not ours: they are only kept to be compared and given back. */
export const MAX_MSG_ID_CHARS = 64;
/** One at a time, and never across an await. */
const READER = new Reader(NO_BYTES, 0, 0, false);
export function readEnvelope(bytes) {
    const read = readSealed(bytes, 0);
    if (!read.ok)
        return read;
    const { offset, wantsAck, isRetransmit, msgId, timeMs, compression, codec, frame, from, end } = read.value;
    return ok({ offset, wantsAck, isRetransmit, msgId, timeMs, compression, codec, content: frame.subarray(from, end) });
}
/** `from`: where the envelope begins in the frame. */
export function readSealed(frame, from) {
    let read;
    try {
        read = core.Envelope.read(READER.over(frame, from, frame.length));
    }
    catch (thrown) {
        return err('WIRE_BAD_ENVELOPE', String(thrown));
    }
    const compression = COMPRESSIONS[read.compression];
    if (compression === undefined)
        return err('WIRE_BAD_ENVELOPE', `compression ${read.compression}`);
    const codec = CODECS[read.codec];
    if (codec === undefined)
        return err('WIRE_BAD_ENVELOPE', `codec ${read.codec}`);
    if (read.msgId.length > MAX_MSG_ID_CHARS)
        return err('WIRE_BAD_ENVELOPE', `message id of ${read.msgId.length} characters`);
    if (read.offset < 0 || read.time < 0)
        return err('WIRE_BAD_ENVELOPE', 'a position or a time below zero');
    const { offset, ack, rpt, msgId, time } = read;
    const { bytesFrom, bytesEnd } = READER;
    return ok({ offset, wantsAck: ack, isRetransmit: rpt, msgId, timeMs: time, compression, codec, frame, from: bytesFrom, end: bytesEnd });
}
/** What an envelope holds, inflated and within its bound; not yet read. */
function plainContent(row, { compression, content }) {
    const plain = compression === 'none' ? ok(content) : inflate(compression, content);
    const tooLong = plain.ok ? tooLongFor(row, plain.value.length) : null;
    return tooLong ?? plain;
}
/** The failure of a content that is longer than its row allows. */
function tooLongFor(row, bytes) {
    return bytes > row.maxBytes ? err('WIRE_TOO_LONG', `${row.name}: ${bytes} bytes`) : null;
}
/** The same of one that still lies in its frame: what is not compressed stays there. */
export function plainOf(row, sealed) {
    const { compression, frame, from, end } = sealed;
    if (compression === 'none')
        return tooLongFor(row, end - from) ?? { ok: true, value: sealed };
    const plain = inflate(compression, frame.subarray(from, end));
    if (!plain.ok)
        return plain;
    const { length } = plain.value;
    return tooLongFor(row, length) ?? ok({ frame: plain.value, from: 0, end: length });
}
/** Inflates, decodes, checks and cleans what an envelope holds. */
export function readContent(row, codec, envelope) {
    const schema = codec[row.schema];
    if (schema === undefined)
        return err('WIRE_UNKNOWN_MESSAGE', `${row.name}: no schema ${row.schema} in ${row.family}`);
    const plain = plainContent(row, envelope);
    if (!plain.ok)
        return plain;
    if (envelope.codec === 'protobuf')
        return readProtobuf(row, schema, plain.value);
    const source = parseJson(plain.value);
    return source.ok ? readMessage(row, schema, source.value) : source;
}
/** A message whose content is parsed JSON already. */
export function readMessage(row, schema, source) {
    const body = readBody(schema, source);
    return body.ok ? ok(messageOf(row, body.value)) : body;
}
/** The row's schema made the body, which is what the type says; the one place where the compiler cannot follow. */
const messageOf = (row, body) => ({ name: row.name, body });
const inflate = (compression, content) => compression === 'gzip' ? inflateGzip(content) : inflateSnappy(content);
/** Of a content that is protobuf and plain. */
export function readProtobuf(row, schema, bytes, from = 0, end = bytes.length) {
    try {
        return ok(messageOf(row, schema.read(new Reader(bytes, from, end))));
    }
    catch (thrown) {
        return err('WIRE_BAD_PROTOBUF', `${schema.name}: ${String(thrown)}`);
    }
}
const UTF8 = new TextDecoder('utf-8', { fatal: true });
function parseJson(bytes) {
    try {
        return ok(JSON.parse(UTF8.decode(bytes)));
    }
    catch (thrown) {
        return err('WIRE_BAD_JSON', String(thrown));
    }
}
