/** S32: reports of embedded frames: an enter report, heartbeats, and a last heartbeat with the reason of its end. */
import { between, numberOf } from '../../player/base/answer-fields.ts';
import { RUNTIME, type Runtime } from '../frames/frame.ts';
import { type Machine, type Step, firstRule, type Rule } from '../../player/base/machine.ts';
import { businessIdOf, DEFAULT_BUSINESS_IDS, pageKey, type BusinessIds } from './business-ids.ts';

export const FRAME_REPORTS = {
  /** Default of S32; a deployment can set another one. */
  heartbeatMs: 15_000,
  minHeartbeatMs: 1_000,
  maxHeartbeatMs: 600_000,
  /** Maximum number of reported frames; further ones are counted only. */
  maxFrames: 16,
} as const;

export const ENTER_ACTION = { activeOpen: 101, shownAgain: 102, passiveOpen: 104 } as const;
type EnterAction = (typeof ENTER_ACTION)[keyof typeof ENTER_ACTION];
export const HEARTBEAT_ACTION = {
  normal: 0,
  closed: 201,
  background: 202,
  closedByCode: 204,
  roomClosing: 205,
  miniAppClosed: 206,
  timeout: 299,
} as const;
export const DURATION_TYPE = { videoGame: 6, miniApp: 2, other: 4 } as const;
export const HEARTBEAT_STAGE = { heartbeat: 1, close: 2 } as const;
const VERSION = 'web';

/** S32: 0 normal, 3 channel, 2 live, -1 otherwise. */
const ROOM_TYPES: ReadonlyMap<string | undefined, number> = new Map([
  ['normal', 0],
  ['live', 2],
  ['channel', 3],
]);
export const roomTypeOf = (kind: string | undefined): number => ROOM_TYPES.get(kind) ?? -1;

export type FrameContent = 'video-game' | 'mini-app' | 'other';
const DURATION_OF = {
  'video-game': DURATION_TYPE.videoGame,
  'mini-app': DURATION_TYPE.miniApp,
  other: DURATION_TYPE.other,
} as const satisfies Record<FrameContent, number>;

/**
 * Whether a frame is reported, with the reason; S32: both refusals are silent. The companion of a mini-app is reported as every page of the
 * room: only a page of another window is not.
 */
const SCOPE_RULES = [
  { why: 'not in a room', isReported: false, when: ({ runtime, roomId }) => runtime === RUNTIME.other || roomId === 0 },
  { why: 'the page has no business id', isReported: false, when: ({ businessId }) => businessId === null },
  { why: 'reported', isReported: true, when: () => true },
] as const satisfies readonly (Rule<Scope> & { readonly isReported: boolean })[];

export interface Scope {
  readonly runtime: Runtime;
  /** 0 outside a room. */
  readonly roomId: number;
  readonly businessId: string | null;
}
/** `frameHeartbeatMs` of the remote config; the default if it is missing or out of range. */
export const readHeartbeatMs = (configured: unknown): number =>
  between(FRAME_REPORTS.minHeartbeatMs, FRAME_REPORTS.maxHeartbeatMs, numberOf)(configured) ?? FRAME_REPORTS.heartbeatMs;
export const SCOPE_REASONS = SCOPE_RULES.map(({ why }) => why);
export function decideScope(scope: Scope): { readonly isReported: boolean; readonly why: (typeof SCOPE_REASONS)[number] } {
  const { isReported, why } = firstRule<Scope, (typeof SCOPE_RULES)[number]>(SCOPE_RULES, scope);
  return { isReported, why };
}

export type FrameEnterReport = Readonly<ReturnType<typeof enterBody>>;

export interface FrameHeartbeat {
  readonly order: number;
  readonly timestamp: number;
  readonly heartbeatId: string;
  readonly actionType: (typeof HEARTBEAT_ACTION)[keyof typeof HEARTBEAT_ACTION];
  readonly stage: (typeof HEARTBEAT_STAGE)[keyof typeof HEARTBEAT_STAGE];
  readonly socsId: string;
  readonly sid: string;
}

