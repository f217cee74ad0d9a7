/** Effects that the machines of several features share, and parts in the room worker of features with announcements or expiring items. */
import { assertNever } from '../../../player/base/assert-never.ts';
import { refusalIn, type CallAction, type Fields, type Refusal } from '../../../core/room/feature/feature-dialog.ts';
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
import { defineRoomPart, type FeatureContext, type MachineRoomPart } from './feature-api.ts';

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
