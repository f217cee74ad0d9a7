import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { BoxAction } from '../../../src/core/room/feature/feature-box.ts';

export const wires: FeatureWires = {
  actions: [rows<BoxAction>({ ...BOX, ask: [{ verb: 'quick', fields: { clanId: 8, type: 1, text: '加油' } }] })],
  cases: { 'clan-pk-promotion': [{ stage: 2 }, { stage: 5 }] },
};
