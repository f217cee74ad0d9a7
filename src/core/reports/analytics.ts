/** S33: behaviour analytics: events with their types and scenes, and the session and page they belong to. */
import { err, ROOM_ERRORS, ok, type Result } from '../errors.ts';
import type { Machine, Step } from '../../player/base/machine.ts';
import { roomTypeOf } from './frame-reports.ts';

export const EVENT_TYPE = { default: 99, start: 1, room: 2, expose: 3, refresh: 4, scroll: 5, click: 6, exit: 7, play: 8 } as const;
export const SCENE = { default: 99, basic: 1, list: 2, room: 3 } as const;
export type EventTypeName = keyof typeof EVENT_TYPE;
export type SceneName = keyof typeof SCENE;

export const ANALYTICS = {
  maxEvidChars: 64,
  maxDetailChars: 256,
  /** After this time without an event the next event starts a new session. */
  sessionIdleMs: 1_800_000,
  /** Exposed items on this page; each is reported once. */
  maxExposed: 500,
  /** Interval at which the exit event for a beacon is rebuilt, which bounds the age of its time and duration. */
  exitRefreshMs: 10_000,
  maxDurMs: 604_800_000,
} as const;

/** Ids of the room's own events; the specification leaves them open. */
const OWN_EVENTS = { start: 'app_start', room: 'room_enter', play: 'room_play', exit: 'room_exit' } as const;

/** Input of one analytics event; validated, because it also comes from attributes of the page. */
export interface AnalyticsInput {
  readonly evid: string;
  readonly evtype?: EventTypeName;
  readonly scene?: SceneName;
  /** Duration in milliseconds. */
  readonly dur?: number;
  readonly detail?: string;
}

const isText = (value: unknown, maxChars: number): value is string => typeof value === 'string' && value.length <= maxChars;

/** Type or scene by its name or by its number of S33; the default for any other value. */
const nameIn = <Name extends string>(table: Readonly<Record<Name, number>>, value: unknown): Name | 'default' =>
  (Object.keys(table) as Name[]).find((name) => name === value || table[name] === value || String(table[name]) === value) ?? 'default';

/** An event needs an id. */
export function checkEvent(input: unknown): Result<Required<AnalyticsInput>> {
  const given = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const { evid, evtype, scene, dur = 0, detail = '' } = given;
  if (evid === undefined || evid === null || evid === '') return err('ANALYTICS_EVID_MISSING', ROOM_ERRORS.ANALYTICS_EVID_MISSING.title);
  if (!isText(evid, ANALYTICS.maxEvidChars)) return err('ANALYTICS_BAD_EVENT', 'evid');
  if (typeof dur !== 'number' || !(dur >= 0) || dur > ANALYTICS.maxDurMs) return err('ANALYTICS_BAD_EVENT', `${evid}: dur`);
  if (!isText(detail, ANALYTICS.maxDetailChars)) return err('ANALYTICS_BAD_EVENT', `${evid}: detail`);
  return ok({
    evid,
    evtype: nameIn(EVENT_TYPE, evtype),
    scene: nameIn(SCENE, scene),
    dur: Math.round(dur),
    detail,
  });
}

export type AnalyticsReport = Readonly<ReturnType<typeof bodyOf>>;

export interface AnalyticsContext {
  readonly epochMs: number;
  /** New for each step. */
  readonly newId: string;
  readonly roomId: number;
  /** undefined until live info is known. */
  readonly roomKind: string | undefined;
  readonly streamerId: number;
  readonly isFollowing: boolean;
  readonly userId: number;
  readonly deviceId: string;
  readonly device: string;
  readonly browser: string;
  readonly network: string;
}

export type Analytics =
  | { readonly name: 'off' }
  | {
      readonly name: 'on';
      readonly sessionId: string;
      readonly pageId: string;
      readonly fromPageId: string;
      readonly startedMs: number;
      readonly lastMs: number;
      readonly exposed: ReadonlySet<string>;
      readonly hasEntered: boolean;
      readonly exitAtMs: number;
    };

export type AnalyticsEvent =
  /** The page was opened, or restored after its exit event was sent. */
  | { readonly type: 'start' }
  | { readonly type: 'entered' }
  | { readonly type: 'first-frame'; readonly tookMs: number }
  | { readonly type: 'event'; readonly event: Required<AnalyticsInput> }
  | { readonly type: 'closing' };

export type AnalyticsEffect =
  | { readonly type: 'report'; readonly body: AnalyticsReport }
  /** The exit event for a beacon has changed. */
  | { readonly type: 'hold-exit' };

type Running = Extract<Analytics, { name: 'on' }>;
type AnalyticsStep = Step<Analytics, AnalyticsEffect>;

