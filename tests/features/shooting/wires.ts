import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { ShootingAction } from '../../../src/features/shooting/rules.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [
    rows<ShootingAction>(
      { join: [{ gameId: 7 }] },
      { messages: [['shooter-critical-buff', { gameId: 7, user: PERSON, rate: 3, durationS: 60 }]] },
    ),
  ],
};
