import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { readNotice, type Notice, type NoticeBody, type NoticeSource } from './rules-message.ts';
import { NOTICES, type NoticesAction } from './rules.ts';

export const room = defineRoomHalf({
  machine: NOTICES,
  context: (room) => ({ userId: room.login().userId }),
  view: ({ view }) => view,
  messages: {
    'ceremony-notice': as('ceremony-notice'),
    'common-notice': as('common-notice'),
    'common-notice-room': as('common-notice-room'),
    'common-notice-all': as('common-notice-all'),
    'public-notice': as('public-notice'),
    'public-notice-link': as('public-notice-link'),
    'public-notice-user': as('public-notice-user'),
  },
  onAction: ({ key }: NoticesAction): AnnouncementEvent<Notice> => ({ type: 'dismiss', key }),
  execute: (effect, room) => executeFeatureEffect(effect, room, () => undefined),
});

function as(name: NoticeSource) {
  return (body: NoticeBody, room: FeatureContext): AnnouncementEvent<Notice> | null => {
    const { notice, why } = readNotice(name, body, { roomId: room.roomId(), userId: room.login().userId });
    if (notice !== null) return { type: 'said', item: notice };
    room.count(why, 1);
    return null;
  };
}
