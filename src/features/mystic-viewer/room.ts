import { defineRoomHalf } from '../../workers/room/feature-api.ts';
import { MYSTIC, mysticView, type MysticAction, type MysticEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: MYSTIC,
  context: () => null,
  view: mysticView,
  onAction: (action: MysticAction): MysticEvent => ({ type: action.do }),
  execute: () => undefined,
});
