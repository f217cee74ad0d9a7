import type { OrderPolicy, OrdersEvent } from '../../core/room/feature/orders.ts';
import { eventWith, leftMsOf } from '../../core/room/feature/feature-message.ts';
import { readOrderNews } from '../../core/room/feature/orders-view.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { orderRoomPart } from '../../workers/room/features/shared-machines.ts';

export type ChallengeStatus = 'menu' | 'offered' | 'running' | 'complete' | 'refunded' | 'evaluated';

/** `status` on the wire. S9 names the field and no values; these are the project's. */
const CHALLENGE_STATUSES: Readonly<Record<number, ChallengeStatus>> = {
  1: 'offered',
  2: 'running',
  3: 'complete',
  4: 'refunded',
  5: 'evaluated',
  9: 'menu',
};

const CHALLENGES: OrderPolicy<ChallengeStatus> = {
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

const read =
  (implied: ChallengeStatus) =>
  (body: BodyOfMessage<'reward-challenge-status'>, room: FeatureContext): OrdersEvent<ChallengeStatus> | null => {
    const more = { goal: body.goal, note: body.reason, leftMs: leftMsOf(body, serverMs(room)) };
    return eventWith('order', readOrderNews(CHALLENGE_STATUSES, implied, body, more));
  };

export const room = orderRoomPart(CHALLENGES, {
  'reward-challenge-status': read('running'),
  'reward-challenge-refund': read('refunded'),
  'reward-challenge-offer': read('offered'),
  'reward-challenge-complete': read('complete'),
  'reward-challenge-evaluate': read('evaluated'),
});
