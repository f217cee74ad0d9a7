import { defineRoomHalf } from '../../workers/room/feature-api.ts';
import { readMount } from './rules-message.ts';
import { MOUNTS, type Mounts, type MountsEvent, type MountsView } from './rules.ts';

export const room = defineRoomHalf({
  machine: MOUNTS,
  context: (room) => ({ isHidden: room.layout().mounts === null }),
  view: (state: Mounts): MountsView | null => (state.at === 'draining' ? state.shown : null),
  messages: {
    login(body): MountsEvent | null {
      const mount = readMount(body);
      return mount && { type: 'arrival', mount };
    },
  },
  execute: () => undefined,
});
