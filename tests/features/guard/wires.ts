import { showing, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [showing(['guard-update', { type: 1, user: PERSON, guard: { name: '守护', level: 2 }, months: 3 }])],
  cases: { 'guard-update': [{ type: 1 }], 'medal-update': [{ type: 1 }] },
};
