import { assertNever } from '../assert-never.ts';
import { adDeadlineMs, decideAd } from './ad.ts';
import type { Login } from './cookies.ts';
import { decideLeadIn } from './lead-in.ts';
import { fallbackInfo, SEND_LIMIT_CODES, type AdConfig, type LiveInfo, type LiveType } from './live-info.ts';
import type { PageFlags, Route } from './page-input.ts';
import { decideRole, type Role } from './roles.ts';
import type { Dialog } from './view.ts';

/**
 * P5: live info -> advertisement -> live player or offline video -> chat socket -> layout -> lead-in. Pure; what is to be done comes
 * back as effects, in the order in which it is to be done. Only live waits for the advertisement and for the lead-in: chat and layout
 * do not.
 */
export type StartUp =
  | { readonly at: 'new' }
  | { readonly at: 'live-info' }
  | { readonly at: 'ad-query'; readonly info: LiveInfo; readonly role: Role }
  | { readonly at: 'ad'; readonly info: LiveInfo; readonly role: Role; readonly ad: AdConfig; readonly untilMs: number }
  | { readonly at: 'running'; readonly info: LiveInfo; readonly role: Role; readonly isFallback: boolean; readonly shows: Shows }
  /** Redirected or about to be reloaded: nothing more is done here. */
  | { readonly at: 'gone' };

export type Shows = 'live' | 'lead-in' | 'offline-video' | 'publish' | 'closed';

export interface StartUpSurroundings {
  readonly route: Route;
  readonly flags: PageFlags;
  readonly login: Login;
  readonly roomId: number;
  readonly hasPoster: boolean;
  readonly adsWatched: readonly string[];
  readonly isLeadInOn: boolean;
}

export type StartUpEvent =
  | { readonly type: 'start' }
  | { readonly type: 'live-info'; readonly info: LiveInfo }
  | { readonly type: 'live-info-failed' }
  | { readonly type: 'ad'; readonly config: AdConfig | null }
  | { readonly type: 'ad-finished'; readonly failed: boolean }
  | { readonly type: 'lead-in-ended' }
  | { readonly type: 'live-type'; readonly liveType: LiveType }
  | { readonly type: 'live-status'; readonly liveStatus: 0 | 1 }
  | { readonly type: 'tick' };

export type StartUpEffect =
  | { readonly do: 'fetch-live-info' }
  | { readonly do: 'redirect'; readonly to: string }
  | { readonly do: 'reload'; readonly why: string }
  | { readonly do: 'query-ad' }
  | { readonly do: 'play-ad'; readonly ad: AdConfig; readonly untilMs: number }
  | { readonly do: 'remember-ad'; readonly concertId: string }
  | { readonly do: 'start-live'; readonly isRadio: boolean }
  | { readonly do: 'stop-live' }
  | { readonly do: 'show-offline-video'; readonly src: string }
  | { readonly do: 'show-publish' }
  | { readonly do: 'show-closed' }
  | { readonly do: 'connect-socket' }
  | { readonly do: 'layout' }
  | { readonly do: 'lead-in' }
  | { readonly do: 'report-enter'; readonly isLive: boolean }
  | { readonly do: 'open-dialog'; readonly dialog: Dialog }
  | { readonly do: 'log'; readonly line: string };

export type StartUpStep = readonly [next: StartUp, ...effects: StartUpEffect[]];

export function stepStartUp(state: StartUp, event: StartUpEvent, nowMs: number, around: StartUpSurroundings): StartUpStep {
  switch (event.type) {
    case 'start':
      return state.at === 'new' ? [{ at: 'live-info' }, { do: 'fetch-live-info' }] : [state];

    case 'live-info':
      return state.at === 'live-info' ? informed(event.info, around) : [state];

    case 'live-info-failed':
      // Once only: a failure in any later state finds the room already started.
      return state.at === 'live-info' ? fallback(around, 'the live info could not be had') : [state];

    case 'ad': {
      if (state.at !== 'ad-query') return [state];
      const { info, role } = state;
      const { plays, why } = decideAd({
        isLive: info.liveStatus === 1,
        config: event.config,
        hasPoster: around.hasPoster,
        watched: around.adsWatched,
        userId: around.login.userId,
      });
      const log: StartUpEffect = { do: 'log', line: `ad: ${why}` };
      if (!plays || event.config === null) {
        const [next, ...effects] = run(info, role, 'live', false, around);
        return [next, log, ...effects];
      }
      const untilMs = nowMs + adDeadlineMs(event.config);
      return [
        { at: 'ad', info, role, ad: event.config, untilMs },
        log,
        { do: 'play-ad', ad: event.config, untilMs },
        ...together(info, 'live'),
      ];
    }

    case 'ad-finished':
      return state.at === 'ad' ? afterAd(state, event.failed ? 'the ad failed' : 'the ad ended', !event.failed, around) : [state];

    case 'tick':
      return state.at === 'ad' && nowMs >= state.untilMs ? afterAd(state, 'the ad did not end in time', false, around) : [state];

    case 'lead-in-ended':
      if (state.at !== 'running' || state.shows !== 'lead-in') return [state];
      return [{ ...state, shows: 'live' }, stageEffect(state.info, 'live')];

    case 'live-type': {
      if (state.at !== 'running' && state.at !== 'ad' && state.at !== 'ad-query') return [state];
      const stored = state.info.stream.liveType;
      if (event.liveType === stored || ('isFallback' in state && state.isFallback)) return [state];
      return [{ at: 'gone' }, { do: 'reload', why: `live type changed from ${stored} to ${event.liveType}` }];
    }

    case 'live-status': {
      if (state.at !== 'running' || state.role.role === 1 || state.info.liveStatus === event.liveStatus) return [state];
      const info: LiveInfo = { ...state.info, liveStatus: event.liveStatus };
      if (event.liveStatus === 1)
        return [{ ...state, info, shows: 'live' }, { do: 'start-live', isRadio: info.stream.liveType === 'radio' }, { do: 'layout' }];
      return [
        { ...state, info, shows: 'offline-video' },
        { do: 'stop-live' },
        { do: 'show-offline-video', src: info.room.offlineVideo },
        { do: 'layout' },
      ];
    }

    default:
      return assertNever(event);
  }
}

