import { defineRoomHalf, isRoomStar, loginChanged } from '../../workers/room/features/feature-api.ts';
import { askFeature } from '../../workers/room/features/feature-effects.ts';
import { micMachine, micView, readLink, readWish, type MicAction, type MicEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: micMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state, room) => micView(state, { userId: room.login().userId, isStar: isRoomStar(room) }, room.clock.nowMs()),
  messages: { 'mic-link': readLink, 'mic-request': readWish },
  onAction(action: MicAction): MicEvent {
    if (action.type === 'entry') return { type: 'tool', isOpen: true };
    if (action.type === 'choose') return { type: 'choose', as: action.as, requestId: action.requestId };
    return action.type === 'close-tool' ? { type: 'tool', isOpen: false } : { type: 'do', verb: action.type };
  },
  onRoom: loginChanged,
  execute(effect, room, send) {
    if (effect.type === 'login') return room.openLogin();
    void askFeature(room, effect.verb, 'requestId' in effect ? { requestId: effect.requestId } : {}).then((refusal) => {
      if (effect.verb !== 'snapshot') send({ type: 'answered', refusal });
    });
    return undefined;
  },
});
