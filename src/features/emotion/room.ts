import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { EMOTION, readSticker, type Sticker } from './rules.ts';

export const room = defineRoomHalf({
  machine: EMOTION,
  context: (room) => ({ userId: room.login().userId }),
  view: ({ view }) => view,
  messages: {
    emotion(body, room): AnnouncementEvent<Sticker> | null {
      const item = readSticker(body, room.clock.nowMs());
      return item === null ? null : { type: 'said', item };
    },
  },
  execute: (effect, room) => executeFeatureEffect(effect, room, () => undefined),
});
