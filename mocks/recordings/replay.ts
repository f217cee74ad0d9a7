/**
 * Maps (recording, time, faults) to the data due now. Pure: time is an argument, randomness comes from a seed, and the caller keeps the
 * cursor. Service worker, socket worker and origin server replay only by these functions.
 */
import { chance, corrupted, faultOf, faultsOn, type Fault } from '../backend/faults.ts';
import type { HttpExchange, HttpRecording, SocketLog, SocketRecord, StreamRecording } from './recording.ts';

// Streams

/** If a viewer reads too slowly, older data than this are skipped up to a keyframe, as real servers do. */
const MAX_BACKLOG_MS = 10_000;
/** Maximum size of one batch in bytes; the rest waits for the next call, so that a slow reader slows the sender. */
const MAX_DUE_BYTES = 262_144;
/** A new viewer gets the data since the last keyframe, or this much in a stream without video. */
const SOUND_BURST_MS = 1_000;

/** Maximum wait of a sender, so that an injected fault takes effect soon. */
export const MAX_WAIT_MS = 250;
const DAY_MS = 86_400_000;

/** The stream's time follows the clock, so that a reconnecting viewer joins at the current position by any address or codec. */
export const liveTime = (nowMs: number): number => nowMs % DAY_MS;

export interface StreamCursor {
  /** Live time at which the viewer joined. */
  readonly joinedMs: number;
  /** Next tag: its index in the recording, and the round. */
  readonly index: number;
  readonly round: number;
  readonly hasHead: boolean;
  readonly sentBytes: number;
  /** Number of tags sent or lost so far; input of the random function. */
  readonly count: number;
  /** Sequence header that the viewer has received. */
  readonly config: Uint8Array<ArrayBuffer> | undefined;
}

export interface StreamDue {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly cursor: StreamCursor;
  /** Time of the next call, in milliseconds since joining; Infinity if nothing follows. */
  readonly nextMs: number;
  readonly isCut: boolean;
  /** Ended normally. */
  readonly isEnded: boolean;
}

/** `liveMs` is the stream's time, which does not depend on viewers: a reconnecting viewer joins at its current position. */
export function joinStream(recording: StreamRecording, liveMs: number): StreamCursor {
  return { joinedMs: liveMs, ...startAt(recording, liveMs), hasHead: false, sentBytes: 0, count: 0, config: recording.config };
}

/** The last keyframe at or before a live time. */
function startAt(recording: StreamRecording, liveMs: number): { readonly index: number; readonly round: number } {
  const round = Math.floor(liveMs / recording.durationMs);
  const inRoundMs = liveMs - round * recording.durationMs;
  if (!recording.hasVideo) {
    const fromMs = inRoundMs - SOUND_BURST_MS;
    const index = recording.tags.findIndex((tag) => tag.timeMs >= fromMs);
    return { index: Math.max(0, index), round };
  }
  const index = recording.tags.findLastIndex((tag) => tag.isKey && tag.timeMs <= inRoundMs);
  if (index >= 0) return { index, round };
  const previous = round === 0 ? -1 : recording.tags.findLastIndex((tag) => tag.isKey);
  return previous >= 0 ? { index: previous, round: round - 1 } : { index: 0, round };
}

