import { DEFAULT_PLAYER_CONFIG } from '../../player/rules/constants.ts';
import { PULL_FAILURE } from '../../player/rules/names.ts';
/** Stats reporter (document 1, sections 7 and 9): how the pulling of the stream went. Type ids are not shown: the project's choice. */
export const REPORT_TYPE = { pull: 1, firstScreen: 2, performance: 3, speed: 4, stall: 5 };
/** `pullReportMs`: no picture by then, and the pull is reported as timed out; `firstScreenFallbackMs`: and the first screen is counted. */
const { pullReportMs, firstScreenFallbackMs, performanceReportMs, speedReportMs } = DEFAULT_PLAYER_CONFIG.numbers;
/** Null: nothing that the reporter reports. Figures that are no finite numbers count as 0. */
export function pullEvent(fact) {
    switch (fact.event) {
        case 'start':
            return { type: 'start', kind: fact.fields.kind, reason: finite(fact.fields.reason) };
        case 'first-frame':
            return { type: 'first-frame', width: finite(fact.fields.width), height: finite(fact.fields.height) };
        case 'failed':
            return { type: 'failed', code: finite(fact.fields.code), why: [fact.fields.ack, fact.fields.why].filter(Boolean).join(': ') };
        case 'resumed':
            return {
                type: 'resumed',
                kind: fact.fields.kind,
                reason: finite(fact.fields.reason),
                firstScreenMs: finite(fact.fields.sinceStartMs),
            };
        case 'stall':
            return { type: 'stall', lostMs: finite(fact.fields.lostMs) };
        case 'progress': {
            const { bytes, paintedFrames, droppedFrames, decodeMs } = fact.fields;
            return {
                type: 'progress',
                bytes: finite(bytes),
                paintedFrames: finite(paintedFrames),
                droppedFrames: finite(droppedFrames),
                decodeMs: finite(decodeMs),
            };
        }
        case 'status':
        case 'ack':
            return null;
        default:
            return null;
    }
}
const finite = (value) => (value !== undefined && Number.isFinite(value) ? value : 0);
const NOTHING = { bytes: 0, paintedFrames: 0, droppedFrames: 0, decodeMs: 0 };
const reported = (pull, ...bodies) => [
    pull,
    ...bodies.map((body) => ({ do: 'report', body })),
];
export const pullMachine = {
    name: 'pull report',
    initial: { at: 'idle' },
    deadlineMs(pull) {
        if (pull.at !== 'pulling')
            return null;
        if (!pull.isScreenCounted)
            return pull.sinceMs + firstScreenFallbackMs;
        return pull.isTimedOut ? null : pull.sinceMs + pullReportMs;
    },
    step(pull, event, nowMs) {
        switch (event.type) {
            case 'start':
                return [{ at: 'pulling', sinceMs: nowMs, kind: event.kind, reason: event.reason, isScreenCounted: false, isTimedOut: false }];
            case 'first-frame':
                return pull.at === 'pulling' ? firstFrame(pull, `${event.width}x${event.height}`, nowMs) : [pull];
            case 'failed':
                return reported({ at: 'idle' }, failure(pull, event.code, event.why, nowMs));
            case 'resumed':
                return [{ ...playing({ sinceMs: nowMs, kind: event.kind, reason: event.reason }, event.firstScreenMs, nowMs), isResumed: true }];
            case 'stall':
                if (pull.at !== 'playing')
                    return [pull];
                return reported(pull, report('stall', { state: 0, sinceMs: nowMs - event.lostMs, nowMs, fs: pull.firstScreenMs, para: pull.kind }));
            case 'progress':
                return pull.at === 'playing' ? progress(pull, event, nowMs) : [pull];
            case 'tick':
                return pull.at === 'pulling' ? overdue(pull, nowMs) : [pull];
            default:
                return [pull];
        }
    },
};
/** Without an address nothing was started, and that is reported all the same (P21: STREAM_ADDR_ERROR). */
function failure(pull, state, why, nowMs) {
    if (pull.at === 'idle')
        return report('pull', { state, sinceMs: nowMs, nowMs, para: '', para1: why });
    const fs = pull.at === 'playing' ? pull.firstScreenMs : 0;
    return report('pull', { state, sinceMs: pull.sinceMs, nowMs, fs, para: pull.kind, para1: why, para2: String(pull.reason) });
}
function firstFrame(pull, size, nowMs) {
    const { sinceMs, kind, reason, isScreenCounted, isTimedOut } = pull;
    const firstScreenMs = Math.round(nowMs - sinceMs);
    const about = { state: 0, sinceMs, nowMs, fs: firstScreenMs, para: kind, para1: size, para2: String(reason) };
    const reports = [...(isTimedOut ? [] : [report('pull', about)]), ...(isScreenCounted ? [] : [report('firstScreen', about)])];
    return reported(playing({ sinceMs, kind, reason }, firstScreenMs, nowMs), ...reports);
}
function playing(started, firstScreenMs, nowMs) {
    const marker = { atMs: nowMs, totals: NOTHING };
    return { at: 'playing', ...started, firstScreenMs, isResumed: false, performance: marker, speed: marker };
}
function overdue(pull, nowMs) {
    const about = { sinceMs: pull.sinceMs, nowMs, para: pull.kind, para2: String(pull.reason) };
    if (!pull.isScreenCounted && nowMs - pull.sinceMs >= firstScreenFallbackMs) {
        return reported({ ...pull, isScreenCounted: true }, report('firstScreen', { ...about, state: 1 }));
    }
    if (!pull.isTimedOut && nowMs - pull.sinceMs >= pullReportMs) {
        return reported({ ...pull, isTimedOut: true }, report('pull', { ...about, state: PULL_FAILURE.TIMEOUT }));
    }
    return [pull];
}
function progress(pull, totals, nowMs) {
    const reports = [];
    let { performance, speed } = pull;
    const { kind, firstScreenMs: fs } = pull;
    const now = { atMs: nowMs, totals };
    if (pull.isResumed)
        return [{ ...pull, isResumed: false, performance: now, speed: now }];
    if (nowMs - speed.atMs >= speedReportMs) {
        const bytesPerS = Math.round((Math.max(0, totals.bytes - speed.totals.bytes) * 1000) / (nowMs - speed.atMs));
        reports.push(report('speed', { state: 0, sinceMs: speed.atMs, nowMs, fs, para: kind, para1: String(bytesPerS) }));
        speed = now;
    }
    if (nowMs - performance.atMs >= performanceReportMs) {
        const painted = Math.max(0, totals.paintedFrames - performance.totals.paintedFrames);
        const dropped = Math.max(0, totals.droppedFrames - performance.totals.droppedFrames);
        const para2 = `decode ${totals.decodeMs.toFixed(1)} ms`;
        reports.push(report('performance', {
            state: 0,
            sinceMs: performance.atMs,
            nowMs,
            fs,
            para: kind,
            para1: `${painted} painted, ${dropped} dropped`,
            para2,
        }));
        performance = now;
    }
    return reported({ ...pull, performance, speed }, ...reports);
}
function report(type, about) {
    const { state, sinceMs, nowMs, fs = 0, para, para1 = '', para2 = '' } = about;
    return { type: REPORT_TYPE[type], state, time_length: Math.round(nowMs - sinceMs), fs, para, para1, para2 };
}
