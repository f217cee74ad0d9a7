import { rows, order, orderActions, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OrderAction } from '../../../src/core/room/feature/orders.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';
import { words } from '../../../src/features/dance-orders/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<OrderAction>(orderActions('request', 'accept', 'refuse', 'cancel', 'start', 'finish'), {
      messages: [['dance-order-create', order({ status: 1, user: PERSON })]],
    }),
  ],
  cases: {
    'dance-order-status': [{ status: 0 }],
    'dance-order-refund': [{ status: 0 }],
    'dance-order-create': [{ status: 0 }],
    'dance-order-remind-wait': [{ status: 0 }, { status: 0, leftMs: 0 }],
    'dance-order-score': [{ status: 0 }],
  },
};

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: words(TRANSLATE['zh-CN']).status.dancing,
  late: 'sent',
  ...scenes(words, (words, _nickname, text, _star, shown) => ({
    seen: words.status.dancing,
    opens: words.title,
    act: text.verbOf(words.verb.request, shown('桃源恋歌'), 100),
    acted: words.mine,
  })),
};
