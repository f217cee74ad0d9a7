import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { readContent, readMessage, type Headline } from './rules-message.ts';
import { HEADLINES } from './rules.ts';

export const room = defineRoomHalf({
  machine: HEADLINES,
  context: (room) => ({ userId: room.login().userId }),
  view: ({ view }) => view,
  messages: {
    'headline-content': (body, room) => said(readContent(body, 'now', room.roomId())),
    'headline-content-next': (body, room) => said(readContent(body, 'next', room.roomId())),
    'headline-message': (body, room) => said(readMessage(body, room.roomId())),
  },
  execute: (effect, room) => executeFeatureEffect(effect, room, () => undefined),
});

const said = (item: Headline | null): AnnouncementEvent<Headline> | null => (item === null ? null : { type: 'said', item });
