import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { readMount } from './rules-message.ts';
import { mountsMachine, type Mounts, type MountsEvent, type MountsView } from './rules.ts';

export const room = defineRoomHalf({
  machine: mountsMachine,
  context: (room) => ({ isHidden: room.layout().mounts === null }),
  view: (state: Mounts): MountsView | null => (state.name === 'draining' ? state.shown : null),
  messages: {
    login(body, room): MountsEvent | null {
      const mount = readMount(body, room.login().userId);
      return mount && { type: 'arrival', mount };
    },
  },
  execute: () => undefined,
});
