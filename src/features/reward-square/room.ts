import { leftMsOf } from '../../core/room/feature/feature-message.ts';
import type { OrderPolicy } from '../../core/room/feature/orders.ts';
import { serverMs } from '../../workers/room/features/feature-api.ts';
import { orderRoomPart } from '../../workers/room/features/feature-effects.ts';

export type SquareStatus = 'service' | 'created' | 'accepted' | 'reminded' | 'started' | 'completed' | 'refused' | 'refunded' | 'evaluated';

const SQUARE: OrderPolicy<SquareStatus> = {
  name: 'reward-square',
  statuses: {
    service: { number: 9, rank: 0, stage: 'offer' },
    created: { number: 1, rank: 1, stage: 'waiting', verbs: { own: ['cancel'], star: ['accept', 'refuse'] } },
    accepted: { number: 2, rank: 2, stage: 'waiting', isNews: true, verbs: { star: ['start'] } },
    reminded: { number: 8, rank: 3, stage: 'waiting', isNews: true, verbs: { star: ['start'] } },
    started: { number: 4, rank: 4, stage: 'running', isNews: true, verbs: { star: ['finish'] } },
    completed: { number: 5, rank: 5, stage: 'running', isNews: true, verbs: { own: ['evaluate'] } },
    refused: { number: 3, rank: 6, stage: 'over', isNews: true },
    refunded: { number: 6, rank: 6, stage: 'over', isNews: true },
    evaluated: { number: 7, rank: 6, stage: 'over' },
  },
};

export const room = orderRoomPart(
  SQUARE,
  {
    'reward-square-order': null,
    'reward-square-create': 'created',
    'reward-square-accept': 'accepted',
    'reward-square-refuse': 'refused',
    'reward-square-start': 'started',
    'reward-square-complete': 'completed',
    'reward-square-refund': 'refunded',
    'reward-square-evaluate': 'evaluated',
    'reward-square-remind': 'reminded',
    'reward-square-service': 'service',
  },
  ({ title, score, msg, link, leftMs, endTime }, room) => ({
    title,
    score,
    note: msg,
    link,
    leftMs: leftMsOf({ leftMs, endTime }, serverMs(room)),
  }),
);
