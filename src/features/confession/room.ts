import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import { defineRoomHalf, isViewer } from '../../workers/room/features/feature-api.ts';
import { executeAnnouncement } from '../../workers/room/features/feature-effects.ts';
import { CONFESSION, readConfession, type Confession, type ConfessionAction, type ConfessionView } from './rules.ts';

export const room = defineRoomHalf({
  machine: CONFESSION,
  context: (room) => ({ userId: room.login().userId }),
  view({ view, queue: { shown } }, room): ConfessionView | null {
    if (view === null || shown === null) return null;
    const canAnswer = view.reply === 'none' && view.ask.name !== 'done' && isViewer(room, view.user.userId);
    return { ...view, leftMs: Math.max(0, shown.untilMs - room.clock.nowMs()), canAnswer };
  },
  messages: {
    confession(body, room): AnnouncementEvent<Confession> | null {
      const item = readConfession(body, room.login().userId);
      return item === null ? null : { type: 'said', item };
    },
  },
  onAction: ({ key, id, as }: ConfessionAction): AnnouncementEvent<Confession> => ({
    type: 'ask',
    key,
    verb: 'answer',
    fields: { id, as },
  }),
  execute: (effect, room, send) => executeAnnouncement(effect, room, send),
});
