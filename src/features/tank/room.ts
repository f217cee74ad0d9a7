import type { ExpiringItemEvent } from '../../core/room/feature/expiring-items.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { readTank, TANK, tankView, type Tank, type TankAction } from './rules.ts';

export const room = defineRoomHalf({
  machine: TANK,
  context: (room) => ({ userId: room.login().userId }),
  view: (state, room) => tankView(state, room.login().userId),
  messages: { 'tank-location': readTank },
  onAction: ({ gameId }: TankAction): ExpiringItemEvent<Tank> => ({ type: 'ask', verb: 'join', fields: { gameId } }),
  execute: (effect, room, send) => executeFeatureEffect(effect, room, (refusal) => send({ type: 'answered', refusal })),
});
