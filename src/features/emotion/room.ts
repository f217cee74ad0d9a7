import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeModule } from '../../workers/room/features/module-effects.ts';
import { EMOTION, readSticker, type Sticker } from './rules.ts';

export const room = defineRoomHalf({
  machine: EMOTION,
  context: (room) => ({ userId: room.login().userId }),
  view: ({ view }) => view,
  messages: {
    emotion(body): AnnouncementEvent<Sticker> | null {
      const item = readSticker(body);
      return item === null ? null : { type: 'said', item };
    },
  },
  execute: (effect, room) => executeModule('emotion', effect, room, () => undefined),
});
