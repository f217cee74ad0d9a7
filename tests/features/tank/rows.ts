import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { CallAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/tank/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<CallAction>(
      { request: [{ verb: 'join', fields: { gameId: 7 } }] },
      { messages: [['tank-location', { gameId: 7, tankId: 1, user: PERSON }]] },
    ),
  ],
};

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words) => ({ seen: like(words.tanks(3)), act: words.join, hasFrame: true, acted: like(words.withYou(4)) })),
};
