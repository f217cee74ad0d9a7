import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeAnnouncement } from '../../workers/room/features/feature-effects.ts';
import { PET, readMissedOrder, type MissedOrder, type PetAction } from './rules.ts';

export const room = defineRoomHalf({
  machine: PET,
  context: (room) => ({ userId: room.login().userId }),
  view: ({ view }) => view,
  messages: {
    'pet-missed-order'(body): AnnouncementEvent<MissedOrder> | null {
      const item = readMissedOrder(body);
      return item === null ? null : { type: 'said', item };
    },
  },
  onAction(action: PetAction): AnnouncementEvent<MissedOrder> {
    if (action.type === 'dismiss') return { type: 'dismiss', key: action.key };
    const { key, petId, orderId } = action;
    return { type: 'ask', key, verb: 'take', fields: { petId, orderId } };
  },
  execute: (effect, room, send) => executeAnnouncement(effect, room, send),
});
