import type { OrderPolicy, OrdersEvent } from '../../core/room/feature/orders.ts';
import { eventWith, leftMsOf } from '../../core/room/feature/feature-message.ts';
import { readOrderNews } from '../../core/room/feature/orders-view.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { orderRoomPart } from '../../workers/room/features/shared-machines.ts';

export type SquareStatus = 'service' | 'created' | 'accepted' | 'reminded' | 'started' | 'completed' | 'refused' | 'refunded' | 'evaluated';

/** `status` on the wire. S9 names the field and no values; these are the project's. */
const SQUARE_STATUSES: Readonly<Record<number, SquareStatus>> = {
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

const SQUARE: OrderPolicy<SquareStatus> = {
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

/** `implied`: status that follows from the type of the message; null if the message has to contain its status. */
const read =
  (implied: SquareStatus | null) =>
  (body: BodyOfMessage<'reward-square-order'>, room: FeatureContext): OrdersEvent<SquareStatus> | null => {
    const more = { note: body.msg, link: body.link, leftMs: leftMsOf(body, serverMs(room)) };
    return eventWith('order', readOrderNews(SQUARE_STATUSES, implied, body, more));
  };

export const room = orderRoomPart(SQUARE, {
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
