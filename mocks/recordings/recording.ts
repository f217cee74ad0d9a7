/**
 * Recorded data of the room's boundary: HTTP as a JSON file, the socket as a binary log, a stream as an FLV file, a whole session as one
 * file with all three. Readers are bounded and report what is invalid; a truncated file keeps its valid beginning.
 */
import * as v from 'valibot';
import type { Decision } from '../../src/player/base/machine.ts';
import { err, ok, type Result } from '../../src/core/errors.ts';

export function joinBytes(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const MAX_RECORDING_BYTES = 64 * 1024 * 1024;

// HTTP

export interface HttpExchange {
  readonly request: {
    readonly method: string;
    /** `{live}/room/1001/info`: a name of services.ts, then the path; `*` matches one path segment. */
    readonly path: string;
    /** Parameters that must match; others are ignored. */
    readonly query?: Readonly<Record<string, string>>;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** JSON, or text when it is a string. expand() in replay.ts lists the placeholders. */
    readonly body: unknown;
  };
  /** Number of uses before the next exchange of the same request applies; default: unlimited. */
  readonly times?: number;
}
export interface HttpRecording {
  readonly exchanges: readonly HttpExchange[];
}

const texts = v.record(v.string(), v.string());
const MAX_EXCHANGES = 2_000;
const HTTP_RECORDING = v.object({
  exchanges: v.pipe(
    v.array(
      v.object({
        request: v.object({ method: v.string(), path: v.pipe(v.string(), v.maxLength(2_000)), query: v.exactOptional(texts) }),
        response: v.object({
          status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
          headers: v.exactOptional(texts),
          body: v.unknown(),
        }),
        times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      }),
    ),
    v.maxLength(MAX_EXCHANGES),
  ),
});

/** With a name, the recording of this name in a file of several, as fixtures/recordings/http.json. */
export function readHttpRecording(text: string, name?: string): Result<HttpRecording> {
  if (text.length > MAX_RECORDING_BYTES) return err('RECORDING_BAD', `${text.length} characters`);
  try {
    const parsed = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const read = v.safeParse(HTTP_RECORDING, name === undefined ? parsed : parsed[name]);
    return read.success ? ok(read.output) : err('RECORDING_BAD', `${v.getDotPath(read.issues[0]) ?? ''}: ${read.issues[0].message}`);
  } catch (thrown) {
    return err('RECORDING_BAD', String(thrown));
  }
}

// Socket

export interface SocketRecord {
  readonly atMs: number;
  readonly direction: 'in' | 'out';
  readonly form: 'binary' | 'text';
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface SocketLog {
  readonly records: readonly SocketRecord[];
  /** Length of one round when the log is replayed in a loop. */
  readonly durationMs: number;
  /** The file ended in the middle of a record. */
  readonly isTruncated: boolean;
}

/** `FLSK`, u8 version, u32 round in milliseconds; then records: u32 milliseconds, u8 flags (1 out, 2 text), u32 length, bytes. Big-endian. */
const SOCKET_MAGIC = 0x464c534b;
const SOCKET_VERSION = 1;
const SOCKET_HEAD_BYTES = 9;
const RECORD_HEAD_BYTES = 9;
const FLAG_OUT = 1;
const FLAG_TEXT = 2;
/** Limit of the socket's frames (src/wire/frame.ts), plus space for a frame that is too long on purpose. */
const MAX_RECORD_BYTES = 2 * 1024 * 1024;

export function writeSocketLog(log: Pick<SocketLog, 'records' | 'durationMs'>): Uint8Array<ArrayBuffer> {
  const records = log.records.flatMap(({ atMs, direction, form, bytes }) => [
    u32(atMs),
    [(direction === 'out' ? FLAG_OUT : 0) | (form === 'text' ? FLAG_TEXT : 0)],
    u32(bytes.length),
    bytes,
  ]);
  return joinBytes([u32(SOCKET_MAGIC), [SOCKET_VERSION], u32(log.durationMs), ...records]);
}

const u32 = (value: number): readonly number[] => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];

export function readSocketLog(bytes: Uint8Array<ArrayBuffer>): Result<SocketLog> {
  if (bytes.length > MAX_RECORDING_BYTES) return err('RECORDING_BAD', `${bytes.length} bytes`);
  if (bytes.length < SOCKET_HEAD_BYTES) return err('RECORDING_BAD', 'shorter than its head');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0) !== SOCKET_MAGIC) return err('RECORDING_BAD', 'no socket log');
  if (view.getUint8(4) !== SOCKET_VERSION) return err('RECORDING_BAD', `version ${view.getUint8(4)}`);
  const durationMs = view.getUint32(5);
  const records: SocketRecord[] = [];
  let at = SOCKET_HEAD_BYTES;
  let lastMs = 0;
  while (at + RECORD_HEAD_BYTES <= bytes.length) {
    const atMs = view.getUint32(at);
    const flags = view.getUint8(at + 4);
    const length = view.getUint32(at + 5);
    if (length > MAX_RECORD_BYTES) return err('RECORDING_BAD', `a record of ${length} bytes`);
    if (flags > (FLAG_OUT | FLAG_TEXT)) return err('RECORDING_BAD', `flags ${flags}`);
    if (atMs < lastMs) return err('RECORDING_BAD', 'records are not in order');
    if (at + RECORD_HEAD_BYTES + length > bytes.length) break;
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

export const isSocketLog = (bytes: Uint8Array): boolean =>
  bytes.length >= SOCKET_HEAD_BYTES && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === SOCKET_MAGIC;

/** Makes a session from a socket log. It has no calls and no streams, so those of the scenario are used. */
export function sessionOfSocket(bytes: Uint8Array<ArrayBuffer>): Result<SessionRecording> {
  const socket = readSocketLog(bytes);
  return socket.ok ? ok({ http: { exchanges: [] }, socket: socket.value, streams: {}, decisions: [] }) : socket;
}

// Stream

export interface StreamTag {
  readonly type: 'audio' | 'video' | 'script';
  readonly timeMs: number;
  /** Keyframe; in a stream without video any tag. */
  readonly isKey: boolean;
  /** For a keyframe: the active sequence header, the same object for equal bytes. */
  readonly config?: Uint8Array<ArrayBuffer>;
  /** The tag with its header and the trailing size. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface StreamRecording {
  /** FLV header, onMetaData and the sequence headers, sent to every viewer first. */
  readonly head: readonly Uint8Array<ArrayBuffer>[];
  /** Sequence header of the video contained in the head. */
  readonly config?: Uint8Array<ArrayBuffer>;
  /** Times start at 0. */
  readonly tags: readonly StreamTag[];
  readonly durationMs: number;
  readonly hasVideo: boolean;
  readonly isTruncated: boolean;
}

const TAG_HEAD_BYTES = 11;
const PREVIOUS_SIZE_BYTES = 4;
const TAG_TYPE = { AUDIO: 8, VIDEO: 9, SCRIPT: 18 } as const;
/** Duration of the last tag of a foreign file. */
const LAST_TAG_MS = 40;

export function readStream(bytes: Uint8Array<ArrayBuffer>): Result<StreamRecording> {
  if (bytes.length > MAX_RECORDING_BYTES) return err('RECORDING_BAD', `${bytes.length} bytes`);
  if (bytes.length < 13 || bytes[0] !== 0x46 || bytes[1] !== 0x4c || bytes[2] !== 0x56) return err('RECORDING_BAD', 'no FLV');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const headerBytes = view.getUint32(5);
  if (headerBytes < 9 || headerBytes > 64) return err('RECORDING_BAD', `header of ${headerBytes} bytes`);
  const head: Uint8Array<ArrayBuffer>[] = [bytes.subarray(0, headerBytes + PREVIOUS_SIZE_BYTES)];
  const tags: StreamTag[] = [];
  const configs: Uint8Array<ArrayBuffer>[] = [];
  let config: Uint8Array<ArrayBuffer> | undefined;
  let headConfig: Uint8Array<ArrayBuffer> | undefined;
  let at = headerBytes + PREVIOUS_SIZE_BYTES;
  while (at + TAG_HEAD_BYTES <= bytes.length) {
    const size = view.getUint32(at) & 0xffffff;
    const end = at + TAG_HEAD_BYTES + size + PREVIOUS_SIZE_BYTES;
    if (end > bytes.length) break;
    const type = bytes[at]! & 0x1f;
    const timeMs = ((view.getUint32(at + 4) >>> 8) | (bytes[at + 7]! << 24)) >>> 0;
    const tag = bytes.subarray(at, end);
    const body = bytes.subarray(at + TAG_HEAD_BYTES, end - PREVIOUS_SIZE_BYTES);
    at = end;
    if (type === TAG_TYPE.SCRIPT && !isMetaData(body)) {
      // A message of the stream.
      tags.push({ type: 'script', timeMs, isKey: false, bytes: tag });
    } else if (type === TAG_TYPE.SCRIPT || isConfig(type, body)) {
      if (type === TAG_TYPE.VIDEO) {
        config = configs.find((known) => isSameBody(known, tag)) ?? tag;
        configs.push(config);
      }
      // A later sequence header changes the stream: a video change is stored with the following keyframe, others are dropped.
      if (tags.length > 0) continue;
      head.push(tag);
      headConfig = config;
    } else if (type === TAG_TYPE.VIDEO) {
      const isKey = isKeyPicture(body);
      tags.push({ type: 'video', timeMs, isKey, bytes: tag, ...(isKey && config && { config }) });
    } else if (type === TAG_TYPE.AUDIO) tags.push({ type: 'audio', timeMs, isKey: false, bytes: tag });
    else return err('RECORDING_BAD', `tag of type ${type} at byte ${at}`);
  }
  if (tags.length === 0) return err('RECORDING_BAD', 'an FLV without a picture or a sound');
  const hasVideo = tags.some((tag) => tag.type === 'video');
  const firstMs = tags[0]!.timeMs;
  const rebased = tags.map((tag) => ({
    ...tag,
    timeMs: Math.max(0, tag.timeMs - firstMs),
    isKey: tag.isKey || (!hasVideo && tag.type === 'audio'),
  }));
  const lastMs = rebased.reduce((last, tag) => Math.max(last, tag.timeMs), 0);
  const lengthAt = durationAt(head[1]);
  const emittedMs = lengthAt === null ? 0 : Math.round(doubleAt(head[1]!, lengthAt) * 1_000);
  // The duration in the header is used if it matches the tags; a foreign file may contain any value.
  const durationMs = emittedMs > lastMs && emittedMs <= lastMs + 1_000 ? emittedMs : lastMs + LAST_TAG_MS;
  // A live stream has no duration: with one, a player would end there.
  if (lengthAt !== null) head[1] = head[1]!.slice().fill(0, lengthAt, lengthAt + DOUBLE_BYTES);
  return ok({ head, ...(headConfig && { config: headConfig }), tags: rebased, durationMs, hasVideo, isTruncated: at < bytes.length });
}

const AAC = 10;
/** AVC, and HEVC under the legacy id. */
const CODECS_WITH_CONFIG = [7, 12];

function isConfig(type: number, body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  if (type === TAG_TYPE.AUDIO) return first >> 4 === AAC && second === 0;
  if (first & 0x80) return (first & 0x0f) === 0;
  return CODECS_WITH_CONFIG.includes(first & 0x0f) && second === 0;
}

const META_DATA = [2, 0, 10, ...new TextEncoder().encode('onMetaData')];
const isMetaData = (body: Uint8Array): boolean => META_DATA.every((byte, i) => body[i] === byte);

/** A coded keyframe; a sequence end may have the same frame type. */
function isKeyPicture([first = 0, second = 0]: Uint8Array): boolean {
  if ((first & 0x70) !== 0x10) return false;
  if (first & 0x80) return CODED_FRAMES.includes(first & 0x0f);
  return !CODECS_WITH_CONFIG.includes(first & 0x0f) || second === 1;
}

/** Enhanced RTMP: coded frames with and without a composition time. */
const CODED_FRAMES = [1, 3];

/** Compares all bytes except the timestamps in the header. */
const isSameBody = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => (i >= 4 && i < 8) || byte === b[i]);

