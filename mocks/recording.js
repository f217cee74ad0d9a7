import * as v from 'valibot';
import { err, ok } from '../src/core/result.ts';
export const MAX_RECORDING_BYTES = 64 * 1024 * 1024;
const texts = v.record(v.string(), v.string());
const MAX_EXCHANGES = 2000;
const HTTP_RECORDING = v.object({
    exchanges: v.pipe(v.array(v.object({
        request: v.object({ method: v.string(), path: v.pipe(v.string(), v.maxLength(2000)), query: v.exactOptional(texts) }),
        response: v.object({
            status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
            headers: v.exactOptional(texts),
            body: v.unknown(),
        }),
        times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    })), v.maxLength(MAX_EXCHANGES)),
});
export function readHttpRecording(text) {
    if (text.length > MAX_RECORDING_BYTES)
        return err('RECORDING_BAD', `${text.length} characters`);
    try {
        const read = v.safeParse(HTTP_RECORDING, JSON.parse(text));
        return read.success ? ok(read.output) : err('RECORDING_BAD', `${v.getDotPath(read.issues[0]) ?? ''}: ${read.issues[0].message}`);
    }
    catch (thrown) {
        return err('RECORDING_BAD', String(thrown));
    }
}
/** `FLSK`, u8 version, u32 round in milliseconds; then records: u32 milliseconds, u8 flags (1 out, 2 text), u32 length, bytes. Big-endian. */
const SOCKET_MAGIC = 0x464c534b;
const SOCKET_VERSION = 1;
const SOCKET_HEAD_BYTES = 9;
const RECORD_HEAD_BYTES = 9;
const FLAG_OUT = 1;
const FLAG_TEXT = 2;
/** As a frame of the socket (src/wire/frame.ts), and room for one that is too long on purpose. */
const MAX_RECORD_BYTES = 2 * 1024 * 1024;
export function writeSocketLog(log) {
    const size = log.records.reduce((sum, record) => sum + RECORD_HEAD_BYTES + record.bytes.length, SOCKET_HEAD_BYTES);
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, SOCKET_MAGIC);
    view.setUint8(4, SOCKET_VERSION);
    view.setUint32(5, log.durationMs);
    let at = SOCKET_HEAD_BYTES;
    for (const record of log.records) {
        view.setUint32(at, record.atMs);
        view.setUint8(at + 4, (record.direction === 'out' ? FLAG_OUT : 0) | (record.form === 'text' ? FLAG_TEXT : 0));
        view.setUint32(at + 5, record.bytes.length);
        bytes.set(record.bytes, at + RECORD_HEAD_BYTES);
        at += RECORD_HEAD_BYTES + record.bytes.length;
    }
    return bytes;
}
export function readSocketLog(bytes) {
    if (bytes.length > MAX_RECORDING_BYTES)
        return err('RECORDING_BAD', `${bytes.length} bytes`);
    if (bytes.length < SOCKET_HEAD_BYTES)
        return err('RECORDING_BAD', 'shorter than its head');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (view.getUint32(0) !== SOCKET_MAGIC)
        return err('RECORDING_BAD', 'no socket log');
    if (view.getUint8(4) !== SOCKET_VERSION)
        return err('RECORDING_BAD', `version ${view.getUint8(4)}`);
    const durationMs = view.getUint32(5);
    const records = [];
    let at = SOCKET_HEAD_BYTES;
    let lastMs = 0;
    while (at + RECORD_HEAD_BYTES <= bytes.length) {
        const atMs = view.getUint32(at);
        const flags = view.getUint8(at + 4);
        const length = view.getUint32(at + 5);
        if (length > MAX_RECORD_BYTES)
            return err('RECORDING_BAD', `a record of ${length} bytes`);
        if (flags > (FLAG_OUT | FLAG_TEXT))
            return err('RECORDING_BAD', `flags ${flags}`);
        if (atMs < lastMs)
            return err('RECORDING_BAD', 'records are not in order');
        if (at + RECORD_HEAD_BYTES + length > bytes.length)
            break;
        lastMs = atMs;
        at += RECORD_HEAD_BYTES;
        records.push({
            atMs,
            direction: flags & FLAG_OUT ? 'out' : 'in',
            form: flags & FLAG_TEXT ? 'text' : 'binary',
            bytes: bytes.subarray(at, at + length),
        });
        at += length;
    }
    return ok({ records, durationMs: Math.max(durationMs, lastMs + 1), isTruncated: at < bytes.length });
}
export const isSocketLog = (bytes) => bytes.length >= SOCKET_HEAD_BYTES && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === SOCKET_MAGIC;
/** A log of the socket alone is a session whose calls and streams are the scenario's own. */
export function sessionOfSocket(bytes) {
    const socket = readSocketLog(bytes);
    return socket.ok ? ok({ http: { exchanges: [] }, socket: socket.value, streams: {}, decisions: [] }) : socket;
}
const TAG_HEAD_BYTES = 11;
const PREVIOUS_SIZE_BYTES = 4;
const TAG_TYPE = { AUDIO: 8, VIDEO: 9, SCRIPT: 18 };
/** How long the last tag of a foreign file lasts. */
const LAST_TAG_MS = 40;
export function readStream(bytes) {
    if (bytes.length > MAX_RECORDING_BYTES)
        return err('RECORDING_BAD', `${bytes.length} bytes`);
    if (bytes.length < 13 || bytes[0] !== 0x46 || bytes[1] !== 0x4c || bytes[2] !== 0x56)
        return err('RECORDING_BAD', 'no FLV');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const headerBytes = view.getUint32(5);
    if (headerBytes < 9 || headerBytes > 64)
        return err('RECORDING_BAD', `header of ${headerBytes} bytes`);
    const head = [bytes.subarray(0, headerBytes + PREVIOUS_SIZE_BYTES)];
    const tags = [];
    const configs = [];
    let config;
    let headConfig;
    let at = headerBytes + PREVIOUS_SIZE_BYTES;
    while (at + TAG_HEAD_BYTES <= bytes.length) {
        const size = view.getUint32(at) & 0xffffff;
        const end = at + TAG_HEAD_BYTES + size + PREVIOUS_SIZE_BYTES;
        if (end > bytes.length)
            break;
        const type = bytes[at] & 0x1f;
        const timeMs = ((view.getUint32(at + 4) >>> 8) | (bytes[at + 7] << 24)) >>> 0;
        const tag = bytes.subarray(at, end);
        const body = bytes.subarray(at + TAG_HEAD_BYTES, end - PREVIOUS_SIZE_BYTES);
        at = end;
        if (type === TAG_TYPE.SCRIPT && !isMetaData(body)) {
            // A message of the stream.
            tags.push({ type: 'script', timeMs, isKey: false, bytes: tag });
        }
        else if (type === TAG_TYPE.SCRIPT || isConfig(type, body)) {
            if (type === TAG_TYPE.VIDEO) {
                config = configs.find((known) => isSameBody(known, tag)) ?? tag;
                configs.push(config);
            }
            // Later ones are changes of the stream: a change of the pictures goes with the key picture behind it, others are left out.
            if (tags.length > 0)
                continue;
            head.push(tag);
            headConfig = config;
        }
        else if (type === TAG_TYPE.VIDEO) {
            const isKey = isKeyPicture(body);
            tags.push({ type: 'video', timeMs, isKey, bytes: tag, ...(isKey && config && { config }) });
        }
        else if (type === TAG_TYPE.AUDIO)
            tags.push({ type: 'audio', timeMs, isKey: false, bytes: tag });
        else
            return err('RECORDING_BAD', `tag of type ${type} at byte ${at}`);
    }
    if (tags.length === 0)
        return err('RECORDING_BAD', 'an FLV without a picture or a sound');
    const hasVideo = tags.some((tag) => tag.type === 'video');
    const firstMs = tags[0].timeMs;
    const rebased = tags.map((tag) => ({
        ...tag,
        timeMs: Math.max(0, tag.timeMs - firstMs),
        isKey: tag.isKey || (!hasVideo && tag.type === 'audio'),
    }));
    const lastMs = rebased.reduce((last, tag) => Math.max(last, tag.timeMs), 0);
    const lengthAt = durationAt(head[1]);
    const emittedMs = lengthAt === null ? 0 : Math.round(doubleAt(head[1], lengthAt) * 1000);
    // The length in the header is used when it fits the tags; a foreign file may contain any value.
    const durationMs = emittedMs > lastMs && emittedMs <= lastMs + 1000 ? emittedMs : lastMs + LAST_TAG_MS;
    // A live stream has no length: a player that is given one would end there.
    if (lengthAt !== null)
        head[1] = head[1].slice().fill(0, lengthAt, lengthAt + DOUBLE_BYTES);
    return ok({ head, ...(headConfig && { config: headConfig }), tags: rebased, durationMs, hasVideo, isTruncated: at < bytes.length });
}
const AAC = 10;
/** AVC, and HEVC under the legacy id. */
const CODECS_WITH_CONFIG = [7, 12];
function isConfig(type, body) {
    const [first = 0, second = 0] = body;
    if (type === TAG_TYPE.AUDIO)
        return first >> 4 === AAC && second === 0;
    if (first & 0x80)
        return (first & 0x0f) === 0;
    return CODECS_WITH_CONFIG.includes(first & 0x0f) && second === 0;
}
const META_DATA = [2, 0, 10, ...new TextEncoder().encode('onMetaData')];
const isMetaData = (body) => META_DATA.every((byte, i) => body[i] === byte);
/** A coded picture of its own: a sequence end may carry the same frame type. */
function isKeyPicture([first = 0, second = 0]) {
    if ((first & 0x70) !== 0x10)
        return false;
    if (first & 0x80)
        return CODED_FRAMES.includes(first & 0x0f);
    return !CODECS_WITH_CONFIG.includes(first & 0x0f) || second === 1;
}
/** Enhanced RTMP: with a composition time and without. */
const CODED_FRAMES = [1, 3];
/** But for the times in their heads. */
const isSameBody = (a, b) => a.length === b.length && a.every((byte, i) => (i >= 4 && i < 8) || byte === b[i]);
const DOUBLE_BYTES = 8;
/** Where onMetaData's `duration` stands; null when there is none. The name is followed by the type (0) and a double. */
function durationAt(script) {
    if (script === undefined || script[0] !== TAG_TYPE.SCRIPT)
        return null;
    const name = [0, 8, ...new TextEncoder().encode('duration'), 0];
    for (let at = 0; at + name.length + DOUBLE_BYTES <= script.length; at++) {
        if (name.every((byte, i) => script[at + i] === byte))
            return at + name.length;
    }
    return null;
}
const doubleAt = (bytes, at) => new DataView(bytes.buffer, bytes.byteOffset + at, DOUBLE_BYTES).getFloat64(0);
/** `FLSS`, u32 length of the index, the index as JSON (name and length of each part), then the parts. */
const SESSION_MAGIC = 0x464c5353;
const MAX_INDEX_BYTES = 1048576;
const INDEX = v.object({
    parts: v.pipe(v.array(v.object({ name: v.pipe(v.string(), v.maxLength(200)), bytes: v.pipe(v.number(), v.integer(), v.minValue(0)) })), v.maxLength(64)),
});
const DECISIONS = v.array(v.object({
    atMs: v.number(),
    machine: v.string(),
    event: v.string(),
    from: v.string(),
    to: v.string(),
    effects: v.array(v.string()),
    why: v.array(v.string()),
}));
const STREAM_PART = 'stream:';
export function writeSession(session) {
    const parts = [
        { name: 'http', bytes: new TextEncoder().encode(JSON.stringify(session.http)) },
        { name: 'socket', bytes: writeSocketLog(session.socket) },
        { name: 'decisions', bytes: new TextEncoder().encode(JSON.stringify(session.decisions)) },
        ...Object.entries(session.streams).map(([name, bytes]) => ({ name: `${STREAM_PART}${name}`, bytes })),
    ];
    const index = new TextEncoder().encode(JSON.stringify({ parts: parts.map(({ name, bytes }) => ({ name, bytes: bytes.length })) }));
    const file = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 8 + index.length));
    const view = new DataView(file.buffer);
    view.setUint32(0, SESSION_MAGIC);
    view.setUint32(4, index.length);
    file.set(index, 8);
    let at = 8 + index.length;
    for (const part of parts) {
        file.set(part.bytes, at);
        at += part.bytes.length;
    }
    return file;
}
export function readSession(file) {
    if (file.length < 8 || file.length > MAX_RECORDING_BYTES)
        return err('RECORDING_BAD', `${file.length} bytes`);
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    if (view.getUint32(0) !== SESSION_MAGIC)
        return err('RECORDING_BAD', 'no session');
    const indexBytes = view.getUint32(4);
    if (indexBytes > MAX_INDEX_BYTES || 8 + indexBytes > file.length)
        return err('RECORDING_BAD', `index of ${indexBytes} bytes`);
    let index;
    try {
        index = v.parse(INDEX, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file.subarray(8, 8 + indexBytes))));
    }
    catch (thrown) {
        return err('RECORDING_BAD', String(thrown));
    }
    let at = 8 + indexBytes;
    const parts = new Map();
    for (const part of index.parts) {
        if (at + part.bytes > file.length)
            return err('RECORDING_BAD', `${part.name} is cut off`);
        parts.set(part.name, file.subarray(at, at + part.bytes));
        at += part.bytes;
    }
    const http = readHttpRecording(new TextDecoder().decode(parts.get('http') ?? new Uint8Array()));
    if (!http.ok)
        return http;
    const socket = readSocketLog(parts.get('socket') ?? new Uint8Array());
    if (!socket.ok)
        return socket;
    const decisions = readDecisions(parts.get('decisions'));
    if (!decisions.ok)
        return decisions;
    const streams = [...parts].filter(([name]) => name.startsWith(STREAM_PART));
    for (const [name, bytes] of streams) {
        const stream = readStream(bytes);
        if (!stream.ok)
            return err('RECORDING_BAD', `${name}: ${stream.error.detail}`);
    }
    return ok({
        http: http.value,
        socket: socket.value,
        streams: Object.fromEntries(streams.map(([name, bytes]) => [name.slice(STREAM_PART.length), bytes])),
        decisions: decisions.value,
    });
}
/** Sessions that were recorded before decisions were part of them have none. */
function readDecisions(bytes) {
    if (bytes === undefined)
        return ok([]);
    try {
        return ok(v.parse(DECISIONS, JSON.parse(new TextDecoder().decode(bytes))));
    }
    catch (thrown) {
        return err('RECORDING_BAD', `decisions: ${String(thrown).slice(0, 200)}`);
    }
}
