import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { mysticMachine, mysticView, type MysticAction, type MysticEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: mysticMachine,
  context: () => null,
  view: mysticView,
  onAction: (action: MysticAction): MysticEvent => ({ type: action.type }),
  execute: () => undefined,
});
