import { assertNever } from '../../core/assert-never.ts';
import { defineRoomHalf, isRoomStar, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { askFeature } from '../../workers/room/features/feature-effects.ts';
import { readPacket, readShares } from './rules-message.ts';
import type { Standing } from './rules-audience.ts';
import { redPacketsMachine, type RedPacketsEvent } from './rules.ts';
import { redPacketsView, type RedPacketsAction } from './rules-view.ts';

const standingOf = (room: FeatureContext): Standing => ({
  userId: room.login().userId,
  isStar: isRoomStar(room),
  isFollowing: room.room().following,
});

export const room = defineRoomHalf({
  machine: redPacketsMachine,
  context: standingOf,
  view: (state, room) => redPacketsView(state, standingOf(room), room.clock.nowMs()),
  messages: {
    'red-packet'(body): RedPacketsEvent | null {
      const packet = readPacket(body);
      return packet === null ? null : { type: 'packet', packet };
    },
    'red-packet-result': (body, room): RedPacketsEvent => ({
      type: 'result',
      packetId: body.packetId,
      shares: readShares(body, room.login().userId),
    }),
  },
  onAction(action: RedPacketsAction): RedPacketsEvent {
    switch (action.type) {
      case 'entry':
        return { type: 'open', packetId: null };
      case 'open':
        return { type: 'open', packetId: action.packetId };
      case 'close':
        return { type: 'close' };
      case 'grab':
        return { type: 'grab', packetId: action.packetId };
      case 'give':
        return { type: 'give', coin: action.coin, num: action.num, title: action.title };
      default:
        return assertNever(action);
    }
  },
  onRoom: ({ type }): RedPacketsEvent | null => (type === 'room-changed' || type === 'login-changed' ? { type: 'standing-changed' } : null),
  execute(effect, room, send) {
    if (effect.type === 'login') return room.openLogin();
    const { verb, fields } = effect;
    void askFeature(room, verb, fields).then((refusal) => {
      if (verb !== 'snapshot') send({ type: 'answered', refusal });
    });
    return undefined;
  },
});
