import type { DecodeLevel } from '../../player/rules/decoding/decode-level.ts';
import { type PlayerKind, type PullFailureName, DEFAULT_VOLUME_PERCENT } from '../../player/rules/names.ts';
import type { AttemptWhy } from '../../player/rules/recovery/recovery-state.ts';
import type { PlayerNotice, PlayerNoticeWhy, PlayerAction, PlayerView, UserAction } from './view.ts';
import type { UnsupportedWhy } from '../../player/rules/recovery/candidates.ts';
import type { PlayerOrder } from '../../player/rules/recovery/orders.ts';

/** From this decode level on whole pictures are skipped, which is visible. */
export const REDUCED_FROM_LEVEL: DecodeLevel = 2;

const NOTICE_OF: Partial<Readonly<Record<AttemptWhy, PlayerNoticeWhy>>> = {
  'h265 decodes only key pictures': 'slow',
  'h265 decodes too slowly': 'slow',
  'h265 decodes too slowly and loses pictures': 'slow',
  'webrtc decodes too slowly': 'slow',
  'h265 stalls too often': 'stalled',
  'h265 stalled, h264': 'stalled',
  'webrtc pictures freeze': 'stalled',
  'webrtc loses packets': 'stalled',
  'webrtc failed, flv': 'failed',
  'h265 cannot be decoded, h264': 'failed',
};

/** Null if the viewer caused the switch, or if no other kind took over. */
export function noticeOfSwitch(from: PlayerKind | null, to: PlayerKind, why: AttemptWhy): PlayerNotice | null {
  const reason = NOTICE_OF[why];
  return reason === undefined || from === null || from === to ? null : { type: 'switched', from, to, why: reason };
}

/** P28: the two messages of the player box, or none. */
export type PlayerMessage = '你的浏览器版本较低，请升级你的浏览器' | '播放时出现异常，请稍候再试' | '';

const TOO_OLD = '你的浏览器版本较低，请升级你的浏览器';
const FAILED = '播放时出现异常，请稍候再试';

/** Reasons that a newer version of the same browser would fix. The others depend on the deployment, the stream or the platform. */
const CURED_BY_UPDATE: readonly UnsupportedWhy[] = [
  'no media source',
  'Chrome is too old',
  'the browser does not decode h264',
  'no peer connection',
];

/** `unsupported` null: a player was tried and failed. No message if the player script itself could not be loaded. */
export function playerMessage(failure: PullFailureName, unsupported: UnsupportedWhy | null): PlayerMessage {
  if (failure === 'JS_LOAD_ERROR') return '';
  return failure === 'NO_SUPPORT' && (unsupported === null || CURED_BY_UPDATE.includes(unsupported)) ? TOO_OLD : FAILED;
}

const ACTIONS: { readonly [Name in PlayerAction['type']]: true } = {
  'set-volume': true,
  'set-muted': true,
  'choose-kind': true,
  'choose-line': true,
  'choose-saver': true,
  'retry-player': true,
  'stop-player': true,
};

/** True for actions executed by the page's player; the others are sent to the room worker. */
export const isPlayerAction = (action: UserAction): action is PlayerAction => Object.hasOwn(ACTIONS, action.type);

/** The action of the mute button. Sound at volume 0 stays silent without mute, so its button selects the default volume. */
export function toggleSound({ muted, volume }: Pick<PlayerView, 'muted' | 'volume'>): PlayerAction {
  return volume === 0 ? { type: 'set-volume', volume: DEFAULT_VOLUME_PERCENT / 100 } : { type: 'set-muted', muted: !muted };
}

export function playerOrder(action: PlayerAction): PlayerOrder {
  if (action.type === 'retry-player') return { type: 'retry' };
  return action.type === 'stop-player' ? { type: 'stop', by: 'viewer' } : action;
}
