import type { SightingEvent } from '../../core/room/feature/sightings.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeModule } from '../../workers/room/features/module-effects.ts';
import { readWave, TOWER_DEFENSE, towerDefenseView, type TowerDefenseAction, type Wave } from './rules.ts';

export const room = defineRoomHalf({
  machine: TOWER_DEFENSE,
  context: (room) => ({ userId: room.login().userId }),
  view: (state, room) => towerDefenseView(state, room.login().userId),
  messages: { 'tower-defense-monsters': readWave },
  onAction: ({ gameId }: TowerDefenseAction): SightingEvent<Wave> => ({ type: 'ask', verb: 'join', fields: { gameId } }),
  execute: (effect, room, send) => executeModule('tower-defense', effect, room, (refusal) => send({ type: 'answered', refusal })),
});
