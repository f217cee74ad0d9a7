/** Parts in the room worker of features that share a machine of core/room/feature. */
import type { DialogAction, DialogEffect } from '../../../core/room/feature/feature-dialog.ts';
import { eventWith } from '../../../core/room/feature/feature-message.ts';
import {
  type OrderAction,
  type OrderPolicy,
  type Orders,
  type OrdersEffect,
  type OrdersEvent,
  ordersMachine,
  ordersView,
  readOrderNews,
  type OrderBody,
  type OrderDetails,
  type OrdersView,
} from '../../../core/room/feature/orders.ts';
import type { Phased, PhasedEvent, PhasedMachine } from '../../../core/room/feature/phased.ts';
import type { MachineEvent } from '../../../player/base/machine.ts';
import type { BodyOfMessage, MessageName } from '../../../wire/registry.ts';
import {
  defineRoomPart,
  isRoomStar,
  loginChanged,
  type FeatureContext,
  type MachineRoomPart,
  type RoomPartDefinition,
} from './feature-api.ts';
import { executeRequest } from './feature-effects.ts';

/** Messages about one order. */
type OrderMessage = { [Name in MessageName]: BodyOfMessage<Name> extends OrderBody ? Name : never }[MessageName];

/**
 * The part in the room worker of a feature whose messages each contain the state of one order (core/room/feature/orders.ts). `implied`:
 * status that follows from the type of a message; null if the message has to contain its status.
 */
/* @__NO_SIDE_EFFECTS__ */
export const orderRoomPart = <Status extends string, Name extends OrderMessage>(
  policy: OrderPolicy<Status>,
  implied: Readonly<Record<Name, Status | null>>,
  detailsOf: (body: BodyOfMessage<Name>, room: FeatureContext) => OrderDetails,
): MachineRoomPart => {
  const messages = Object.entries<Status | null>(implied).map(([name, status]) => [
    name,
    (body: BodyOfMessage<Name>, room: FeatureContext) => eventWith('order', readOrderNews(policy, status, body, detailsOf(body, room))),
  ]);
  return defineRoomPart({
    machine: ordersMachine(policy),
    context: (room: FeatureContext) => ({ userId: room.login().userId }),
    view: (state: Orders<Status>, room): OrdersView<Status> | null =>
      ordersView(policy, state, { userId: room.login().userId, isStar: isRoomStar(room) }, room.clock.nowMs()),
    messages: Object.fromEntries(messages) as { readonly [One in Name]: (body: BodyOfMessage<One>) => OrdersEvent<Status> | null },
    onAction: (action: OrderAction): OrdersEvent<Status> => action,
    execute: (effect: OrdersEffect, room, send) => executeRequest(effect, room, (refusal) => send({ type: 'answered', refusal })),
  });
};

/** A feature that messages lead through phases (core/room/feature/phased.ts). */
/* @__NO_SIDE_EFFECTS__ */
export const phasedRoomPart = <State extends Phased<unknown>, Event extends MachineEvent, View>(
  machine: PhasedMachine<State, Event>,
  part: Pick<
    RoomPartDefinition<State, Event | PhasedEvent, DialogEffect, View, DialogAction, { readonly userId: number }>,
    'view' | 'messages'
  >,
): MachineRoomPart =>
  defineRoomPart({
    machine,
    context: (room: FeatureContext) => ({ userId: room.login().userId }),
    ...part,
    onAction: (action: DialogAction): Event | PhasedEvent => action,
    onRoom: loginChanged,
    execute: (effect: DialogEffect, room, send) => executeRequest(effect, room, (refusal) => send({ type: 'answered', refusal })),
  });
