import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { RanksAction } from '../../../src/features/ranks/rules.ts';

export const wires: FeatureWires = {
  actions: [rows<RanksAction>({ ...BOX, pick: [{ which: { kind: 'intimacy', period: 'month' } }] }, { before: [{ type: 'entry' }] })],
  cases: { 'rank-list': [{ kind: 1, period: 1 }], 'rank-own': [{ kind: 1, period: 1 }] },
};
