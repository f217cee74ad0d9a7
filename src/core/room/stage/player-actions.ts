import { DEFAULT_VOLUME_PERCENT } from '../../../player/rules/names.ts';
import type { PlayerOrder } from '../../../player/rules/recovery/orders.ts';
import type { PlayerAction, PlayerView, UserAction } from '../view.ts';

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
