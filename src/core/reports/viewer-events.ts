/**
 * S33: the viewer's actions as analytics events, one row per action. `docs/events.md` lists the same rows with their meaning; a test
 * compares both.
 */
import type { UserAction } from '../room/view.ts';
import { ANALYTICS, type AnalyticsInput, type EventTypeName, type SceneName } from './analytics.ts';

type Type = Extract<EventTypeName, 'click' | 'refresh' | 'scroll' | 'play' | 'expose'>;

/** Type and scene of each event id. */
export const VIEWER_EVENTS = {
  room_follow: ['click', 'room'],
  room_share: ['click', 'room'],
  gift_send: ['click', 'room'],
  chat_send: ['click', 'room'],
  chat_resend: ['click', 'room'],
  chat_verify: ['click', 'room'],
  chat_retry: ['refresh', 'room'],
  chat_show: ['click', 'room'],
  chat_scroll: ['scroll', 'room'],
  player_play: ['play', 'room'],
  player_stop: ['click', 'room'],
  player_mute: ['click', 'room'],
  player_quality: ['click', 'room'],
  player_line: ['click', 'room'],
  player_saver: ['click', 'room'],
  player_fit: ['click', 'room'],
  stage_theatre: ['click', 'room'],
  stage_fullscreen: ['click', 'room'],
  back_to_live: ['click', 'room'],
  feature_entry: ['click', 'room'],
  panel_open: ['click', 'room'],
  feature_ask: ['click', 'room'],
  activity_open: ['click', 'room'],
  user_block: ['click', 'room'],
  client_download: ['click', 'room'],
  login_open: ['click', 'basic'],
  login_done: ['click', 'basic'],
  logout: ['click', 'basic'],
  lobby_open: ['click', 'list'],
  page_refresh: ['refresh', 'basic'],
} as const satisfies Readonly<Record<string, readonly [Type, SceneName]>>;
export type ViewerEventId = keyof typeof VIEWER_EVENTS;

export function viewerEvent(evid: ViewerEventId, detail = ''): AnalyticsInput {
  const [evtype, scene] = VIEWER_EVENTS[evid];
  return { evid, evtype, scene, detail: detail.slice(0, ANALYTICS.maxDetailChars) };
}

const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

/**
 * null: not an event, because the action only closes something, because a slider sends dozens of it, or because nothing is sent. A login
 * is an event when it has succeeded (workers/room/page-events.ts).
 */
export function eventOfAction(action: UserAction): AnalyticsInput | null {
  switch (action.type) {
    case 'follow':
      return viewerEvent('room_follow', onOff(action.on));
    case 'send-chat':
      return action.text.trim() === '' ? null : viewerEvent('chat_send', action.secret === true ? 'whisper' : 'room');
    case 'resend-chat':
      return viewerEvent('chat_resend');
    case 'verify-chat':
      return action.code === null ? null : viewerEvent('chat_verify');
    case 'retry-chat':
      return viewerEvent('chat_retry');
    case 'show-chat':
      return viewerEvent('chat_show', onOff(action.on));
    case 'retry-player':
      return viewerEvent('player_play');
    case 'stop-player':
      return viewerEvent('player_stop');
    case 'set-muted':
      return viewerEvent('player_mute', onOff(action.muted));
    case 'choose-kind':
      return viewerEvent('player_quality', action.kind);
    case 'choose-line':
      return viewerEvent('player_line', String(action.line));
    case 'choose-saver':
      return viewerEvent('player_saver', action.saver);
    case 'choose-fit':
      return viewerEvent('player_fit', action.fit);
    case 'choose-theatre':
      return viewerEvent('stage_theatre', onOff(action.on));
    case 'back-to-live':
      return viewerEvent('back_to_live');
    case 'block-user':
      return viewerEvent('user_block', onOff(action.on));
    case 'download-client':
      return viewerEvent('client_download');
    case 'open-login':
      return viewerEvent('login_open');
    case 'logout':
      return viewerEvent('logout');
    case 'feature':
      return eventOfFeature(action.feature, action.action);
    // The words are the viewer's own.
    case 'choose-chat':
    case 'set-volume':
    case 'login':
    case 'close-dialog':
    case 'close-toast':
      return null;
    default:
      // An action of a page that is newer than this worker.
      return null;
  }
}

/**
 * Actions of panels that are events: opening, calls to the feature's service, and opening pages in frames. The others only change the
 * panel.
 */
function eventOfFeature(feature: string, action: unknown): AnalyticsInput | null {
  if (typeof action !== 'object' || action === null) return null;
  const { type: what, verb, key } = action as Readonly<Record<string, unknown>>;
  if (what === 'entry') return viewerEvent('panel_open', feature);
  if (what === 'request') return viewerEvent('feature_ask', `${feature}/${typeof verb === 'string' ? verb : ''}`);
  if (what === 'activity') return viewerEvent('activity_open', typeof key === 'string' ? key : '');
  return what === 'mini-app' || what === 'club' ? viewerEvent('activity_open', what) : null;
}
