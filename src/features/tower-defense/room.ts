import type { ExpiringItemEvent } from '../../core/room/feature/expiring-items.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { readWave, TOWER_DEFENSE, towerDefenseView, type TowerDefenseAction, type Wave } from './rules.ts';

export const room = defineRoomHalf({
  machine: TOWER_DEFENSE,
  context: (room) => ({ userId: room.login().userId }),
  view: (state, room) => towerDefenseView(state, room.login().userId),
  messages: { 'tower-defense-monsters': readWave },
  onAction: ({ gameId }: TowerDefenseAction): ExpiringItemEvent<Wave> => ({ type: 'ask', verb: 'join', fields: { gameId } }),
  execute: (effect, room, send) => executeFeatureEffect(effect, room, (refusal) => send({ type: 'answered', refusal })),
});
