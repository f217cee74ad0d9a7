import { eventWith } from '../../core/room/feature/feature-message.ts';
import type { OrderPolicy, OrdersEvent } from '../../core/room/feature/orders.ts';
import { readOrderNews } from '../../core/room/feature/orders-view.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { orderRoomPart } from '../../workers/room/features/shared-machines.ts';

export type DanceStatus = 'menu' | 'queued' | 'reminded' | 'dancing' | 'scored' | 'refunded';

/** `status` on the wire. S9 names the field and no values; these are the project's. */
const DANCE_STATUSES: Readonly<Record<number, DanceStatus>> = {
  1: 'queued',
  2: 'reminded',
  3: 'dancing',
  4: 'scored',
  5: 'refunded',
  9: 'menu',
};

const DANCES: OrderPolicy<DanceStatus> = {
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

const read =
  (implied: DanceStatus) =>
  (body: BodyOfMessage<'dance-order-status'>): OrdersEvent<DanceStatus> | null => {
    // A reminder carries the remaining wait in seconds.
    const leftMs = body.leftMs > 0 ? body.leftMs : body.waitS * 1_000;
    return eventWith('order', readOrderNews(DANCE_STATUSES, implied, body, { note: body.reason, leftMs }));
  };

export const room = orderRoomPart(DANCES, {
  'dance-order-status': read('dancing'),
  'dance-order-refund': read('refunded'),
  'dance-order-create': read('queued'),
  'dance-order-remind-wait': read('reminded'),
  'dance-order-score': read('scored'),
});
