export const NO_SAMPLES = { samples: [], bad: null };
/** Samples come once a second; no more than these are stored, however fast they come. */
const MAX_SAMPLES = 16;
/**
 * When WebRTC gives way to flv while it plays. The documents name the fallback and the decode threshold and no other number; the rest is
 * ours. A figure over its limit is bad until it is under `webrtcCalm` of it, and what has been bad for `webrtcPatienceMs` decides: a single
 * freeze, or a figure that swings around its limit, does not.
 */
const FIGURES = [
    { why: 'webrtc pictures freeze', isStall: true, value: frozenPercent, limit: (n) => n.webrtcFrozenPercent },
    { why: 'webrtc loses packets', isStall: false, value: lostPercent, limit: (n) => n.webrtcLossPercent },
    { why: 'webrtc decodes too slowly', isStall: false, value: decodeMs, limit: (n) => n.decodeThresholdMs },
];
export const RECEIVER_WHYS = FIGURES.map((rule) => rule.why);
/** The watch after one sample. While nobody sees the picture (`expected` false) a browser may decode less: the samples begin again. */
export function addSample(watch, received, expected, nowMs, numbers) {
    if (!expected)
        return NO_SAMPLES;
    const since = watch.samples.findLastIndex(({ atMs }) => nowMs - atMs >= numbers.webrtcWindowMs);
    const samples = [...watch.samples.slice(Math.max(0, since)), { atMs: nowMs, received }].slice(-MAX_SAMPLES);
    if (samples.length < 2)
        return { samples, bad: null };
    const isOver = (rule, share) => rule.value(samples) > rule.limit(numbers) * share;
    const { bad } = watch;
    const same = FIGURES.find((rule) => rule.why === bad?.why && isOver(rule, numbers.webrtcCalm));
    if (same)
        return { samples, bad };
    const rule = FIGURES.find((row) => isOver(row, 1));
    return { samples, bad: rule ? { why: rule.why, sinceMs: nowMs } : null };
}
/** Asking changes nothing. */
export function decideReceiver({ bad }, nowMs, numbers) {
    if (bad === null || nowMs - bad.sinceMs < numbers.webrtcPatienceMs)
        return null;
    const rule = FIGURES.find(({ why }) => why === bad.why);
    return { why: rule.why, isStall: rule.isStall };
}
/** By the standing count of pictures, because a freeze is counted by the browser only when it is over. */
function frozenPercent(samples) {
    let stoodMs = 0;
    for (let i = 1; i < samples.length; i++) {
        const [before, now] = [samples[i - 1], samples[i]];
        if (now.received.decodedFrames === before.received.decodedFrames)
            stoodMs += now.atMs - before.atMs;
    }
    const [first, last] = [samples[0], samples.at(-1)];
    const countedMs = last.received.freezesMs - first.received.freezesMs;
    return (Math.max(stoodMs, Number.isNaN(countedMs) ? 0 : countedMs) / (last.atMs - first.atMs)) * 100;
}
/** A packet that came late after all is taken off the lost ones again. */
function lostPercent(samples) {
    const [first, last] = [samples[0].received, samples.at(-1).received];
    const lost = Math.max(0, last.lostPackets - first.lostPackets);
    return (lost / (lost + last.packets - first.packets)) * 100;
}
/** Average over the pictures of these samples. */
function decodeMs(samples) {
    const [first, last] = [samples[0].received, samples.at(-1).received];
    return (last.decodeMs - first.decodeMs) / (last.decodedFrames - first.decodedFrames);
}
