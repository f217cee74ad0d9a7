import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { OPEN_APP, readOffer, type AppOffer, type OpenAppAction } from './rules.ts';

export const room = defineRoomHalf({
  machine: OPEN_APP,
  context: (room) => ({ userId: room.login().userId }),
  view: ({ view }) => view,
  messages: {
    'open-app'(body): AnnouncementEvent<AppOffer> | null {
      const item = readOffer(body);
      return item === null ? null : { type: 'said', item };
    },
  },
  onAction: ({ key }: OpenAppAction): AnnouncementEvent<AppOffer> => ({ type: 'dismiss', key }),
  execute: (effect, room) => executeFeatureEffect(effect, room, () => undefined),
});
