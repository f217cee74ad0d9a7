import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { TankAction } from '../../../src/features/tank/rules.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [rows<TankAction>({ join: [{ gameId: 7 }] }, { messages: [['tank-location', { gameId: 7, tankId: 1, user: PERSON }]] })],
};
