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

/** No row: not an event, because the action only closes something, because a slider sends dozens of it, or because its words are the viewer's own. */
const EVENT_OF: {
  readonly [Type in UserAction['type']]?: (action: Extract<UserAction, { readonly type: Type }>) => AnalyticsInput | null;
} = {
  follow: ({ on }) => viewerEvent('room_follow', onOff(on)),
  'send-chat': ({ text, secret }) => (text.trim() === '' ? null : viewerEvent('chat_send', secret === true ? 'whisper' : 'room')),
  'resend-chat': () => viewerEvent('chat_resend'),
  'verify-chat': ({ code }) => (code === null ? null : viewerEvent('chat_verify')),
  'retry-chat': () => viewerEvent('chat_retry'),
  'show-chat': ({ on }) => viewerEvent('chat_show', onOff(on)),
  'retry-player': () => viewerEvent('player_play'),
  'stop-player': () => viewerEvent('player_stop'),
  'set-muted': ({ muted }) => viewerEvent('player_mute', onOff(muted)),
  'choose-kind': ({ kind }) => viewerEvent('player_quality', kind),
  'choose-line': ({ line }) => viewerEvent('player_line', String(line)),
  'choose-saver': ({ saver }) => viewerEvent('player_saver', saver),
  'choose-fit': ({ fit }) => viewerEvent('player_fit', fit),
  'choose-theatre': ({ on }) => viewerEvent('stage_theatre', onOff(on)),
  'back-to-live': () => viewerEvent('back_to_live'),
  'block-user': ({ on }) => viewerEvent('user_block', onOff(on)),
  'download-client': () => viewerEvent('client_download'),
  'open-login': () => viewerEvent('login_open'),
  logout: () => viewerEvent('logout'),
  feature: ({ feature, action }) => eventOfFeature(feature, action),
};

/** null: not an event, or an action of a page that is newer than this worker. A login is an event when it has succeeded (workers/room/room.ts). */
export const eventOfAction = (action: UserAction): AnalyticsInput | null =>
  (EVENT_OF[action.type] as ((action: UserAction) => AnalyticsInput | null) | undefined)?.(action) ?? null;

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
