import { assertNever } from '../../core/assert-never.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { readAudience, readEntry, readGift } from './rules-message.ts';
import { peopleMachine, peopleView, type PeopleAction, type PeopleEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: peopleMachine,
  context: () => null,
  view: peopleView,
  messages: {
    audience: readAudience,
    // The star is not a member of the list, because the star's bar shows the star.
    login: (body, room) => (body.userid === room.room().starId ? null : readEntry(body)),
    gift: gave,
    'socket-gift': gave,
  },
  onAction(action: PeopleAction): PeopleEvent {
    switch (action.type) {
      case 'entry':
      case 'close':
        return { type: action.type };
      case 'tab':
        return { type: 'tab', tab: action.tab };
      default:
        return assertNever(action);
    }
  },
  execute: () => undefined,
});

function gave(body: BodyOfMessage<'gift'>, room: FeatureContext): PeopleEvent | null {
  return body.senderid === room.room().starId ? null : readGift(body);
}
