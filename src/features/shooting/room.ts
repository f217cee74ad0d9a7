import type { SightingEvent } from '../../core/room/feature/sightings.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeModule } from '../../workers/room/features/module-effects.ts';
import { readBuff, SHOOTING, shootingView, type Buff, type ShootingAction } from './rules.ts';

export const room = defineRoomHalf({
  machine: SHOOTING,
  context: (room) => ({ userId: room.login().userId }),
  view: (state, room) => shootingView(state, room.login().userId, room.clock.nowMs()),
  messages: { 'shooter-critical-buff': readBuff },
  onAction: ({ gameId }: ShootingAction): SightingEvent<Buff> => ({ type: 'ask', verb: 'join', fields: { gameId } }),
  execute: (effect, room, send) => executeModule('shooting', effect, room, (refusal) => send({ type: 'answered', refusal })),
});
