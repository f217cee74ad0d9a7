import { leftMsOf } from '../../core/room/feature/feature-message.ts';
import type { OrderPolicy } from '../../core/room/feature/orders.ts';
import { serverMs } from '../../workers/room/features/feature-api.ts';
import { orderRoomPart } from '../../workers/room/features/feature-effects.ts';

export type ChallengeStatus = 'menu' | 'offered' | 'running' | 'complete' | 'refunded' | 'evaluated';

const CHALLENGES: OrderPolicy<ChallengeStatus> = {
  name: 'reward-challenge',
  statuses: {
    menu: { number: 9, rank: 0, stage: 'offer' },
    offered: { number: 1, rank: 1, stage: 'waiting', verbs: { own: ['cancel'], star: ['start', 'refuse'] } },
    running: { number: 2, rank: 2, stage: 'running', isNews: true, verbs: { own: ['cheer'], other: ['cheer'] } },
    complete: { number: 3, rank: 3, stage: 'running', isNews: true, verbs: { own: ['evaluate'] } },
    refunded: { number: 4, rank: 4, stage: 'over', isNews: true },
    evaluated: { number: 5, rank: 4, stage: 'over' },
  },
};

export const room = orderRoomPart(
  CHALLENGES,
  {
    'reward-challenge-status': 'running',
    'reward-challenge-refund': 'refunded',
    'reward-challenge-offer': 'offered',
    'reward-challenge-complete': 'complete',
    'reward-challenge-evaluate': 'evaluated',
  },
  ({ title, score, goal, reason, leftMs, endTime }, room) => ({
    title,
    score,
    goal,
    note: reason,
    leftMs: leftMsOf({ leftMs, endTime }, serverMs(room)),
  }),
);
