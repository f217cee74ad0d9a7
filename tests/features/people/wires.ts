import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { PeopleAction } from '../../../src/features/people/rules.ts';

export const wires: FeatureWires = {
  actions: [rows<PeopleAction>({ entry: [{}], close: [{}], tab: [{ tab: 'guards' }] })],
};