const DOUBLE_BYTES = 8;

/** Offset of onMetaData's `duration`; null if missing. The name is followed by the type (0) and a double. */
function durationAt(script: Uint8Array | undefined): number | null {
  if (script === undefined || script[0] !== TAG_TYPE.SCRIPT) return null;
  const name = [0, 8, ...new TextEncoder().encode('duration'), 0];
  for (let at = 0; at + name.length + DOUBLE_BYTES <= script.length; at++) {
    if (name.every((byte, i) => script[at + i] === byte)) return at + name.length;
  }
  return null;
}

const doubleAt = (bytes: Uint8Array, at: number): number => new DataView(bytes.buffer, bytes.byteOffset + at, DOUBLE_BYTES).getFloat64(0);

// Session

export interface SessionRecording {
  readonly http: HttpRecording;
  readonly socket: Pick<SocketLog, 'records' | 'durationMs'>;
  /** By the name in `/live/{name}.flv`. */
  readonly streams: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  /** Decisions of the room during the session, oldest first; for readers only, not replayed. */
  readonly decisions: readonly Decision[];
}

/** `FLSS`, u32 length of the index, the index as JSON (name and length of each part), then the parts. */
const SESSION_MAGIC = 0x464c5353;
const MAX_INDEX_BYTES = 1_048_576;
const INDEX = v.object({
  parts: v.pipe(
    v.array(v.object({ name: v.pipe(v.string(), v.maxLength(200)), bytes: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
    v.maxLength(64),
  ),
});
const DECISIONS = v.array(
  v.object({
    atMs: v.number(),
    machine: v.string(),
    event: v.string(),
    from: v.string(),
    to: v.string(),
    effects: v.array(v.string()),
    why: v.array(v.string()),
  }),
);
const STREAM_PART = 'stream:';

export function writeSession(session: SessionRecording): Uint8Array<ArrayBuffer> {
  const parts = [
    { name: 'http', bytes: new TextEncoder().encode(JSON.stringify(session.http)) },
    { name: 'socket', bytes: writeSocketLog(session.socket) },
    { name: 'decisions', bytes: new TextEncoder().encode(JSON.stringify(session.decisions)) },
    ...Object.entries(session.streams).map(([name, bytes]) => ({ name: `${STREAM_PART}${name}`, bytes })),
  ];
  const index = new TextEncoder().encode(JSON.stringify({ parts: parts.map(({ name, bytes }) => ({ name, bytes: bytes.length })) }));
  return joinBytes([u32(SESSION_MAGIC), u32(index.length), index, ...parts.map(({ bytes }) => bytes)]);
}

export function readSession(file: Uint8Array<ArrayBuffer>): Result<SessionRecording> {
  if (file.length < 8 || file.length > MAX_RECORDING_BYTES) return err('RECORDING_BAD', `${file.length} bytes`);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  if (view.getUint32(0) !== SESSION_MAGIC) return err('RECORDING_BAD', 'no session');
  const indexBytes = view.getUint32(4);
  if (indexBytes > MAX_INDEX_BYTES || 8 + indexBytes > file.length) return err('RECORDING_BAD', `index of ${indexBytes} bytes`);
  let index: v.InferOutput<typeof INDEX>;
  try {
    index = v.parse(INDEX, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file.subarray(8, 8 + indexBytes))));
  } catch (thrown) {
    return err('RECORDING_BAD', String(thrown));
  }
  let at = 8 + indexBytes;
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const part of index.parts) {
    if (at + part.bytes > file.length) return err('RECORDING_BAD', `${part.name} is cut off`);
    parts.set(part.name, file.subarray(at, at + part.bytes));
    at += part.bytes;
  }
  const http = readHttpRecording(new TextDecoder().decode(parts.get('http') ?? new Uint8Array()));
  if (!http.ok) return http;
  const socket = readSocketLog(parts.get('socket') ?? new Uint8Array());
  if (!socket.ok) return socket;
  const decisions = readDecisions(parts.get('decisions'));
  if (!decisions.ok) return decisions;
  const streams = [...parts].filter(([name]) => name.startsWith(STREAM_PART));
  for (const [name, bytes] of streams) {
    const stream = readStream(bytes);
    if (!stream.ok) return err('RECORDING_BAD', `${name}: ${stream.error.detail}`);
  }
  return ok({
    http: http.value,
    socket: socket.value,
    streams: Object.fromEntries(streams.map(([name, bytes]) => [name.slice(STREAM_PART.length), bytes])),
    decisions: decisions.value,
  });
}

/** Sessions recorded before decisions were part of the format have none. */
function readDecisions(bytes: Uint8Array<ArrayBuffer> | undefined): Result<readonly Decision[]> {
  if (bytes === undefined) return ok([]);
  try {
    return ok(v.parse(DECISIONS, JSON.parse(new TextDecoder().decode(bytes))));
  } catch (thrown) {
    return err('RECORDING_BAD', `decisions: ${String(thrown).slice(0, 200)}`);
  }
}
