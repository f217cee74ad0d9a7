import type { OrderPolicy } from '../../core/room/feature/orders.ts';

export type SquareStatus = 'service' | 'created' | 'accepted' | 'reminded' | 'started' | 'completed' | 'refused' | 'refunded' | 'evaluated';

/** `status` on the wire. S9 names the field and no values; these are the project's. */
export const SQUARE_STATUSES: Readonly<Record<number, SquareStatus>> = {
  1: 'created',
  2: 'accepted',
  3: 'refused',
  4: 'started',
  5: 'completed',
  6: 'refunded',
  7: 'evaluated',
  8: 'reminded',
  9: 'service',
};

export const SQUARE: OrderPolicy<SquareStatus> = {
  name: 'reward-square',
  statuses: {
    service: { rank: 0, stage: 'offer' },
    created: { rank: 1, stage: 'waiting', verbs: { own: ['cancel'], star: ['accept', 'refuse'] } },
    accepted: { rank: 2, stage: 'waiting', isNews: true, verbs: { star: ['start'] } },
    reminded: { rank: 3, stage: 'waiting', isNews: true, verbs: { star: ['start'] } },
    started: { rank: 4, stage: 'running', isNews: true, verbs: { star: ['finish'] } },
    completed: { rank: 5, stage: 'running', isNews: true, verbs: { own: ['evaluate'] } },
    refused: { rank: 6, stage: 'over', isNews: true },
    refunded: { rank: 6, stage: 'over', isNews: true },
    evaluated: { rank: 6, stage: 'over' },
  },
};
