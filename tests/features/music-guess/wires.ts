import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { BoxAction } from '../../../src/core/room/feature/feature-box.ts';

export const wires: FeatureWires = {
  actions: [rows<BoxAction>({ ...BOX, ask: [{ verb: 'answer', fields: { guessId: 3, questionId: 4, optionId: 'b' } }] })],
  cases: { 'music-guess-status': [{ status: 1 }, { status: 4 }] },
};