/** `elapsedMs` since joining; `faults` are those of this connection. */
export function dueStream(
  recording: StreamRecording,
  cursor: StreamCursor,
  elapsedMs: number,
  faults: readonly Fault[],
  seed: number,
): StreamDue {
  const window = openWindow(faults, elapsedMs);
  if (window.name === 'closed') return { chunks: [], cursor, nextMs: window.untilMs, isCut: false, isEnded: false };
  const throttle = faultOf(faults, 'throttle');
  const [drop, corrupt] = [faultOf(faults, 'drop'), faultOf(faults, 'corrupt')];
  const { durationMs, tags } = recording;
  const liveMs = cursor.joinedMs + window.arrivedMs;
  const budget = throttle ? (throttle.kilobitsPerS * elapsedMs) / 8 : Infinity;

  let { index, round, sentBytes, count, config } = cursor;
  if (round * durationMs + tags[index]!.timeMs < liveMs - MAX_BACKLOG_MS) ({ index, round } = startAt(recording, liveMs));

  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let dueBytes = 0;
  const push = (chunk: Uint8Array<ArrayBuffer>): void => {
    chunks.push(chunk);
    dueBytes += chunk.length;
    sentBytes += chunk.length;
  };
  const startMs = round * durationMs + tags[index]!.timeMs;
  if (!cursor.hasHead) for (const [i, part] of recording.head.entries()) push(i === 0 ? part : withTime(part, startMs));

  let nextMs = Infinity;
  for (;;) {
    const tag = tags[index]!;
    const timeMs = round * durationMs + tag.timeMs;
    if (timeMs > liveMs) {
      nextMs = elapsedMs + timeMs - liveMs;
      break;
    }
    if (dueBytes >= MAX_DUE_BYTES) {
      nextMs = elapsedMs;
      break;
    }
    if (throttle && sentBytes + tag.bytes.length > budget) {
      nextMs = ((sentBytes + tag.bytes.length) * 8) / throttle.kilobitsPerS;
      break;
    }
    const isLost = drop !== undefined && (drop.track ?? tag.type) === tag.type && chance(seed, count) < drop.share;
    if (!isLost) {
      if (tag.config && tag.config !== config) {
        config = tag.config;
        push(withTime(tag.config, timeMs));
      }
      const timed = withTime(tag.bytes, timeMs);
      // After the first bytes of the body, so that the tag stays valid and only its content is wrong.
      push(corrupt && chance(seed + 1, count) < corrupt.share ? corrupted(timed, 20, seed, count) : timed);
    }
    count++;
    index++;
    if (index === tags.length) {
      index = 0;
      round++;
    }
  }
  const nextCursor = { joinedMs: cursor.joinedMs, index, round, hasHead: true, sentBytes, count, config };
  const [cut, end] = [faultOf(faults, 'cut'), faultOf(faults, 'end')];
  const isDue = (fault: { readonly afterMs: number } | undefined): boolean =>
    fault !== undefined && elapsedMs >= fault.afterMs && nextMs > elapsedMs;
  const [isCut, isEnded] = [isDue(cut), isDue(end)];
  if (isCut) chunks.push(...half(tags[index]!.bytes));
  else if (isEnded && config) chunks.push(withTime(sequenceEnd(config), round * durationMs + tags[index]!.timeMs));
  const lastMs = Math.min(cut?.afterMs ?? Infinity, end?.afterMs ?? Infinity);
  return {
    chunks,
    cursor: nextCursor,
    nextMs: isCut || isEnded ? Infinity : Math.min(nextMs, Math.max(lastMs, elapsedMs)),
    isCut,
    isEnded,
  };
}

/** The tag that marks the end of the video, with the same header form as the sequence header. */
function sequenceEnd(config: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const [first = 0, ...fourCc] = config.subarray(11, 16);
  const body = first & 0x80 ? [(first & 0xf0) | 2, ...fourCc] : [first, 2, 0, 0, 0];
  return Uint8Array.from([config[0]!, 0, 0, body.length, 0, 0, 0, 0, 0, 0, 0, ...body, 0, 0, 0, 11 + body.length]);
}

const half = (bytes: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] => [bytes.subarray(0, bytes.length >> 1)];

/** A copy whose timestamp is `timeMs`: the low 24 bits, then the high 8. */
export function withTime(tag: Uint8Array<ArrayBuffer>, timeMs: number): Uint8Array<ArrayBuffer> {
  const copy = tag.slice();
  copy[4] = timeMs >>> 16;
  copy[5] = timeMs >>> 8;
  copy[6] = timeMs;
  copy[7] = timeMs >>> 24;
  return copy;
}

type Window = { readonly name: 'open'; readonly arrivedMs: number } | { readonly name: 'closed'; readonly untilMs: number };

/** For delay and stall: whether data arrive at this moment, and up to which sending time. */
function openWindow(faults: readonly Fault[], elapsedMs: number): Window {
  const delay = faultOf(faults, 'delay');
  if (delay && elapsedMs < delay.ms) return { name: 'closed', untilMs: delay.ms };
  const stall = faultOf(faults, 'stall');
  if (stall && elapsedMs >= stall.afterMs) {
    const untilMs = stall.forMs === undefined ? Infinity : stall.afterMs + stall.forMs;
    if (elapsedMs < untilMs) return { name: 'closed', untilMs };
  }
  return { name: 'open', arrivedMs: elapsedMs - (delay?.ms ?? 0) };
}

