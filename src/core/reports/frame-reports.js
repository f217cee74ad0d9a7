/** Reports of embedded frames (document 2, sections 3, 4 and 7): an enter report, heartbeats, and a last heartbeat that says why it ended. */
import { RUNTIME } from '../frames/frame.ts';
import { firstRule } from '../rules.ts';
import { businessIdOf, DEFAULT_BUSINESS_IDS, pageKey } from './business-ids.ts';
export const FRAME_REPORTS = {
    /** Default of the document; a deployment may set another one. */
    heartbeatMs: 15000,
    minHeartbeatMs: 1000,
    maxHeartbeatMs: 600000,
    /** Frames that are watched at once; what is opened beyond is counted and not reported. */
    maxFrames: 16,
};
export const ENTER_ACTION = { activeOpen: 101, shownAgain: 102, passiveOpen: 104 };
export const HEARTBEAT_ACTION = {
    normal: 0,
    closed: 201,
    background: 202,
    closedByCode: 204,
    roomClosing: 205,
    miniAppClosed: 206,
    timeout: 299,
};
export const DURATION_TYPE = { videoGame: 6, miniApp: 2, other: 4 };
export const HEARTBEAT_STAGE = { heartbeat: 1, close: 2 };
const VERSION = 'web';
/** Document 2, section 4: 0 normal, 3 channel, 2 live, -1 otherwise. */
const ROOM_TYPES = { normal: 0, live: 2, channel: 3 };
export const roomTypeOf = (kind) => (Object.hasOwn(ROOM_TYPES, kind) ? ROOM_TYPES[kind] : -1);
const DURATION_OF = {
    'video-game': DURATION_TYPE.videoGame,
    'mini-app': DURATION_TYPE.miniApp,
    other: DURATION_TYPE.other,
};
/** Why a frame is reported or not; both refusals are silent (document 2, section 5). */
const SCOPE_RULES = [
    { why: 'not in a room', isReported: false, when: ({ window, roomId }) => window === 'other' || roomId === 0 },
    { why: 'the page has no business id', isReported: false, when: ({ businessId }) => businessId === null },
    { why: 'reported', isReported: true, when: () => true },
];
/** A frame of kind `other` is in no window of the room. */
const windowOf = (runtime) => runtime === RUNTIME.companionMiniApp ? 'companion' : runtime === RUNTIME.other ? 'other' : 'room';
/** `frameHeartbeatMs` of the remote config; the default where it is no length within the limits. */
export const readHeartbeatMs = (configured) => typeof configured === 'number' && configured >= FRAME_REPORTS.minHeartbeatMs && configured <= FRAME_REPORTS.maxHeartbeatMs
    ? configured
    : FRAME_REPORTS.heartbeatMs;
