import type { OrderPolicy } from '../../core/room/feature/orders.ts';

export type DanceStatus = 'menu' | 'queued' | 'reminded' | 'dancing' | 'scored' | 'refunded';

/** `status` on the wire. S9 names the field and no values; these are the project's. */
export const DANCE_STATUSES: Readonly<Record<number, DanceStatus>> = {
  1: 'queued',
  2: 'reminded',
  3: 'dancing',
  4: 'scored',
  5: 'refunded',
  9: 'menu',
};

export const DANCES: OrderPolicy<DanceStatus> = {
  name: 'dance-orders',
  statuses: {
    menu: { rank: 0, stage: 'offer' },
    queued: { rank: 1, stage: 'waiting', verbs: { own: ['cancel'], star: ['accept', 'refuse'] } },
    reminded: { rank: 2, stage: 'waiting', isNews: true, verbs: { star: ['start', 'refuse'] } },
    dancing: { rank: 3, stage: 'running', isNews: true, verbs: { star: ['finish'] } },
    scored: { rank: 4, stage: 'over', isNews: true },
    refunded: { rank: 4, stage: 'over', isNews: true },
  },
};
