import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { readGame, STAR_GAME, starGameView } from './rules.ts';

export const room = defineRoomHalf({
  machine: STAR_GAME,
  context: (room) => ({ userId: room.login().userId }),
  view: starGameView,
  messages: { 'star-game-change': readGame },
  execute: (effect, room) => executeFeatureEffect(effect, room, () => undefined),
});
