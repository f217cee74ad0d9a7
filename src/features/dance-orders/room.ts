import type { OrdersEvent } from '../../core/room/feature/orders.ts';
import { readOrderNews } from '../../core/room/feature/orders-view.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { orderRoomHalf } from '../../workers/room/features/order-feature.ts';
import { DANCE_STATUSES, DANCES, type DanceStatus } from './rules.ts';

const read =
  (implied: DanceStatus) =>
  (body: BodyOfMessage<'dance-order-status'>): OrdersEvent<DanceStatus> | null => {
    // A reminder carries the remaining wait in seconds.
    const leftMs = body.leftMs > 0 ? body.leftMs : body.waitS * 1_000;
    const order = readOrderNews(DANCE_STATUSES, implied, body, { note: body.reason, leftMs });
    return order === null ? null : { type: 'order', order };
  };

export const room = orderRoomHalf(DANCES, {
  'dance-order-status': read('dancing'),
  'dance-order-refund': read('refunded'),
  'dance-order-create': read('queued'),
  'dance-order-remind-wait': read('reminded'),
  'dance-order-score': read('scored'),
});
