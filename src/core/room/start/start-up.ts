import type { Machine, Step, Tick } from '../../../player/base/machine.ts';
import { readPlayerConfig, type PlayerConfig } from '../../../player/rules/constants.ts';
import type { AddressSet } from '../../../player/rules/recovery/candidates.ts';
import { readAnswer } from '../feature/callback-text.ts';
import { roomLayout } from '../layout/layout.ts';
import type { Dialog, Layout } from '../view.ts';
import { readCookies, readLogin, type Login } from './cookies.ts';
import { decodeRemoteConfig } from './early-start.ts';
import {
  addressesOfLive,
  decodeLiveInfo,
  fallbackInfo,
  SEND_LIMIT_CODES,
  type LiveInfo,
  type LiveType,
  type StreamInfo,
  unavailableByStatus,
  type Unavailable,
} from './live-info.ts';
import { readFlags, type PageFlags } from './page-input.ts';
import { decideRole, readRoute, type Role, type RoomPage } from './route.ts';
import { storedReader, type ReadStored } from './stored.ts';

/**
 * P5: live info -> advertisement -> live player or offline video -> chat socket -> layout -> lead-in. Features that may use the stage
 * before live (advertisement, lead-in) are stage guests here: each is offered the stage and accepts or declines, and live starts after the
 * last one. Only live waits for them: chat and layout start with the first one.
 */
export type StartUp =
  | { readonly name: 'new' }
  | { readonly name: 'live-info' }
  | ({ readonly name: 'offered' } & Guest & { readonly untilMs: number })
  | ({ readonly name: 'guest' } & Guest)
  | ({ readonly name: 'running'; readonly shows: Shows } & Known)
  /** Redirected, about to reload, or no room to show: the start-up is over. */
  | { readonly name: 'gone'; /** The service limits access to the room, which may change later. */ readonly isLimited?: true };

export type Shows = 'live' | 'offline-video' | 'publish' | 'closed';

interface Known {
  readonly info: LiveInfo;
  readonly role: Role;
  /** Live info is missing: the room's data are assumptions. */
  readonly isFallback: boolean;
}

interface Guest extends Known {
  readonly guest: string;
  /** Stage guests that follow it. */
  readonly later: readonly string[];
  /** Chat, layout and the enter-room report have been started. */
  readonly isOpen: boolean;
}

/** A stage guest that does not answer within this time is skipped: the ad query's 2 s plus the time to load the feature. */
const STAGE_ANSWER_MS = 2_500;
/** P8: the advertisement is only for live rooms with known live info. */
const NOT_IN_FALLBACK = 'ad';

export interface StartUpContext extends RoomPage {
  readonly flags: PageFlags;
  readonly login: Login;
  readonly roomId: number;
  /** Features that may take the stage before live, in their order. */
  readonly guests: readonly string[];
  /** False if the page was reloaded a moment ago. */
  readonly canReload: boolean;
}

export type StartUpEvent =
  | { readonly type: 'start' }
  | { readonly type: 'live-info'; readonly info: LiveInfo }
  /** `status`: HTTP status of the service; absent if it did not answer. */
  | { readonly type: 'live-info-failed'; readonly status?: number | undefined }
  | { readonly type: 'stage-taken'; readonly guest: string }
  /** The feature declined, ended, failed or was switched off. */
  | { readonly type: 'stage-left'; readonly guest: string; readonly reason: string }
  | { readonly type: 'live-type'; readonly liveType: LiveType }
  /** Live info was requested again: current room, stream and status. */
  | { readonly type: 'live-info-again'; readonly info: LiveInfo; readonly hasPlayerFailed: boolean }
  | { readonly type: 'live-status'; readonly liveStatus: 0 | 1 }
  /** The viewer logged in or out, or is another user now; the context has the new login. */
  | { readonly type: 'login' };

