import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { GUARD, readClub, readGuard, readMedal, type GuardItem } from './rules.ts';

const said = (item: GuardItem | null): AnnouncementEvent<GuardItem> | null => (item === null ? null : { type: 'said', item });

export const room = defineRoomHalf({
  machine: GUARD,
  context: (room) => ({ userId: room.login().userId }),
  view: ({ view }) => view,
  messages: {
    'guard-update': (body) => said(readGuard(body)),
    'medal-update': (body) => said(readMedal(body)),
    // A club of another room is not shown here.
    'fandom-update': (body, room) => (body.roomId !== 0 && body.roomId !== room.roomId() ? null : said(readClub(body))),
  },
  execute: (effect, room) => executeFeatureEffect(effect, room, () => undefined),
});
