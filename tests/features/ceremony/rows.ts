import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { CeremonyAction } from '../../../src/features/ceremony/room.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/ceremony/text.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [
    rows<CeremonyAction>(
      { dismiss: [{ key: '1 2 success' }] },
      { messages: [['ceremony-match-success', { ceremonyId: 1, matchId: 2, leftMs: 60_000, star: PERSON }]] },
    ),
  ],
};

export const row: VisitRow = {
  visit: 'cards',
  stands: 'dock',
  first: 'VS',
  late: 'sent',
  ...scenes(words, (words) => ({ seen: 'VS', act: words.close, acted: null })),
};