export type StartUpEffect =
  | { readonly type: 'fetch-live-info' }
  | { readonly type: 'redirect'; readonly to: string; readonly why: string }
  | { readonly type: 'reload'; readonly why: string }
  | { readonly type: 'offer-stage'; readonly guest: string }
  | { readonly type: 'show-guest'; readonly guest: string }
  | { readonly type: 'withdraw-stage'; readonly guest: string; readonly why: string }
  | { readonly type: 'start-live'; readonly isRadio: boolean }
  | { readonly type: 'stop-live' }
  /** The player had failed and the room is live. */
  | { readonly type: 'retry-live' }
  | { readonly type: 'show-offline-video' }
  | { readonly type: 'show-publish' }
  | { readonly type: 'show-closed' }
  | { readonly type: 'show-unavailable'; readonly unavailable: Unavailable; readonly why: string }
  | { readonly type: 'connect-socket' }
  | { readonly type: 'layout' }
  | { readonly type: 'report-enter'; readonly isLive: boolean }
  | { readonly type: 'open-dialog'; readonly dialog: Dialog }
  | { readonly type: 'log'; readonly line: string };

export type StartUpStep = Step<StartUp, StartUpEffect>;

export const startUpMachine: Machine<StartUp, StartUpEvent, StartUpEffect, StartUpContext> = {
  name: 'start-up',
  initial: { name: 'new' },
  step: stepStartUp,
  deadlineMs: (state) => (state.name === 'offered' ? state.untilMs : null),
};

export function stepStartUp(state: StartUp, event: StartUpEvent | Tick, nowMs: number, context: StartUpContext): StartUpStep {
  switch (event.type) {
    case 'start':
      return state.name === 'new' ? [{ name: 'live-info' }, { type: 'fetch-live-info' }] : [state];

    case 'live-info':
      return state.name === 'live-info' ? onLiveInfo(event.info, nowMs, context) : [state];

    case 'live-info-failed':
      // Handled once: in any later state the room has already started.
      return state.name === 'live-info' ? onNoLiveInfo(event.status, nowMs, context) : [state];

    case 'stage-taken':
      if (state.name !== 'offered' || state.guest !== event.guest) return [state];
      return [
        { ...guestOf(state), name: 'guest', isOpen: true },
        { type: 'show-guest', guest: state.guest },
        ...(state.isOpen ? [] : openRoom(state.info.liveStatus === 1)),
      ];

    case 'stage-left':
      if ((state.name !== 'offered' && state.name !== 'guest') || state.guest !== event.guest) return [state];
      return withLog(`${event.guest}: ${event.reason}`, nextGuest(state, state.later, state.isOpen, nowMs));

    case 'tick':
      if (state.name !== 'offered' || nowMs < state.untilMs) return [state];
      return withdraw(state, 'did not answer in time', nextGuest(state, state.later, state.isOpen, nowMs));

    case 'live-type':
      return onLiveType(state, event.liveType, context);

    case 'live-info-again':
      return onInfoAgain(state, event.info, event.hasPlayerFailed, context);

    case 'live-status':
      return onLiveStatus(state, event.liveStatus);

    case 'login':
      return onLogin(state, context);
  }
}

function onNoLiveInfo(status: number | undefined, nowMs: number, context: StartUpContext): StartUpStep {
  const unavailable = unavailableByStatus(status);
  if (unavailable === null) return fallback(nowMs, context, 'the live info could not be had');
  return [{ name: 'gone' }, { type: 'show-unavailable', unavailable, why: `live info answered with status ${status ?? 0}` }];
}

function onLiveInfo(info: LiveInfo, nowMs: number, context: StartUpContext): StartUpStep {
  const { responseCode: code } = info;
  const known: Known = { info, role: roleOf(info, context), isFallback: false };
  const { role } = known;
  if (role.redirectTo !== null) return redirect(role.redirectTo);
  if (SEND_LIMIT_CODES.includes(code)) return onLimited(known, context, false);
  if (code !== 0) return fallback(nowMs, context, `live info answered ${code}`);
  if (role.role === 1) return show(known, 'publish', false);
  if (info.liveStatus === 0) return show(known, 'offline-video', false);
  return nextGuest(known, context.guests, false, nowMs);
}