export const analyticsMachine: Machine<Analytics, AnalyticsEvent, AnalyticsEffect, AnalyticsContext> = {
  name: 'analytics',
  initial: { name: 'off' },
  deadlineMs: (state) => (state.name === 'on' ? state.exitAtMs : null),
  step(state, event, nowMs, context): AnalyticsStep {
    if (event.type === 'start') return state.name === 'on' ? [state] : start(nowMs, context);
    if (state.name === 'off') return [state];
    switch (event.type) {
      case 'closing':
        return [{ name: 'off' }];
      case 'tick':
        if (nowMs < state.exitAtMs) return [state];
        return [{ ...state, exitAtMs: nowMs + ANALYTICS.exitRefreshMs }, { type: 'hold-exit' }];
      case 'entered':
        if (state.hasEntered) return [state];
        return report({ ...state, hasEntered: true }, own('room', 'room'), nowMs, context);
      case 'first-frame':
        return report(state, { ...own('play', 'room'), dur: Math.round(Math.max(0, event.tookMs)) }, nowMs, context);
      case 'event':
        return event.event.evtype === 'expose' ? expose(state, event.event, nowMs, context) : report(state, event.event, nowMs, context);
      default:
        return [state];
    }
  },
};

const own = (name: keyof typeof OWN_EVENTS, scene: SceneName): Required<AnalyticsInput> => ({
  evid: OWN_EVENTS[name],
  evtype: name,
  scene,
  dur: 0,
  detail: '',
});

function start(nowMs: number, context: AnalyticsContext): AnalyticsStep {
  const state: Running = {
    name: 'on',
    sessionId: context.newId,
    pageId: `${context.newId}-1`,
    fromPageId: '',
    startedMs: nowMs,
    lastMs: nowMs,
    exposed: new Set(),
    hasEntered: false,
    exitAtMs: nowMs + ANALYTICS.exitRefreshMs,
  };
  return report(state, own('start', 'basic'), nowMs, context);
}

/** Once per page, even if the item is scrolled out and in again. */
function expose(state: Running, event: Required<AnalyticsInput>, nowMs: number, context: AnalyticsContext): AnalyticsStep {
  const key = `${event.evid}/${event.detail}`;
  if (state.exposed.has(key) || state.exposed.size >= ANALYTICS.maxExposed) return [state];
  return report({ ...state, exposed: new Set([...state.exposed, key]) }, event, nowMs, context);
}

function report(state: Running, event: Required<AnalyticsInput>, nowMs: number, context: AnalyticsContext): AnalyticsStep {
  const isNewSession = nowMs - state.lastMs > ANALYTICS.sessionIdleMs;
  const current: Running = isNewSession
    ? { ...state, sessionId: context.newId, fromPageId: state.pageId, pageId: `${context.newId}-1`, lastMs: nowMs }
    : { ...state, lastMs: nowMs };
  return [current, { type: 'report', body: bodyOf(current, event, context) }, { type: 'hold-exit' }];
}

function bodyOf(state: Running, event: Required<AnalyticsInput>, context: AnalyticsContext) {
  return {
    evid: event.evid,
    evtype: EVENT_TYPE[event.evtype],
    scene: SCENE[event.scene],
    /** Milliseconds since 1970. */
    evtime: context.epochMs,
    dur: event.dur,
    detail: event.detail,
    session_id: state.sessionId,
    page_id: state.pageId,
    /** Page id of the previous session on this page; '' in the first session. */
    from_page_id: state.fromPageId,
    room_id: context.roomId,
    streamer_id: context.streamerId,
    room_type: roomTypeOf(context.roomKind),
    follow: context.isFollowing ? 1 : 0,
    user_id: context.userId,
    device_id: context.deviceId,
    device: context.device,
    browser: context.browser,
    network: context.network,
  };
}

/** The exit event for a beacon when the page closes; null if there is no session. */
export function exitReport(state: Analytics, nowMs: number, context: AnalyticsContext): AnalyticsReport | null {
  if (state.name === 'off') return null;
  return bodyOf(state, { ...own('exit', 'room'), dur: Math.round(nowMs - state.startedMs) }, context);
}

const BROWSERS: readonly { readonly name: string; readonly mark: RegExp }[] = [
  { name: 'Edge', mark: /\bEdg(?:e|A|iOS)?\/(\d+)/ },
  { name: 'Opera', mark: /\bOPR\/(\d+)/ },
  { name: 'Firefox', mark: /\b(?:Firefox|FxiOS)\/(\d+)/ },
  { name: 'Chrome', mark: /\b(?:Chrome|CriOS)\/(\d+)/ },
  { name: 'Safari', mark: /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/ },
];
const DEVICES: readonly { readonly name: string; readonly mark: RegExp }[] = [
  { name: 'iPhone', mark: /\biPhone\b/ },
  { name: 'iPad', mark: /\biPad\b/ },
  { name: 'Android', mark: /\bAndroid\b/ },
  { name: 'Windows', mark: /\bWindows\b/ },
  { name: 'Mac', mark: /\bMacintosh\b/ },
  { name: 'Linux', mark: /\bLinux\b|\bX11\b/ },
];

/** Labels for statistics; not used to detect capabilities. */
export function readUserAgent(userAgent: string): { readonly device: string; readonly browser: string } {
  const text = userAgent.slice(0, 512);
  const browser = BROWSERS.find(({ mark }) => mark.test(text));
  const version = browser?.mark.exec(text)?.[1] ?? '';
  return {
    device: DEVICES.find(({ mark }) => mark.test(text))?.name ?? 'other',
    browser: browser === undefined ? 'other' : `${browser.name} ${version}`,
  };
}
