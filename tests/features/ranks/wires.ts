import { rows, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { RanksAction } from '../../../src/features/ranks/rules.ts';

export const wires: FeatureWires = {
  actions: [
    rows<RanksAction>(
      { ...BOX, pick: [{ which: { kind: 'intimacy', period: 'month' } }] },
      {
        prepare: (room) => room.act({ type: 'feature', feature: 'ranks', action: { type: 'entry' } }),
        messages: [
          ['rank-list', { kind: 1, period: 1, version: 1, total: 1, entries: [{ rank: 1, score: 9, user: PERSON }] }],
          ['rank-own', { kind: 1, period: 1, version: 1, rank: 1, score: 9 }],
        ],
      },
    ),
  ],
  cases: { 'rank-list': [{ kind: 1, period: 1 }], 'rank-own': [{ kind: 1, period: 1 }] },
};