/**
 * P6: the room is limited by the server. Two cases are the project's choice, because the document does not show them. A normal room without
 * `r=liveroom` is refused like a live room: a fallback start would play what the server has limited. The star of the room keeps the
 * publishing tool and sees the message above it, because only the star can end the cause of the limit. A refusal that does not name the
 * star closes the star's page as well, because nothing shows who the star is.
 */
function onLimited(known: Known, { flags }: StartUpContext, isOpen: boolean): StartUpStep {
  const { info, role } = known;
  const { responseCode: code, responseMsg: message } = info;
  if (role.role === 1) return withDialog({ type: 'limited', code, message }, show(known, 'publish', isOpen));
  // If a refusal does not identify the room, `r=liveroom` means that this is a normal room opened on the way to a live one.
  const isLiveRoom = info.isRoomKnown && info.room.isLiveRoom;
  if (!isLiveRoom && flags.r === 'liveroom') return withDialog({ type: 'back-to-live', code, message }, show(known, 'closed', isOpen));
  return [
    { name: 'gone', isLimited: true },
    { type: 'show-unavailable', unavailable: { why: 'refused', code, message }, why: `live info answered ${code}` },
  ];
}

const redirect = (to: string): StartUpStep => [{ name: 'gone' }, { type: 'redirect', to, why: 'only the star may open this address' }];

const withDialog = (dialog: Dialog, [next, ...effects]: StartUpStep): StartUpStep => [next, { type: 'open-dialog', dialog }, ...effects];

const roleOf = (info: LiveInfo, { route, search, login, roomId }: StartUpContext): Role =>
  decideRole({ route, search, login, starId: info.room.starId, onlyVerticalStar: info.room.onlyVerticalStar, roomId });

/** Without any data about the room, live is tried anyway (P6). */
function fallback(nowMs: number, context: StartUpContext, why: string): StartUpStep {
  const info = fallbackInfo(context.flags.r === 'liveroom');
  const role = roleOf(info, context);
  if (role.redirectTo !== null) return redirect(role.redirectTo);
  const guests = context.guests.filter((guest) => guest !== NOT_IN_FALLBACK);
  return withLog(`fallback start: ${why}`, nextGuest({ info, role, isFallback: true }, guests, false, nowMs));
}

/** Offers the stage to the next guest; after the last one live starts. */
function nextGuest(known: Known, guests: readonly string[], isOpen: boolean, nowMs: number): StartUpStep {
  const [guest, ...later] = guests;
  if (guest === undefined) return show(known, 'live', isOpen);
  const { info, role, isFallback } = known;
  return [
    { name: 'offered', info, role, isFallback, guest, later, isOpen, untilMs: nowMs + STAGE_ANSWER_MS },
    { type: 'offer-stage', guest },
  ];
}

function show({ info, role, isFallback }: Known, shows: Shows, isOpen: boolean): StartUpStep {
  const others = isOpen ? [] : openRoom(shows === 'live' && info.liveStatus === 1);
  return [{ name: 'running', info, role, isFallback, shows }, stageEffect(info, shows), ...others];
}

const openRoom = (isLive: boolean): readonly StartUpEffect[] => [
  { type: 'connect-socket' },
  { type: 'layout' },
  { type: 'report-enter', isLive },
];

function stageEffect(info: LiveInfo, shows: Shows): StartUpEffect {
  switch (shows) {
    case 'live':
      return { type: 'start-live', isRadio: info.stream.liveType === 'radio' };
    case 'offline-video':
      return { type: 'show-offline-video' };
    case 'publish':
      return { type: 'show-publish' };
    case 'closed':
      return { type: 'show-closed' };
  }
}

/** P6: the live type in the new addresses differs from the type for which the page was built. */
function onLiveType(state: StartUp, liveType: LiveType, { canReload }: StartUpContext): StartUpStep {
  if (!('info' in state) || state.isFallback || state.info.stream.liveType === liveType) return [state];
  const why = `live type changed from ${state.info.stream.liveType} to ${liveType}`;
  // A server with alternating answers must not make the page reload endlessly: the room continues as it is.
  if (!canReload) return [state, { type: 'log', line: `${why}, but the page was reloaded a moment ago` }];
  return [{ name: 'gone' }, { type: 'reload', why }];
}

