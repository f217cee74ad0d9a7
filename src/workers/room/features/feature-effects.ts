import { assertNever } from '../../../player/base/errors.ts';
import {
  refusalIn,
  type CallAction,
  type Fields,
  type Refusal,
  type DialogAction,
  type DialogEffect,
} from '../../../core/room/feature/feature-dialog.ts';
import {
  announcementsMachine,
  type Announcement,
  type AnnouncementAction,
  type AnnouncementEffect,
  type AnnouncementEvent,
  type AnnouncementOptions,
  type Announcements,
} from '../../../core/room/feature/announcements.ts';
import type {
  ExpiringItemEffect,
  ExpiringItemEvent,
  ExpiringItems,
  expiringItemsMachine,
} from '../../../core/room/feature/expiring-items.ts';
import type { BodyOfMessage, MessageName } from '../../../wire/registry.ts';
import {
  defineRoomPart,
  type FeatureContext,
  type MachineRoomPart,
  isRoomStar,
  loginChanged,
  type RoomPartDefinition,
} from './feature-api.ts';
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

/** Effects that the machines of several features share, and parts in the room worker of features with announcements or expiring items. */

/** Calls the feature's service. Never rejects. */
export async function requestFeature(room: FeatureContext, verb: string, fields?: Fields): Promise<Refusal> {
  const { userId } = room.login();
  const answer = await room.callFeature(verb, fields);
  if (!answer.ok && answer.error.code !== 'FEATURE_REFUSED') room.failure(answer.error);
  return room.login().userId === userId ? refusalIn(answer) : undefined;
}

/** Effects of most feature machines: a call for the viewer, a request of the current state, a login. */
type RequestEffect =
  | { readonly type: 'call'; readonly verb: string; readonly fields: Fields }
  | { readonly type: 'snapshot' }
  | { readonly type: 'login' };

export function executeRequest(effect: RequestEffect, room: FeatureContext, onAnswer: (refusal: Refusal) => void): void {
  switch (effect.type) {
    case 'call':
      void requestFeature(room, effect.verb, effect.fields).then(onAnswer);
      return;
    case 'snapshot':
      // The answer arrives as messages; the machine's deadline covers its absence.
      void requestFeature(room, 'snapshot');
      return;
    case 'login':
      room.openLogin();
      return;
    default:
      assertNever(effect);
  }
}

function executeFeatureEffect(
  effect: AnnouncementEffect | ExpiringItemEffect,
  room: FeatureContext,
  onAnswer: (refusal: Refusal) => void,
): void {
  if (effect.type === 'count') room.count(effect.why, 1);
  else executeRequest(effect, room, onAnswer);
}

type Readers<Read> = { readonly [Name in MessageName]?: (body: BodyOfMessage<Name>, room: FeatureContext) => Read | null };

const ofViewer = (room: FeatureContext): { readonly userId: number } => ({ userId: room.login().userId });

/** A feature with announcements (core/room/feature/announcements.ts). A message becomes an item; null: it is not shown. */
/* @__NO_SIDE_EFFECTS__ */
export const announcementRoomPart = <Item extends Announcement>(
  options: AnnouncementOptions,
  messages: Readers<Item>,
  view: (state: Announcements<Item>, room: FeatureContext) => unknown = ({ view: shown }) => shown,
): MachineRoomPart => {
  const announced = Object.entries(messages).map(([name, read]) => [
    name,
    (body: never, room: FeatureContext): AnnouncementEvent<Item> | null => {
      const item = read(body, room);
      return item === null ? null : { type: 'announce', item };
    },
  ]);
  return defineRoomPart({
    machine: announcementsMachine<Item>(options),
    context: ofViewer,
    view,
    onAction: (action: AnnouncementAction): AnnouncementEvent<Item> => action,
    messages: Object.fromEntries(announced) as Readers<AnnouncementEvent<Item>>,
    execute(effect, room, send) {
      // The answer names the announcement, because another one may be shown by then.
      executeFeatureEffect(effect, room, (refusal) => effect.type === 'call' && send({ type: 'answered', key: effect.key, refusal }));
    },
  });
};

/** A feature with expiring items (core/room/feature/expiring-items.ts). */
/* @__NO_SIDE_EFFECTS__ */
export const expiringRoomPart = <Item>(
  machine: ReturnType<typeof expiringItemsMachine<Item>>,
  view: (state: ExpiringItems<Item>, room: FeatureContext) => unknown,
  messages: Readers<ExpiringItemEvent<Item>>,
): MachineRoomPart =>
  defineRoomPart({
    machine,
    context: ofViewer,
    view,
    messages,
    onAction: (action: CallAction): ExpiringItemEvent<Item> => action,
    execute: (effect, room, send) => executeFeatureEffect(effect, room, (refusal) => send({ type: 'answered', refusal })),
  });

/** Parts in the room worker of features that share a machine of core/room/feature. */

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
