import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { BoxAction } from '../../../src/core/room/feature/module-box.ts';

export const wires: FeatureWires = {
  actions: [rows<BoxAction>({ ...BOX, ask: [{ verb: 'answer', fields: { pkId: 3, questionId: 4, optionId: 'b' } }] })],
  cases: {
    'music-pk-status': [{ status: 1 }, { status: 6 }],
    'music-pk-match': [{}, { status: 6 }],
    'music-star-game-status': [{ status: 2 }],
  },
};
