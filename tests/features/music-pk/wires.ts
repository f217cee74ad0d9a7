import { rows, more, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { BoxAction } from '../../../src/core/room/feature/feature-box.ts';

export const wires: FeatureWires = {
  actions: [
    rows<BoxAction>({ ...BOX, ask: [{ verb: 'answer', fields: { pkId: 3, questionId: 4, optionId: 'b' } }] }),
    more<BoxAction>(
      'during a PK',
      {
        ask: [
          { verb: 'answer', fields: { pkId: 3, questionId: 4, optionId: 'b' } },
          { verb: 'reborn', fields: { pkId: 3 } },
        ],
      },
      { messages: [['music-pk-status', { pkId: 3, status: 1, version: 1, round: 1, leftMs: 60_000, players: [{ user: PERSON }] }]] },
    ),
  ],
  cases: {
    'music-pk-status': [{ status: 1 }, { status: 6 }],
    'music-pk-match': [{}, { status: 6 }],
    'music-star-game-status': [{ status: 2 }],
  },
};
