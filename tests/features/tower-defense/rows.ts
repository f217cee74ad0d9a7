import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { CallAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/tower-defense/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<CallAction>(
      { request: [{ verb: 'join', fields: { gameId: 7 } }] },
      { messages: [['tower-defense-monsters', { gameId: 7, wave: 1, monsters: [{ id: 1, type: 1, blood: 5 }] }]] },
    ),
  ],
};

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words) => ({ seen: like(words.wave(1)), act: words.join, hasFrame: true, acted: words.open })),
};