/** Facts about a frame, sent by the feature frames. `frameId` is assigned by that feature. */
export type FrameFact =
  | {
      readonly type: 'opened';
      readonly frameId: string;
      readonly url: string;
      readonly mode: 'active' | 'passive';
      readonly content: FrameContent;
      readonly runtime: Runtime;
      /** Configured by the deployment; optional. */
      readonly heartbeatMs?: number;
      /** A previous stats worker reported the frame as opened: its reports continue as those of a frame that is shown again. */
      readonly resumed?: 'shown' | 'background';
    }
  | { readonly type: 'background'; readonly frameId: string }
  | { readonly type: 'shown-again'; readonly frameId: string }
  | { readonly type: 'closed'; readonly frameId: string; readonly by: 'viewer' | 'code' | 'mini-app' }
  | { readonly type: 'timed-out'; readonly frameId: string };

export type FrameEvent =
  | { readonly type: 'frame'; readonly fact: FrameFact }
  /** The page is closing; beacons report it to the service. */
  | { readonly type: 'page-closing' }
  /** The page was restored from the back-forward cache. */
  | { readonly type: 'page-back' }
  | { readonly type: 'map'; readonly ids: BusinessIds };

export type FrameEffect =
  | {
      readonly type: 'report';
      readonly endpoint: 'frame-enter';
      readonly body: FrameEnterReport;
      readonly why: 'opened' | 'shown again' | 'mapped later';
    }
  | { readonly type: 'report'; readonly endpoint: 'frame-heartbeat'; readonly body: FrameHeartbeat; readonly why: 'heartbeat' | 'ended' }
  /** S32: a load timeout reports error_timeout. */
  | { readonly type: 'error-timeout'; readonly page: string }
  | { readonly type: 'fetch-map' }
  | { readonly type: 'skip'; readonly why: (typeof SCOPE_REASONS)[number] | 'too many frames' };

export interface FrameContext {
  readonly roomId: number;
  /** undefined until live info is known. */
  readonly roomKind: string | undefined;
  readonly anchorId: number;
  readonly userId: number;
  readonly sid: string;
  readonly socsId: string;
  readonly platformId: number;
  readonly epochMs: number;
  /** New for each step. */
  readonly newId: string;
}

/** `heartbeat` null: the frame is open and currently not reported. */
interface WatchedFrame {
  readonly frameId: string;
  readonly page: string;
  /** Action of the report that the map causes: that of the opening, or 102 after the opening was reported. */
  readonly mappedAction: EnterAction;
  readonly content: FrameContent;
  readonly runtime: Runtime;
  readonly heartbeatMs: number;
  readonly isInBackground: boolean;
  readonly heartbeat: { readonly id: string; readonly order: number; readonly nextMs: number } | null;
}

export interface FrameReports {
  readonly name: 'idle' | 'watching';
  readonly frames: readonly WatchedFrame[];
  readonly ids: BusinessIds;
  /** The map is fetched with the first frame, so that a visit without frames does not request it. */
  readonly isMapRequested: boolean;
}

type FrameStep = Step<FrameReports, FrameEffect>;

export const frameReportsMachine: Machine<FrameReports, FrameEvent, FrameEffect, FrameContext> = {
  name: 'frame reports',
  initial: { name: 'idle', frames: [], ids: DEFAULT_BUSINESS_IDS, isMapRequested: false },
  deadlineMs(state) {
    const dues = state.frames.flatMap(({ heartbeat }) => (heartbeat === null ? [] : [heartbeat.nextMs]));
    return dues.length === 0 ? null : Math.min(...dues);
  },
  step(state, event, nowMs, context): FrameStep {
    switch (event.type) {
      case 'frame':
        return event.fact.type === 'opened' ? open(state, event.fact, nowMs, context) : change(state, event.fact, nowMs, context);
      case 'map':
        return eachFrame({ ...state, ids: event.ids }, (frame, index) =>
          // Only pages that map to a business id are reported, so a page that the new map does not contain is no longer.
          frame.heartbeat !== null
            ? [businessIdOf(event.ids, frame.page) === null ? { ...frame, heartbeat: null } : frame]
            : frame.isInBackground
              ? [frame]
              : enter(frame, event.ids, frame.mappedAction, 'mapped later', nowMs, context, index),
        );
      case 'page-closing':
        return eachFrame(state, (frame) => [{ ...frame, heartbeat: null }]);
      case 'page-back':
        return eachFrame(state, (frame, index) =>
          // A frame with a heartbeat was already reported in between, when the map arrived.
          frame.isInBackground || frame.heartbeat !== null
            ? [frame]
            : enter(frame, state.ids, ENTER_ACTION.shownAgain, 'shown again', nowMs, context, index),
        );
      case 'tick':
        return eachFrame(state, (frame) => beat(frame, nowMs, context));
      default:
        return [state];
    }
  },
};

