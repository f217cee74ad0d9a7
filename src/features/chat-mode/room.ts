import { assertNever } from '../../core/assert-never.ts';
import { senderOf } from '../../core/room/chat/sender.ts';
import { defineRoomHalf, isRoomStar, isViewer, loginChanged } from '../../workers/room/features/feature-api.ts';
import { askFeature } from '../../workers/room/features/feature-effects.ts';
import { chatModeMachine, chatModeView, readMode, type ChatModeAction, type ChatModeEvent } from './rules.ts';

const SAID: ChatModeEvent = { type: 'said' };

/** The specification names no call for chat rules: `set`, `pin` and `unpin` are the project's own calls, for the star only. */
export const room = defineRoomHalf({
  machine: chatModeMachine,
  context: (room) => ({ isStar: isRoomStar(room) }),
  view: (state, room) => chatModeView(state, { isStar: isRoomStar(room) }, room.clock.nowMs()),
  messages: {
    'chat-mode': readMode,
    chat: (line, room) => (isViewer(room, senderOf(line)) ? SAID : null),
    'socket-chat': (line, room) => (isViewer(room, senderOf(line)) ? SAID : null),
  },
  onRoom: loginChanged,
  onAction(action: ChatModeAction): ChatModeEvent {
    switch (action.type) {
      case 'entry':
        return { type: 'tool', isOpen: true };
      case 'close-tool':
        return { type: 'tool', isOpen: false };
      case 'hide-pinned':
        return { type: 'hide-pinned' };
      case 'unpin':
        return { type: 'call', verb: 'unpin', fields: {} };
      case 'set':
        return { type: 'call', verb: 'set', fields: { slowS: action.slowS, followersOnly: action.isFollowersOnly ? 1 : 0 } };
      case 'pin':
        return { type: 'call', verb: 'pin', fields: { toUserId: action.userId, name: action.name, text: action.text } };
      default:
        return assertNever(action);
    }
  },
  execute: ({ verb, fields }, room, send) => void askFeature(room, verb, fields).then((refusal) => send({ type: 'answered', refusal })),
});
