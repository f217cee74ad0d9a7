import { assertNever } from '../assert-never.ts';
import type { Machine, Step, Tick } from '../machine.ts';
import type { Login } from './cookies.ts';
import { fallbackInfo, SEND_LIMIT_CODES, type LiveInfo, type LiveType, type StreamInfo } from './live-info.ts';
import type { PageFlags } from './page-input.ts';
import { viewerPath, type Route } from './route.ts';
import { unavailableByStatus, type Unavailable } from './unavailable.ts';
import type { Dialog } from './view.ts';

/**
 * P5: live info -> advertisement -> live player or offline video -> chat socket -> layout -> lead-in. Each feature that may use the stage
 * before live (advertisement, lead-in) is a guest: it is offered the stage and accepts or declines, and live starts after the last guest.
 * Only live waits for guests: chat and layout start with the first one.
 */
export type StartUp =
  | { readonly at: 'new' }
  | { readonly at: 'live-info' }
  | ({ readonly at: 'offered' } & Guest & { readonly untilMs: number })
  | ({ readonly at: 'guest' } & Guest)
  | ({ readonly at: 'running'; readonly shows: Shows } & Known)
  /** Redirected, about to be reloaded, or there is no room to show: nothing more is done here. */
  | { readonly at: 'gone'; /** The service limits the room: it may be open again later. */ readonly isLimited?: true };

export type Shows = 'live' | 'offline-video' | 'publish' | 'closed';

interface Known {
  readonly info: LiveInfo;
  readonly role: Role;
  /** Live info could not be had: what is known of the room is a guess. */
  readonly isFallback: boolean;
}

interface Guest extends Known {
  readonly guest: string;
  /** Guests that come after it. */
  readonly later: readonly string[];
  /** Chat, layout and the enter report have been started. */
  readonly isOpen: boolean;
}

/** A guest that does not answer within this time is passed over: the ad query's own 2 s and the time to load the feature. */
export const STAGE_ANSWER_MS = 2_500;
/** The advertisement is for live rooms whose live info is known (P8). */
const NOT_IN_FALLBACK = 'ad';

export interface StartUpContext {
  readonly route: Route;
  readonly flags: PageFlags;
  readonly login: Login;
  readonly roomId: number;
  /** Features that may take the stage before live, in their order. */
  readonly guests: readonly string[];
  /** False when the page was reloaded a moment ago. */
  readonly canReload: boolean;
}

export type StartUpEvent =
  | { readonly type: 'start' }
  | { readonly type: 'live-info'; readonly info: LiveInfo }
  /** `status`: what the service answered instead; absent where it did not answer. */
  | { readonly type: 'live-info-failed'; readonly status?: number | undefined }
  | { readonly type: 'stage-taken'; readonly guest: string }
  /** It declined, ended, failed or was switched off. */
  | { readonly type: 'stage-left'; readonly guest: string; readonly reason: string }
  | { readonly type: 'live-type'; readonly liveType: LiveType }
  /** Asked again later: room, stream and status as they are now. */
  | { readonly type: 'live-info-again'; readonly info: LiveInfo; readonly hasPlayerFailed: boolean }
  | { readonly type: 'live-status'; readonly liveStatus: 0 | 1 };

export type StartUpEffect =
  | { readonly do: 'fetch-live-info' }
  | { readonly do: 'redirect'; readonly to: string; readonly why: string }
  | { readonly do: 'reload'; readonly why: string }
  | { readonly do: 'offer-stage'; readonly guest: string }
  | { readonly do: 'show-guest'; readonly guest: string }
  | { readonly do: 'withdraw-stage'; readonly guest: string; readonly why: string }
  | { readonly do: 'start-live'; readonly isRadio: boolean }
  | { readonly do: 'stop-live' }
  /** The picture had failed and the room is live. */
  | { readonly do: 'retry-live' }
  | { readonly do: 'show-offline-video' }
  | { readonly do: 'show-publish' }
  | { readonly do: 'show-closed' }
  | { readonly do: 'show-unavailable'; readonly unavailable: Unavailable; readonly why: string }
  | { readonly do: 'connect-socket' }
  | { readonly do: 'layout' }
  | { readonly do: 'report-enter'; readonly isLive: boolean }
  | { readonly do: 'open-dialog'; readonly dialog: Dialog }
  | { readonly do: 'log'; readonly line: string };

