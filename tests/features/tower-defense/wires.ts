import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { TowerDefenseAction } from '../../../src/features/tower-defense/rules.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [
    rows<TowerDefenseAction>(
      { join: [{ gameId: 7 }] },
      { messages: [['tower-defense-monsters', { gameId: 7, wave: 1, monsters: [{ id: 1, type: 1, blood: 5 }] }]] },
    ),
  ],
};
