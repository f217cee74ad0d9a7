import { assertNever } from '../../../core/assert-never.ts';
import type { OrderAction, OrderPolicy, Orders, OrdersEffect, OrdersEvent } from '../../../core/room/feature/orders.ts';
import { ordersMachine } from '../../../core/room/feature/orders.ts';
import { ordersView, type OrdersView } from '../../../core/room/feature/orders-view.ts';
import type { BodyOfMessage, MessageName } from '../../../wire/registry.ts';
import { defineRoomHalf, isRoomStar, type FeatureContext, type MachineRoomHalf } from './feature-api.ts';
import { executeAsk } from './feature-effects.ts';

type OrderMessages<Status extends string> = {
  readonly [Name in MessageName]?: (body: BodyOfMessage<Name>, room: FeatureContext) => OrdersEvent<Status> | null;
};

/** The room half of a feature whose messages each contain the state of one order (core/room/feature/orders.ts). */
export const orderRoomHalf = <Status extends string>(policy: OrderPolicy<Status>, messages: OrderMessages<Status>): MachineRoomHalf =>
  defineRoomHalf({
    machine: ordersMachine(policy),
    context: (room: FeatureContext) => ({ userId: room.login().userId }),
    view: (state: Orders<Status>, room): OrdersView<Status> | null =>
      ordersView(policy, state, { userId: room.login().userId, isStar: isRoomStar(room) }, room.clock.nowMs()),
    messages,
    onAction(action: OrderAction): OrdersEvent<Status> {
      switch (action.type) {
        case 'entry':
          return { type: 'open' };
        case 'close':
          return { type: 'close' };
        case 'seen':
          return { type: 'seen', id: action.id };
        case 'ask':
          return { type: 'ask', verb: action.verb, orderId: action.orderId, fields: action.fields };
        default:
          return assertNever(action);
      }
    },
    execute: (effect: OrdersEffect, room, send) => executeAsk(effect, room, (refusal) => send({ type: 'answered', refusal })),
  });