export type StartUpStep = Step<StartUp, StartUpEffect>;

export const START_UP: Machine<StartUp, StartUpEvent, StartUpEffect, StartUpContext> = {
  name: 'start-up',
  initial: { at: 'new' },
  step: stepStartUp,
  deadlineMs: (state) => (state.at === 'offered' ? state.untilMs : null),
};

export function stepStartUp(state: StartUp, event: StartUpEvent | Tick, nowMs: number, context: StartUpContext): StartUpStep {
  switch (event.type) {
    case 'start':
      return state.at === 'new' ? [{ at: 'live-info' }, { do: 'fetch-live-info' }] : [state];

    case 'live-info':
      return state.at === 'live-info' ? onLiveInfo(event.info, nowMs, context) : [state];

    case 'live-info-failed':
      // Once only: a failure in any later state finds the room already started.
      return state.at === 'live-info' ? onNoLiveInfo(event.status, nowMs, context) : [state];

    case 'stage-taken':
      if (state.at !== 'offered' || state.guest !== event.guest) return [state];
      return [
        { ...guestOf(state), at: 'guest', isOpen: true },
        { do: 'show-guest', guest: state.guest },
        ...(state.isOpen ? [] : openRoom(state.info.liveStatus === 1)),
      ];

    case 'stage-left':
      if ((state.at !== 'offered' && state.at !== 'guest') || state.guest !== event.guest) return [state];
      return withLog(`${event.guest}: ${event.reason}`, nextGuest(state, state.later, state.isOpen, nowMs));

    case 'tick':
      if (state.at !== 'offered' || nowMs < state.untilMs) return [state];
      return withdraw(state, 'did not answer in time', nextGuest(state, state.later, state.isOpen, nowMs));

    case 'live-type':
      return onLiveType(state, event.liveType, context);

    case 'live-info-again':
      return onInfoAgain(state, event.info, event.hasPlayerFailed, context);

    case 'live-status':
      return onLiveStatus(state, event.liveStatus);

    default:
      return assertNever(event);
  }
}

function onNoLiveInfo(status: number | undefined, nowMs: number, context: StartUpContext): StartUpStep {
  const unavailable = unavailableByStatus(status);
  if (unavailable === null) return fallback(nowMs, context, 'the live info could not be had');
  return [{ at: 'gone' }, { do: 'show-unavailable', unavailable, why: `live info answered with status ${status ?? 0}` }];
}

function onLiveInfo(info: LiveInfo, nowMs: number, context: StartUpContext): StartUpStep {
  const { responseCode: code, responseMsg: message } = info;
  const known: Known = { info, role: roleOf(info, context), isFallback: false };
  if (SEND_LIMIT_CODES.includes(code)) {
    // A refusal that does not say what room this is: r=liveroom is how a normal room is opened on the way to a live one.
    const isLiveRoom = info.isRoomKnown ? info.room.isLiveRoom || info.room.kind === 'live' : context.flags.r !== 'liveroom';
    const why = `live info answered ${code}`;
    if (isLiveRoom)
      return [
        { at: 'gone', isLimited: true },
        { do: 'show-unavailable', unavailable: { why: 'refused', code, message }, why },
      ];
    if (context.flags.r !== 'liveroom') return fallback(nowMs, context, why);
    const [next, ...effects] = show(known, 'closed', false);
    return [next, { do: 'open-dialog', dialog: { type: 'back-to-live', code, message } }, ...effects];
  }
  if (code !== 0) return fallback(nowMs, context, `live info answered ${code}`);
  const { role } = known;
  if (role.redirectTo !== null)
    return [{ at: 'gone' }, { do: 'redirect', to: role.redirectTo, why: 'only the star may open this address' }];
  if (role.role === 1) return show(known, 'publish', false);
  if (info.liveStatus === 0) return show(known, 'offline-video', false);
  return nextGuest(known, context.guests, false, nowMs);
}

