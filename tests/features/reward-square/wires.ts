import { rows, order, ORDER_ACTIONS, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OrderAction } from '../../../src/core/room/feature/orders.ts';

export const wires: FeatureWires = {
  actions: [rows<OrderAction>(ORDER_ACTIONS, { messages: [['reward-square-create', order({ status: 0, user: PERSON })]] })],
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
