import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { readSong, REAL_SING, realSingView } from './rules.ts';

export const room = defineRoomHalf({
  machine: REAL_SING,
  context: (room) => ({ userId: room.login().userId }),
  view: realSingView,
  messages: { 'real-sing-log': readSong },
  execute: (effect, room) => executeFeatureEffect(effect, room, () => undefined),
});