const roleOf = (info: LiveInfo, { route, login, roomId }: StartUpContext): Role =>
  decideRole({ route, login, starId: info.room.starId, onlyVerticalStar: info.room.onlyVerticalStar, roomId });

/** Nothing is known of the room: live is tried all the same (P6). */
function fallback(nowMs: number, context: StartUpContext, why: string): StartUpStep {
  const info = fallbackInfo(context.flags.r === 'liveroom');
  const role = roleOf(info, context);
  if (role.redirectTo !== null)
    return [{ at: 'gone' }, { do: 'redirect', to: role.redirectTo, why: 'only the star may open this address' }];
  const guests = context.guests.filter((guest) => guest !== NOT_IN_FALLBACK);
  return withLog(`fallback start: ${why}`, nextGuest({ info, role, isFallback: true }, guests, false, nowMs));
}

/** The next guest is offered the stage; after the last one live starts. */
function nextGuest(known: Known, guests: readonly string[], isOpen: boolean, nowMs: number): StartUpStep {
  const [guest, ...later] = guests;
  if (guest === undefined) return show(known, 'live', isOpen);
  const { info, role, isFallback } = known;
  return [
    { at: 'offered', info, role, isFallback, guest, later, isOpen, untilMs: nowMs + STAGE_ANSWER_MS },
    { do: 'offer-stage', guest },
  ];
}

function show({ info, role, isFallback }: Known, shows: Shows, isOpen: boolean): StartUpStep {
  const others = isOpen ? [] : openRoom(shows === 'live' && info.liveStatus === 1);
  return [{ at: 'running', info, role, isFallback, shows }, stageEffect(info, shows), ...others];
}

const openRoom = (isLive: boolean): readonly StartUpEffect[] => [
  { do: 'connect-socket' },
  { do: 'layout' },
  { do: 'report-enter', isLive },
];

function stageEffect(info: LiveInfo, shows: Shows): StartUpEffect {
  switch (shows) {
    case 'live':
      return { do: 'start-live', isRadio: info.stream.liveType === 'radio' };
    case 'offline-video':
      return { do: 'show-offline-video' };
    case 'publish':
      return { do: 'show-publish' };
    case 'closed':
      return { do: 'show-closed' };
    default:
      return assertNever(shows);
  }
}

/** P6: the type that comes with fresh addresses differs from the one that the page was built for. */
function onLiveType(state: StartUp, liveType: LiveType, { canReload }: StartUpContext): StartUpStep {
  if (!('info' in state) || state.isFallback || state.info.stream.liveType === liveType) return [state];
  const why = `live type changed from ${state.info.stream.liveType} to ${liveType}`;
  // A server whose answers alternate must not keep a page reloading: the room goes on with what it has.
  if (!canReload) return [state, { do: 'log', line: `${why}, but the page was reloaded a moment ago` }];
  return [{ at: 'gone' }, { do: 'reload', why }];
}

/** What is known is replaced as a whole: sid and psid of the reports, title and type of the page. An answer other than 0 changes nothing. */
/** Another show, or the same one at other addresses. */
const isOtherStream = (before: StreamInfo, now: StreamInfo): boolean =>
  before.sid !== now.sid || JSON.stringify(before.addresses) !== JSON.stringify(now.addresses);

