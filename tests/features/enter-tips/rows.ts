import { showing, type FeatureWires } from '../../wires/feature-wires.ts';
import { VIEWER } from '../../wires/people.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason', by: 3 }, 'left out: reason', 3],
  actions: [showing(['login', { userid: 42, nickname: '阿星', richlevel: 9 }], ['login', { userid: 42, nickname: '阿星', richlevel: 9 }])],
  cases: { login: [{}, { userid: VIEWER.userId }], follow: [{}, { userid: VIEWER.userId }] },
};