type FrameChange = readonly [frame: WatchedFrame, ...effects: FrameEffect[]];

function eachFrame(state: FrameReports, change: (frame: WatchedFrame, index: number) => FrameChange): FrameStep {
  const changes = state.frames.map(change);
  return [{ ...state, frames: changes.map(([frame]) => frame) }, ...changes.flatMap(([, ...effects]) => effects)];
}

const withFrames = (state: FrameReports, frames: readonly WatchedFrame[]): FrameReports => ({
  ...state,
  frames,
  name: frames.length === 0 ? 'idle' : 'watching',
});

function open(state: FrameReports, fact: Extract<FrameFact, { type: 'opened' }>, nowMs: number, context: FrameContext): FrameStep {
  if (state.frames.some(({ frameId }) => frameId === fact.frameId)) return [state];
  if (state.frames.length >= FRAME_REPORTS.maxFrames) return [state, { type: 'skip', why: 'too many frames' }];
  const { frameId, url, mode, content, runtime, heartbeatMs = FRAME_REPORTS.heartbeatMs, resumed } = fact;
  const isInBackground = resumed === 'background';
  const opening = mode === 'active' ? ENTER_ACTION.activeOpen : ENTER_ACTION.passiveOpen;
  const [mappedAction, why] = resumed === undefined ? ([opening, 'opened'] as const) : ([ENTER_ACTION.shownAgain, 'shown again'] as const);
  const page = pageKey(url);
  const fresh: WatchedFrame = { frameId, page, mappedAction, content, runtime, heartbeatMs, isInBackground, heartbeat: null };
  const [frame, ...effects]: FrameChange = isInBackground ? [fresh] : enter(fresh, state.ids, mappedAction, why, nowMs, context, 0);
  const request: readonly FrameEffect[] = state.isMapRequested ? [] : [{ type: 'fetch-map' }];
  return [withFrames({ ...state, isMapRequested: true }, [...state.frames, frame]), ...request, ...effects];
}

function change(state: FrameReports, fact: Exclude<FrameFact, { type: 'opened' }>, nowMs: number, context: FrameContext): FrameStep {
  const frame = state.frames.find(({ frameId }) => frameId === fact.frameId);
  if (frame === undefined) return [state];
  const replace = ([next, ...effects]: FrameChange): FrameStep => [
    { ...state, frames: state.frames.map((other) => (other === frame ? next : other)) },
    ...effects,
  ];
  const without = (): FrameReports =>
    withFrames(
      state,
      state.frames.filter((other) => other !== frame),
    );
  switch (fact.type) {
    case 'background': {
      const [next, ...effects] = end(frame, HEARTBEAT_ACTION.background, context);
      return replace([{ ...next, isInBackground: true }, ...effects]);
    }
    case 'shown-again':
      if (!frame.isInBackground) return [state];
      return replace(enter({ ...frame, isInBackground: false }, state.ids, ENTER_ACTION.shownAgain, 'shown again', nowMs, context, 0));
    case 'closed': {
      const [, ...effects] = end(frame, CLOSE_ACTION[fact.by], context);
      return [without(), ...effects];
    }
    case 'timed-out': {
      const [, ...effects] = end(frame, HEARTBEAT_ACTION.timeout, context);
      return [without(), ...effects, { type: 'error-timeout', page: frame.page }];
    }
    default:
      return [state];
  }
}

const CLOSE_ACTION = {
  viewer: HEARTBEAT_ACTION.closed,
  code: HEARTBEAT_ACTION.closedByCode,
  'mini-app': HEARTBEAT_ACTION.miniAppClosed,
} as const;

