import { rows, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { RanksAction } from '../../../src/features/ranks/room.ts';
import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/ranks/text.ts';

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

export const row: VisitRow = {
  visit: 'community',
  stands: 'entry',
  late: 'sent',
  // The mock ranks the first viewer only.
  ...scenes(words, (words, nickname) => ({
    seen: words.kinds.contribution,
    act: words.periods.month,
    acted: nickname === '观众0001' ? like(words.own(1, 1)) : words.notListed,
  })),
};
