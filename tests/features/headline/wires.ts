import { showing, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [showing(['headline-message', { id: 3, content: '你好', sender: PERSON }])],
};
