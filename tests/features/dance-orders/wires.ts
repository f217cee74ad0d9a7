import { rows, order, ORDER_ACTIONS, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OrderAction } from '../../../src/core/room/feature/orders.ts';

export const wires: FeatureWires = {
  actions: [
    rows<OrderAction>(
      {
        ...ORDER_ACTIONS,
        ask: [
          { verb: 'request', orderId: 'o-1', fields: {} },
          { verb: 'cancel', orderId: 'o-1', fields: {} },
          { verb: 'finish', orderId: 'o-1', fields: {} },
        ],
      },
      { messages: [['dance-order-create', order({ status: 1, user: PERSON })]] },
    ),
  ],
  cases: {
    'dance-order-status': [{ status: 0 }],
    'dance-order-refund': [{ status: 0 }],
    'dance-order-create': [{ status: 0 }],
    'dance-order-remind-wait': [{ status: 0 }, { status: 0, leftMs: 0 }],
    'dance-order-score': [{ status: 0 }],
  },
};
