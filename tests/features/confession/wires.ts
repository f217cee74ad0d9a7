import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { ConfessionAction } from '../../../src/features/confession/rules.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [
    rows<ConfessionAction>(
      {
        answer: [
          { key: '6 none', id: 6, as: 'accept' },
          { key: '6 none', id: 6, as: 'decline' },
        ],
      },
      { messages: [['confession', { id: 6, answer: 0, star: PERSON, user: { ...PERSON, userId: 700_007 }, content: '你好' }]] },
    ),
  ],
};