/** Start of a stream: open, an error status, or no answer. */
export function openingOf(
  faults: readonly Fault[],
): { readonly name: 'open' } | { readonly name: 'status'; readonly status: number } | { readonly name: 'refused' } {
  if (faultOf(faults, 'refuse')) return { name: 'refused' };
  const status = faultOf(faults, 'status');
  return status ? { name: 'status', status: status.status } : { name: 'open' };
}

// Socket

export interface LogCursor {
  readonly index: number;
  readonly round: number;
  readonly count: number;
}
export const LOG_START: LogCursor = { index: 0, round: 0, count: 0 };

export interface LogDue {
  readonly records: readonly (SocketRecord & { readonly round: number })[];
  readonly cursor: LogCursor;
  readonly nextMs: number;
  readonly close: { readonly code: number; readonly isClean: boolean } | null;
}

/** Maximum number of records per call; older ones are lost. */
const MAX_DUE_RECORDS = 2_000;
/** After a longer pause (a sleeping machine) the missed rounds are skipped. */
const MAX_LOG_BACKLOG_MS = 60_000;

/** The server's own messages: only records of direction `in`. */
export function dueLog(log: SocketLog, cursor: LogCursor, elapsedMs: number, faults: readonly Fault[], seed: number): LogDue {
  const close = faultOf(faults, 'close-code');
  if (close && elapsedMs >= close.afterMs) return { records: [], cursor, nextMs: Infinity, close: { code: close.code, isClean: true } };
  const cut = faultOf(faults, 'cut');
  if (cut && elapsedMs >= cut.afterMs) return { records: [], cursor, nextMs: Infinity, close: { code: 1006, isClean: false } };
  const endMs = Math.min(close?.afterMs ?? Infinity, cut?.afterMs ?? Infinity);
  const window = openWindow(faults, elapsedMs);
  if (window.name === 'closed') return { records: [], cursor, nextMs: Math.min(window.untilMs, endMs), close: null };
  const [drop, corrupt] = [faultOf(faults, 'drop'), faultOf(faults, 'corrupt')];
  const records: (SocketRecord & { readonly round: number })[] = [];
  let { index, round, count } = cursor;
  if (log.records.length === 0) return { records, cursor, nextMs: endMs, close: null };
  const behindMs = window.arrivedMs - round * log.durationMs - log.records[index]!.atMs;
  if (behindMs > Math.max(MAX_LOG_BACKLOG_MS, 2 * log.durationMs)) [index, round] = [0, Math.floor(window.arrivedMs / log.durationMs)];
  let nextMs: number;
  for (;;) {
    const record = log.records[index]!;
    const timeMs = round * log.durationMs + record.atMs;
    if (timeMs > window.arrivedMs) {
      nextMs = elapsedMs + timeMs - window.arrivedMs;
      break;
    }
    if (record.direction === 'in' && (!drop || chance(seed, count) >= drop.share)) {
      const isWrong = corrupt !== undefined && chance(seed + 1, count) < corrupt.share;
      records.push({ ...record, round, bytes: isWrong ? corrupted(record.bytes, 0, seed, count) : record.bytes });
    }
    count++;
    index++;
    if (index === log.records.length) {
      index = 0;
      round++;
    }
  }
  return { records: records.slice(-MAX_DUE_RECORDS), cursor: { index, round, count }, nextMs: Math.min(nextMs, endMs), close: null };
}

// HTTP

export interface HttpCall {
  readonly method: string;
  /** Path with the service name in braces: `{live}/room/1001/info`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface HttpEndpoints {
  /** `http://host:port`, for addresses in answers. */
  readonly origin: string;
  readonly scenario: string;
  readonly isLoggedIn: boolean;
  /** Seconds since the epoch. */
  readonly nowS: number;
}

export type HttpAnswer =
  | {
      readonly name: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly delayMs: number;
      readonly exchange: HttpExchange;
    }
  | { readonly name: 'refused'; readonly delayMs: number }
  /** No recording for the request. */
  | { readonly name: 'unknown' };

/** Headers that allow every mocked response to be used by any page, isolated or not. */
export const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
} as const;
/** An endless stall: longer than any timeout of the room. */
const NEVER_MS = 600_000;

