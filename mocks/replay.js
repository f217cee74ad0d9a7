/**
 * (recording, time, faults) -> what is due now. Pure: time is an argument, randomness comes from a seed, and the caller keeps the cursor.
 * The service worker, the socket worker and the origin server replay by these functions and nothing else.
 */
import { chance, corrupted, faultOf, faultsOn } from './faults.ts';
// Streams
/** A viewer who reads too slowly loses what is older than this, from a key picture on, as a real server's viewers do. */
export const MAX_BACKLOG_MS = 10000;
/** Upper bound of one batch, in bytes; the rest waits for the next call, so that a slow reader slows the sender. */
const MAX_DUE_BYTES = 262144;
/** A viewer who joins gets what was sent since the last key picture; of a stream without pictures, this much. */
const SOUND_BURST_MS = 1000;
/** A sender's wait is cut into pieces, so that an injected fault is felt soon. */
export const MAX_WAIT_MS = 250;
const DAY_MS = 86400000;
/** The stream's own time counts by the clock: who comes back, by whatever address or codec, joins where it is now. */
export const liveTime = (nowMs) => nowMs % DAY_MS;
/** `liveMs` is the stream's own time, which counts on whether anybody watches or not: who comes back joins where the stream is now. */
export function joinStream(recording, liveMs) {
    return { joinedMs: liveMs, ...startAt(recording, liveMs), hasHead: false, sentBytes: 0, count: 0, config: recording.config };
}
/** The last key picture at or before a live time. */
function startAt(recording, liveMs) {
    const round = Math.floor(liveMs / recording.durationMs);
    const inRoundMs = liveMs - round * recording.durationMs;
    if (!recording.hasVideo) {
        const fromMs = inRoundMs - SOUND_BURST_MS;
        const index = recording.tags.findIndex((tag) => tag.timeMs >= fromMs);
        return { index: Math.max(0, index), round };
    }
    const index = recording.tags.findLastIndex((tag) => tag.isKey && tag.timeMs <= inRoundMs);
    if (index >= 0)
        return { index, round };
    const previous = round === 0 ? -1 : recording.tags.findLastIndex((tag) => tag.isKey);
    return previous >= 0 ? { index: previous, round: round - 1 } : { index: 0, round };
}
/** `elapsedMs` since joining, `faults` those that hit this connection. */
export function dueStream(recording, cursor, elapsedMs, faults, seed) {
    const window = openWindow(faults, elapsedMs);
    if (window.at === 'closed')
        return { chunks: [], cursor, nextMs: window.untilMs, isCut: false, isEnded: false };
    const throttle = faultOf(faults, 'throttle');
    const [drop, corrupt] = [faultOf(faults, 'drop'), faultOf(faults, 'corrupt')];
    const { durationMs, tags } = recording;
    const liveMs = cursor.joinedMs + window.arrivedMs;
    const budget = throttle ? (throttle.kilobitsPerS * elapsedMs) / 8 : Infinity;
    let { index, round, sentBytes, count, config } = cursor;
    if (round * durationMs + tags[index].timeMs < liveMs - MAX_BACKLOG_MS)
        ({ index, round } = startAt(recording, liveMs));
    const chunks = [];
    let dueBytes = 0;
    const push = (chunk) => {
        chunks.push(chunk);
        dueBytes += chunk.length;
        sentBytes += chunk.length;
    };
    const startMs = round * durationMs + tags[index].timeMs;
    if (!cursor.hasHead)
        for (const [i, part] of recording.head.entries())
            push(i === 0 ? part : withTime(part, startMs));
    let nextMs = Infinity;
    for (;;) {
        const tag = tags[index];
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
            // Behind the first bytes of the body, so that the tag stays one and only its content is wrong.
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
    const isDue = (fault) => fault !== undefined && elapsedMs >= fault.afterMs && nextMs > elapsedMs;
    const [isCut, isEnded] = [isDue(cut), isDue(end)];
    if (isCut)
        chunks.push(...half(tags[index].bytes));
    else if (isEnded && config)
        chunks.push(withTime(sequenceEnd(config), round * durationMs + tags[index].timeMs));
    const lastMs = Math.min(cut?.afterMs ?? Infinity, end?.afterMs ?? Infinity);
    return {
        chunks,
        cursor: nextCursor,
        nextMs: isCut || isEnded ? Infinity : Math.min(nextMs, Math.max(lastMs, elapsedMs)),
        isCut,
        isEnded,
    };
}
/** The tag that says that the pictures are over, in the carriage of their sequence header. */
function sequenceEnd(config) {
    const [first = 0, ...fourCc] = config.subarray(11, 16);
    const body = first & 0x80 ? [(first & 0xf0) | 2, ...fourCc] : [first, 2, 0, 0, 0];
    return Uint8Array.from([config[0], 0, 0, body.length, 0, 0, 0, 0, 0, 0, 0, ...body, 0, 0, 0, 11 + body.length]);
}
const half = (bytes) => [bytes.subarray(0, bytes.length >> 1)];
/** A copy whose timestamp is `timeMs`: the low 24 bits, then the high 8. */
export function withTime(tag, timeMs) {
    const copy = tag.slice();
    copy[4] = timeMs >>> 16;
    copy[5] = timeMs >>> 8;
    copy[6] = timeMs;
    copy[7] = timeMs >>> 24;
    return copy;
}
/** Delay and stall: whether anything arrives at this moment, and up to which time of the sender it has arrived. */
function openWindow(faults, elapsedMs) {
    const delay = faultOf(faults, 'delay');
    if (delay && elapsedMs < delay.ms)
        return { at: 'closed', untilMs: delay.ms };
    const stall = faultOf(faults, 'stall');
    if (stall && elapsedMs >= stall.afterMs) {
        const untilMs = stall.forMs === undefined ? Infinity : stall.afterMs + stall.forMs;
        if (elapsedMs < untilMs)
            return { at: 'closed', untilMs };
    }
    return { at: 'open', arrivedMs: elapsedMs - (delay?.ms ?? 0) };
}
/** Before a stream begins: a status instead of it, or no answer at all. */
export function openingOf(faults) {
    if (faultOf(faults, 'refuse'))
        return { at: 'refused' };
    const status = faultOf(faults, 'status');
    return status ? { at: 'status', status: status.status } : { at: 'open' };
}
export const LOG_START = { index: 0, round: 0, count: 0 };
/** Handed out in one call; older ones are lost. */
const MAX_DUE_RECORDS = 2000;
/** After a longer pause (a sleeping machine) the rounds between are left out. */
const MAX_LOG_BACKLOG_MS = 60000;
/** What the server says by itself: only records of direction `in`. */
export function dueLog(log, cursor, elapsedMs, faults, seed) {
    const close = faultOf(faults, 'close-code');
    if (close && elapsedMs >= close.afterMs)
        return { records: [], cursor, nextMs: Infinity, close: { code: close.code, isClean: true } };
    const cut = faultOf(faults, 'cut');
    if (cut && elapsedMs >= cut.afterMs)
        return { records: [], cursor, nextMs: Infinity, close: { code: 1006, isClean: false } };
    const endMs = Math.min(close?.afterMs ?? Infinity, cut?.afterMs ?? Infinity);
    const window = openWindow(faults, elapsedMs);
    if (window.at === 'closed')
        return { records: [], cursor, nextMs: Math.min(window.untilMs, endMs), close: null };
    const [drop, corrupt] = [faultOf(faults, 'drop'), faultOf(faults, 'corrupt')];
    const records = [];
    let { index, round, count } = cursor;
    if (log.records.length === 0)
        return { records, cursor, nextMs: endMs, close: null };
    const behindMs = window.arrivedMs - round * log.durationMs - log.records[index].atMs;
    if (behindMs > Math.max(MAX_LOG_BACKLOG_MS, 2 * log.durationMs))
        [index, round] = [0, Math.floor(window.arrivedMs / log.durationMs)];
    let nextMs;
    for (;;) {
        const record = log.records[index];
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
/** Every mocked answer may be used from every place, isolated or not. */
export const OPEN_HEADERS = {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
};
/** A stall without an end: longer than any timeout of the room. */
const NEVER_MS = 600000;
/** `used` counts how often each exchange has answered already; earlier recordings win. */
export function answerHttp(recordings, ask, used, places, faults, seed) {
    const matching = recordings.flatMap(({ exchanges }) => exchanges.filter((exchange) => matches(exchange, ask)));
    const exchange = matching.find((one) => (one.times ?? Infinity) > (used.get(one) ?? 0));
    if (exchange === undefined)
        return { at: 'unknown' };
    const earlier = used.get(exchange) ?? 0;
    const hit = faultsOn(faults, 'http', ask.path, earlier);
    const stall = faultOf(hit, 'stall');
    const delayMs = (faultOf(hit, 'delay')?.ms ?? 0) + (stall ? (stall.forMs ?? NEVER_MS) : 0);
    const drop = faultOf(hit, 'drop');
    if (faultOf(hit, 'refuse') || (drop && chance(seed, earlier) < drop.share))
        return { at: 'refused', delayMs };
    const status = faultOf(hit, 'status');
    if (status)
        return { at: 'answer', status: status.status, headers: OPEN_HEADERS, body: '', delayMs, exchange };
    const content = expand(exchange.response.body, places);
    const json = typeof content === 'string' ? content : JSON.stringify(content);
    const callback = ask.query['jsonpcallback'];
    const isCallback = callback !== undefined && /^[\w$.]{1,64}$/.test(callback) && typeof content !== 'string';
    const corrupt = faultOf(hit, 'corrupt');
    const isWrong = corrupt !== undefined && chance(seed + 1, earlier) < corrupt.share;
    const whole = isCallback ? `${callback}(${json})` : json;
    // A body is damaged where it is nastiest: it ends in the middle.
    const body = isWrong || faultOf(hit, 'cut') ? whole.slice(0, whole.length >> 1) : whole;
    const type = isCallback ? 'application/javascript' : typeof content === 'string' ? 'text/plain' : 'application/json';
    const headers = { ...OPEN_HEADERS, 'content-type': `${type}; charset=utf-8`, ...exchange.response.headers };
    return { at: 'answer', status: exchange.response.status, headers, body, delayMs, exchange };
}
/** What was answered just now, as a recording of one call. */
export const exchangeOf = (path, body) => ({
    exchanges: [{ request: { method: 'POST', path }, response: { status: 200, body } }],
});
function matches({ request }, ask) {
    if (request.method !== ask.method)
        return false;
    const [wanted, given] = [request.path.split('/'), ask.path.split('/')];
    if (wanted.length !== given.length || !wanted.every((part, i) => part === '*' || part === given[i]))
        return false;
    return Object.entries(request.query ?? {}).every(([name, value]) => ask.query[name] === value);
}
/**
 * What a recording cannot know: `{origin}` is where it is replayed, `{host}` the same without `http://`, `{chat}` the
 * address of the chat server with the scenario in its path; a whole string `{nowS}`,
 * `{nowS-90}` or `{nowS+90}` becomes a number, `{viewer}` is `login` or `guest`. Stream addresses say the scenario, so that the stream has its faults too.
 */
export function expand(value, places) {
    if (typeof value === 'string') {
        const now = /^\{nowS([+-]\d{1,9})?\}$/.exec(value);
        if (now)
            return places.nowS + Number(now[1] ?? 0);
        if (value === '{viewer}')
            return places.isLoggedIn ? 'login' : 'guest';
        const host = places.origin.replace(/^https?:\/\//, '');
        const named = value
            .replaceAll('{origin}', places.origin)
            .replaceAll('{chat}', `${host}/chat/${places.scenario}`)
            .replaceAll('{host}', host);
        return /\/live\/[\w-]+\.flv$/.test(named) && places.scenario !== '' ? `${named}?scenario=${places.scenario}` : named;
    }
    if (Array.isArray(value))
        return value.map((item) => expand(item, places));
    if (typeof value !== 'object' || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expand(item, places)]));
}