function enter(
  frame: WatchedFrame,
  ids: BusinessIds,
  actionType: EnterAction,
  why: 'opened' | 'shown again' | 'mapped later',
  nowMs: number,
  context: FrameContext,
  index: number,
): FrameChange {
  const businessId = businessIdOf(ids, frame.page);
  const scope = decideScope({ runtime: frame.runtime, roomId: context.roomId, businessId });
  if (!scope.isReported || businessId === null)
    return [
      { ...frame, heartbeat: null },
      { type: 'skip', why: scope.why },
    ];
  const heartbeatId = index === 0 ? context.newId : `${context.newId}-${index}`;
  const body = enterBody(frame, businessId, actionType, heartbeatId, context);
  const heartbeat = { id: heartbeatId, order: 1, nextMs: nowMs + frame.heartbeatMs };
  return [
    { ...frame, mappedAction: ENTER_ACTION.shownAgain, heartbeat },
    { type: 'report', endpoint: 'frame-enter', body, why },
  ];
}

const enterBody = ({ content }: WatchedFrame, businessId: string, actionType: EnterAction, heartbeatId: string, context: FrameContext) => ({
  businessId,
  actionType,
  timestamp: context.epochMs,
  socsId: context.socsId,
  heartbeatId,
  durType: DURATION_OF[content],
  sid: context.sid,
  /** S32: `{product}Id`, the viewer's id; 0 for a guest. */
  footlightId: context.userId,
  anchorId: context.anchorId,
  roomId: context.roomId,
  roomType: roomTypeOf(context.roomKind),
  /** Client type: 7 web, 8 embed, 43 lenovo. */
  std_plat: context.platformId,
  version: VERSION,
});

/** After a sleep one heartbeat is sent; missed ones are skipped. */
function beat(frame: WatchedFrame, nowMs: number, context: FrameContext): FrameChange {
  const { heartbeat } = frame;
  if (heartbeat === null || nowMs < heartbeat.nextMs) return [frame];
  const body = heartbeatBody(heartbeat, HEARTBEAT_ACTION.normal, context, context.epochMs);
  const nextMs = nowMs + frame.heartbeatMs;
  return [
    { ...frame, heartbeat: { ...heartbeat, order: heartbeat.order + 1, nextMs } },
    { type: 'report', endpoint: 'frame-heartbeat', body, why: 'heartbeat' },
  ];
}

/** For a frame without heartbeats nothing is sent: it was not reported, or its end was already reported. */
function end(frame: WatchedFrame, actionType: FrameHeartbeat['actionType'], context: FrameContext): FrameChange {
  if (frame.heartbeat === null) return [frame];
  const body = heartbeatBody(frame.heartbeat, actionType, context, context.epochMs);
  return [
    { ...frame, heartbeat: null },
    { type: 'report', endpoint: 'frame-heartbeat', body, why: 'ended' },
  ];
}

function heartbeatBody<Timestamp>(
  heartbeat: { readonly id: string; readonly order: number },
  actionType: FrameHeartbeat['actionType'],
  context: Pick<FrameContext, 'socsId' | 'sid'>,
  timestamp: Timestamp,
): Omit<FrameHeartbeat, 'timestamp'> & { readonly timestamp: Timestamp } {
  const stage = actionType === HEARTBEAT_ACTION.normal ? HEARTBEAT_STAGE.heartbeat : HEARTBEAT_STAGE.close;
  return { order: heartbeat.order, timestamp, heartbeatId: heartbeat.id, actionType, stage, socsId: context.socsId, sid: context.sid };
}

/** S32: the heartbeats for a beacon when the room's page closes (205). */
export const closingHeartbeats = <Timestamp>(
  { frames }: FrameReports,
  context: Pick<FrameContext, 'socsId' | 'sid'>,
  timestamp: Timestamp,
): readonly (Omit<FrameHeartbeat, 'timestamp'> & { readonly timestamp: Timestamp })[] =>
  frames.flatMap(({ heartbeat }) =>
    heartbeat === null ? [] : [heartbeatBody(heartbeat, HEARTBEAT_ACTION.roomClosing, context, timestamp)],
  );
