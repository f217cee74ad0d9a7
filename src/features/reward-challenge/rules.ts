import type { OrderPolicy } from '../../core/room/feature/orders.ts';

export type ChallengeStatus = 'menu' | 'offered' | 'running' | 'complete' | 'refunded' | 'evaluated';

/** `status` on the wire. S9 names the field and no values; these are the project's. */
export const CHALLENGE_STATUSES: Readonly<Record<number, ChallengeStatus>> = {
  1: 'offered',
  2: 'running',
  3: 'complete',
  4: 'refunded',
  5: 'evaluated',
  9: 'menu',
};

export const CHALLENGES: OrderPolicy<ChallengeStatus> = {
  name: 'reward-challenge',
  statuses: {
    menu: { rank: 0, stage: 'offer' },
    offered: { rank: 1, stage: 'waiting', verbs: { own: ['cancel'], star: ['start', 'refuse'] } },
    running: { rank: 2, stage: 'running', isNews: true, verbs: { own: ['cheer'], other: ['cheer'] } },
    complete: { rank: 3, stage: 'running', isNews: true, verbs: { own: ['evaluate'] } },
    refunded: { rank: 4, stage: 'over', isNews: true },
    evaluated: { rank: 4, stage: 'over' },
  },
};
