import type { OrderPolicy } from '../../core/room/feature/orders.ts';
import { orderRoomPart } from '../../workers/room/features/feature-effects.ts';

export type DanceStatus = 'menu' | 'queued' | 'reminded' | 'dancing' | 'scored' | 'refunded';

const DANCES: OrderPolicy<DanceStatus> = {
  name: 'dance-orders',
  statuses: {
    menu: { number: 9, rank: 0, stage: 'offer' },
    queued: { number: 1, rank: 1, stage: 'waiting', verbs: { own: ['cancel'], star: ['accept', 'refuse'] } },
    reminded: { number: 2, rank: 2, stage: 'waiting', isNews: true, verbs: { star: ['start', 'refuse'] } },
    dancing: { number: 3, rank: 3, stage: 'running', isNews: true, verbs: { star: ['finish'] } },
    scored: { number: 4, rank: 4, stage: 'over', isNews: true },
    refunded: { number: 5, rank: 4, stage: 'over', isNews: true },
  },
};

export const room = orderRoomPart(
  DANCES,
  {
    'dance-order-status': 'dancing',
    'dance-order-refund': 'refunded',
    'dance-order-create': 'queued',
    'dance-order-remind-wait': 'reminded',
    'dance-order-score': 'scored',
  },
  // A reminder carries the remaining wait in seconds.
  ({ title, score, reason, leftMs, waitS }) => ({ title, score, note: reason, leftMs: leftMs > 0 ? leftMs : waitS * 1_000 }),
);
