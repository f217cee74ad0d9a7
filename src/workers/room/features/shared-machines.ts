/** Parts in the room worker of features that share a machine of core/room/feature. */
import type { DialogAction, DialogEffect } from '../../../core/room/feature/feature-dialog.ts';
import type { OrderAction, OrderPolicy, Orders, OrdersEffect, OrdersEvent } from '../../../core/room/feature/orders.ts';
import { ordersMachine } from '../../../core/room/feature/orders.ts';
import { ordersView, type OrdersView } from '../../../core/room/feature/orders-view.ts';
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

type OrderMessages<Status extends string> = {
  readonly [Name in MessageName]?: (body: BodyOfMessage<Name>, room: FeatureContext) => OrdersEvent<Status> | null;
};

/** The part in the room worker of a feature whose messages each contain the state of one order (core/room/feature/orders.ts). */
/* @__NO_SIDE_EFFECTS__ */
export const orderRoomPart = <Status extends string>(policy: OrderPolicy<Status>, messages: OrderMessages<Status>): MachineRoomPart =>
  defineRoomPart({
    machine: ordersMachine(policy),
    context: (room: FeatureContext) => ({ userId: room.login().userId }),
    view: (state: Orders<Status>, room): OrdersView<Status> | null =>
      ordersView(policy, state, { userId: room.login().userId, isStar: isRoomStar(room) }, room.clock.nowMs()),
    messages,
    onAction: (action: OrderAction): OrdersEvent<Status> => action,
    execute: (effect: OrdersEffect, room, send) => executeRequest(effect, room, (refusal) => send({ type: 'answered', refusal })),
  });

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
