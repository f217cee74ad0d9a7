import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import { VIEWER } from '../../wires/people.ts';
import type { NoticesAction } from '../../../src/features/notices/rules.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [
    rows<NoticesAction>(
      { dismiss: [{ key: '["t","c",""]' }] },
      { messages: [['common-notice', { roomId: 1_001, title: 't', content: 'c' }]] },
    ),
  ],
  cases: { 'public-notice-user': [{ 'user.userId': VIEWER.userId }] },
};
