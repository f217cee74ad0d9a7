import { withTime } from './replay.ts';
/** Segments that are listed to a newcomer: enough to start at once. */
const LISTED_SEGMENTS = 2;
/** Older ones are not served any more. */
export const SERVED_SEGMENTS = 30;
const keysOf = new WeakMap();
/** Indices of the tags at which segments start. */
function keys(recording) {
    let known = keysOf.get(recording);
    if (!known) {
        const found = recording.tags.flatMap((tag, index) => (tag.isKey && (tag.type === 'video' || !recording.hasVideo) ? [index] : []));
        known = recording.hasVideo ? found : found.filter((_, i) => i % 40 === 0);
        keysOf.set(recording, known);
    }
    return known;
}
export function segmentAt(recording, seq) {
    const starts = keys(recording);
    const timeOf = (n) => Math.floor(n / starts.length) * recording.durationMs + recording.tags[starts[n % starts.length]].timeMs;
    return { seq, startMs: timeOf(seq), endMs: timeOf(seq + 1) };
}
/** The newest segment that is complete at `liveMs`; -1 before the first. */
export function newestSegment(recording, liveMs) {
    const starts = keys(recording);
    let seq = Math.floor(liveMs / recording.durationMs) * starts.length + starts.length;
    while (seq >= 0 && segmentAt(recording, seq).endMs > liveMs)
        seq--;
    return seq;
}
export function segmentBytes(recording, seq) {
    const starts = keys(recording);
    const round = Math.floor(seq / starts.length);
    const first = starts[seq % starts.length];
    const isLast = seq % starts.length === starts.length - 1;
    const end = isLast ? recording.tags.length : starts[(seq % starts.length) + 1];
    const parts = recording.tags.slice(first, end).map((tag) => withTime(tag.bytes, round * recording.durationMs + tag.timeMs));
    // Tags before the first keyframe of the recording belong to the segment that ends there.
    if (isLast) {
        for (const tag of recording.tags.slice(0, starts[0]))
            parts.push(withTime(tag.bytes, (round + 1) * recording.durationMs + tag.timeMs));
    }
    return joined(parts);
}
export const headBytes = (recording) => joined(recording.head);
function joined(parts) {
    const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        out.set(part, at);
        at += part.length;
    }
    return out;
}
/** Sharing counts from midnight UTC, so that all who ask agree and times stay small. */
export const shareClockMs = (nowMs) => nowMs % 86400000;
/** The lines of an index, as they become due; ends when `signal` does. Deps a clock, so it is not part of the pure rules above. */
export async function* indexLines(recording, { trackers, swarm }, signal) {
    yield `${JSON.stringify({ version: 1, head: toBase64(headBytes(recording)), trackers, swarm })}\n`;
    let next = Math.max(0, newestSegment(recording, shareClockMs(Date.now())) - LISTED_SEGMENTS + 1);
    while (!signal.aborted) {
        const segment = segmentAt(recording, next);
        const waitMs = segment.endMs - shareClockMs(Date.now());
        // Midnight: the numbers start again, and the viewers with them.
        if (waitMs > recording.durationMs * 2)
            return;
        if (waitMs > 0)
            await new Promise((resolve) => setTimeout(resolve, waitMs));
        const bytes = segmentBytes(recording, next);
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
        yield `${JSON.stringify({ seq: next, bytes: bytes.length, sha256, durationMs: segment.endMs - segment.startMs })}\n`;
        next++;
    }
}
/** What `?p2p=segment&seq=n` answers: nothing for a number that is not complete yet, or too old. */
export function servedSegment(recording, seq, nowMs) {
    const newest = newestSegment(recording, shareClockMs(nowMs));
    return Number.isSafeInteger(seq) && seq >= 0 && seq <= newest && seq > newest - SERVED_SEGMENTS
        ? segmentBytes(recording, seq)
        : undefined;
}
function toBase64(bytes) {
    let text = '';
    for (const byte of bytes)
        text += String.fromCharCode(byte);
    return btoa(text);
}
