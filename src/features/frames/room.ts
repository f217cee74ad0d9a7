import {
  frameDeadlineMs,
  isOver,
  permissionsOf,
  resumedFact,
  stepFrame,
  type Frame,
  type FrameEvent,
  type FrameRequest,
} from '../../core/frames/frame.ts';
import { earliestMs } from '../../core/room/feature/phased.ts';
import { originOf, type OriginPolicy, readDomains } from '../../core/frames/origin.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { type FrameFact, readHeartbeatMs } from '../../core/reports/frame-reports.ts';
import { callActivity, openClub, openMiniApp } from '../../core/frames/activities.ts';
import type { Result } from '../../core/errors.ts';
import { defineRoomPart, type FeatureContext } from '../../workers/room/features/feature-api.ts';

/** Frames open at a time; the oldest is closed for a further one. */
const MAX_FRAMES = 4;
/** Refused messages of frames that are logged, one per origin and reason; further ones are only counted. */
const MAX_LOGGED = 32;

export interface OpenFrame {
  readonly id: string;
  readonly frame: Frame;
  /** Increases with each attempt: each attempt uses a new <iframe>. */
  readonly loads: number;
  /** Increases each time an open page is opened again. */
  readonly raises: number;
}

export interface Frames {
  readonly name: 'idle' | 'open';
  readonly isMenuOpen: boolean;
  /** Oldest first; the last one is in front. */
  readonly open: readonly OpenFrame[];
  readonly lastId: number;
  /** Refused pages that the viewer has not been notified of yet. */
  readonly refused: number;
  /** Refused messages that were logged. */
  readonly logged: readonly string[];
}

/** Events that the panel sends. */
type PanelEvent =
  /** The menu is opened. */
  | { readonly type: 'entry' }
  | { readonly type: 'close-menu' }
  | { readonly type: 'refusal-shown' }
  | { readonly type: 'message-refused'; readonly origin: string; readonly why: string }
  /** `loads`: the attempt whose <iframe> sent the event; without it the event is valid for any attempt. */
  | { readonly type: 'frame'; readonly id: string; readonly event: FrameEvent; readonly loads?: number }
  /** The tab or the room was hidden or shown. */
  | { readonly type: 'everyone'; readonly event: FrameEvent };

export type FramesEvent =
  | PanelEvent
  | { readonly type: 'open'; readonly request: FrameRequest }
  | { readonly type: 'refused' }
  | { readonly type: 'stats-restarted' };

export type FramesEffect =
  | { readonly type: 'report'; readonly fact: FrameFact }
  | { readonly type: 'count'; readonly why: string }
  | { readonly type: 'log'; readonly text: string };

type FramesStep = Step<Frames, FramesEffect>;

export const framesMachine: Machine<Frames, FramesEvent, FramesEffect, null> = {
  name: 'frames',
  initial: { name: 'idle', isMenuOpen: false, open: [], lastId: 0, refused: 0, logged: [] },
  deadlineMs: ({ open }) => earliestMs(open.map(({ frame }) => frameDeadlineMs(frame))),
  step(state, event, nowMs): FramesStep {
    switch (event.type) {
      case 'entry':
      case 'close-menu':
        return [{ ...state, isMenuOpen: event.type === 'entry' }];
      case 'open':
        return open(state, event.request, nowMs);
      case 'refused':
        return [{ ...state, isMenuOpen: false, refused: state.refused + 1 }];
      case 'refusal-shown':
        return [{ ...state, refused: 0 }];
      case 'message-refused': {
        const text = `frame message refused: ${event.origin} ${event.why}`;
        const count = { type: 'count', why: event.why } as const;
        if (state.logged.length >= MAX_LOGGED || state.logged.includes(text)) return [state, count];
        return [{ ...state, logged: [...state.logged, text] }, count, { type: 'log', text }];
      }
      case 'frame':
        // The <iframe> of a failed attempt can still load after its page is loaded again.
        return state.open.some(({ id, loads }) => id === event.id && loads === (event.loads ?? loads))
          ? stepEach(state, (id) => (id === event.id ? event.event : null), nowMs)
          : [state];
      case 'everyone':
        return stepEach(state, () => event.event, nowMs);
      case 'stats-restarted':
        return [
          state,
          ...state.open.flatMap(({ id, frame }): FramesEffect[] => {
            const fact = resumedFact(frame);
            return fact === null ? [] : [{ type: 'report', fact: { ...fact, frameId: id } }];
          }),
        ];
      case 'tick':
        return stepEach(state, () => event, nowMs);
    }
  },
};

function open(state: Frames, request: FrameRequest, nowMs: number): FramesStep {
  const menuClosed = { ...state, isMenuOpen: false };
  // The page is already open: it is moved to the front, restored if minimized, and loaded again if it had failed.
  const same = state.open.find(({ frame }) => 'request' in frame && frame.request.url === request.url);
  if (same !== undefined) {
    const raised = { ...same, raises: same.raises + 1 };
    const inFront = { ...menuClosed, open: [...state.open.filter((other) => other !== same), raised] };
    const event: FrameEvent = { type: same.frame.name === 'timed-out' ? 'load' : 'show' };
    return stepEach(inFront, (id) => (id === same.id ? event : null), nowMs);
  }
  const [first] = state.open;
  const [room, ...closed] =
    state.open.length < MAX_FRAMES || first === undefined
      ? [menuClosed]
      : stepEach(menuClosed, (id) => (id === first.id ? { type: 'close', by: 'code' } : null), nowMs);
  const id = `frame-${state.lastId + 1}`;
  const [initialised] = stepFrame({ name: 'uninitialised' }, { type: 'init', request }, nowMs);
  const fresh: OpenFrame = { id, frame: initialised, loads: 0, raises: 0 };
  const [next, ...opened] = stepEach(
    { ...room, lastId: state.lastId + 1, open: [...room.open, fresh] },
    (other) => (other === id ? { type: 'load' } : null),
    nowMs,
  );
  return [next, ...closed, ...opened];
}

