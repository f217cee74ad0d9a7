import { rows, order, orderActions, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OrderAction } from '../../../src/core/room/feature/orders.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';
import { words } from '../../../src/features/reward-square/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<OrderAction>(orderActions('request', 'accept', 'refuse', 'cancel', 'start', 'finish', 'evaluate'), {
      messages: [['reward-square-create', order({ status: 0, user: PERSON })]],
    }),
  ],
  cases: {
    'reward-square-order': [{ status: 1 }],
    'reward-square-create': [{ status: 0 }],
    'reward-square-accept': [{ status: 0 }],
    'reward-square-refuse': [{ status: 0 }],
    'reward-square-start': [{ status: 0 }],
    'reward-square-complete': [{ status: 0 }],
    'reward-square-refund': [{ status: 0 }],
    'reward-square-evaluate': [{ status: 0 }],
    'reward-square-remind': [{ status: 0 }],
    'reward-square-service': [{ status: 0 }],
  },
};

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: words(TRANSLATE['zh-CN']).status.started,
  late: 'sent',
  ...scenes(words, (words, _nickname, text, _star, shown) => ({
    seen: words.status.started,
    opens: words.title,
    act: text.verbOf(words.verb.request, shown('叫早服务'), 99),
    acted: words.mine,
  })),
};