function onInfoAgain(state: StartUp, info: LiveInfo, hasPlayerFailed: boolean, context: StartUpContext): StartUpStep {
  if (info.responseCode !== 0) return [state];
  if (state.at === 'gone' && state.isLimited === true && context.canReload)
    return [{ at: 'gone' }, { do: 'reload', why: 'the room is open again' }];
  if (!('info' in state) || state.role.role === 1) return [state];
  const isOtherType = !state.isFallback && info.liveStatus === 1 && info.stream.liveType !== state.info.stream.liveType;
  if (isOtherType && context.canReload) return onLiveType(state, info.stream.liveType, context);
  const before = state.info.liveStatus;
  const known = { ...state, info, isFallback: false };
  if (known.at === 'running' && known.shows === 'closed') {
    const shows = info.liveStatus === 1 ? 'live' : 'offline-video';
    return [{ ...known, shows }, stageEffect(info, shows), { do: 'layout' }];
  }
  if (before !== info.liveStatus) return changeStatus(known, info);
  // The same addresses would fail as they did: those the recovery tries again, by its own waits (P24).
  const isRetried = hasPlayerFailed && info.liveStatus === 1 && known.at === 'running' && isOtherStream(state.info.stream, info.stream);
  return isRetried ? [known, { do: 'retry-live' }] : [known];
}

function onLiveStatus(state: StartUp, liveStatus: 0 | 1): StartUpStep {
  if (!('info' in state) || state.role.role === 1 || state.info.liveStatus === liveStatus) return [state];
  return changeStatus(state, { ...state.info, liveStatus });
}

function changeStatus(state: Extract<StartUp, Known>, info: LiveInfo): StartUpStep {
  const { liveStatus } = info;
  if (state.at !== 'running') {
    if (liveStatus === 1) return [{ ...state, info }];
    const { role, isFallback } = state;
    return withdraw(state, 'the star left', show({ info, role, isFallback }, 'offline-video', state.isOpen));
  }
  // A room that the server limits stays closed, whatever the stream does.
  if (state.shows === 'closed') return [{ ...state, info }];
  if (liveStatus === 1) return [{ ...state, info, shows: 'live' }, stageEffect(info, 'live'), { do: 'layout' }];
  return [{ ...state, info, shows: 'offline-video' }, { do: 'stop-live' }, { do: 'show-offline-video' }, { do: 'layout' }];
}

function withdraw({ guest }: Guest, why: string, [next, ...effects]: StartUpStep): StartUpStep {
  return [next, { do: 'log', line: `${guest}: ${why}` }, { do: 'withdraw-stage', guest, why }, ...effects];
}

const withLog = (line: string, [next, ...effects]: StartUpStep): StartUpStep => [next, { do: 'log', line }, ...effects];

function guestOf({ info, role, isFallback, guest, later, isOpen }: Guest): Guest {
  return { info, role, isFallback, guest, later, isOpen };
}

interface RoleCase {
  readonly route: Route;
  readonly login: Login;
  /** From the live info; 0 when it could not be had. */
  readonly starId: number;
  readonly onlyVerticalStar: boolean;
  readonly roomId: number;
}

interface Role {
  /** Own room: the logged-in id equals the star id (document 1, section 4). */
  readonly isStar: boolean;
  /** 1 publishes, 0 watches; a vertical-only star watches in the page. */
  readonly role: 0 | 1;
  /** P1: address to which other visitors are redirected; null: no redirect. */
  readonly redirectTo: string | null;
}

export function decideRole({ route, login, starId, onlyVerticalStar, roomId }: RoleCase): Role {
  const isStar = login.userId !== 0 && login.userId === starId;
  const isStarRoute = route.type === 'star' || route.type === 'start-live';
  // Without the live info the star of the room is unknown: a viewer who is logged in may be the star, and is not redirected.
  const mayBeStar = isStar || (starId === 0 && login.userId !== 0);
  return {
    isStar,
    role: isStar && !onlyVerticalStar ? 1 : 0,
    redirectTo: isStarRoute && !mayBeStar ? viewerPath(roomId) : null,
  };
}