function stepEach(state: Frames, eventFor: (id: string) => FrameEvent | Tick | null, nowMs: number): FramesStep {
  const effects: FramesEffect[] = [];
  const stepped = state.open.map((item) => {
    const event = eventFor(item.id);
    if (event === null) return item;
    const [frame, ...reports] = stepFrame(item.frame, event, nowMs);
    for (const { fact } of reports) effects.push({ type: 'report', fact: { ...fact, frameId: item.id } });
    if (frame === item.frame) return item;
    return { ...item, frame, loads: item.loads + (frame.name === 'loading' && event.type === 'load' ? 1 : 0) };
  });
  const left = stepped.filter(({ frame }) => !isOver(frame));
  if (left.length === state.open.length && left.every((item, index) => item === state.open[index])) return [state];
  return [{ ...state, open: left, name: left.length === 0 ? 'idle' : 'open' }, ...effects];
}

export interface FramesView {
  readonly isMenuOpen: boolean;
  /** Above 0: the panel shows that a page was refused. */
  readonly refused: number;
  readonly frames: readonly FrameView[];
  readonly policy: OriginPolicy;
  /** Base address for `ajax` of the bridge. */
  readonly gameService: string;
}

export function frameViewOf({ id, frame, loads, raises }: OpenFrame, policy: OriginPolicy) {
  if (!('request' in frame)) return null;
  const { url, title, place, kind, runtime } = frame.request;
  const isLoading = frame.name === 'loading' || frame.name === 'initialised' || (frame.name === 'background' && frame.before === 'loading');
  return {
    id,
    loads,
    raises,
    url,
    title,
    place,
    runtime,
    /** `failed`: the page did not load in time. */
    cover: frame.name === 'timed-out' ? 'failed' : isLoading ? 'loading' : null,
    isHidden: frame.name === 'hidden',
    permissions: permissionsOf(kind, originOf(url) === policy.own),
  };
}

export type FrameView = NonNullable<ReturnType<typeof frameViewOf>>;

export type FramesAction =
  | PanelEvent
  /** One of the eleven activity keys, or a link. */
  | { readonly type: 'activity'; readonly key: string; readonly mode?: 'active' | 'passive'; readonly opener?: 'room' | 'mini-app' }
  | { readonly type: 'mini-app'; readonly appId: string }
  | { readonly type: 'club' }
  | { readonly type: 'login' }
  | { readonly type: 'toast'; readonly text: string };

/** Read once: the deployment does not change while the room is open, and the panel compares the object by identity. */
let policy: OriginPolicy | null = null;

function policyOf(room: FeatureContext): OriginPolicy {
  if (policy !== null) return policy;
  const { domains, extra, problems } = readDomains(room.services.frameDomains);
  for (const problem of problems) room.failure({ code: 'PARAMETER_BAD', detail: `services.${problem}` });
  policy = { domains, extra, own: location.origin };
  return policy;
}

export const room = defineRoomPart({
  machine: framesMachine,
  context: () => null,
  view(state: Frames, room): FramesView | null {
    if (state.open.length === 0 && !state.isMenuOpen && state.refused === 0) return null;
    const policy = policyOf(room);
    // Stryker disable next-line MethodExpression,ConditionalExpression: a closed frame has left `open`, so only the compiler needs the filter.
    const frames = state.open.map((item) => frameViewOf(item, policy)).filter((view): view is FrameView => view !== null);
    return { isMenuOpen: state.isMenuOpen, refused: state.refused, frames, policy, gameService: room.services.game };
  },
  onAction(action: FramesAction, room): FramesEvent | null {
    switch (action.type) {
      case 'activity':
        return opened(
          callActivity(action.key, room.services.frames, { mode: action.mode ?? 'active', opener: action.opener }, policyOf(room)),
          room,
        );
      case 'mini-app':
        return { type: 'open', request: openMiniApp(room.room().role, action.appId, room.services.frames, 'active') };
      case 'club':
        return { type: 'open', request: openClub(room.services.frames) };
      case 'login':
        room.openLogin();
        return null;
      case 'toast':
        room.toast(action.text, 'info');
        return null;
      default:
        return action;
    }
  },
  onRoom: ({ type }): FramesEvent | null => (type === 'stats-restarted' ? { type } : null),
  execute: {
    report: ({ fact }, room) => {
      const heartbeatMs = readHeartbeatMs(room.config('frameHeartbeatMs'));
      room.capability('frame-reports').send(fact.type === 'opened' ? { ...fact, heartbeatMs } : fact);
    },
    count: ({ why }, room) => room.count(`refused.${why}`, 1),
    // S30: cross-domain access failures are logged.
    log: ({ text }, room) => room.report('warn', text),
  },
});

function opened(request: Result<FrameRequest>, room: FeatureContext): FramesEvent {
  if (request.ok) return { type: 'open', request: request.value };
  room.failure(request.error);
  return { type: 'refused' };
}
