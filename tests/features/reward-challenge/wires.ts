import { rows, order, ORDER_ACTIONS, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OrderAction } from '../../../src/core/room/feature/orders.ts';

export const wires: FeatureWires = {
  actions: [rows<OrderAction>(ORDER_ACTIONS, { messages: [['reward-challenge-offer', order({ status: 1, user: PERSON })]] })],
  cases: {
    'reward-challenge-status': [{ status: 0 }],
    'reward-challenge-refund': [{ status: 0 }],
    'reward-challenge-offer': [{ status: 0 }],
    'reward-challenge-complete': [{ status: 0 }],
    'reward-challenge-evaluate': [{ status: 0 }],
  },
};
