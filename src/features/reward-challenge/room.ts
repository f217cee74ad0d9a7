import { leftMsOf } from '../../core/room/feature/feature-message.ts';
import type { OrdersEvent } from '../../core/room/feature/orders.ts';
import { readOrderNews } from '../../core/room/feature/orders-view.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { orderRoomHalf } from '../../workers/room/features/order-feature.ts';
import { CHALLENGE_STATUSES, CHALLENGES, type ChallengeStatus } from './rules.ts';

const read =
  (implied: ChallengeStatus) =>
  (body: BodyOfMessage<'reward-challenge-status'>, room: FeatureContext): OrdersEvent<ChallengeStatus> | null => {
    const order = readOrderNews(CHALLENGE_STATUSES, implied, body, {
      goal: body.goal,
      note: body.reason,
      leftMs: leftMsOf(body, serverMs(room)),
    });
    return order === null ? null : { type: 'order', order };
  };

export const room = orderRoomHalf(CHALLENGES, {
  'reward-challenge-status': read('running'),
  'reward-challenge-refund': read('refunded'),
  'reward-challenge-offer': read('offered'),
  'reward-challenge-complete': read('complete'),
  'reward-challenge-evaluate': read('evaluated'),
});
