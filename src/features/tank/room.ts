import type { SightingEvent } from '../../core/room/feature/sightings.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeModule } from '../../workers/room/features/module-effects.ts';
import { readTank, TANK, tankView, type Tank, type TankAction } from './rules.ts';

export const room = defineRoomHalf({
  machine: TANK,
  context: (room) => ({ userId: room.login().userId }),
  view: (state, room) => tankView(state, room.login().userId),
  messages: { 'tank-location': readTank },
  onAction: ({ gameId }: TankAction): SightingEvent<Tank> => ({ type: 'ask', verb: 'join', fields: { gameId } }),
  execute: (effect, room, send) => executeModule('tank', effect, room, (refusal) => send({ type: 'answered', refusal })),
});
