/** One embedded page (document 2, sections 4 and 9; S30): its status as one union, and what moves it. Pure. */
import { assertNever } from '../assert-never.ts';
/** The numbers of the document, by the names that are used here. */
export const FRAME_STATUS = {
    uninitialised: 0,
    initialised: 1,
    loading: 2,
    shown: 3,
    hidden: 4,
    closed: 5,
    'timed-out': 6,
    background: 7,
    'closed-by-code': 8,
};
/** Where a frame's script runs: it asks by the bridge. */
export const RUNTIME = { room: 0, miniApp: 1, companionMiniApp: 2, other: 3 };
export const FRAME = {
    loadTimeoutMs: 10000,
    /** The loading text hides by itself: whatever the page shows by then is shown. */
    overlayMs: 10000,
    modalWidth: 360,
    modalHeight: 640,
};
const report = (frame, fact) => [frame, { do: 'report', fact }];
export function stepFrame(frame, event, nowMs) {
    switch (event.type) {
        case 'init':
            return [frame.at === 'uninitialised' ? { at: 'initialised', request: event.request } : frame];
        case 'load': {
            // A page that timed out is loaded again by the viewer.
            if (frame.at !== 'initialised' && frame.at !== 'timed-out')
                return [frame];
            const { request } = frame;
            const { url, mode, content, runtime } = request;
            return report({ at: 'loading', request, sinceMs: nowMs, hasLoaded: false }, { is: 'opened', url, mode, content, runtime });
        }
        case 'loaded':
            return [frame.at === 'loading' || frame.at === 'background' ? loaded(frame, frame.request.waitsForReady) : frame];
        case 'ready':
            return [frame.at === 'loading' || frame.at === 'background' ? loaded(frame, false) : frame];
        case 'hide':
            if (frame.at !== 'shown' && frame.at !== 'background')
                return [frame];
            // In the background it was reported as gone already.
            return frame.at === 'shown'
                ? report({ at: 'hidden', request: frame.request }, { is: 'background' })
                : [{ at: 'hidden', request: frame.request }];
        case 'show':
            return frame.at === 'hidden' ? report({ at: 'shown', request: frame.request }, { is: 'shown-again' }) : [frame];
        case 'background':
            if (frame.at !== 'shown' && frame.at !== 'loading')
                return [frame];
            return report({ at: 'background', request: frame.request, before: frame.at }, { is: 'background' });
        case 'foreground': {
            if (frame.at !== 'background')
                return [frame];
            const { request, before } = frame;
            // A page that was still loading has its whole time again: browsers slow hidden pages down.
            const next = before === 'shown' ? { at: 'shown', request } : { at: 'loading', request, sinceMs: nowMs, hasLoaded: false };
            return report(next, { is: 'shown-again' });
        }
        case 'close':
            if (isOver(frame))
                return [frame];
            // A timeout was already reported.
            if (frame.at === 'uninitialised' || frame.at === 'initialised' || frame.at === 'timed-out')
                return [closedBy(event.by)];
            return report(closedBy(event.by), { is: 'closed', by: event.by });
        case 'tick':
            if (frame.at !== 'loading' || nowMs < frame.sinceMs + FRAME.loadTimeoutMs)
                return [frame];
            return report({ at: 'timed-out', request: frame.request }, { is: 'timed-out' });
        default:
            return assertNever(event);
    }
}
/** A page that loads in the background is shown at once when its frame is opened. */
function loaded(frame, waitsOn) {
    if (frame.at === 'background')
        return waitsOn || frame.before === 'shown' ? frame : { ...frame, before: 'shown' };
    return waitsOn ? { ...frame, hasLoaded: true } : { at: 'shown', request: frame.request };
}
const closedBy = (by) => ({ at: by === 'code' ? 'closed-by-code' : 'closed' });
export const isOver = (frame) => frame.at === 'closed' || frame.at === 'closed-by-code';
export const frameDeadlineMs = (frame) => (frame.at === 'loading' ? frame.sinceMs + FRAME.loadTimeoutMs : null);
const SCRIPTS = 'allow-scripts allow-forms allow-popups';
/**
 * Pages of the deployment keep their origin, so that the bridge knows who speaks and their storage works. A link of the room's own origin
 * does not: with scripts and its origin it could take its sandbox off.
 */
export function permissionsOf(kind, isSameOrigin) {
    switch (kind) {
        case 'activity':
            return { sandbox: `${SCRIPTS} allow-same-origin`, allow: 'autoplay; fullscreen', referrerPolicy: 'origin' };
        case 'mini-app':
            return {
                sandbox: `${SCRIPTS} allow-same-origin allow-modals`,
                allow: 'autoplay; fullscreen; clipboard-write',
                referrerPolicy: 'strict-origin-when-cross-origin',
            };
        case 'club':
            return { sandbox: `${SCRIPTS} allow-same-origin`, allow: 'payment', referrerPolicy: 'strict-origin-when-cross-origin' };
        case 'link':
            return { sandbox: isSameOrigin ? SCRIPTS : `${SCRIPTS} allow-same-origin`, allow: 'fullscreen', referrerPolicy: 'no-referrer' };
        default:
            return assertNever(kind);
    }
}
