import { showing, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [showing(['emotion', { id: 3, name: '笑', iconUrl: 'https://cdn.test/e.png', user: PERSON }])],
};
