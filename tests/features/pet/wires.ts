import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { PetAction } from '../../../src/features/pet/rules.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [
    rows<PetAction>(
      { take: [{ key: '4 p-1', petId: 4, orderId: 'p-1' }], dismiss: [{ key: '4 p-1' }] },
      { messages: [['pet-missed-order', { petId: 4, orderId: 'p-1', title: '喂食', coin: 5 }]] },
    ),
  ],
};
