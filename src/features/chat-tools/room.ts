import { assertNever } from '../../core/assert-never.ts';
import { refusalIn } from '../../core/room/feature/ask.ts';
import { defineRoomHalf, isViewer, loginChanged, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { readProfile } from './rules-profile.ts';
import {
  chatToolsMachine,
  viewOf,
  type ChatToolsAction,
  type ChatToolsContext,
  type ChatToolsEffect,
  type ChatToolsEvent,
} from './rules.ts';

/**
 * The specification shows no call about another viewer: `report`, `mute`, `unmute` and `kick` are the project's own calls, answered like
 * the other feature calls.
 */
export const room = defineRoomHalf({
  machine: chatToolsMachine,
  context: (room): ChatToolsContext => ({ userId: room.login().userId, role: room.room().role }),
  view: viewOf,
  messages: {
    'user-profile'(body): ChatToolsEvent | null {
      const profile = readProfile(body);
      return profile === null ? null : { type: 'profile', profile };
    },
    login: (body, room): ChatToolsEvent | null => (isViewer(room, body.userid) ? { type: 'entered' } : null),
  },
  onRoom: loginChanged,
  onAction(action: ChatToolsAction): ChatToolsEvent {
    switch (action.type) {
      case 'entry':
        return { type: 'open-settings' };
      case 'open':
        return { type: 'open-card', user: action.user, anchor: action.anchor };
      case 'close':
      case 'choose-reason':
        return { type: action.type };
      case 'report':
        return { type: 'call', verb: 'report', reason: action.reason };
      case 'follow':
      case 'unfollow':
      case 'mute':
      case 'unmute':
      case 'kick':
        return { type: 'call', verb: action.type, reason: '' };
      default:
        return assertNever(action);
    }
  },
  execute(effect: ChatToolsEffect, room, send) {
    switch (effect.type) {
      case 'call':
        void call(effect, room).then(send);
        return;
      case 'profile':
        // The profile arrives as a message; until then the card shows the data of the chat line.
        void room.callFeature('profile', { toUserId: effect.userId });
        return;
      case 'login':
        room.openLogin();
        return;
      case 'refuse':
        room.count(`call left out: ${effect.why}`, 1);
        return;
      default:
        assertNever(effect);
    }
  },
});

async function call(effect: Extract<ChatToolsEffect, { type: 'call' }>, room: FeatureContext): Promise<ChatToolsEvent> {
  const { userId } = room.login();
  const answer = await room.callFeature(effect.verb, effect.fields);
  if (!answer.ok) room.failure(answer.error);
  const message = room.login().userId === userId ? refusalIn(answer) : undefined;
  return { type: 'answer', card: effect.card, verb: effect.verb, userId: effect.fields.toUserId, message };
}
