import { leftMsOf } from '../../core/room/feature/feature-message.ts';
import type { OrdersEvent } from '../../core/room/feature/orders.ts';
import { readOrderNews } from '../../core/room/feature/orders-view.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { orderRoomHalf } from '../../workers/room/features/order-feature.ts';
import { SQUARE, SQUARE_STATUSES, type SquareStatus } from './rules.ts';

/** `implied`: status that follows from the type of the message; null if the message has to contain its status. */
const read =
  (implied: SquareStatus | null) =>
  (body: BodyOfMessage<'reward-square-order'>, room: FeatureContext): OrdersEvent<SquareStatus> | null => {
    const order = readOrderNews(SQUARE_STATUSES, implied, body, {
      note: body.msg,
      link: body.link,
      leftMs: leftMsOf(body, serverMs(room)),
    });
    return order === null ? null : { type: 'order', order };
  };

export const room = orderRoomHalf(SQUARE, {
  'reward-square-order': read(null),
  'reward-square-create': read('created'),
  'reward-square-accept': read('accepted'),
  'reward-square-refuse': read('refused'),
  'reward-square-start': read('started'),
  'reward-square-complete': read('completed'),
  'reward-square-refund': read('refunded'),
  'reward-square-evaluate': read('evaluated'),
  'reward-square-remind': read('reminded'),
  'reward-square-service': read('service'),
});
