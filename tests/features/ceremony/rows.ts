import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { AnnouncementAction } from '../../../src/core/room/feature/announcements.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/ceremony/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<Extract<AnnouncementAction, { type: 'dismiss' }>>(
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
