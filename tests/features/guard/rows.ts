import { showing, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/guard/text.ts';

export const wires: FeatureWires = {
  actions: [showing(['guard-update', { type: 1, user: PERSON, guard: { name: '守护', level: 2 }, months: 3 }])],
  cases: { 'guard-update': [{ type: 1 }], 'medal-update': [{ type: 1 }] },
};

export const row: VisitRow = {
  visit: 'community',
  stands: 'dock',
  late: 'missed',
  ...scenes(words, (words) => ({ seen: words.titles.guard })),
};
