import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeModule } from '../../workers/room/features/module-effects.ts';
import { readSong, REAL_SING, realSingView } from './rules.ts';

export const room = defineRoomHalf({
  machine: REAL_SING,
  context: (room) => ({ userId: room.login().userId }),
  view: realSingView,
  messages: { 'real-sing-log': readSong },
  execute: (effect, room) => executeModule('real-sing', effect, room, () => undefined),
});