export const startUpDeadlineMs = (state: StartUp): number | null => (state.at === 'ad' ? state.untilMs : null);

function informed(info: LiveInfo, around: StartUpSurroundings): StartUpStep {
  const { responseCode: code, responseMsg: message } = info;
  if (SEND_LIMIT_CODES.includes(code)) {
    // A refusal that does not say what room this is: r=liveroom is how a normal room is opened on the way to a live one.
    const isLiveRoom = info.isRoomKnown ? info.room.isLiveRoom || info.room.kind === 'live' : around.flags.r !== 'liveroom';
    const dialog: Dialog | null = isLiveRoom
      ? { type: 'send-limit', code, message }
      : around.flags.r === 'liveroom'
        ? { type: 'back-to-live', code, message }
        : null;
    if (dialog === null) return fallback(around, `live info answered ${code}`);
    const [next, ...effects] = run(info, roleOf(info, around), 'closed', false, around);
    return [next, { do: 'open-dialog', dialog }, ...effects];
  }
  if (code !== 0) return fallback(around, `live info answered ${code}`);
  const role = roleOf(info, around);
  if (role.redirectTo !== null) return [{ at: 'gone' }, { do: 'redirect', to: role.redirectTo }];
  if (role.role === 1) return run(info, role, 'publish', false, around);
  if (info.liveStatus === 0) return run(info, role, 'offline-video', false, around);
  return [{ at: 'ad-query', info, role }, { do: 'query-ad' }];
}

const roleOf = (info: LiveInfo, { route, login, roomId }: StartUpSurroundings): Role =>
  decideRole({ route, login, starId: info.room.starId, onlyVerticalStar: info.room.onlyVerticalStar, roomId });

function fallback(around: StartUpSurroundings, why: string): StartUpStep {
  const info = fallbackInfo(around.flags.r === 'liveroom');
  const role = roleOf(info, around);
  if (role.redirectTo !== null) return [{ at: 'gone' }, { do: 'redirect', to: role.redirectTo }];
  const [next, ...effects] = run(info, role, 'live', true, around);
  return [next, { do: 'log', line: `fallback start: ${why}` }, ...effects];
}

function afterAd(
  { info, role, ad }: Extract<StartUp, { at: 'ad' }>,
  why: string,
  watched: boolean,
  around: StartUpSurroundings,
): StartUpStep {
  const remember: readonly StartUpEffect[] = watched && ad.concertId !== '' ? [{ do: 'remember-ad', concertId: ad.concertId }] : [];
  // Chat and layout came up with the advertisement; only live and what precedes it was waiting.
  const { shows, logs } = liveOrLeadIn(info, role, around);
  return [
    { at: 'running', info, role, isFallback: false, shows },
    { do: 'log', line: why },
    ...logs,
    ...remember,
    stageEffect(info, shows),
  ];
}

function run(info: LiveInfo, role: Role, wanted: Exclude<Shows, 'lead-in'>, isFallback: boolean, around: StartUpSurroundings): StartUpStep {
  const { shows, logs } = wanted === 'live' ? liveOrLeadIn(info, role, around) : { shows: wanted, logs: [] };
  const stage = stageEffect(info, shows);
  const others = together(info, shows);
  // The document's order: the stage before socket and layout, the lead-in after them.
  const effects = shows === 'lead-in' ? [...others, stage] : [stage, ...others];
  return [{ at: 'running', info, role, isFallback, shows }, ...logs, ...effects];
}

function together(info: LiveInfo, shows: Shows): readonly StartUpEffect[] {
  const isLive = (shows === 'live' || shows === 'lead-in') && info.liveStatus === 1;
  return [{ do: 'connect-socket' }, { do: 'layout' }, { do: 'report-enter', isLive }];
}

function stageEffect(info: LiveInfo, shows: Shows): StartUpEffect {
  switch (shows) {
    case 'live':
      return { do: 'start-live', isRadio: info.stream.liveType === 'radio' };
    case 'lead-in':
      return { do: 'lead-in' };
    case 'offline-video':
      return { do: 'show-offline-video', src: info.room.offlineVideo };
    case 'publish':
      return { do: 'show-publish' };
    case 'closed':
      return { do: 'show-closed' };
    default:
      return assertNever(shows);
  }
}

function liveOrLeadIn(
  info: LiveInfo,
  role: Role,
  { flags, isLeadInOn }: StartUpSurroundings,
): { readonly shows: 'live' | 'lead-in'; readonly logs: readonly StartUpEffect[] } {
  const { runs, why } = decideLeadIn({
    isSwitchedOn: isLeadInOn,
    isStar: role.isStar,
    isLive: info.liveStatus === 1,
    type: flags.type,
    songName: flags.songName,
  });
  return { shows: runs ? 'lead-in' : 'live', logs: flags.type === 3 ? [{ do: 'log', line: `lead-in: ${why}` }] : [] };
}
