import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { PeopleAction } from '../../../src/features/people/room.ts';

export const wires: FeatureWires = {
  actions: [
    rows<PeopleAction>(
      { entry: [{}], close: [{}], tab: [{ tab: 'guards' }] },
      { messages: [['audience', { version: 1, total: 1, members: [{ user: PERSON, coins: 5, guard: 1 }] }]] },
    ),
  ],
};