export const SCOPE_WHYS = SCOPE_RULES.map(({ why }) => why);
export function decideScope(scope) {
    const { isReported, why } = firstRule(SCOPE_RULES, scope);
    return { isReported, why };
}
export const frameReportsMachine = {
    name: 'frame reports',
    initial: { at: 'idle', frames: [], ids: DEFAULT_BUSINESS_IDS, isMapAsked: false },
    deadlineMs(state) {
        const dues = state.frames.flatMap(({ heartbeat }) => (heartbeat === null ? [] : [heartbeat.nextMs]));
        return dues.length === 0 ? null : Math.min(...dues);
    },
    step(state, event, nowMs, context) {
        switch (event.type) {
            case 'frame':
                return event.fact.is === 'opened' ? open(state, event.fact, nowMs, context) : change(state, event.fact, nowMs, context);
            case 'map':
                return eachFrame({ ...state, ids: event.ids }, (frame, index) => frame.heartbeat === null && !frame.isInBackground
                    ? enter(frame, event.ids, openAction(frame), 'mapped later', nowMs, context, index)
                    : [frame]);
            case 'page-closing':
                return eachFrame(state, (frame) => [{ ...frame, heartbeat: null }]);
            case 'page-back':
                return eachFrame(state, (frame, index) => frame.isInBackground ? [frame] : enter(frame, state.ids, ENTER_ACTION.shownAgain, 'shown again', nowMs, context, index));
            case 'tick':
                return eachFrame(state, (frame) => beat(frame, nowMs, context));
            default:
                return [state];
        }
    },
};
function eachFrame(state, change) {
    const changes = state.frames.map(change);
    return [{ ...state, frames: changes.map(([frame]) => frame) }, ...changes.flatMap(([, ...effects]) => effects)];
}
const withFrames = (state, frames) => ({
    ...state,
    frames,
    at: frames.length === 0 ? 'idle' : 'watching',
});
const openAction = ({ mode }) => mode === 'active' ? ENTER_ACTION.activeOpen : ENTER_ACTION.passiveOpen;
function open(state, fact, nowMs, context) {
    if (state.frames.some(({ frameId }) => frameId === fact.frameId))
        return [state];
    if (state.frames.length >= FRAME_REPORTS.maxFrames)
        return [state, { do: 'skip', why: 'too many frames' }];
    const { frameId, url, mode, content, runtime, heartbeatMs = FRAME_REPORTS.heartbeatMs } = fact;
    const fresh = { frameId, page: pageKey(url), mode, content, runtime, heartbeatMs, isInBackground: false, heartbeat: null };
    const [frame, ...effects] = enter(fresh, state.ids, openAction(fresh), 'opened', nowMs, context, 0);
    const ask = state.isMapAsked ? [] : [{ do: 'fetch-map' }];
    return [withFrames({ ...state, isMapAsked: true }, [...state.frames, frame]), ...ask, ...effects];
}
function change(state, fact, nowMs, context) {
    const frame = state.frames.find(({ frameId }) => frameId === fact.frameId);
    if (frame === undefined)
        return [state];
    const replace = ([next, ...effects]) => [
        { ...state, frames: state.frames.map((other) => (other === frame ? next : other)) },
        ...effects,
    ];
    const without = () => withFrames(state, state.frames.filter((other) => other !== frame));
    switch (fact.is) {
        case 'background': {
            const [next, ...effects] = end(frame, HEARTBEAT_ACTION.background, context);
            return replace([{ ...next, isInBackground: true }, ...effects]);
        }
        case 'shown-again':
            if (!frame.isInBackground)
                return [state];
            return replace(enter({ ...frame, isInBackground: false }, state.ids, ENTER_ACTION.shownAgain, 'shown again', nowMs, context, 0));
        case 'closed': {
            const [, ...effects] = end(frame, CLOSE_ACTION[fact.by], context);
            return [without(), ...effects];
        }
        case 'timed-out': {
            const [, ...effects] = end(frame, HEARTBEAT_ACTION.timeout, context);
            return [without(), ...effects, { do: 'error-timeout', page: frame.page }];
        }
        default:
            return [state];
    }
}
const CLOSE_ACTION = {
    viewer: HEARTBEAT_ACTION.closed,
    code: HEARTBEAT_ACTION.closedByCode,
    'mini-app': HEARTBEAT_ACTION.miniAppClosed,
};
function enter(frame, ids, actionType, why, nowMs, context, index) {
    const businessId = businessIdOf(ids, frame.page);
    const scope = decideScope({ window: windowOf(frame.runtime), roomId: context.roomId, businessId });
    if (!scope.isReported || businessId === null)
        return [
            { ...frame, heartbeat: null },
            { do: 'skip', why: scope.why },
        ];
    const heartbeatId = index === 0 ? context.newId : `${context.newId}-${index}`;
    const body = {
        businessId,
        actionType,
        timestamp: context.epochMs,
        socsId: context.socsId,
        heartbeatId,
        durType: DURATION_OF[frame.content],
        sid: context.sid,
        footlightId: context.userId,
        anchorId: context.anchorId,
        roomId: context.roomId,
        roomType: roomTypeOf(context.roomKind),
        std_plat: context.platformId,
        version: VERSION,
    };
    const heartbeat = { id: heartbeatId, order: 1, nextMs: nowMs + frame.heartbeatMs };
    return [
        { ...frame, heartbeat },
        { do: 'report', endpoint: 'frame-enter', body, why },
    ];
}
/** After a sleep one heartbeat leaves: what was missed is over. */
function beat(frame, nowMs, context) {
    const { heartbeat } = frame;
    if (heartbeat === null || nowMs < heartbeat.nextMs)
        return [frame];
    const body = heartbeatBody(heartbeat, HEARTBEAT_ACTION.normal, context, context.epochMs);
    const nextMs = nowMs + frame.heartbeatMs;
    return [
        { ...frame, heartbeat: { ...heartbeat, order: heartbeat.order + 1, nextMs } },
        { do: 'report', endpoint: 'frame-heartbeat', body, why: 'heartbeat' },
    ];
}
/** A frame whose heartbeats have stopped has said its end already. */
function end(frame, actionType, context) {
    if (frame.heartbeat === null)
        return [frame];
    const body = heartbeatBody(frame.heartbeat, actionType, context, context.epochMs);
    return [
        { ...frame, heartbeat: null },
        { do: 'report', endpoint: 'frame-heartbeat', body, why: 'ended' },
    ];
}
function heartbeatBody(heartbeat, actionType, context, timestamp) {
    const stage = actionType === HEARTBEAT_ACTION.normal ? HEARTBEAT_STAGE.heartbeat : HEARTBEAT_STAGE.close;
    return { order: heartbeat.order, timestamp, heartbeatId: heartbeat.id, actionType, stage, socsId: context.socsId, sid: context.sid };
}
/** Document 2, section 7: what a beacon says of each reported frame when the room's page closes (205). */
export const closingHeartbeats = ({ frames }, context, timestamp) => frames.flatMap(({ heartbeat }) => heartbeat === null ? [] : [heartbeatBody(heartbeat, HEARTBEAT_ACTION.roomClosing, context, timestamp)]);
