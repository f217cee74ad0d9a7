import { rows, order, orderActions, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OrderAction } from '../../../src/core/room/feature/orders.ts';
import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';
import { words } from '../../../src/features/reward-challenge/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<OrderAction>(orderActions('request', 'start', 'refuse', 'cancel', 'cheer', 'evaluate'), {
      messages: [['reward-challenge-offer', order({ status: 1, user: PERSON })]],
    }),
  ],
  cases: {
    'reward-challenge-status': [{ status: 0 }],
    'reward-challenge-refund': [{ status: 0 }],
    'reward-challenge-offer': [{ status: 0 }],
    'reward-challenge-complete': [{ status: 0 }],
    'reward-challenge-evaluate': [{ status: 0 }],
  },
};

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: like(words(TRANSLATE['zh-CN']).progress(0, 8)),
  late: 'sent',
  ...scenes(words, (words, _nickname, text, _star, shown) => ({
    seen: like(words.progress(0, 8)),
    opens: words.title,
    act: text.verbOf(words.verb.request, shown('用方言唱一段'), 300),
    acted: words.mine,
  })),
};
