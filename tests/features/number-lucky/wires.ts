import { rows, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { BoxAction } from '../../../src/core/room/feature/feature-box.ts';

export const wires: FeatureWires = {
  actions: [
    rows<BoxAction>(
      { ...BOX, ask: [{ verb: 'join', fields: {} }] },
      {
        messages: [
          ['number-lucky', { status: 1, activityId: 7, version: 1, leftMs: 60_000 }],
          ['number-lucky-prize', { activityId: 7, user: PERSON, number: '8', prizeName: '花', num: 1 }],
        ],
      },
    ),
  ],
  cases: { 'number-lucky': [{ status: 1 }, { status: 3 }] },
};