/** A different show, or the same show at other addresses. */
const isOtherStream = (before: StreamInfo, now: StreamInfo): boolean =>
  before.sid !== now.sid || JSON.stringify(before.addresses) !== JSON.stringify(now.addresses);

/** Replaces all known data: sid and psid of the reports, title and type of the page. An answer with a code other than 0 changes nothing. */
function onInfoAgain(state: StartUp, info: LiveInfo, hasPlayerFailed: boolean, context: StartUpContext): StartUpStep {
  if (info.responseCode !== 0) return [state];
  if (state.name === 'gone' && state.isLimited === true && context.canReload)
    return [{ name: 'gone' }, { type: 'reload', why: 'the room is open again' }];
  if (!('info' in state)) return [state];
  const role = roleOf(info, context);
  // A fallback start does not know the star.
  if (role.redirectTo !== null) return redirect(role.redirectTo);
  if (role.role !== state.role.role) return changeRole(state, { info, role, isFallback: false }, context);
  if (role.role === 1) return [state];
  const isOtherType = !state.isFallback && info.liveStatus === 1 && info.stream.liveType !== state.info.stream.liveType;
  if (isOtherType && context.canReload) return onLiveType(state, info.stream.liveType, context);
  const before = state.info.liveStatus;
  const known = { ...state, info, role, isFallback: false };
  if (known.name === 'running' && known.shows === 'closed') {
    const shows = info.liveStatus === 1 ? 'live' : 'offline-video';
    return [{ ...known, shows }, stageEffect(info, shows), { type: 'layout' }];
  }
  if (before !== info.liveStatus) return changeStatus(known, info);
  // Unchanged addresses would fail again; the recovery retries them by its own waits (P24).
  const isRetried = hasPlayerFailed && info.liveStatus === 1 && known.name === 'running' && isOtherStream(state.info.stream, info.stream);
  return isRetried ? [known, { type: 'retry-live' }] : [known];
}

/** P1, P7: the rules for the star apply to the new login at once. */
function onLogin(state: StartUp, context: StartUpContext): StartUpStep {
  if (state.name === 'gone' && state.isLimited === true)
    return [{ name: 'gone' }, { type: 'reload', why: 'another login may open the limited room' }];
  if (!('info' in state)) return [state];
  const role = roleOf(state.info, context);
  if (role.redirectTo !== null) return redirect(role.redirectTo);
  if (role.role === state.role.role) return [{ ...state, role }];
  return changeRole(state, { info: state.info, role, isFallback: state.isFallback }, context);
}

/** The viewer is the star from now on, or is no longer: the stage changes, the open room stays open. */
function changeRole(state: Extract<StartUp, Known>, known: Known, context: StartUpContext): StartUpStep {
  const { info, role } = known;
  const isOpen = state.name === 'running' || state.isOpen;
  const isLimited = SEND_LIMIT_CODES.includes(info.responseCode);
  const shows = role.role === 1 ? 'publish' : info.liveStatus === 1 ? 'live' : 'offline-video';
  const step = isLimited ? onLimited(known, context, isOpen) : show(known, shows, isOpen);
  if (state.name !== 'running') return withdraw(state, 'the role of the viewer changed', step);
  const [next, ...effects] = step;
  return [next, ...(state.shows === 'live' ? [{ type: 'stop-live' } as const] : []), ...effects, { type: 'layout' }];
}

function onLiveStatus(state: StartUp, liveStatus: 0 | 1): StartUpStep {
  if (!('info' in state) || state.role.role === 1 || state.info.liveStatus === liveStatus) return [state];
  return changeStatus(state, { ...state.info, liveStatus });
}

