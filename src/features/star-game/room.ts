import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeModule } from '../../workers/room/features/module-effects.ts';
import { readGame, STAR_GAME, starGameView } from './rules.ts';

export const room = defineRoomHalf({
  machine: STAR_GAME,
  context: (room) => ({ userId: room.login().userId }),
  view: starGameView,
  messages: { 'star-game-change': readGame },
  execute: (effect, room) => executeModule('star-game', effect, room, () => undefined),
});