/** `used` counts the uses of each exchange; the first matching recording applies. */
export function answerHttp(
  recordings: readonly HttpRecording[],
  call: HttpCall,
  used: ReadonlyMap<HttpExchange, number>,
  places: HttpEndpoints,
  faults: readonly Fault[],
  seed: number,
): HttpAnswer {
  const matching = recordings.flatMap(({ exchanges }) => exchanges.filter((exchange) => matches(exchange, call)));
  const exchange = matching.find((one) => (one.times ?? Infinity) > (used.get(one) ?? 0));
  if (exchange === undefined) return { name: 'unknown' };
  const earlier = used.get(exchange) ?? 0;
  const hit = faultsOn(faults, 'http', call.path, earlier);
  const stall = faultOf(hit, 'stall');
  const delayMs = (faultOf(hit, 'delay')?.ms ?? 0) + (stall ? (stall.forMs ?? NEVER_MS) : 0);
  const drop = faultOf(hit, 'drop');
  if (faultOf(hit, 'refuse') || (drop && chance(seed, earlier) < drop.share)) return { name: 'refused', delayMs };
  const status = faultOf(hit, 'status');
  if (status) return { name: 'answer', status: status.status, headers: OPEN_HEADERS, body: '', delayMs, exchange };
  const content = expand(exchange.response.body, places);
  const json = typeof content === 'string' ? content : JSON.stringify(content);
  const callback = call.query['jsonpcallback'];
  const isCallback = callback !== undefined && /^[\w$.]{1,64}$/.test(callback) && typeof content !== 'string';
  const corrupt = faultOf(hit, 'corrupt');
  const isWrong = corrupt !== undefined && chance(seed + 1, earlier) < corrupt.share;
  const whole = isCallback ? `${callback}(${json})` : json;
  // A damaged body ends in the middle, the worst case for a parser.
  const body = isWrong || faultOf(hit, 'cut') ? whole.slice(0, whole.length >> 1) : whole;
  const type = isCallback ? 'application/javascript' : typeof content === 'string' ? 'text/plain' : 'application/json';
  const headers = { ...OPEN_HEADERS, 'content-type': `${type}; charset=utf-8`, ...exchange.response.headers };
  return { name: 'answer', status: exchange.response.status, headers, body, delayMs, exchange };
}

/** The current answer as a recording of one call. */
export const exchangeOf = (path: string, body: unknown): HttpRecording => ({
  exchanges: [{ request: { method: 'POST', path }, response: { status: 200, body } }],
});

function matches({ request }: HttpExchange, call: HttpCall): boolean {
  if (request.method !== call.method) return false;
  const [wanted, given] = [request.path.split('/'), call.path.split('/')];
  if (wanted.length !== given.length || !wanted.every((part, i) => part === '*' || part === given[i])) return false;
  return Object.entries(request.query ?? {}).every(([name, value]) => call.query[name] === value);
}

const EVENING_HOUR = 20;

/** In the time zone of the viewer, because a title of a room names this hour. */
function eveningS(nowS: number): number {
  const evening = new Date(nowS * 1_000);
  evening.setHours(EVENING_HOUR, 0, 0, 0);
  if (evening.getTime() <= nowS * 1_000) evening.setDate(evening.getDate() + 1);
  return evening.getTime() / 1_000;
}

/**
 * Replaces placeholders: `{origin}` is the address of the replay, `{host}` the same without `http://`, `{chat}` the address of the chat
 * server with the scenario in its path; a string of only `{nowS}`, `{nowS-90}` or `{nowS+90}` becomes a number, as does
 * `{eveningS}`, the next time that it is eight in the evening; `{viewer}` is `login` or `guest`. Stream addresses contain the scenario, so
 * that its faults apply to the stream too.
 */
export function expand(value: unknown, places: HttpEndpoints): unknown {
  if (typeof value === 'string') {
    const now = /^\{nowS([+-]\d{1,9})?\}$/.exec(value);
    if (now) return places.nowS + Number(now[1] ?? 0);
    if (value === '{eveningS}') return eveningS(places.nowS);
    if (value === '{viewer}') return places.isLoggedIn ? 'login' : 'guest';
    const host = places.origin.replace(/^https?:\/\//, '');
    const named = value
      .replaceAll('{origin}', places.origin)
      .replaceAll('{chat}', `${host}/chat/${places.scenario}`)
      .replaceAll('{host}', host);
    return /\/live\/[\w-]+\.flv$/.test(named) && places.scenario !== '' ? `${named}?scenario=${places.scenario}` : named;
  }
  if (Array.isArray(value)) return value.map((item) => expand(item, places));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expand(item, places)]));
}