function changeStatus(state: Extract<StartUp, Known>, info: LiveInfo): StartUpStep {
  const { liveStatus } = info;
  if (state.name !== 'running') {
    if (liveStatus === 1) return [{ ...state, info }];
    const { role, isFallback } = state;
    return withdraw(state, 'the star left', show({ info, role, isFallback }, 'offline-video', state.isOpen));
  }
  // A room limited by the server stays closed, regardless of the stream.
  if (state.shows === 'closed') return [{ ...state, info }];
  if (liveStatus === 1) return [{ ...state, info, shows: 'live' }, stageEffect(info, 'live'), { type: 'layout' }];
  return [{ ...state, info, shows: 'offline-video' }, { type: 'stop-live' }, { type: 'show-offline-video' }, { type: 'layout' }];
}

function withdraw({ guest }: Guest, why: string, [next, ...effects]: StartUpStep): StartUpStep {
  return [next, { type: 'log', line: `${guest}: ${why}` }, { type: 'withdraw-stage', guest, why }, ...effects];
}

const withLog = (line: string, [next, ...effects]: StartUpStep): StartUpStep => [next, { type: 'log', line }, ...effects];

function guestOf({ info, role, isFallback, guest, later, isOpen }: Guest): Guest {
  return { info, role, isFallback, guest, later, isOpen };
}

/** Texts of the first calls (early-start.ts). A missing answer leaves the decision to the worker, which requests it again. */
export interface FirstAnswers {
  readonly liveInfo: string;
  readonly config: string;
  readonly ad: string;
}

/** State of the page at start, read in the same way as for the worker. */
export interface FirstFacts {
  readonly pathname: string;
  readonly query: Iterable<readonly [string, string]>;
  readonly cookie: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly storage: Readonly<Record<string, string>>;
  readonly nowEpochMs: number;
}

export interface FirstStage {
  readonly addresses: AddressSet;
  readonly config: PlayerConfig;
  readonly layout: Layout;
}

/** What is known on the page before the room worker runs. */
export interface StageCase {
  readonly info: LiveInfo;
  readonly flags: PageFlags;
  readonly login: Login;
  readonly config: Readonly<Record<string, unknown>>;
  readonly ad: string;
  readonly read: ReadStored;
}
/** True: the feature takes the stage before live, so the room worker decides. */
export type TakesStage = (visit: StageCase) => boolean;

/**
 * Whether live is the first on the stage, decided on the page before the room worker runs: the page already has the answers that the worker
 * would wait for, and applies the worker's rules. If so, the player starts at once; the worker, which owns the stage, later finds it
 * playing or stops it. Visits with anything unusual are left to the worker (null). `guests`: the features that may take the stage before live.
 */
export function decideFirstStage(facts: FirstFacts, answers: FirstAnswers, guests: readonly TakesStage[]): FirstStage | null {
  const route = readRoute(facts.pathname);
  const { flags } = readFlags(facts.query);
  const info = readAnswer(answers.liveInfo, decodeLiveInfo)?.value;
  const values = readAnswer(answers.config, decodeRemoteConfig);
  // With the developer's flags, addresses and config come from elsewhere.
  if (route.type !== 'viewer' || flags.debug || info === undefined || values === null) return null;
  const login = readLogin(readCookies(facts.cookie));
  const { roomId } = route;
  // The search is of no use, because nothing is redirected here.
  const known = { route, search: '', flags, login, roomId, guests: [], canReload: false };
  const [state, ...effects] = stepStartUp({ name: 'live-info' }, { type: 'live-info', info }, 0, known);
  const isKnown = state.name === 'running' && !state.isFallback;
  const showsPictures = isKnown && effects.some((effect) => effect.type === 'start-live' && !effect.isRadio);
  const read = storedReader(facts.storage, facts.nowEpochMs);
  const visit: StageCase = { info, flags, login, config: values, ad: answers.ad, read };
  if (!showsPictures || guests.some((takesStage) => takesStage(visit))) return null;
  const addresses = addressesOfLive(info.stream);
  if (addresses === null) return null;
  const layout = roomLayout({ viewport: facts.viewport, room: info.room, media: addresses, isLite: flags.lite, read });
  return { addresses, config: readPlayerConfig(values).config, layout };
}
