import { assertNever } from '../../core/assert-never.ts';
import { defineRoomHalf } from '../../workers/room/feature-api.ts';
import { askModule } from '../../workers/room/module-effects.ts';
import { readPacket, readShares } from './rules-message.ts';
import { RED_PACKETS, type RedPacketsEvent } from './rules.ts';
import { redPacketsView, type RedPacketsAction } from './rules-view.ts';

export const room = defineRoomHalf({
  machine: RED_PACKETS,
  context: (room) => ({ userId: room.login().userId }),
  view(state, room) {
    const { userId } = room.login();
    return redPacketsView(state, { userId, isStar: userId !== 0 && userId === room.room().starId }, room.clock.nowMs());
  },
  messages: {
    'red-packet'(body): RedPacketsEvent | null {
      const packet = readPacket(body);
      return packet === null ? null : { type: 'packet', packet };
    },
    'red-packet-result': (body): RedPacketsEvent => ({ type: 'result', packetId: body.packetId, shares: readShares(body) }),
  },
  onAction(action: RedPacketsAction): RedPacketsEvent {
    switch (action.do) {
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
  execute(effect, room, send) {
    if (effect.do === 'login') return room.openLogin();
    const { verb, fields } = effect;
    void askModule(room, verb, fields).then((refusal) => {
      if (verb !== 'snapshot') send({ type: 'answered', refusal });
    });
    return undefined;
  },
});
