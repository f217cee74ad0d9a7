import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { CallAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/shooting/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<CallAction>(
      { request: [{ verb: 'join', fields: { gameId: 7 } }] },
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
