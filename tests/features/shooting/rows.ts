import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { ShootingAction } from '../../../src/features/shooting/room.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/shooting/text.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [
    rows<ShootingAction>(
      { join: [{ gameId: 7 }] },
      { messages: [['shooter-critical-buff', { gameId: 7, user: PERSON, rate: 3, durationS: 60 }]] },
    ),
  ],
};

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words) => ({ seen: words.title, act: words.join, hasFrame: true, acted: words.open })),
};
