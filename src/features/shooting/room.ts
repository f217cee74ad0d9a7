import type { ExpiringItemEvent } from '../../core/room/feature/expiring-items.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { readBuff, SHOOTING, shootingView, type Buff, type ShootingAction } from './rules.ts';

export const room = defineRoomHalf({
  machine: SHOOTING,
  context: (room) => ({ userId: room.login().userId }),
  view: (state, room) => shootingView(state, room.login().userId, room.clock.nowMs()),
  messages: { 'shooter-critical-buff': readBuff },
  onAction: ({ gameId }: ShootingAction): ExpiringItemEvent<Buff> => ({ type: 'ask', verb: 'join', fields: { gameId } }),
  execute: (effect, room, send) => executeFeatureEffect(effect, room, (refusal) => send({ type: 'answered', refusal })),
});
